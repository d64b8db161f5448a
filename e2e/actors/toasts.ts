import type { BrowserContext } from '@playwright/test'

/** How long the client shows a toast that nothing holds, in milliseconds. */
const stays = 6_000

/**
 * Lets toasts stay until they are closed, in windows that are opened from now on. A story on a busy machine may look later than six seconds
 * after a toast appeared. How toasts leave is a matter of stories with a clock of their own.
 */
export async function keepToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript((never) => {
    const { setTimeout } = window
    const after = (work: TimerHandler, time?: number, ...given: unknown[]) =>
      time === never ? 0 : setTimeout(work, time, ...given)
    Object.assign(window, { setTimeout: after })
  }, stays)
}
