// Remembers results computed from users' texts, such as their names.

/**
 * A function that remembers its results for the latest texts.
 * @param most UTF-16 units of texts and results that it keeps
 */
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
