import type { BrowserContext } from '@playwright/test'

/** How long the client shows a toast without interaction, in milliseconds. */
const stays = 6_000

/**
 * Makes toasts stay until closed, in windows opened from now on. On a busy machine a story may look later than six seconds after a toast
 * appeared. Stories with their own clock test how toasts disappear.
 */
export async function keepToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript((never) => {
    const { setTimeout } = window
    const after = (work: TimerHandler, time?: number, ...given: unknown[]) =>
      time === never ? 0 : setTimeout(work, time, ...given)
    Object.assign(window, { setTimeout: after })
  }, stays)
}
