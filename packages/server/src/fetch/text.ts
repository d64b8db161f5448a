import { isUtf8 } from 'node:buffer'
import { isCutUtf8, lettersOf, textWithCuts } from './utf8.ts'

/** An XML declaration must be within this many bytes, even after blank lines and comments. */
const declaredWithin = 4_096
/** A `meta` tag with the encoding may follow long scripts. */
const metaWithin = 2 ** 21

/**
 * Decodes a text by its byte order mark, else by the content type, XML declaration or `meta` tag of a page, else as UTF-8. Labels are often
 * wrong: UTF-8 is recognized by its bytes, whatever the label, and other bytes are not read as UTF-8. A truncated letter becomes one
 * U+FFFD.
 */
export function textOf(body: Buffer, contentType = ''): string {
  const wide = wideEncoding(body)
  if (wide) return new TextDecoder(wide).decode(body)
  const labels = labelsOf(body, contentType).filter((label) => !label.startsWith('utf-16') && label !== 'utf-8')
  const start = withoutCutEnd(body)
  const whole = start.length < body.length && hasHigh(start, 1) && isUtf8(start) ? start : body
  if (labels.length > 0 && !isUtf8(whole) && isNearlyUtf8(whole)) return mixedText(whole)
  const isMultibyte = labels.some((label) => !singleByte.test(label))
  if (isUtf8(whole) && !(isMultibyte && !hasHigh(whole, 8))) return new TextDecoder().decode(whole)
  for (const label of labels) {
    const text = new TextDecoder(label).decode(body)
    // A few letters invalid in this encoding were truncated; many mean that it is another one.
    if (singleByte.test(label) || brokenIn(text) * 4 <= lettersIn(text)) return text
  }
  return mixedText(whole)
}

const brokenIn = (text: string) => text.match(/\ufffd/g)?.length ?? 0
const lettersIn = (text: string) => text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0

/** The encodings that a text declares, by the names of https://encoding.spec.whatwg.org; unknown ones are omitted. */
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

function wideEncoding(body: Buffer): string | undefined {
  const [first, second, third, fourth] = body
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be'
  return undefined
}

/** Removes the first bytes of an incomplete last character, as at the end of a truncated page. */
function withoutCutEnd(body: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, body.length); back++) {
    const byte = body[body.length - back] as number
    if (byte < 0x80) return body
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? body.subarray(0, -back) : body
  }
  return body
}

/** Whether bytes are UTF-8 except for a few truncated letters, regardless of the declared encoding. */
function isNearlyUtf8(bytes: Buffer): boolean {
  const { complete, broken } = lettersOf(bytes)
  return complete >= 2 && broken.length * 4 <= complete
}

/** Whether there are at least `least` characters beyond ASCII. If there are several and all are UTF-8, the text is nothing else. */
function hasHigh(bytes: Buffer, least: number): boolean {
  let count = 0
  for (const byte of bytes) if (byte >= 0xc0 && ++count >= least) return true
  return false
}

interface Part {
  from: number
  to: number
  /** `cut`: UTF-8 with broken letters. */
  is: 'whole' | 'cut' | 'older'
}

/** Decodes a text that mixes UTF-8 with broken letters or an older encoding, or is entirely in the latter, part by part. */
function mixedText(body: Buffer): string {
  const parts = partsOf(body)
  const older = new TextDecoder(
    olderEncoding(parts.filter(({ is }) => is === 'older').map(({ from, to }) => body.subarray(from, to))),
  )
  const newer = new TextDecoder()
  const texts = parts.map(({ from, to, is }) => {
    const bytes = body.subarray(from, to)
    if (is === 'cut') return textWithCuts(bytes, lettersOf(bytes))
    return (is === 'whole' ? newer : older).decode(bytes)
  })
  return texts.join('')
}

function partsOf(body: Buffer): Part[] {
  const parts: Part[] = []
  /** Parts without a complete letter that could also be in an older encoding. */
  const unclear: Part[] = []
  let isOlder = false
  let complete = 0
  for (let from = 0; from < body.length; ) {
    const next = body.indexOf(0x3c, from + 1)
    const to = next < 0 ? body.length : next
    const bytes = body.subarray(from, to)
    const last = parts.at(-1)
    if (isUtf8(bytes)) {
      if (complete === 0 && hasHigh(bytes, 1)) complete++
      if (last?.is === 'whole') last.to = to
      else parts.push({ from, to, is: 'whole' })
    } else {
      const letters = lettersOf(bytes)
      const part: Part = { from, to, is: isCutUtf8(letters) ? 'cut' : 'older' }
      complete += letters.complete
      if (part.is === 'older') {
        if (mayBeCut(bytes, letters)) unclear.push(part)
        else isOlder = true
      }
      parts.push(part)
    }
    from = to
  }
  // If everything else is UTF-8, so are these.
  if (!isOlder && complete > 0) for (const part of unclear) part.is = 'cut'
  return parts
}

/**
 * Whether the only letter beyond ASCII in a part is more likely a truncated UTF-8 letter than one of an older encoding: several bytes, none
 * of which is a character that follows letters there (a quote, a dash, a space), or the first byte of a Latin or Cyrillic letter at the
 * end.
 */
function mayBeCut(bytes: Buffer, { broken }: ReturnType<typeof lettersOf>): boolean {
  const [only, second] = broken
  if (!only || second) return false
  const [lead = 0, ...others] = bytes.subarray(only.from, only.to)
  if (lead >= 0xc2 && others.length > 0) return lead === 0xe2 || !others.some((byte) => signs.has(byte))
  const isLast = /^[\s.\]>)"']*$/.test(bytes.toString('latin1', only.to))
  return isLast && [0xc2, 0xc3, 0xd0, 0xd1].includes(lead)
}

/** Characters of windows-1252 and 1251 that follow letters. */
const signs = new Set([0x85, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0xa0, 0xab, 0xb7, 0xbb])

/**
 * The encoding of texts that don't declare one. In Western texts, letters beyond ASCII occur singly among others; Cyrillic texts consist of
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
