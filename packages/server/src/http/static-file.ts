// Sends public files from memory, compressed and with an ETag.

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { codingOf, isKnown } from './response.ts'

/** A public file in memory. */
export interface StaticFile {
  type: string
  tag: string
  plain: Buffer
  /** Read from the file system, or compressed on the first request. */
  br?: Promise<Buffer>
  gzip?: Promise<Buffer>
}

const compress = {
  br: (text: Buffer) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text: Buffer) => promisify(gzip)(text, { level: 9 }),
}

export const staticFile = (type: string, plain: Buffer): StaticFile => ({
  type,
  tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  plain,
})

/** Sends a file in a coding that the caller accepts, or 304 to a caller that has it. */
export async function sendStatic(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  reply.headers({ ...headers, etag: file.tag })
  // Pictures and fonts are compressed already.
  const text = /^text|json|svg/.test(file.type)
  if (text && !reply.hasHeader('vary')) reply.header('vary', 'accept-encoding')
  if (isKnown(request.headers['if-none-match'], file.tag)) return reply.code(304).send()
  reply.type(file.type)
  const coding = text ? (codingOf(request.headers['accept-encoding'], ['br', 'gzip']) as 'br' | 'gzip' | undefined) : undefined
  if (!coding) return reply.send(file.plain)
  file[coding] ??= compress[coding](file.plain)
  return reply.header('content-encoding', coding).send(await file[coding])
}
