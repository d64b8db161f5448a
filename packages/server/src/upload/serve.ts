import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isStopped } from '../access-token/rows.ts'
import type { Deps } from '../deps.ts'
import { asksToDraw, isDrawn, mayBeDrawn } from './picture.ts'
import { findFile, type UploadRow } from './rows.ts'
import { rangeOf, servedAs } from './served-as.ts'

/** Serves files to anyone who knows their address. Uploaded content is never active on our origin. */
export function serveFiles(http: FastifyInstance, deps: Deps): void {
  http.route<{ Params: { key: string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/:key/*',
    handler: async (request, reply) => {
      const file = await findFile(deps.db, request.params.key)
      return file ? sendFile(request, reply, deps, file) : missing(reply)
    },
  })
}

/** Sends a file, or the requested part; nothing of a suspended account, and no picture that a browser should not draw. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, files }: Pick<Deps, 'db' | 'files'>,
  file: UploadRow,
): Promise<FastifyReply> {
  if (await isStopped(db, file.owner, 'files')) return withheld(reply)
  if (asksToDraw(request.headers) && !(await mayBeDrawn(files, file))) return undrawn(reply)
  const tag = `"${file.file_key}"`
  reply.headers({
    ...headers,
    ...servedAs(file.type, file.name),
    ...keptBy(file),
    etag: tag,
    'last-modified': new Date(file.created / 1_000).toUTCString(),
  })
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()

  const since = request.headers['if-range']
  const range = since === undefined || since === tag ? rangeOf(request.headers.range, file.size) : undefined
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  const length = range ? range.end - range.start + 1 : file.size
  reply.header('content-length', String(length))
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  if (request.method === 'HEAD') return reply.send()

  const reading = await files.read(file.file_key, range)
  return reading ? reply.send(reading.stream) : missing(reply.removeHeader('content-length'))
}

function missing(reply: FastifyReply): FastifyReply {
  const text = 'There is no such file, or it was deleted.'
  return reply.code(404).headers({ 'cache-control': 'no-store' }).type('text/plain; charset=utf-8').send(text)
}

function withheld(reply: FastifyReply): FastifyReply {
  const text = 'The account that sent this file is suspended.'
  return reply.code(403).headers({ 'cache-control': 'no-store' }).type('text/plain; charset=utf-8').send(text)
}

function undrawn(reply: FastifyReply): FastifyReply {
  const text = 'This file is no picture that is drawn by itself: it has more than 40 megapixels, or its size cannot be read.'
  return reply.code(403).headers({ 'cache-control': 'no-store' }).type('text/plain; charset=utf-8').send(text)
}

/** The caching headers of a file: a browser would draw a cached file without asking again. */
function keptBy({ image_width: width, image_height: height }: UploadRow): Record<string, string> {
  if (!width || !height) return { vary: 'Sec-Fetch-Dest' }
  return isDrawn({ width, height }) ? {} : { 'cache-control': 'private, no-cache' }
}

function isKnown(header: string | undefined, tag: string): boolean {
  return header?.split(',').some((known) => ['*', tag, `W/${tag}`].includes(known.trim())) ?? false
}

const headers = {
  'accept-ranges': 'bytes',
  // Private: a proxy must not cache files that their owner deletes.
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag',
  'cross-origin-resource-policy': 'cross-origin',
}
