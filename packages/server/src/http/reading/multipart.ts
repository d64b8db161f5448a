// Reads the fields of a multipart form that is in memory (RFC 7578).

import { nameLength, Refusal } from '@waypost/protocol'
import { charsetIn, textIn } from './charset.ts'
import { fieldsPerRequest, type Pair, tooManyFields } from './pairs.ts'

/** RFC 2046 allows 70 characters; a few programs use more. */
const boundaryLength = 200
/** The maximum bytes of the headers of one part. */
const headBytes = 4_096

const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')

interface Part {
  name: string
  /** One character for each byte. */
  value: Buffer
  charset: string | undefined
}

/**
 * Reads the fields of a form, without its files. Each part is searched for once, so reading takes linear time.
 * @param label the media type with its boundary
 * @param charset the charset of fields that name none, unless a field `_charset_` names another
 * @throws Refusal `invalid_request` for a broken or truncated form, for too many parts, and for bytes that are invalid in a charset
 */
export function readMultipart(bytes: Buffer, label: string, charset: string): Pair[] {
  const parts: Part[] = []
  let count = 0
  for (const part of partsOf(bytes, boundaryOf(label))) {
    if (++count > fieldsPerRequest) throw tooManyFields()
    const field = fieldOf(part)
    if (field) parts.push(field)
  }
  const named = parts.find(({ name, value }) => name === '_charset_' && value.length < 60)?.value.toString('latin1')
  return parts.map((part) => {
    const own = part.charset ?? (named || charset)
    return [textIn(Buffer.from(part.name, 'latin1'), own), textIn(part.value, own)]
  })
}

function boundaryOf(label: string): Buffer {
  const [, quoted, plain] = /;[ \t]*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(label) ?? []
  const boundary = quoted ?? plain ?? ''
  if (boundary === '' || boundary.length > boundaryLength) throw broken()
  return Buffer.from(`\r\n--${boundary}`, 'latin1')
}

function* partsOf(bytes: Buffer, delimiter: Buffer): Generator<Buffer> {
  // The first delimiter is preceded by a line break only if there is a preamble.
  let at = delimiter.subarray(2).equals(bytes.subarray(0, delimiter.length - 2)) ? -2 : bytes.indexOf(delimiter)
  while (at !== -1) {
    const after = at + delimiter.length
    if (bytes.toString('latin1', after, after + 2) === '--') return
    const line = bytes.indexOf(lineEnd, after)
    if (line === -1 || bytes.toString('latin1', after, line).trim() !== '') throw broken()
    const next = bytes.indexOf(delimiter, line)
    if (next === -1) throw broken()
    yield bytes.subarray(line + 2, Math.max(next, line + 2))
    at = next
  }
  throw broken()
}

/** The field of a part; undefined for a file, and for a part without a name. */
function fieldOf(part: Buffer): Part | undefined {
  const end = part.subarray(0, headBytes).indexOf(headEnd)
  if (end === -1) throw broken()
  const head = part.toString('latin1', 0, end).split('\r\n')
  const header = (name: string) => head.find((line) => line.toLowerCase().startsWith(name))?.slice(name.length) ?? ''
  const type = header('content-type:')
  const disposition = header('content-disposition:')
  const { name, filename } = paramsOf(disposition)
  if (name === undefined || filename !== undefined || /^\s*application\/octet-stream/i.test(type)) return undefined
  if (name.length > nameLength) throw broken()
  return { name, value: part.subarray(end + headEnd.length), charset: charsetIn(type) }
}

function paramsOf(disposition: string): { name?: string; filename?: string } {
  const params: Record<string, string> = {}
  for (const [, name = '', quoted, plain] of disposition.matchAll(
    /;[ \t]*(name|filename)\*?=(?:"((?:\\.|[^"\\])*)"|([^;\s]*))/gi,
  ))
    params[name.toLowerCase()] ??= quoted?.replace(/\\(["\\])/g, '$1').replace(/%22/g, '"') ?? plain ?? ''
  return params
}

const broken = () => new Refusal('invalid_request', 'The form is incomplete.')
