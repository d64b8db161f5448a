// Finds the links in typed text, for display in clients and for previews on the server.

interface TextPart {
  text: string
  /** Absent for plain text. */
  href?: string
}

// This package has no platform types.
type Platform = { URL: { canParse(url: string): boolean } }

const begins = /https?:\/\//gi
/**
 * Characters that no link contains: full-width and CJK punctuation, and characters that are invisible or change text direction, except
 * joiners in scripts and emoji.
 */
const ends =
  /[\s<>"`{}|\\^\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\uffa0\ufff0-\uffff\udb40-\udb43\u3001\u3002\u3008-\u3011\u3014-\u301f\ufe10-\ufe19\ufe30-\ufe6b\uff01\uff02\uff07-\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3b\uff3d\uff5b\uff5d-\uff65]/u
/** Characters that a link may contain but not end with. */
const afterLink = ".,;:!?'…*_~‘’‚„‟‛–—―†‡•،؛؟۔।॥՝։።፣፤៖។၊။;·"
/**
 * Brackets and quotation marks: a link contains a closing one only if it also contains the opening one. An apostrophe closes nothing, and
 * ornate Arabic brackets are the other way round in Unicode.
 */
const opening = /(?!\ufd3f)[\p{Ps}\p{Pi}\ufd3e]/u
const closing = /(?!\u2019)[\p{Pe}\p{Pf}\ufd3f]/u
/** The opening character of a closing one: in Unicode it nearly always directly precedes it. */
const openerOf = (closer: string): string => ({ ']': '[', '»': '«' })[closer] ?? String.fromCharCode(closer.charCodeAt(0) - 1)

/**
 * Splits a text into plain parts and links, in linear time. A link begins with http:// or https:// and ends before a space, CJK
 * punctuation, or a closing bracket that it does not open; sentence punctuation at its end is not part of it.
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  const starts = new RegExp(begins)
  for (let match = starts.exec(text); match; match = starts.exec(text)) {
    const stop = endOf(text, match.index, starts.lastIndex)
    starts.lastIndex = stop
    const link = withoutSentenceEnd(text.slice(match.index, stop))
    if (!isLink(link)) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: link, href: link })
    end = match.index + link.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/**
 * The link of a text that is nothing else. The signs of other scripts that end a sentence are left out; those of ASCII belong to it, as in
 * `https://example.org/Mr.`, because nobody has set the address apart from them.
 */
export function onlyLink(text: string): string | undefined {
  const trimmed = text.trim()
  if (/\s/.test(trimmed) || !isLink(trimmed)) return undefined
  const link = splitLinks(trimmed)[0]?.href
  if (!link) return undefined
  const rest = trimmed.slice(link.length)
  if (/^[!-~]*$/.test(rest)) return trimmed
  return /[\p{L}\p{M}\p{N}]/u.test(rest) ? undefined : link
}

/** Whether a text is an http or https URL. */
export function isLink(text: string | undefined): text is string {
  return text !== undefined && /^https?:\/\/[^/]/i.test(text) && (globalThis as unknown as Platform).URL.canParse(text)
}

/** Where a link that starts at `start` ends: before a character that no link contains, or a bracket that it does not open. */
function endOf(text: string, start: number, from: number): number {
  const open = new Map<string, number>()
  for (let at = Math.max(start, from); at < text.length; at++) {
    const sign = text[at] as string
    if (ends.test(sign)) return at
    if (opening.test(sign)) open.set(sign, (open.get(sign) ?? 0) + 1)
    else if (closing.test(sign)) {
      const opener = openerOf(sign)
      const left = (open.get(opener) ?? 0) - 1
      if (left < 0) return at
      open.set(opener, left)
    }
  }
  return text.length
}

/** The link without trailing sentence punctuation and brackets opened there. */
function withoutSentenceEnd(link: string): string {
  let end = link.length
  while (end > 0 && (afterLink.includes(link[end - 1] as string) || opening.test(link[end - 1] as string))) end--
  return link.slice(0, end)
}
