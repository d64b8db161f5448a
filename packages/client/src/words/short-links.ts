// Shortens links for display.

import { isLink } from '@waypost/protocol'

export { isLink, splitLinks } from '@waypost/protocol'

/** The link, if the text is only a link. */
export function onlyLink(text: string): string | undefined {
  const trimmed = text.trim()
  return /\s/.test(trimmed) || !isLink(trimmed) ? undefined : trimmed
}

/** 'https://www.example.org/a' -> 'example.org' */
export function hostOf(link: string): string {
  return URL.canParse(link) ? new URL(link).host.replace(/^www\./, '') : link
}

/** A link as a title: without scheme, `www.` and a lone slash. */
export function shortLink(link: string): string {
  if (!URL.canParse(link)) return link
  const { pathname, search, hash } = new URL(link)
  const rest = readable(pathname + search + hash)
  return hostOf(link) + (rest === '/' ? '' : rest)
}

function readable(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}
