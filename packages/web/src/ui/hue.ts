// Computes what an avatar shows without a picture: a hue and initials.

const hues = [24, 66, 105, 152, 190, 219, 265, 320]

/** One of eight hues, always the same one for the same seed (FNV-1a). */
export function hueOf(seed: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < seed.length; index++) {
    hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193)
  }
  // The low bits of this hash are too similar for similar names.
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hues[(mixed ^ (mixed >>> 12)) & 7] ?? 190
}

/** The hue after a hue, for two neighbours that would have the same one. */
export const hueAfter = (hue: number): number => hues[(hues.indexOf(hue) + 1) % hues.length] ?? hue

/** The first letters of the first and the last word: 'Ana Reyes' -> 'AR', 'Me' -> 'M'. */
export function initialsOf(name: string): string {
  const words =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)) ?? []
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => firstLetter(word ?? '')).join('')
}

function firstLetter(word: string): string {
  return (word.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? '').toLocaleUpperCase()
}
