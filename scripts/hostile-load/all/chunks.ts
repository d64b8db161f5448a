// Bodies in chunks of every size, and in pieces of every size on the wire.

import { once } from 'node:events'
import { connect } from 'node:net'
import { bytesPerPermanent, requestBytes } from '@waypost/protocol'
import type { Boxes } from '../boxes.ts'
import { headOf, type RawRequest, send } from '../send.ts'
import { worstBodies } from '../worst-bodies.ts'
import type { Sum } from './sums.ts'

const sizes = [1, 2, 3, 7, 16, 64, 512, 1_460, 4_096, 16_384, 65_536]
const patience = 20_000
/** The smaller the chunks, the shorter the body. */
const mostChunks = 120_000
const mostPieces = 3_000

const kinds = [
  'form: many fields',
  'json: many fields',
  'json: a list of objects',
  'multipart: many fields',
  'text: nothing known',
  'gzip: a form',
]
const addresses = [
  { path: '/v2/pushes', most: requestBytes },
  { path: '/v3/set-permanent', most: bytesPerPermanent },
  { path: '/v2/none', most: 2 ** 20 },
]

export function* chunks(port: number, { full }: Boxes): Generator<Sum> {
  for (const { path, most } of addresses)
    for (const body of worstBodies(most, 'data')) {
      if (!kinds.includes(body.what)) continue
      for (const size of sizes) {
        const headers = { ...body.headers, 'access-token': full.token }
        const bytes = body.bytes.subarray(0, Math.min(body.bytes.length, size * mostChunks))
        const request: RawRequest = { method: 'POST', path, headers, body: bytes, chunk: size }
        yield {
          target: `POST ${path}`,
          caller: 'the owner',
          what: `${body.what}, in chunks of ${size} bytes`,
          send: async () => [(await send(port, request, patience)).status],
        }
      }
      for (const size of sizes.slice(0, 8))
        yield {
          target: `POST ${path}`,
          caller: 'the owner',
          what: `${body.what}, in pieces of ${size} bytes`,
          send: async () => [
            await inPieces(
              port,
              { method: 'POST', path, headers: { ...body.headers, 'access-token': full.token }, body: body.bytes },
              size,
            ),
          ],
        }
    }
}

async function inPieces(port: number, request: RawRequest, size: number): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  socket.on('error', () => {})
  let status = 0
  socket.on('data', (bytes: Buffer) => {
    if (status === 0) status = Number(bytes.toString('latin1', 9, 12))
  })
  const closed = once(socket, 'close')
  const timer = setTimeout(() => socket.destroy(), patience)
  socket.write(headOf(request), 'latin1')
  const body = request.body as Buffer
  let at = 0
  for (let piece = 0; piece < mostPieces && at < body.length && !socket.destroyed; piece++, at += size) {
    const isFree = socket.write(body.subarray(at, at + size))
    if (!isFree) await Promise.race([once(socket, 'drain'), closed])
    // Keeps packets from being merged.
    else if (piece % 8 === 7) await new Promise(setImmediate)
  }
  if (at < body.length && !socket.destroyed) socket.write(body.subarray(at))
  await closed
  clearTimeout(timer)
  return status
}
