import type { Tabs } from '@waypost/client'
import { on } from './observed.ts'

/** Locks and messages between the windows of this browser; undefined without Web Locks, as over plain http. */
export function browserTabs(): Tabs | undefined {
  if (!globalThis.navigator?.locks || typeof BroadcastChannel !== 'function') return undefined
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
    listen: (listener) => on(channel, ['message'], ({ data }: MessageEvent) => listener(data)),
  }
}
