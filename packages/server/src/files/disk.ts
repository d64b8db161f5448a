import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { pieceBytes, Refusal } from '@waypost/protocol'
import { openPrivateFolder, privateFile, privateFolder } from '../private-files.ts'
import { checkComplete } from './chunks.ts'
import { checkName, type Files, handleOf, readHandle } from './files.ts'

/** The maximum unwritten bytes of one file in memory while the disk is busy. */
const maxUnwritten = 2 ** 19
/** Milliseconds after which unfinished files and pieces are deleted. */
const abandonedAfter = 7 * 24 * 60 * 60_000

/** Removes a folder with retries: a piece being written may create another file in it. */
const wholeFolder = { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }

/**
 * Keeps files in a folder: `kept/NAME.file`, or `kept/NAME.pieces/` for files uploaded in pieces, which are not merged into one file. Files
 * in progress are in `coming/`, and are renamed when they are complete and flushed to disk.
 * @throws the error of the file system
 */
export async function openDisk(folder: string): Promise<Files> {
  const kept = join(folder, 'kept')
  const coming = join(folder, 'coming')
  openPrivateFolder(folder)
  openPrivateFolder(kept)
  openPrivateFolder(coming)
  await forgetAbandoned(coming)

  const fileOf = (name: string) => join(kept, `${checkName(name)}.file`)
  const piecesOf = (name: string) => join(kept, `${checkName(name)}.pieces`)

  async function place(from: string, to: string): Promise<true> {
    const made = await mkdir(dirname(to), { recursive: true, mode: privateFolder })
    await rename(from, to)
    const highest = made === undefined ? dirname(to) : dirname(made)
    for (let folder = dirname(to); folder.length >= highest.length; folder = dirname(folder)) await flushFolder(folder)
    return true
  }

  return {
    async write(name, stream, most) {
      const target = fileOf(name)
      const draft = join(coming, randomName())
      const size = await writeDraft(draft, stream, most)
      await place(draft, target)
      await rm(piecesOf(name), wholeFolder)
      return size
    },

    async read(name, range = { start: 0, end: Number.POSITIVE_INFINITY }) {
      const file = await unlessMissing(open(fileOf(name)))
      if (file) {
        const { size } = await file.stat()
        return { size, stream: await partOf(file, range.start, Math.min(range.end, size - 1)) }
      }
      const pieces = await piecesIn(piecesOf(name))
      if (!pieces) return undefined
      const size = pieces.reduce((sum, piece) => sum + piece.size, 0)
      return { size, stream: Readable.from(across(pieces, range), { objectMode: false }) }
    },

    async remove(name) {
      await rm(fileOf(name), { force: true })
      await rm(piecesOf(name), wholeFolder)
    },

    async start(name) {
      const handle = handleOf(name, randomName())
      await mkdir(folderOf(coming, handle), { mode: privateFolder })
      await flushFolder(coming)
      return handle
    },

    async piece(handle, index, stream, size) {
      const folder = folderOf(coming, handle)
      if (!(await unlessMissing(stat(folder)))) throw new Refusal('not_found')
      const draft = join(folder, randomName())
      await writeDraft(draft, stream, size, (written) => checkComplete(written, size))
      await rename(draft, join(folder, pieceName(index)))
      await flushFolder(folder)
      return String(size)
    },

    async finish(handle, pieces) {
      const folder = folderOf(coming, handle)
      const { name } = readHandle(handle)
      const found = await unlessMissing(gather(folder, pieces).then(() => place(folder, piecesOf(name))))
      // Either a retry after success, or the file never existed.
      if (!found && !(await unlessMissing(stat(piecesOf(name))))) throw new Refusal('not_found')
      await rm(fileOf(name), { force: true })
    },

    async abort(handle) {
      await rm(folderOf(coming, handle), wholeFolder)
    },

    async close() {},
  }
}

const randomName = () => randomBytes(12).toString('hex')
const pieceName = (index: number) => `${String(index).padStart(6, '0')}.piece`

function folderOf(coming: string, handle: string): string {
  const { id } = readHandle(handle)
  if (!/^[0-9a-f]{24}$/.test(id)) throw new Refusal('not_found')
  return join(coming, id)
}

/**
 * Writes a new file, flushes it to disk, and returns its size in bytes; deletes it on failure. The stream is not destroyed on failure: it
 * may be the body of a request that still needs a response.
 * @param check called with the size before flushing
 * @throws Refusal `file_too_big`, or the stream's own error
 */
async function writeDraft(path: string, stream: Readable, most: number, check?: (size: number) => void): Promise<number> {
  const file = await open(path, 'wx', privateFile)
  const sink = new FileSink(file, most)
  try {
    stream.pipe(sink)
    await Promise.all([finished(stream, { writable: false }), finished(sink)])
    const { size } = sink
    check?.(size)
    await file.sync()
    await file.close()
    return size
  } catch (error) {
    stream.unpipe(sink)
    sink.destroy()
    // Waits for a write in progress.
    await file.close().catch(() => {})
    await rm(path, { force: true })
    throw error
  }
}

/** Chunks that arrive during a write are written together after it. */
class FileSink extends Writable {
  size = 0
  readonly #file: FileHandle
  readonly #most: number

  constructor(file: FileHandle, most: number) {
    super({ highWaterMark: maxUnwritten })
    this.#file = file
    this.#most = most
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#put([chunk], done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#put(
      chunks.map(({ chunk }) => chunk),
      done,
    )
  }

  #put(chunks: Buffer[], done: (error?: Error) => void): void {
    this.size += chunks.reduce((sum, { length }) => sum + length, 0)
    if (this.size > this.#most) done(new Refusal('file_too_big'))
    else writeAll(this.#file, chunks).then(() => done(), done)
  }
}

/** Appends all bytes to a file, even if the system writes only some at first. */
async function writeAll(file: FileHandle, chunks: Buffer[]): Promise<void> {
  const { bytesWritten } = await file.writev(chunks)
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0)
  if (bytesWritten < bytes) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
}

async function flushFolder(path: string): Promise<void> {
  // Windows cannot flush folders.
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function partOf(file: FileHandle, start: number, end: number): Promise<Readable> {
  if (start <= end) return file.createReadStream({ start, end })
  await file.close()
  return Readable.from([])
}

interface Piece {
  path: string
  size: number
}

/** The pieces in a folder by index, up to the first missing one; undefined if there is no folder. */
async function piecesIn(folder: string): Promise<Piece[] | undefined> {
  const names = await unlessMissing(readdir(folder))
  if (!names) return undefined
  const present = new Set(names)
  const pieces: Piece[] = []
  for (let index = 0; present.has(pieceName(index)); index++) {
    const path = join(folder, pieceName(index))
    pieces.push({ path, size: (await stat(path)).size })
  }
  return pieces
}

/** Deletes everything in a folder except the pieces of the file. @throws Refusal `upload_incomplete` */
async function gather(folder: string, sizes: readonly string[]): Promise<void> {
  const found = await piecesIn(folder)
  const there = sizes.every((size, index) => found?.[index]?.size === Number(size))
  const full = sizes.slice(0, -1).every((size) => Number(size) === pieceBytes)
  const names = await readdir(folder)
  if (!there || !full) throw new Refusal('upload_incomplete')
  const wanted = new Set(sizes.map((_, index) => pieceName(index)))
  for (const name of names) if (!wanted.has(name)) await rm(join(folder, name), { force: true })
  await flushFolder(folder)
}

/** Every piece but the last is full. */
async function* across(pieces: readonly Piece[], { start, end }: { start: number; end: number }): AsyncGenerator<Buffer> {
  for (let index = Math.floor(start / pieceBytes); index < pieces.length; index++) {
    const { path, size } = pieces[index] as Piece
    const first = index * pieceBytes
    if (first > end) return
    const part = { start: Math.max(start - first, 0), end: Math.min(end - first, size - 1) }
    if (part.start <= part.end) yield* createReadStream(path, part)
  }
}

async function forgetAbandoned(coming: string): Promise<void> {
  for (const name of await readdir(coming)) {
    const path = join(coming, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > abandonedAfter) await rm(path, wholeFolder)
  }
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
