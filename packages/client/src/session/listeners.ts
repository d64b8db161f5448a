/** A list of listeners, each told in the order in which they came. */
export function listeners<T>(): { on(listener: (value: T) => void): () => void; tell(value: T): void } {
  const all = new Set<(value: T) => void>()
  return {
    on(listener) {
      // A listener given twice is told twice and stopped one at a time.
      const own = (value: T) => listener(value)
      all.add(own)
      return () => void all.delete(own)
    },
    tell(value) {
      for (const listener of [...all]) listener(value)
    },
  }
}
