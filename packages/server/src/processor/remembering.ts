/** A function that caches its results for the latest texts. @param most the maximum UTF-16 units of cached texts and results */
export function remembering(make: (text: string) => string, most: number): (text: string) => string {
  const known = new Map<string, string>()
  let units = 0
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = make(text)
    known.set(text, made)
    units += text.length + made.length
    for (const [oldest, its] of known) {
      if (units <= most) break
      known.delete(oldest)
      units -= oldest.length + its.length
    }
    return made
  }
}
