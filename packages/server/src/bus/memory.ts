import type { Bus } from './bus.ts'

type Listener = (message: unknown) => void

/** The bus of a single node. Errors of one listener go to `onError` and don't affect others. */
export function busInMemory(onError: (error: unknown) => void): Bus {
  /** Lists are replaced, not changed, so that they can be iterated while listeners come and go. */
  const listeners = new Map<string, readonly Listener[]>()
  return {
    publish(subject, message) {
      for (const listener of listeners.get(subject) ?? []) {
        try {
          listener(message)
        } catch (error) {
          onError(error)
        }
      }
    },
    isHeard: (subject) => listeners.has(subject),
    isHeardHere: (subject) => listeners.has(subject),
    async flush() {},
    async subscribe(subject, listener) {
      listeners.set(subject, [...(listeners.get(subject) ?? []), listener])
      let stopped = false
      return () => {
        if (stopped) return
        stopped = true
        const all = listeners.get(subject) ?? []
        const left = all.toSpliced(all.indexOf(listener), 1)
        if (left.length > 0) listeners.set(subject, left)
        else listeners.delete(subject)
      }
    },
    onGap() {},
    async close() {
      listeners.clear()
    },
  }
}
