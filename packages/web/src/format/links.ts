// Finds links in typed text, and shortens links for display. Only http:// and https:// become links.

interface TextPart {
  text: string
  href?: string
}

const looksLikeLink = /https?:\/\/[^\s<>"`{}|\\^]+/gi

/** Splits a text into plain parts and links. Punctuation at the end of a sentence is not part of a link. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(looksLikeLink)) {
    const link = withoutSentenceEnd(match[0])
    if (!isLink(link)) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: link, href: link })
    end = match.index + link.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Whether a text is an http or https URL. */
export function isLink(text: string | undefined): text is string {
  return text !== undefined && /^https?:\/\/[^/]/i.test(text) && URL.canParse(text)
}

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

/** Removes punctuation and unbalanced closing brackets from the end of a link, in linear time. */
function withoutSentenceEnd(link: string): string {
  const open = new Map<string, number>()
  for (const letter of link) {
    const opener = openers[letter]
    if (opener) open.set(opener, (open.get(opener) ?? 0) - 1)
    else if (letter in closers) open.set(letter, (open.get(letter) ?? 0) + 1)
  }
  let end = link.length
  for (; end > 0; end--) {
    const last = link[end - 1] ?? ''
    const opener = openers[last]
    const surplus = opener === undefined ? 0 : (open.get(opener) ?? 0)
    if (opener !== undefined && surplus < 0) open.set(opener, surplus + 1)
    else if (!".,;:!?'…*_~".includes(last)) break
  }
  return link.slice(0, end)
}

const openers: Record<string, string> = { ')': '(', ']': '[', '”': '“', '»': '«' }
const closers: Record<string, string> = { '(': ')', '[': ']', '“': '”', '«': '»' }
