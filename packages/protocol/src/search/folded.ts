// Compares names and addresses by their beginnings, for lists of people.

/** The end of the part of a name that is compared, in UTF-16 units. */
const comparedUnits = 1_000

/**
 * A name without case and accents, with single spaces, and a mark before each place where a word may begin: so that one search for text
 * typed, in the same form, finds whether a word begins with it. Takes linear time.
 */
export function wordStarts(text: string): string {
  const marks = /\p{M}/gu
  // Marks go first as well: sorting a long row of them takes quadratic time.
  const plain = text.slice(0, comparedUnits).replace(marks, '').normalize('NFKD').replace(marks, '').toLowerCase()
  return `\0${plain
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[^\p{L}\p{N}]/gu, '$&\0')}`
}
