// Computes the fallback of an avatar without a picture: a hue and initials.

/** One of the eight hues of avatars, from 1 to 8, always the same one for the same seed (FNV-1a). */
export function hueOf(seed: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < seed.length; index++) {
    hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193)
  }
  // The low bits of this hash are too alike for similar names.
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((mixed ^ (mixed >>> 12)) & 7) + 1
}

/** The next hue, for a neighbour that would otherwise have the same one. */
export const hueAfter = (hue: number): number => (hue % 8) + 1

/** The colour of a hue, as a CSS variable. */
export const colourOfHue = (hue: number): string => `var(--a${hue})`

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
  return (word.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? '').toUpperCase()
}
