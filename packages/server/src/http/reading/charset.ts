// Decodes the text of requests by charset. Invalid bytes are refused, so that no broken text is stored.

import { Refusal } from '@waypost/protocol'

/** The charset in a media type, e.g. `iso-8859-1` in `text/plain; charset=ISO-8859-1`; undefined if absent. */
export function charsetIn(label: string): string | undefined {
  return /;[ \t]*charset[ \t]*=[ \t]*["']?([\w.:+-]{1,40})/i.exec(label)?.[1]?.toLowerCase()
}

/** The charset of bytes: from a byte order mark, else the named one if it exists, else UTF-8. */
export function charsetOf(bytes: Buffer, named: string | undefined): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (named === undefined || (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)) return 'utf-8'
  return decoderOf(named).encoding
}

/**
 * Decodes bytes, without their byte order mark.
 * @param charset an unknown one is treated as UTF-8: programs write all kinds of names, and most texts are ASCII
 * @throws Refusal `invalid_request` for bytes that are invalid in the charset
 */
export function textIn(bytes: Uint8Array, charset: string): string {
  const decoder = decoderOf(charset)
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    const remedy = decoder.encoding === 'utf-8' ? 'Send UTF-8, or name the charset in Content-Type.' : 'Send UTF-8.'
    throw new Refusal('invalid_request', `The text is not valid ${decoder.encoding.toUpperCase()}. ${remedy}`, { cause })
  }
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset, { fatal: true })
  } catch {
    return new TextDecoder('utf-8', { fatal: true })
  }
}
