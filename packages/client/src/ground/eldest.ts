/** Removes the entries that were added the longest ago, beyond `most`. */
export function forgetEldest<K>(entries: Set<K> | Map<K, unknown>, most: number): void {
  for (const eldest of entries.keys()) {
    if (entries.size <= most) break
    entries.delete(eldest)
  }
}
