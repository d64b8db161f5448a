import { Refusal } from '@waypost/protocol'
import { textIn } from './charset.ts'

/** The maximum fields of one form, query or JSON object of a call, counting each repetition of a field. */
export const fieldsPerRequest = 2_000

/** A raw field: its name and its value. */
export type Pair = readonly [name: string, value: string]

/**
 * Reads pairs in linear time.
 * @param text one character per byte, because percent-encoding and charsets apply to bytes
 * @param charset the charset unless a field `_charset_` names another, as in HTML forms
 * @throws Refusal `invalid_request` for too many fields, and for bytes that are invalid in the charset
 */
export function readPairs(text: string, charset: string): Pair[] {
  const parts = text.split('&', fieldsPerRequest + 1)
  if (parts.length > fieldsPerRequest) throw tooManyFields()
  const named = parts.find((part) => part.startsWith('_charset_=') && part.length < 60)?.slice('_charset_='.length)
  const decode = (part: string) => unescaped(part, named || charset)
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=')
      return at === -1 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]
    })
}

export const tooManyFields = () =>
  new Refusal('invalid_request', `A request may have at most ${fieldsPerRequest.toLocaleString('en-US')} fields.`)

function unescaped(text: string, charset: string): string {
  // Neither `%` nor `+`.
  if (/^[\x20-\x24\x26-\x2a\x2c-\x7e]*$/.test(text)) return text
  return textIn(bytesOf(text), charset)
}

/** The bytes of a percent-encoded text, in which `+` is a space. A `%` without two digits is literal. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    const code = byte === percent ? digit(bytes[at + 1]) * 16 + digit(bytes[at + 2]) : Number.NaN
    const escaped = code >= 0
    bytes[length++] = escaped ? code : byte === plus ? space : byte
    if (escaped) at += 2
  }
  return bytes.subarray(0, length)
}

const percent = 0x25
const plus = 0x2b
const space = 0x20

function digit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN
}

/** Stands for an unreadable query: fastify parses queries before anything can be refused. */
export class BrokenQuery {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    this.refusal = refusal
  }
}

/** Reads a query, in which a repeated field is a list. */
export function readQuery(query: string): Record<string, string | string[]> | BrokenQuery {
  try {
    return grouped(readPairs(query, 'utf-8'))
  } catch (refusal) {
    return new BrokenQuery(refusal as Refusal)
  }
}

/** The fields of pairs. A repeated field becomes a list. */
export function grouped(pairs: readonly Pair[]): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>()
  for (const [name, value] of pairs) {
    const before = values.get(name)
    if (before === undefined) values.set(name, value)
    else if (Array.isArray(before)) before.push(value)
    else values.set(name, [before, value])
  }
  values.delete('__proto__')
  return Object.fromEntries(values)
}
