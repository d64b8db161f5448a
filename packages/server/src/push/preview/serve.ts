// Serves the pictures of link previews from our own origin.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { findPreview } from './rows.ts'

type Kind = 'picture' | 'icon'

/** The name of a picture in the file store. */
export const fileOf = (iden: string, kind: Kind) => `preview/${iden}-${kind}`

/** The URL of a picture, which can't be guessed. */
export const pictureUrl = (origin: string, iden: string, kind: Kind) => `${origin}/previews/${iden}/${kind}`

/** Serves the pictures of previews to anyone who knows their URL. */
export function servePreviews(http: FastifyInstance, { db, files }: Deps): void {
  http.get<{ Params: { iden: string; kind: string } }>('/previews/:iden/:kind', async (request, reply) => {
    const { iden, kind } = request.params
    const row = kind === 'picture' || kind === 'icon' ? await findPreview(db, iden) : undefined
    const type = row?.[`${kind as Kind}_type`]
    const reading = type ? await files.read(fileOf(iden, kind as Kind)) : undefined
    if (!type || !reading)
      return reply.code(404).headers({ 'cache-control': 'no-store' }).type('text/plain; charset=utf-8').send('Not found')
    return reply.headers({ ...headers, 'content-type': type, 'content-length': String(reading.size) }).send(reading.stream)
  })
}

const headers = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // The browser extension reads pictures to show them in notifications.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}
