import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pieceBytes } from '@waypost/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Files } from './files.ts'
import { broken, endless, hashOf, streamOf, watchMemory } from './test-streams.ts'

export interface FilesUnderTest {
  files: Files
  /** The number of stored files and unfinished uploads. */
  count(): Promise<number>
}

const megabyte = 2 ** 20
const plenty = 2 ** 40
const piece = pieceBytes

/** The contract of every file store. `open` returns an empty one. */
export function filesContract(name: string, open: () => Promise<FilesUnderTest>): void {
  describe(`files: ${name}`, () => {
    let files: Files
    let count: FilesUnderTest['count']
    beforeAll(async () => {
      ;({ files, count } = await open())
    })
    afterAll(() => files.close())

    let names = 0
    const fresh = () => `u/${randomBytes(6).toString('hex')}-${names++}`
    const write = (name: string, bytes: Buffer, most = plenty) => files.write(name, streamOf(bytes), most)
    const send = (handle: string, index: number, bytes: Buffer) => files.piece(handle, index, streamOf(bytes), bytes.length)
    async function read(name: string, range?: { start: number; end: number }): Promise<Buffer | undefined> {
      const reading = await files.read(name, range)
      return reading && Buffer.concat(await reading.stream.toArray())
    }

    test.each([0, 1, 1_000, megabyte, piece, piece + 1, 2 * piece, 2 * piece + 7])(
      '%i bytes in are the same bytes out',
      async (size) => {
        const name = fresh()
        const bytes = randomBytes(size)
        expect(await write(name, bytes)).toBe(size)
        expect((await files.read(name).then(drained))?.size).toBe(size)
        expect(bytes.equals((await read(name)) as Buffer)).toBe(true)
      },
    )

    test('many chunks of all sizes are kept in their order', async () => {
      const bytes = randomBytes(3 * megabyte)
      const chunks: Buffer[] = []
      for (let start = 0, size = 1; start < bytes.length; start += size, size = (size * 7) % 1_009) {
        chunks.push(bytes.subarray(start, start + size))
      }
      const [inOne, inPieces] = [fresh(), fresh()]
      expect(await files.write(inOne, Readable.from(chunks, { objectMode: false }), plenty)).toBe(bytes.length)
      const handle = await files.start(inPieces)
      const stream = Readable.from(chunks, { objectMode: false })
      await files.finish(handle, [await files.piece(handle, 0, stream, bytes.length)])
      for (const name of [inOne, inPieces]) expect(bytes.equals((await read(name)) as Buffer)).toBe(true)
    })

    test('a file that is not there is undefined, and to forget it does nothing', async () => {
      expect(await files.read(fresh())).toBeUndefined()
      expect(await files.read(fresh(), { start: 0, end: 1 })).toBeUndefined()
      await files.remove(fresh())
    })

    test('a name that is written again holds the last content', async () => {
      const name = fresh()
      await write(name, Buffer.from('one'))
      await write(name, Buffer.from('second'))
      expect(String(await read(name))).toBe('second')
    })

    test('a forgotten file is gone, in whichever way it came', async () => {
      const before = await count()
      const whole = fresh()
      await write(whole, Buffer.from('x'))
      await files.remove(whole)
      const name = fresh()
      const handle = await files.start(name)
      await files.finish(handle, [await send(handle, 0, Buffer.from('x'))])
      await files.remove(name)
      expect([await files.read(whole), await files.read(name)]).toEqual([undefined, undefined])
      expect(await count()).toBe(before)
    })

    test('names that files may not have are refused', async () => {
      for (const name of ['../x', 'a/../../x', '/x', 'a//b', '', 'a/', '.', 'a.b', 'a\\b', 'a%2f', 'a\0']) {
        await expect(write(name, Buffer.from('x'))).rejects.toThrow()
        await expect(files.read(name)).rejects.toThrow()
        await expect(files.remove(name)).rejects.toThrow()
        await expect(files.start(name)).rejects.toThrow()
      }
      for (const handle of ['', 'x', '../x:y', 'a:../../../x', 'a:']) {
        await expect(send(handle, 0, Buffer.from('x'))).rejects.toThrow()
      }
    })

    describe('what does not become a file', () => {
      test.each([1_000, 2 * piece + 5])('more than %i bytes are refused, and nothing stays', async (most) => {
        const before = await count()
        const name = fresh()
        const stream = streamOf(randomBytes(most + 1))
        await expect(files.write(name, stream, most)).rejects.toMatchObject({ code: 'file_too_big' })
        expect(await files.read(name)).toBeUndefined()
        expect(await count()).toBe(before)
        // The sender may still get a response.
        expect(stream.destroyed).toBe(stream.readableEnded)
      })

      test('just as many as may be are taken', async () => {
        expect(await write(fresh(), randomBytes(1_000), 1_000)).toBe(1_000)
      })

      test.each([10, 12 * megabyte])(
        'a stream that breaks off after %i bytes leaves nothing, and its own error',
        async (size) => {
          const before = await count()
          const name = fresh()
          await expect(files.write(name, broken(size), plenty)).rejects.toThrow('broken off')
          expect(await files.read(name)).toBeUndefined()
          expect(await count()).toBe(before)
        },
      )
    })

    describe('ranges', () => {
      const bytes = randomBytes(2 * piece + 1_000)
      const inOne = fresh()
      const inPieces = fresh()
      beforeAll(async () => {
        await write(inOne, bytes)
        const handle = await files.start(inPieces)
        const parts = [bytes.subarray(0, piece), bytes.subarray(piece, 2 * piece), bytes.subarray(2 * piece)]
        await files.finish(handle, await Promise.all(parts.map((part, index) => send(handle, index, part))))
      })

      test.each([
        [0, 0],
        [0, 99],
        [1, 1],
        [piece - 1, piece],
        [piece, piece + 9],
        [10, 2 * piece + 5],
        [2 * piece + 999, 2 * piece + 999],
        [2 * piece + 990, plenty],
        [5, Number.POSITIVE_INFINITY],
      ])('from %s up to and including %s', async (start, end) => {
        for (const name of [inOne, inPieces]) {
          const reading = await files.read(name, { start, end })
          expect(reading?.size).toBe(bytes.length)
          const found = Buffer.concat((await reading?.stream.toArray()) ?? [])
          expect(found.equals(bytes.subarray(start, end + 1))).toBe(true)
        }
      })

      test('past the end there is nothing', async () => {
        for (const name of [inOne, inPieces]) {
          const reading = await files.read(name, { start: bytes.length, end: bytes.length + 9 })
          expect([reading?.size, await reading?.stream.toArray()]).toEqual([bytes.length, []])
        }
      })

      test('a reader may leave in the middle', async () => {
        for (const name of [inOne, inPieces]) {
          const reading = await files.read(name)
          for await (const _ of reading?.stream ?? []) break
          expect(reading?.stream.destroyed).toBe(true)
        }
      })
    })

    describe('pieces', () => {
      const bytes = randomBytes(2 * piece + 3)
      const parts = [bytes.subarray(0, piece), bytes.subarray(piece, 2 * piece), bytes.subarray(2 * piece)] as const

      test('come in any order, at once and again', async () => {
        const name = fresh()
        const handle = await files.start(name)
        expect(await files.read(name)).toBeUndefined()
        await send(handle, 2, parts[2])
        await send(handle, 1, randomBytes(piece))
        const [second, first, third] = await Promise.all([
          send(handle, 1, parts[1]),
          send(handle, 0, parts[0]),
          send(handle, 2, parts[2]),
        ])
        expect(await files.read(name)).toBeUndefined()
        await files.finish(handle, [first, second, third])
        expect(bytes.equals((await read(name)) as Buffer)).toBe(true)
      })

      test('a file of one short piece, and one of none', async () => {
        const [short, empty] = [fresh(), fresh()]
        const handle = await files.start(short)
        await files.finish(handle, [await send(handle, 0, Buffer.from('short'))])
        expect(String(await read(short))).toBe('short')
        await files.finish(await files.start(empty), [])
        expect(await read(empty)).toEqual(Buffer.alloc(0))
      })

      test('to finish again does no harm, one after the other or at once', async () => {
        const name = fresh()
        const handle = await files.start(name)
        const tags = [await send(handle, 0, parts[0]), await send(handle, 1, parts[1])]
        await Promise.all([files.finish(handle, tags), files.finish(handle, tags)])
        await files.finish(handle, tags)
        expect((await read(name))?.equals(bytes.subarray(0, 2 * piece))).toBe(true)
      })

      test('a piece that is too short or too long is refused, and the one before it stays', async () => {
        const name = fresh()
        const handle = await files.start(name)
        const tag = await send(handle, 0, Buffer.from('right'))
        await expect(files.piece(handle, 0, streamOf(Buffer.from('sho')), 5)).rejects.toMatchObject({ code: 'invalid_request' })
        await expect(files.piece(handle, 0, streamOf(Buffer.from('longer')), 5)).rejects.toMatchObject({ code: 'file_too_big' })
        await expect(files.piece(handle, 0, streamOf(randomBytes(piece + 1)), piece)).rejects.toMatchObject({
          code: 'file_too_big',
        })
        await expect(files.piece(handle, 0, broken(megabyte), piece)).rejects.toThrow('broken off')
        await files.finish(handle, [tag])
        expect(String(await read(name))).toBe('right')
      })

      test('without all of its pieces there is no file, and the missing one may still come', async () => {
        const name = fresh()
        const handle = await files.start(name)
        const tags = [await send(handle, 0, parts[0]), '3']
        await expect(files.finish(handle, tags)).rejects.toMatchObject({ code: 'upload_incomplete' })
        expect(await files.read(name)).toBeUndefined()
        tags[1] = await send(handle, 1, Buffer.from('end'))
        await files.finish(handle, tags)
        expect((await files.read(name).then(drained))?.size).toBe(piece + 3)
      })

      test('a discarded file is gone: no piece is added to it, and it cannot be finished', async () => {
        const before = await count()
        const name = fresh()
        const handle = await files.start(name)
        const tag = await send(handle, 0, Buffer.from('x'))
        await files.abort(handle)
        await files.abort(handle)
        await expect(send(handle, 1, Buffer.from('x'))).rejects.toMatchObject({ code: 'not_found' })
        await expect(files.finish(handle, [tag])).rejects.toMatchObject({ code: 'not_found' })
        expect(await files.read(name)).toBeUndefined()
        expect(await count()).toBe(before)
      })
    })

    test('twenty at once, each its own bytes', async () => {
      const written = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const name = fresh()
          const bytes = randomBytes(megabyte + names)
          await write(name, bytes)
          return { name, bytes }
        }),
      )
      const found = await Promise.all(written.map(async ({ name, bytes }) => bytes.equals((await read(name)) as Buffer)))
      expect(found).toEqual(found.map(() => true))
    })

    test('200 MB go in, at once and in pieces, and out again, and memory stays flat', async () => {
      const size = 40 * piece
      const [inOne, inPieces] = [fresh(), fresh()]
      const memory = watchMemory()
      expect(await files.write(inOne, endless(size), plenty)).toBe(size)
      const handle = await files.start(inPieces)
      const tags: string[] = []
      for (let index = 0; index < 40; index += 4) {
        const four = [0, 1, 2, 3].map((place) =>
          files.piece(handle, index + place, endless(piece, (index + place) * piece), piece),
        )
        tags.push(...(await Promise.all(four)))
      }
      await files.finish(handle, tags)
      for (const name of [inOne, inPieces]) {
        const hash = createHash('sha256')
        for await (const chunk of (await files.read(name))?.stream ?? []) hash.update(chunk)
        expect(hash.digest('hex')).toBe(await hashOf(endless(size)))
        await files.remove(name)
      }
      expect(memory.mostGrown()).toBeLessThan(64 * megabyte)
    })
  })
}

function drained<R extends { stream: Readable } | undefined>(reading: R): R {
  reading?.stream.on('error', () => {}).destroy()
  return reading
}
