import { constants } from 'node:fs'
import { access, link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { numberedName, safeName } from './file-name.ts'

/** A download that can never succeed. The message is one sentence. */
export class NotSaved extends Error {
  override readonly name = 'NotSaved'
}

interface SaveOptions {
  /** An http(s) address. */
  address: string
  folder: string
  name: string
  /** Names the partial file, so that another attempt can resume it. */
  key: string
  signal: AbortSignal
  /** Bytes received, and the total if the server reports it. */
  onProgress?(bytes: number, all: number | undefined): void
}

const partPrefix = '.waypost-'
const partSuffix = '.part'
/** A connection without data for this long counts as lost, in milliseconds. */
const silence = 60_000

/**
 * Downloads a file into a folder. The partial file is hidden. A complete file gets its name, with a number if the name is taken.
 * @returns the path
 * @throws NotSaved if it can never succeed, other errors if it may succeed later
 */
export async function saveFile({ address, folder, name, key, signal, onProgress }: SaveOptions): Promise<string> {
  const part = join(folder, `${partPrefix}${key.replace(/[^\w-]/g, '_')}${partSuffix}`)
  await fetchInto(part, address, signal, onProgress)
  return giveName(part, folder, safeName(name))
}

/** Removes the partial files of abandoned downloads. */
export async function removeParts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const parts = names.filter((name) => name.startsWith(partPrefix) && name.endsWith(partSuffix))
  await Promise.all(parts.map((name) => rm(join(folder, name), { force: true })))
}

async function fetchInto(
  part: string,
  address: string,
  signal: AbortSignal,
  onProgress: SaveOptions['onProgress'],
): Promise<void> {
  const have = await stat(part).then(
    ({ size }) => size,
    () => 0,
  )
  const quiet = new AbortController()
  let timer = setTimeout(() => quiet.abort(), silence)
  try {
    const response = await fetch(address, {
      signal: AbortSignal.any([signal, quiet.signal]),
      headers: have > 0 ? { Range: `bytes=${have}-` } : {},
    }).catch((cause: unknown) => {
      throw cause instanceof TypeError ? new Error('the server could not be reached', { cause }) : cause
    })
    if (response.status === 416) {
      // The partial file doesn't match, so the next attempt starts over.
      await rm(part, { force: true })
      throw new Error('the file has changed')
    }
    refuseStatus(response.status)
    const goesOn = response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${have}-`)
    if (response.status === 206 && !goesOn) throw new Error('the server sent another part of the file')
    const start = goesOn ? have : 0
    const length = response.headers.get('content-length')
    // The length of a compressed response isn't that of the file.
    const all = length === null || response.headers.has('content-encoding') ? undefined : start + Number(length)
    const file = await open(part, goesOn ? 'a' : 'w', 0o600)
    let bytes = start
    try {
      for await (const piece of response.body ?? []) {
        clearTimeout(timer)
        timer = setTimeout(() => quiet.abort(), silence)
        await file.writeFile(piece)
        bytes += piece.length
        onProgress?.(bytes, all)
      }
      if (all !== undefined && bytes !== all) throw new Error('the connection was lost')
      await file.sync()
    } finally {
      await file.close()
    }
  } finally {
    clearTimeout(timer)
  }
}

function refuseStatus(status: number): void {
  if (status === 408 || status === 429 || status >= 500) throw new Error(`the server answered with status ${status}`)
  if (status === 404 || status === 410) throw new NotSaved('It is not on the server any more.')
  if (status !== 200 && status !== 206) throw new NotSaved(`The server refused it (status ${status}).`)
}

/** Gives a file its name, or the first free name with a number. */
async function giveName(part: string, folder: string, name: string): Promise<string> {
  for (let count = 0; ; count++) {
    const path = join(folder, numberedName(name, count))
    try {
      await moveNew(part, path)
      return path
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** A link fails if the name is taken; a rename wouldn't. */
async function moveNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
    await rm(from, { force: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || code === 'ENOENT' || code === 'ENOSPC') throw error
    // The file system has no links, e.g. on memory cards and phones.
    await access(to, constants.F_OK).then(
      () => {
        throw Object.assign(new Error(`${basename(to)} is there`), { code: 'EEXIST' })
      },
      () => rename(from, to),
    )
  }
}
