/** Control characters that don't occur in texts. Excludes tabs, line ends and terminal colours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
const controls = /[\x00-\x06\x0e-\x1a\x1c-\x1f]/g
/** A text may contain one per this many characters: some programs write stray ones into their logs. */
const charactersPerControl = 200

/**
 * The text in the bytes of a file, or of its start: UTF-16 if there is a byte order mark or the zeros of Latin letters, UTF-8, or else
 * Windows-1252, a superset of Latin-1. A character cut off at the end is dropped; one split earlier becomes one U+FFFD.
 * @returns undefined for binary content
 */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  const text = decoded(bytes, utf16Of(bytes) ?? 'utf-8') ?? withCuts(bytes) ?? decoded(bytes, 'windows-1252') ?? ''
  const strange = text.match(controls)?.length ?? 0
  return strange * charactersPerControl > text.length ? undefined : text
}

/** @returns undefined for bytes in another encoding */
function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

/** UTF-8 with split characters. @returns undefined for other encodings, where hardly any bytes form UTF-8 characters */
function withCuts(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes, { stream: true }).replace(/\ufffd+/g, '\ufffd')
  const cuts = text.match(/\ufffd/g)?.length ?? 0
  const whole = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0
  return whole > 0 && cuts <= whole ? text : undefined
}

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // Without a byte order mark: in UTF-16, every other byte of Latin letters is zero; UTF-8 has no zero bytes.
  const zeros: [even: number, odd: number] = [0, 0]
  bytes.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2 === 0 ? 0 : 1]++
  })
  const [even, odd] = zeros
  const many = bytes.length / 4
  if (odd > many && even === 0) return 'utf-16le'
  return even > many && odd === 0 ? 'utf-16be' : undefined
}
