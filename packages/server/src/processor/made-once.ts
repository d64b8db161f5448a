/** Makes a value when first needed, and caches it. A failure is not cached: the next call tries again. */
export function madeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    if (made) return made
    const own = make()
    made = own
    own.catch(() => {
      made = undefined
    })
    return own
  }
}
