// Decodes a fetched page or feed to text.

import { isUtf8 } from 'node:buffer'

/** An XML declaration stands within so many bytes, also behind blank lines and comments. */
const declaredWithin = 4_096
/** A `meta` tag with the encoding may stand behind long scripts. */
const metaWithin = 2 ** 21

/**
 * Decodes a text: by a byte order mark, else the content type, its XML declaration or the `meta` tag of a page, else as UTF-8. Labels are
 * often wrong: UTF-8 is known by its bytes, whatever is said, and other bytes are not read as such.
 */
export function textOf(body: Buffer, contentType = ''): string {
  const wide = wideEncoding(body)
  if (wide) return new TextDecoder(wide).decode(body)
  const labels = labelsOf(body, contentType).filter((label) => !label.startsWith('utf-16') && label !== 'utf-8')
  const start = withoutCutEnd(body)
  const whole = start.length < body.length && hasHigh(start, 1) && isUtf8(start) ? start : body
  const isMultibyte = labels.some((label) => !singleByte.test(label))
  if (isUtf8(whole) && !(isMultibyte && !hasHigh(whole, 8))) return new TextDecoder().decode(whole)
  for (const label of labels) {
    try {
      return new TextDecoder(label, { fatal: !singleByte.test(label) }).decode(body)
    } catch {
      // Not in this encoding.
    }
  }
  return mixedText(whole)
}

/** The encodings that a text is said to have, by the names of https://encoding.spec.whatwg.org; unknown ones are left out. */
function labelsOf(body: Buffer, contentType: string): string[] {
  const start = body.toString('latin1', 0, declaredWithin)
  const said = [
    /charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1],
    /<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)/.exec(start)?.[1],
    /html/i.test(contentType)
      ? /<meta\s[^>]{0,200}?charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(body.toString('latin1', 0, metaWithin))?.[1]
      : undefined,
  ]
  return [...new Set(said.map(nameOf).filter((name) => name !== undefined))]
}

function nameOf(label: string | undefined): string | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

const singleByte = /^(windows-|iso-8859-|koi8-|macintosh|x-mac-|ibm866)/

/** UTF-16 by its mark, or by the zeros beside its first sign. */
function wideEncoding(body: Buffer): string | undefined {
  const [first, second, third, fourth] = body
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be'
  return undefined
}

/** Without the first bytes of a last sign that is not there, as in the start of a page. */
function withoutCutEnd(body: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, body.length); back++) {
    const byte = body[body.length - back] as number
    if (byte < 0x80) return body
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? body.subarray(0, -back) : body
  }
  return body
}

/** Whether there are so many signs beyond ASCII. If there are several and all are UTF-8, the text is nothing else. */
function hasHigh(bytes: Buffer, least: number): boolean {
  let count = 0
  for (const byte of bytes) if (byte >= 0xc0 && ++count >= least) return true
  return false
}

/** A text of UTF-8 with parts of an older encoding among it, or one of those only: each part between two tags by itself. */
function mixedText(body: Buffer): string {
  const parts: { from: number; to: number; isUtf8: boolean }[] = []
  for (let from = 0; from < body.length; ) {
    const next = body.indexOf(0x3c, from + 1)
    const to = next < 0 ? body.length : next
    const good = isUtf8(body.subarray(from, to))
    const last = parts.at(-1)
    if (last?.isUtf8 === good) last.to = to
    else parts.push({ from, to, isUtf8: good })
    from = to
  }
  const older = new TextDecoder(
    olderEncoding(parts.filter((part) => !part.isUtf8).map(({ from, to }) => body.subarray(from, to))),
  )
  const newer = new TextDecoder()
  return parts.map(({ from, to, isUtf8: good }) => (good ? newer : older).decode(body.subarray(from, to))).join('')
}

/**
 * The encoding of texts that do not say it. In Western ones, letters beyond ASCII stand alone among others; Cyrillic ones are made of
 * them. KOI8-R has its small letters where windows-1251 has the capitals.
 */
function olderEncoding(parts: readonly Buffer[]): string {
  let alone = 0
  let together = 0
  let low = 0
  for (const part of parts) {
    for (let at = 0; at < part.length; at++) {
      if (!isLetter(part[at])) continue
      if (isLetter(part[at - 1]) || isLetter(part[at + 1])) together++
      else alone++
      if ((part[at] as number) < 0xe0) low++
    }
  }
  if (together <= 2 * alone) return 'windows-1252'
  return low * 2 > together + alone ? 'koi8-r' : 'windows-1251'
}

const isLetter = (byte: number | undefined) => byte !== undefined && byte >= 0xc0
