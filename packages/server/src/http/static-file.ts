import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { madeOnce } from '../processor/made-once.ts'
import { codingOf, isKnown } from './response.ts'

/** The metadata in the head of one address's page, for feed readers and link previews. */
export interface PageHead {
  title: string
  description: string
  url: string
  image?: string
  feeds: { atom: string; json: string }
}

/** A public file in memory. */
export interface StaticFile {
  type: string
  tag: string
  plain(): Buffer | Promise<Buffer>
  /** Compressed in advance, or on the first request. */
  br(): Buffer | Promise<Buffer>
  gzip(): Promise<Buffer>
}

const brotli = (plain: Buffer) => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
const zip = (plain: Buffer) => promisify(gzip)(plain, { level: 9 })

export function staticFile(type: string, plain: Buffer): StaticFile {
  return { type, tag: tagOf(plain), plain: () => plain, br: madeOnce(() => brotli(plain)), gzip: madeOnce(() => zip(plain)) }
}

/** A file compressed in advance. Only its Brotli version is kept, and decompressed for the few clients that don't accept Brotli. */
export function compressedFile(type: string, br: Buffer): StaticFile {
  let last: WeakRef<Promise<Buffer>> | undefined
  let reading: WeakRef<Buffer> | undefined
  const decompress = async () => {
    const bytes = await promisify(brotliDecompress)(br)
    reading = new WeakRef(bytes)
    return bytes
  }
  function plain(): Buffer | Promise<Buffer> {
    const now = reading?.deref()
    if (now) return now
    const pending = last?.deref() ?? decompress()
    last = new WeakRef(pending)
    pending.catch(() => {
      last = undefined
    })
    return pending
  }
  return { type, tag: tagOf(br), plain, br: () => br, gzip: madeOnce(async () => zip(await plain())) }
}

const tagOf = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/** Sends a file in a coding that the caller accepts, or 304 if the caller has it. */
export async function sendStatic(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  reply.headers({ ...headers, etag: file.tag })
  // Pictures and fonts are already compressed.
  const text = /^text|json|svg/.test(file.type)
  if (text && !reply.hasHeader('vary')) reply.header('vary', 'accept-encoding')
  if (isKnown(request.headers['if-none-match'], file.tag)) return reply.code(304).send()
  reply.type(file.type)
  const coding = text ? (codingOf(request.headers['accept-encoding'], ['br', 'gzip']) as 'br' | 'gzip' | undefined) : undefined
  if (!coding) return reply.send(await file.plain())
  return reply.header('content-encoding', coding).send(await file[coding]())
}
