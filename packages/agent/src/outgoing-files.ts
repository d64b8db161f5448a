import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { platform, type Session } from '@waypost/client'
import { UploadError, uploadFile } from '@waypost/client/queue/upload'
import { getMe } from '@waypost/protocol'
import { type FileBytes, readBytes } from './remote-files/file-bytes.ts'
import { mediaTypeOf } from './remote-files/media-type.ts'
import { openProgress } from './terminal/terminal.ts'
import { UserError } from './user-error.ts'

/** An open file that is about to be sent. */
export interface OutgoingFile {
  readonly name: string
  readonly size: number
  readonly handle: FileHandle
  close(): Promise<void>
}

interface UploadedFile {
  file_name: string
  file_type: string
  file_url: string
  file_size: number
  image_url?: string
  image_width?: number
  image_height?: number
}

interface OpenOptions {
  session: Session
  /** The name for standard input. */
  name: string | undefined
}

/** Opens files by path; '-' is standard input. @throws UserError if one of them can't be sent; all are then closed */
export async function openFiles(paths: readonly string[], { session, name }: OpenOptions): Promise<OutgoingFile[]> {
  const { max_upload_size: most } = await session.call(getMe, {})
  const files: OutgoingFile[] = []
  try {
    for (const path of paths) {
      const file = path === '-' ? await openPiped(name, most) : await openFile(path)
      files.push(file)
      if (file.size > most) throw new UserError(tooBig(file.name, most))
    }
    return files
  } catch (error) {
    await Promise.all(files.map((file) => file.close()))
    throw error
  }
}

async function openFile(path: string): Promise<OutgoingFile> {
  const name = basename(path)
  try {
    // Opening a pipe without a writer would block.
    const found = await stat(path)
    if (found.isDirectory())
      throw new UserError(`${path} is a folder. Pack it first: tar cz ${path} | waypost push --file - --name ${name}.tgz`)
    if (!found.isFile()) throw new UserError(`${path} is not a file. Pipe it instead: waypost push --file - < ${path}`)
    const handle = await open(path, 'r')
    return { name, size: (await handle.stat()).size, handle, close: () => handle.close() }
  } catch (error) {
    if (error instanceof UserError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new UserError(`There is no file ${path}. Put the text before --file.`)
    throw new UserError(`${path} cannot be read (${code}).`)
  }
}

/** An upload needs the size in advance, so standard input is copied to a file. */
async function openPiped(name: string | undefined, most: number): Promise<OutgoingFile> {
  if (process.stdin.isTTY)
    throw new UserError('There is no input. For example: tar cz notes | waypost push --file - --name notes.tgz')
  const folder = await mkdtemp(join(tmpdir(), 'waypost-'))
  const path = join(folder, 'input')
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    let size = 0
    await pipeline(
      process.stdin,
      async function* bounded(pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          size += piece.length
          // Stop reading here: the input may be endless.
          if (size > most) throw new UserError(tooBig('The input', most))
          yield piece
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    )
    const handle = await open(path, 'r')
    return { name: name?.trim() || 'input.bin', size, handle, close: () => handle.close().finally(remove) }
  } catch (error) {
    await remove()
    if (error instanceof UserError) throw error
    throw new UserError(`The input could not be stored in ${folder} (${(error as NodeJS.ErrnoException).code}).`)
  }
}

const tooBig = (name: string, most: number) =>
  `${name} is too big: a file may have ${(most / 2 ** 20).toLocaleString('en', { maximumFractionDigits: 0 })} MB.`

/** Uploads a file and shows the progress. @throws UserError, Refusal */
export async function sendFile({ name, size, handle }: OutgoingFile, session: Session): Promise<UploadedFile> {
  const progress = openProgress(name, size)
  let bytes: FileBytes | undefined
  let stop = () => {}
  const onSignal = () => stop()
  try {
    bytes = readBytes(handle, platform, () => stop())
    const upload = uploadFile(
      { name, type: mediaTypeOf(name) ?? '', size, slice: bytes.slice },
      {
        call: session.call,
        platform: { ...platform, send: bytes.send },
        id: undefined,
        onBegun: () => {},
        onProgress: progress.to,
        onWaiting: progress.waits,
      },
    )
    stop = () => upload.cancel({ forGood: true })
    // Uploads are deleted when the command ends.
    process.once('SIGINT', onSignal)
    const uploaded = await upload.done
    return { ...uploaded, file_size: size }
  } catch (error) {
    if (bytes?.fault)
      throw new UserError(
        bytes.fault === 'short' ? `${name} became shorter while it was sent.` : `${name} could not be read to its end.`,
      )
    if (error instanceof UploadError) throw new UserError(`${name} was not sent: ${error.message.replace(/\.?$/, '.')}`)
    throw error
  } finally {
    process.off('SIGINT', onSignal)
    progress.end()
  }
}
