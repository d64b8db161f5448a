// Makes names and texts from other people short and harmless, for lines that the browser draws: menus, suggestions, notifications.

import type { Target } from '@waypost/client'

/** In UTF-16 units. */
const nameLength = 40

/** The display name of a target. */
export const nameOf = (target: Target): string => (target.type === 'me' ? 'Me' : target.name)

/** The name of a target in a sentence or a menu: one line, shortened, and without characters that change the text direction. */
export const nameInWords = (target: Target): string => inWords(nameOf(target), nameLength)

/** The beginning of a text in one line, limited in UTF-16 units, never splitting a surrogate pair. */
export function inWords(text: string, most: number): string {
  // No line shows more than this, and a hostile server may send any amount.
  const line = text
    .slice(0, 4 * most)
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= most ? line : `${line.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`
}
