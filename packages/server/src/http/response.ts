// Sends the results of calls as JSON: compressed, with an ETag for lists, and in chunks if the result is long.

import { createHash, hash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, createZstdCompress, gzip, zstdCompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { loopTurns } from '../processor/turns.ts'
import { addressKey } from './rate-limits.ts'

/** Bytes from which a response is compressed: a smaller one fits into a few packets anyway. */
const compressFrom = 4_096
/** Bytes up to which a response is sent as a whole, and the approximate size of the chunks of a longer one. */
const wholeUpTo = 256 * 1_024
const pieceLength = 64 * 1_024
/** A chunk is produced once the one before it is sent. */
const oneAhead = { highWaterMark: 1 }
/** Rows up to which a list is sent as a whole; of a longer list as many rows are sampled to estimate its length. */
const fewRows = 32

/** The supported content codings, the best first. The levels cost less CPU time than they save on the network. */
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

/**
 * Sends an object as JSON. A list gets an ETag, and 304 is sent to a caller that has it. A long list is serialized in chunks, as fast as
 * the reader takes them, and is never in memory as a whole.
 */
export async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  given: object,
  list: boolean,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8')
  // The answers of others may have become ready at the same time.
  await loopTurns.wait(addressKey(request.ip))
  if (!list) {
    const text = jsonOf(given)
    return text.length < compressFrom ? reply.send(text) : sendText(request, reply, text)
  }
  const { text, digest } = await hashed(request, given)
  // All codings of a list share the tag, so it is weak.
  const tag = `W/"${digest}"`
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'accept-encoding, access-token, authorization' })
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (text === undefined) return sendPieces(request, reply, Readable.from(inTurns(request, piecesOf(given)), oneAhead))
  return text.length < compressFrom ? reply.send(text) : sendText(request, reply, text)
}

/** The hash of an object's JSON, and the JSON itself when it is short enough to be sent as a whole. */
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

/** Whether a list is probably short enough to be sent as a whole, judged by a sample of its rows. */
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

/** Estimates the length of an object's JSON by its strings. */
function textLength(row: object): number {
  let length = 0
  for (const value of Object.values(row)) length += typeof value === 'string' ? value.length + 20 : 20
  return length
}

/** The output of `JSON.stringify` for an object, in chunks of a few rows of its lists. */
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

/** Pieces, each of which is made in a turn of the event loop that has time for the network of a request. */
export async function* inTurns<Piece>({ ip }: Pick<FastifyRequest, 'ip'>, pieces: Iterable<Piece>): AsyncGenerator<Piece> {
  const network = addressKey(ip)
  const making = pieces[Symbol.iterator]()
  for (;;) {
    await loopTurns.wait(network)
    const { done, value } = making.next()
    if (done) return
    yield value
  }
}

/** Sends a text that is long enough to be compressed. */
async function sendText(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const bytes = Buffer.from(text)
  if (bytes.length > wholeUpTo)
    return sendPieces(request, reply, Readable.from(inTurns(request, slicesOf(bytes)), oneAhead), bytes.length)
  const coding = codingOf(request.headers['accept-encoding'])
  varies(reply)
  if (!coding) return reply.send(bytes)
  return reply.header('content-encoding', coding).send(await compressors[coding](bytes))
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += pieceLength) yield bytes.subarray(start, start + pieceLength)
}

function sendPieces(request: FastifyRequest, reply: FastifyReply, pieces: Readable, length?: number): FastifyReply {
  varies(reply)
  const coding = codingOf(request.headers['accept-encoding'])
  if (!coding) {
    if (length !== undefined) reply.header('content-length', length)
    return reply.send(pieces)
  }
  reply.header('content-encoding', coding)
  // The stream ends when the reader disconnects; fastify handles all other errors.
  return reply.send(pipeline(pieces, streamCompressors[coding](), () => {}))
}

function varies(reply: FastifyReply): void {
  if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding')
}

/** A JSON object as a text, in place of the object: who only hands it on spares parsing and writing megabytes again. */
export class JsonText {
  readonly text: string
  /** How deep its objects and lists are nested, where that was counted. */
  readonly levels: number
  constructor(text: string, levels = 0) {
    this.text = text
    this.levels = levels
  }
}

/** The JSON of an object. It, or any of its fields, may be a `JsonText`. */
export function jsonOf(given: object): string {
  if (given instanceof JsonText) return given.text
  if (!Object.values(given).some((value) => value instanceof JsonText)) return JSON.stringify(given)
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  const fields = present.map(([name, value]) => {
    return `${JSON.stringify(name)}:${value instanceof JsonText ? value.text : JSON.stringify(value)}`
  })
  return `{${fields.join(',')}}`
}
