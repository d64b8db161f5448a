/** Removes the oldest entries beyond `most`, by the time they were added. */
export function forgetEldest<K>(entries: Set<K> | Map<K, unknown>, most: number): void {
  for (const eldest of entries.keys()) {
    if (entries.size <= most) break
    entries.delete(eldest)
  }
}
