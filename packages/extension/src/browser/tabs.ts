// Connects the background and pages of the extension: one of them leads, like the windows of the web client
// (packages/web/src/browser/tabs.ts). The code stands twice because the client, which is all that both may import, knows no browser.

import type { Tabs } from '@waypost/client'

export function extensionTabs(): Tabs {
  const channel = new BroadcastChannel('waypost')
  return {
    hold(lock, onHeld) {
      const waiting = new AbortController()
      let release: (() => void) | undefined
      navigator.locks
        .request(lock, { signal: waiting.signal }, () => {
          if (waiting.signal.aborted) return
          return new Promise<void>((resolve) => {
            release = resolve
            onHeld()
          })
        })
        .catch((error: unknown) => {
          if (!waiting.signal.aborted) throw error
        })
      return () => {
        waiting.abort()
        release?.()
      }
    },
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const heard = ({ data }: MessageEvent) => listener(data)
      channel.addEventListener('message', heard)
      return () => channel.removeEventListener('message', heard)
    },
  }
}

const lockOf = (device: string) => `session of ${device}`

/** Counts a session of a device as open. @returns a function that ends that */
export async function holdSession(device: string): Promise<() => void> {
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  void navigator.locks.request(lockOf(device), { mode: 'shared' }, () => {
    hold()
    return ended
  })
  await held
  return end
}

/** Resolves once neither background nor pages have a session of the device open, or when the time is up. */
export async function sessionsClosed(device: string, within: number): Promise<void> {
  await navigator.locks.request(lockOf(device), { signal: AbortSignal.timeout(within) }, () => {}).catch(() => {})
}
