/** A list of listeners, called in the order in which they were added. */
export function listeners<T>(): { on(listener: (value: T) => void): () => void; emit(value: T): void } {
  const all = new Set<(value: T) => void>()
  return {
    on(listener) {
      // A listener that was added twice is called twice, and removed one at a time.
      const own = (value: T) => listener(value)
      all.add(own)
      return () => void all.delete(own)
    },
    emit(value) {
      for (const listener of [...all]) listener(value)
    },
  }
}
