import type { Bus } from './bus.ts'

type Listener = (message: unknown) => void

/** The bus of a server that is alone. A listener that throws harms nobody else; `onError` hears of it. */
export function busInMemory(onError: (error: unknown) => void): Bus {
  /** Most subjects have one listener, and there are many subjects. A list is never changed, so that it may be while it is told. */
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
