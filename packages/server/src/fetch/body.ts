// Reads the body of a fetched page or feed.

import type { Duplex, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { FetchError } from './failure.ts'

const unpackers: Record<string, () => Duplex> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Reads and decompresses a body. The limit counts decompressed bytes as they are produced, so that a decompression bomb takes no more
 * memory than any other body.
 * @param startOnly returns the first `limit` bytes of a longer body, and reads no more of it
 * @param isEnough is given each piece as it arrives; once it says so, no more is read
 * @throws FetchError when it is longer than `limit` bytes
 */
export async function readBody(
  body: Readable,
  encoding = 'identity',
  { limit, startOnly, isEnough }: { limit: number; startOnly: boolean; isEnough?: ((piece: Buffer) => boolean) | undefined },
  signal: AbortSignal,
): Promise<Buffer> {
  const unpacker = unpackers[encoding.trim().toLowerCase()]
  if (!unpacker && !/^(identity)?$/i.test(encoding.trim())) {
    body.on('error', () => {}).destroy()
    throw new FetchError('The answer of the server is packed in a way that is not known here.')
  }
  // Piped by hand: `pipeline` would wait forever for a decompressor that was stopped in the middle of a chunk.
  const unpacked = unpacker ? body.pipe(unpacker()) : body
  const pieces: Buffer[] = []
  let length = 0
  try {
    await new Promise<void>((keep, fail) => {
      signal.throwIfAborted()
      signal.addEventListener('abort', () => fail(signal.reason), { once: true })
      for (const stream of [body, unpacked]) stream.on('error', fail)
      unpacked.on('end', keep)
      unpacked.on('data', (piece: Buffer) => {
        length += piece.length
        pieces.push(piece)
        if ((length > limit && startOnly) || isEnough?.(piece)) keep()
        else if (length > limit) fail(new FetchError(`What is there is larger than ${Math.floor(limit / 2 ** 20)} MB.`))
      })
    })
    return Buffer.concat(pieces, Math.min(length, limit))
  } finally {
    for (const stream of [unpacked, body]) stream.on('error', () => {}).destroy()
  }
}
