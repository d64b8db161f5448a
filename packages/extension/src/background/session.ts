// The background's only session.

import { type Opened, openOwnSession } from '../session/own-session.ts'

/** Called before the session starts; the returned function is called when it ends. */
type OpenListener = (opened: Opened) => (() => void) | undefined

export interface BackgroundSession {
  /** The started session, opened if necessary; undefined if nobody is signed in. */
  wake(): Promise<Opened | undefined>
  /** Must be called in the first turn of the background. */
  onOpen(listener: OpenListener): void
  end(): Promise<void>
  /** Ends the session, and opens none for this long. */
  rest(milliseconds: number): Promise<void>
}

export function openBackgroundSession(): BackgroundSession {
  const listeners: OpenListener[] = []
  let current: Promise<Opened | undefined> | undefined
  let stops: (() => void)[] = []
  let restsUntil = 0

  async function open(): Promise<Opened | undefined> {
    const opened = await openOwnSession()
    if (opened) stops = listeners.flatMap((listener) => listener(opened) ?? [])
    return opened
  }

  async function end(): Promise<void> {
    const ending = current
    current = undefined
    restsUntil = 0
    const opened = await ending?.catch(() => undefined)
    for (const stop of stops) stop()
    stops = []
    opened?.session.close()
  }

  return {
    async wake() {
      if (Date.now() < restsUntil) return undefined
      const own = current ?? open()
      current = own
      const opened = await own.catch((error: unknown) => {
        if (current === own) current = undefined
        throw error
      })
      if (!opened && current === own) current = undefined
      // A start that found no network is retried; a successful one isn't repeated.
      if (current === own) await opened?.session.start()
      return current === own ? opened : undefined
    },

    onOpen: (listener) => void listeners.push(listener),
    end,
    async rest(milliseconds) {
      await end()
      restsUntil = Date.now() + milliseconds
    },
  }
}
