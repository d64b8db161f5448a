import { createHash, hash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, createZstdCompress, gzip, zstdCompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type LoopTurns, loopTurns } from '../processor/turns.ts'
import { addressKey } from './rate-limits.ts'

/** The size in bytes from which a response is compressed: a smaller one fits into a few packets anyway. */
const compressFrom = 4_096
/** The size in bytes up to which a response is sent whole, and the approximate size of the chunks of a longer one. */
const wholeUpTo = 256 * 1_024
const pieceLength = 64 * 1_024
/** A chunk is produced once the previous one is sent. */
const oneAhead = { highWaterMark: 1 }
/** The rows up to which a list is sent whole; of a longer list, this many rows are sampled to estimate its length. */
const fewRows = 32

/** The supported content codings, best first. Their levels cost less CPU time than they save on the network. */
const codings = ['zstd', 'br', 'gzip'] as const
type Coding = (typeof codings)[number]

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } }
const compressors = {
  zstd: promisify(zstdCompress) as (text: Buffer) => Promise<Buffer>,
  br: (text: Buffer) => promisify(brotliCompress)(text, brotli),
  gzip: (text: Buffer) => promisify(gzip)(text),
}
const streamCompressors = { zstd: () => createZstdCompress(), br: () => createBrotliCompress(brotli), gzip: () => createGzip() }

/** The best coding that a caller accepts (RFC 9110, 12.5.3); undefined for none. */
export function codingOf(accepted: string | undefined, supported: readonly Coding[] = codings): Coding | undefined {
  if (!accepted) return undefined
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...params] = part.split(';').map((text) => text.trim())
    const quality = params.find((param) => param.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2))
    weights.set(name === 'x-gzip' ? 'gzip' : name, Number.isNaN(weight) ? 0 : weight)
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const best = supported.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one))
  return weightOf(best) > 0 ? best : undefined
}

/** Whether `If-None-Match` contains a tag. Tags are compared weakly (RFC 9110, 13.1.2). */
export function isKnown(header: string | undefined, tag: string): boolean {
  const bare = (text: string) => text.trim().replace(/^W\//, '')
  return header?.split(',').some((known) => known.trim() === '*' || bare(known) === bare(tag)) ?? false
}

/** Sends an object as JSON. A list gets an ETag, and 304 if known. A long list is serialized in chunks at the reader's pace. */
export async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  given: object,
  list: boolean,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8')
  // Other responses may have become ready at the same time.
  await loopTurns.wait(addressKey(request.ip))
  if (!list) return sendParts(request, reply, partsOf(given))
  const { text, digest } = await hashed(request, given)
  // All codings of a list share the tag, so it is weak.
  const tag = `W/"${digest}"`
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'accept-encoding, access-token, authorization' })
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (text === undefined) return sendPieces(request, reply, Readable.from(inTurns(request, piecesOf(given)), oneAhead))
  return sendParts(request, reply, [text])
}

async function hashed(request: FastifyRequest, given: object): Promise<{ digest: string; text?: string }> {
  if (isShort(given)) {
    const text = JSON.stringify(given)
    const digest = hash('sha1', text, 'base64url')
    return text.length <= wholeUpTo ? { digest, text } : { digest }
  }
  const sum = createHash('sha1')
  for await (const piece of inTurns(request, piecesOf(given))) sum.update(piece)
  return { digest: sum.digest('base64url') }
}

function isShort(given: object): boolean {
  const lists = Object.values(given).filter(Array.isArray)
  if (lists.reduce((sum, rows) => sum + rows.length, 0) <= fewRows) return true
  let length = 0
  for (const rows of lists) {
    const step = Math.ceil(rows.length / fewRows)
    for (let index = 0; index < rows.length; index += step) length += step * textLength(rows[index])
  }
  return length <= wholeUpTo
}

function textLength(row: object): number {
  let length = 0
  for (const value of Object.values(row)) length += typeof value === 'string' ? value.length + 20 : 20
  return length
}

/** The output of `JSON.stringify` for an object, in chunks of a few list rows. */
function* piecesOf(given: object): Generator<string> {
  let piece = '{'
  let first = true
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    piece += `${first ? '' : ','}${JSON.stringify(name)}:`
    first = false
    if (!Array.isArray(value)) {
      piece += JSON.stringify(value)
      continue
    }
    piece += '['
    for (const [index, row] of value.entries()) {
      piece += `${index === 0 ? '' : ','}${JSON.stringify(row) ?? 'null'}`
      if (piece.length < pieceLength) continue
      yield piece
      piece = ''
    }
    piece += ']'
  }
  yield `${piece}}`
}

/** Produces pieces, each in a turn of the event loop that has time for the request's network. */
export async function* inTurns<Piece>(
  { ip }: Pick<FastifyRequest, 'ip'>,
  pieces: Iterable<Piece>,
  turns: LoopTurns = loopTurns,
): AsyncGenerator<Piece> {
  const network = addressKey(ip)
  const making = pieces[Symbol.iterator]()
  for (;;) {
    await turns.wait(network)
    const { done, value } = making.next()
    if (done) return
    yield value
  }
}

/** Sends a JSON text in parts: a short one whole, a long one slice by slice, so that its megabytes are never encoded at once. */
async function sendParts(request: FastifyRequest, reply: FastifyReply, parts: readonly Part[]): Promise<FastifyReply> {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length > wholeUpTo) {
    const bytes = () => parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
    return sendPieces(request, reply, Readable.from(inTurns(request, slicesOf(parts)), oneAhead), bytes)
  }
  const text = parts.join('')
  if (text.length < compressFrom) return reply.send(text)
  const coding = codingOf(request.headers['accept-encoding'])
  varies(reply)
  if (!coding) return reply.send(Buffer.from(text))
  return reply.header('content-encoding', coding).send(await compressors[coding](Buffer.from(text)))
}

function* slicesOf(parts: readonly Part[]): Generator<Buffer> {
  for (const part of parts) {
    let start = 0
    while (start < part.length) {
      let end = Math.min(start + pieceLength, part.length)
      // Don't split a surrogate pair.
      if (typeof part === 'string' && end < part.length && isHighSurrogate(part.charCodeAt(end - 1))) end++
      yield typeof part === 'string' ? Buffer.from(part.slice(start, end)) : part.subarray(start, end)
      start = end
    }
  }
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code < 0xdc00

/** @param bytes the total size of the pieces, if known beforehand */
function sendPieces(request: FastifyRequest, reply: FastifyReply, pieces: Readable, bytes?: () => number): FastifyReply {
  varies(reply)
  const coding = codingOf(request.headers['accept-encoding'])
  if (!coding) {
    if (bytes) reply.header('content-length', bytes())
    return reply.send(pieces)
  }
  reply.header('content-encoding', coding)
  // The stream ends when the reader disconnects; fastify handles all other errors.
  return reply.send(pipeline(pieces, streamCompressors[coding](), () => {}))
}

function varies(reply: FastifyReply): void {
  if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding')
}

/** A part of a JSON text: characters, or bytes of UTF-8. */
type Part = string | Buffer

/** A JSON object as text, in place of the object, so that code which only passes it on needn't parse and serialize megabytes. */
export class JsonText {
  readonly text: string
  /** The nesting depth of its objects and lists, if it was counted. */
  readonly levels: number
  constructor(text: string, levels = 0) {
    this.text = text
    this.levels = levels
  }
}

/** A JSON object as stored, in place of the object: its text, or its UTF-8, which needs no conversion to text. */
export class StoredJson {
  readonly stored: Part
  constructor(stored: Part) {
    this.stored = stored
  }
}

/** The JSON of an object, in parts. The object, or any of its fields, may be a `StoredJson`. */
export function partsOf(given: object): Part[] {
  if (given instanceof StoredJson) return [given.stored]
  if (!Object.values(given).some((value) => value instanceof StoredJson)) return [JSON.stringify(given)]
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  const fields = present.flatMap(([name, value], index) => {
    const before = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`
    return value instanceof StoredJson ? [before, value.stored] : [before + JSON.stringify(value)]
  })
  return [...fields, '}']
}
