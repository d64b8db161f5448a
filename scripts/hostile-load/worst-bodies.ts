// The worst bodies for any call: each encoding that the server reads, filled with content that is slow to read.

import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { filled } from './worst-texts.ts'

interface Body {
  what: string
  headers: Record<string, string>
  bytes: Buffer
  /** Bytes per chunk if it is sent without a length. */
  chunk?: number
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }
const multipart = (boundary = 'b') => ({ 'content-type': `multipart/form-data; boundary=${boundary}` })
const numbered = (length: number, of: (index: number) => string) => {
  const parts: string[] = []
  for (let index = 0, size = 0; size < length; index++) {
    const part = of(index)
    parts.push(part)
    size += part.length
  }
  return parts.join('').slice(0, length)
}
const part = (name: string, value = '') => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a"\r\n\r\nx\r\n`

/** By name. `field` is a field that the call takes. */
const kinds: Record<
  string,
  (size: number, field: string) => { headers: Record<string, string>; text: string | Buffer; chunk?: number }
> = {
  'form: a& repeated': (size) => ({ headers: form, text: filled('a&', size) }),
  'form: a[]=& repeated': (size) => ({ headers: form, text: filled('a[]=&', size) }),
  'form: a field of the call repeated': (size, field) => ({ headers: form, text: filled(`${field}=x&`, size) }),
  'form: a list of the call': (size, field) => ({ headers: form, text: filled(`${field}[]=x&`, size) }),
  'form: many fields': (size) => ({ headers: form, text: numbered(size, (index) => `a${index}=&`) }),
  'form: __proto__ repeated': (size) => ({ headers: form, text: filled('__proto__[a]=1&', size) }),
  'form: only &': (size) => ({ headers: form, text: `a=1${filled('&', size)}` }),
  'form: escapes': (size, field) => ({ headers: form, text: `${field}=${filled('%F0%9F%98%80', size)}` }),
  'form: broken escapes': (size, field) => ({ headers: form, text: `${field}=${filled('%', size)}` }),
  'form: a name without an end': (size) => ({ headers: form, text: filled('a', size) }),
  'form: brackets': (size) => ({ headers: form, text: `a${filled('[]', size)}=1` }),
  'form: sent as JSON': (size) => ({ headers: json, text: filled('a&', size) }),
  'form: in small chunks': (size) => ({ headers: form, text: filled('a&', Math.min(size, 65_536)), chunk: 1 }),
  'json: many fields': (size) => ({ headers: json, text: `{${numbered(size, (index) => `"a${index}":0,`)}"b":0}` }),
  'json: one field repeated': (size, field) => ({
    headers: json,
    text: `{${filled(`"${field}":0,`, size - 8).replace(/,?[^,]*$/, '')}}`,
  }),
  'json: deep lists': (size) => ({ headers: json, text: `{"a":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}` }),
  'json: deep objects': (size) => ({ headers: json, text: `${'{"a":'.repeat(size / 6)}0${'}'.repeat(size / 6)}` }),
  'json: deep without an end': (size) => ({ headers: json, text: filled('{"a":', size) }),
  'json: a list of numbers': (size, field) => ({ headers: json, text: `{"${field}":[${filled('0,', size)}0]}` }),
  'json: a list of empty texts': (size, field) => ({
    headers: json,
    text: `{"${field}":[${filled('"",', size - (size % 3))}""]}`,
  }),
  'json: a list of objects': (size, field) => ({ headers: json, text: `{"${field}":[${filled('{},', size - (size % 3))}{}]}` }),
  'json: a long number': (size, field) => ({ headers: json, text: `{"${field}":${filled('9', size)}}` }),
  'json: a long fraction': (size, field) => ({ headers: json, text: `{"${field}":0.${filled('9', size)}e-999}` }),
  'json: escapes': (size, field) => ({ headers: json, text: `{"${field}":"${filled('\\u0061', size - (size % 6))}"}` }),
  'json: __proto__ repeated': (size) => ({ headers: json, text: `{${'"__proto__":{"a":1},'.repeat(size / 20)}"b":0}` }),
  'json: spaces before': (size) => ({ headers: json, text: `${filled(' \n', size)}{}` }),
  'json: spaces without an end': (size) => ({ headers: json, text: `{${filled(' ', size)}` }),
  'json: a text without an end': (size) => ({ headers: json, text: `{"a":"${filled('\\"', size)}` }),
  'text: nothing known': (size) => ({ headers: {}, text: filled('.', size) }),
  'text: nothing in UTF-8': (size) => ({ headers: {}, text: Buffer.alloc(size, 0xff) }),
  'text: in UTF-16': (size) => ({ headers: { 'content-type': 'application/json; charset=utf-16' }, text: filled('{\0', size) }),
  'multipart: many fields': (size) => ({
    headers: multipart(),
    text: `${numbered(size, (index) => part(`a${index}`))}--b--\r\n`,
  }),
  'multipart: one field repeated': (size, field) => ({ headers: multipart(), text: `${filled(part(field), size)}--b--\r\n` }),
  'multipart: a list': (size, field) => ({ headers: multipart(), text: `${filled(part(`${field}[]`), size)}--b--\r\n` }),
  'multipart: many files': (size) => ({ headers: multipart(), text: `${filled(file('a'), size)}--b--\r\n` }),
  'multipart: boundaries alone': (size) => ({ headers: multipart(), text: filled('--b\r\n', size) }),
  'multipart: nearly boundaries': (size) => ({ headers: multipart(), text: `${part('a', filled('\r\n--', size))}--b--` }),
  'multipart: a long boundary': (size) => ({
    headers: multipart('-'.repeat(2_000)),
    text: `--${'-'.repeat(2_000)}\r\ncontent-disposition: form-data; name="a"\r\n\r\n${filled(`\r\n--${'-'.repeat(1_990)}`, size)}`,
  }),
  'multipart: a long header': (size) => ({
    headers: multipart(),
    text: `--b\r\ncontent-disposition: form-data; name="${filled('\\"', size)}"\r\n\r\n`,
  }),
  'multipart: many headers': (size) => ({ headers: multipart(), text: `--b\r\n${filled('a: b\r\n', size)}\r\n` }),
  'multipart: parameters': (size) => ({
    headers: multipart(),
    text: `--b\r\ncontent-disposition: form-data${filled(';a*0="b"', size)}\r\n\r\nx`,
  }),
  'multipart: encoded names': (size) => ({ headers: multipart(), text: filled(part("a*=utf-8''%F0%9F"), size) }),
  'multipart: no end': (size) => ({ headers: multipart(), text: filled('\r', size) }),
}

/** Each kind of body, of `size` bytes, and compressed ones. */
export function* worstBodies(size: number, field: string): Generator<Body> {
  for (const [what, of] of Object.entries(kinds)) {
    const { headers, text, chunk } = of(Math.max(64, size - 64), field)
    yield { what, headers, bytes: Buffer.from(text), ...(chunk && { chunk }) }
  }
  yield* compressedBodies(size, field)
}

const compressed = new Map<string, Buffer>()

/** Small bodies that decompress to the maximum size, and beyond. They are the same for every call. */
function* compressedBodies(size: number, field: string): Generator<Body> {
  const kept = (name: string, make: () => Buffer) => {
    const known = compressed.get(`${name} ${size} ${field}`) ?? make()
    compressed.set(`${name} ${size} ${field}`, known)
    return known
  }
  const large = () => Buffer.from(filled('a&', size - 64))
  const brotli = (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  yield { what: 'gzip: a form', headers: { ...form, 'content-encoding': 'gzip' }, bytes: kept('gzip', () => gzipSync(large())) }
  yield { what: 'br: a form', headers: { ...form, 'content-encoding': 'br' }, bytes: kept('br', () => brotli(large())) }
  yield {
    what: 'deflate: a form',
    headers: { ...form, 'content-encoding': 'deflate' },
    bytes: kept('deflate', () => deflateSync(large())),
  }
  const bomb = () => gzipSync(Buffer.alloc(64 * size))
  yield { what: 'gzip: a bomb', headers: { ...json, 'content-encoding': 'gzip' }, bytes: kept('bomb', bomb) }
  const many = () => Buffer.concat(Array(Math.ceil(size / 21)).fill(gzipSync('')))
  yield {
    what: 'gzip: many members',
    headers: { ...json, 'content-encoding': 'gzip' },
    bytes: kept('members', many).subarray(0, size),
  }
}
