export { isLink, onlyLink, splitLinks } from '@waypost/protocol'

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
