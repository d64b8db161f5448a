// Reads the fields of a request body: decompresses it and parses JSON, forms and multipart forms.

import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Busboy } from '@fastify/busboy'
import { type Call, limits, Refusal } from '@waypost/protocol'
import { entriesOf, isListField } from './call-fields.ts'

/** Fields as they were sent, before they are parsed. */
type Fields = Record<string, unknown>

const decoders: Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

/**
 * Decodes a body by its `Content-Encoding`.
 * @throws Refusal `unsupported_media_type` for an unknown encoding, `invalid_request` for broken bytes, `request_too_large` past `maxBytes`
 */
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
 * Reads the fields of a body: JSON, a form, or multipart/form-data. Programs send JSON as a form, forms as JSON and either under types
 * that do not exist, so the content of the body takes precedence over its media type.
 * @throws Refusal `invalid_request` for broken JSON, `unsupported_media_type` for what is neither JSON nor a form
 */
export async function readFields(call: Call, bytes: Buffer, label: string): Promise<Fields> {
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trim()
  if (text === '') return {}
  if (text.startsWith('{') || text.startsWith('[')) return readJson(text)
  if (/^multipart\/form-data\b/i.test(label)) return inLists(call, await readMultipart(bytes, label))
  // A form starts with the name of a field.
  if (!/^[\w.~%+*!'()[\]-]*[=&]/.test(text)) throw new Refusal('unsupported_media_type')
  return inLists(call, [...new URLSearchParams(text)])
}

function readJson(text: string): Fields {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Fields
  } catch {
    // Refused below.
  }
  throw new Refusal('invalid_request', 'The body is not a JSON object.')
}

/** The fields of a form. A repeated field becomes a list, and so does one that the call takes as a list. */
function inLists(call: Call, pairs: readonly (readonly [name: string, value: string])[]): Fields {
  const entries = entriesOf(call.takes)
  const fields: Fields = {}
  for (const [rawName, value] of pairs) {
    const name = rawName.replace(/\[\]$/, '')
    if (name === '__proto__') continue
    const before = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (before !== undefined) fields[name] = [before, value].flat()
    else fields[name] = isListField(entries[name]) && value !== '' ? [value] : value
  }
  return fields
}

/** The fields of a multipart form in memory, without its files. */
function readMultipart(bytes: Buffer, label: string): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    const pairs: [string, string][] = []
    const broken = (cause: unknown) => reject(new Refusal('invalid_request', 'The form could not be read to its end.', { cause }))
    try {
      const form = new Busboy({
        headers: { 'content-type': label },
        limits: { fields: 1_000, parts: 1_000, fieldSize: limits.permanentBytes, fieldNameSize: limits.nameLength },
      })
      form.on('field', (name: string, value: string) => pairs.push([name, value]))
      form.on('file', (_name: string, file: NodeJS.ReadableStream) => file.resume())
      form.on('finish', () => resolve(pairs))
      form.on('error', broken)
      form.end(bytes)
    } catch (cause) {
      broken(cause)
    }
  })
}
