import type { Bus } from './bus.ts'

/** The bus of a server that is alone. A listener that throws harms nobody else; `onError` hears of it. */
export function busInMemory(onError: (error: unknown) => void): Bus {
  const listeners = new Map<string, Set<(message: unknown) => void>>()
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
      // A wrapper of its own, so that one function can listen twice and stop once.
      const own = (message: unknown) => listener(message)
      const others = listeners.get(subject)
      if (others) others.add(own)
      else listeners.set(subject, new Set([own]))
      return () => {
        const left = listeners.get(subject)
        if (left?.delete(own) && left.size === 0) listeners.delete(subject)
      }
    },
    onGap() {},
    async close() {
      listeners.clear()
    },
  }
}
