import type { Readable } from 'node:stream'
import { Refusal } from '@waypost/protocol'

// Reads streams chunk by chunk. A stream is not destroyed on failure: it may be the body of a request that still needs a response.

const chunksOf = (stream: Readable): AsyncIterable<Buffer> => stream.iterator({ destroyOnReturn: false })

/** @throws Refusal `file_too_big` as soon as there are more than `most` bytes */
export async function* atMost(stream: Readable, most: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of chunksOf(stream)) {
    size += chunk.length
    if (size > most) throw new Refusal('file_too_big')
    yield chunk
  }
}

/**
 * Yields the last chunk only when the stream has ended, so that a consumer never has all bytes before the size is verified.
 * @throws Refusal `file_too_big` if there are more than `size` bytes, `invalid_request` if there are fewer
 */
export async function* exactly(stream: Readable, size: number): AsyncGenerator<Buffer> {
  let last: Buffer | undefined
  let seen = 0
  for await (const chunk of atMost(stream, size)) {
    if (last) yield last
    last = chunk
    seen += chunk.length
  }
  checkComplete(seen, size)
  if (last) yield last
}

/** @throws Refusal `invalid_request` if a piece has fewer bytes than declared */
export function checkComplete(seen: number, size: number): void {
  if (seen < size) throw new Refusal('invalid_request', `The piece has ${seen} bytes where ${size} were announced.`)
}

/** Gathers chunks into blocks of `size` bytes; the last one may be shorter, and there is always one. */
export async function* inBlocks(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    let rest = chunk
    while (length + rest.length > size) {
      const room = size - length
      yield Buffer.concat([...waiting, rest.subarray(0, room)])
      rest = rest.subarray(room)
      waiting = []
      length = 0
    }
    waiting.push(rest)
    length += rest.length
  }
  yield Buffer.concat(waiting)
}
