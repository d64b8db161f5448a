// Reads the fields of a request body: decompresses it and parses JSON, forms and multipart forms. All of it takes linear time.

import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { type Call, Refusal } from '@waypost/protocol'
import { entriesOf, isListField, isObjectList } from '../call-fields.ts'
import { charsetIn, charsetOf, textIn } from './charset.ts'
import { checkJsonSize, readJson } from './json.ts'
import { readMultipart } from './multipart.ts'
import { grouped, type Pair, readPairs } from './pairs.ts'

type Fields = Record<string, unknown>

const decoders: Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

/** Decodes a body by its `Content-Encoding`. @throws Refusal `unsupported_media_type`, `invalid_request`, `request_too_large` */
export async function decoded(bytes: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity' || bytes.length === 0) return bytes
  const decode = decoders[name]
  if (!decode)
    throw new Refusal('unsupported_media_type', `The body is encoded as '${name}'. Send it plain, or as gzip, deflate or br.`)
  try {
    return await decode(bytes, { maxOutputLength: maxBytes })
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw new Refusal('request_too_large', undefined, { cause })
    throw new Refusal('invalid_request', `The body could not be read as ${name}.`, { cause })
  }
}

/**
 * Parses the fields of a body: JSON, a form, or multipart/form-data. Programs send JSON as a form, forms as JSON and either under
 * nonexistent types, so the content takes precedence over the media type. The charset comes from a byte order mark, else from the media
 * type, else it is UTF-8.
 * @throws Refusal `invalid_request` for a broken body, `unsupported_media_type` for anything but JSON and forms
 */
export function readFields(call: Pick<Call, 'takes'>, body: Buffer, label: string): Fields {
  const { bytes: all, charset } = inBytes(body, charsetIn(label))
  const bytes = trimmed(all)
  // One character per byte: all remaining charsets agree on the syntax characters of these formats.
  const text = bytes.toString('latin1')
  if (text === '') return {}
  if (text.startsWith('{') || text.startsWith('[')) return readJson(textIn(bytes, charset))
  if (/^multipart\/form-data\b/i.test(label)) return inLists(call, readMultipart(all, label, charset))
  // A form starts with a field name.
  if (!/^[\w.~%+*!'()[\]-]*[=&]/.test(text)) throw new Refusal('unsupported_media_type')
  return inLists(call, readPairs(text, charset))
}

/** The body without its byte order mark; UTF-16 is converted to UTF-8, so that the charset is a superset of ASCII. */
function inBytes(body: Buffer, named: string | undefined): { bytes: Buffer; charset: string } {
  const charset = charsetOf(body, named)
  if (charset.startsWith('utf-16')) return { bytes: Buffer.from(textIn(body, charset)), charset: 'utf-8' }
  return { bytes: body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body, charset }
}

function trimmed(bytes: Buffer): Buffer {
  const isSpace = (byte: number | undefined) => byte === 32 || (byte !== undefined && byte >= 9 && byte <= 13)
  let start = 0
  let end = bytes.length
  while (isSpace(bytes[start])) start++
  while (end > start && isSpace(bytes[end - 1])) end--
  return bytes.subarray(start, end)
}

/** The fields of a form. A repeated field becomes a list, and so does one that the call takes as a list; objects in lists are JSON. */
function inLists(call: Pick<Call, 'takes'>, pairs: readonly Pair[]): Fields {
  const entries = entriesOf(call.takes)
  const fields: Fields = grouped(pairs.map(([name, value]) => [name.replace(/\[\]$/, ''), value]))
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string' && value !== '' && isListField(entries[name])) fields[name] = [value]
  for (const [name, value] of Object.entries(fields))
    if (Array.isArray(value) && isObjectList(entries[name])) fields[name] = objectsIn(value)
  return fields
}

/** Parses a field's values as JSON objects: one each, or a list of them. Other values are refused later, naming the field. */
function objectsIn(values: readonly unknown[]): readonly unknown[] {
  if (!values.every((value) => typeof value === 'string' && /^\s*[{[]/.test(value))) return values
  const text = `[${values.join(',')}]`
  checkJsonSize(text)
  try {
    return (JSON.parse(text) as unknown[]).flat()
  } catch {
    return values
  }
}
