/** Control characters, and those that change the text direction. */
const unsafe = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\u{10ff80}-\u{10ffff}]/gu

/** The safe display of a file name: with a reversed direction, `exe.gpj` would look like a picture. */
export const shownName = (name: string): string => name.replace(unsafe, '\ufffd')

export interface Crumb {
  /** Undefined for the home folder, which has a translated name. */
  name: string | undefined
  path: string
}

/** The folders from the root to a path, including the path: `~/a/b`, `/a/b` or `C:\a\b`. */
export function crumbsOf(path: string): Crumb[] {
  const separator = path.includes('/') || !path.includes('\\') ? '/' : '\\'
  const parts = path.split(separator)
  const crumbs: Crumb[] = []
  for (const [index, part] of parts.entries()) {
    const upTo = parts.slice(0, index + 1).join(separator)
    if (index === 0 && part === '~') crumbs.push({ name: undefined, path: upTo })
    else if (index === 0 && separator === '/') {
      if (part === '') crumbs.push({ name: '/', path: '/' })
      else crumbs.push({ name: shownName(part), path: upTo })
    } else if (part !== '') crumbs.push({ name: shownName(part), path: index === 0 ? upTo + separator : upTo })
  }
  return crumbs.length > 0 ? crumbs : [{ name: shownName(path), path }]
}
