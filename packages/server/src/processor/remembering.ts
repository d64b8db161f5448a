// Remembers what was made of texts that users wrote, such as their names, so that it is made once.

/**
 * A function that remembers what it has made of the texts that it was given last.
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
