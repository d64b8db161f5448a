import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'

/** Yields bytes in chunks as a network does, the last of them late. */
export function streamOf(bytes: Buffer): Readable {
  return Readable.from(
    (async function* () {
      for (let start = 0; start < bytes.length; start += 65_536) {
        yield bytes.subarray(start, start + 65_536)
        await turn()
      }
    })(),
    { objectMode: false },
  )
}

/** A stream that fails after `size` bytes. */
export function broken(size: number): Readable {
  return Readable.from(
    (async function* () {
      yield* streamOf(randomBytes(size))
      throw new Error('broken off')
    })(),
    { objectMode: false },
  )
}

/** Bytes that differ by position; yielded repeatedly but held only once. */
const pattern = randomBytes(2 ** 20 + 7 * 65_536)

/** Many bytes from a given position, generated so that they need no memory. */
export function endless(size: number, from = 0): Readable {
  return Readable.from(
    (function* () {
      for (let given = 0; given < size; given += 65_536) {
        const start = (from + given) % pattern.length
        yield pattern.subarray(start, start + Math.min(65_536, size - given))
      }
    })(),
    { objectMode: false },
  )
}

export async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('hex')
}

/** Measures how far this process's memory grows from now on. */
export function watchMemory(): { mostGrown(): number } {
  const before = process.memoryUsage.rss()
  let most = before
  const clock = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  return {
    mostGrown() {
      clearInterval(clock)
      return most - before
    },
  }
}
