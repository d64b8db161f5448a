import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Push } from '@waypost/protocol'
import { afterEach, beforeEach, vi } from 'vitest'
import { openRemoteFilesStage, type RemoteFilesStage } from '../features/test-remote-files.ts'

// For tests: requests files of a shared folder, and observes the pieces of their uploads.

/** `folder` is the shared one. */
export const sending = {} as { stage: RemoteFilesStage; folder: string }

export function setSendingStage(): void {
  beforeEach(async () => {
    sending.stage = await openRemoteFilesStage()
    sending.folder = join(sending.stage.folder, 'shared')
    mkdirSync(sending.folder)
  })
  afterEach(() => sending.stage.close())
}

export const request = (path: string, guid: string) => sending.stage.ask('remote_file_request', path, guid)

export async function sha256(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

export async function sha256Of({ file_url = '' }: Push): Promise<string> {
  const { body } = await fetch(file_url)
  return sha256(Readable.fromWeb(body as never))
}

/** Bytes that differ in each piece of a file. */
export async function writeBytes(file: string, size: number): Promise<void> {
  const block = 2 ** 20
  function* blocks() {
    for (let start = 0; start < size; start += block) {
      const bytes = Buffer.alloc(Math.min(block, size - start), createHash('sha256').update(String(start)).digest())
      yield bytes
    }
  }
  await pipeline(Readable.from(blocks()), createWriteStream(file))
}

/** Intercepts uploaded pieces; `onPiece` is called before each is sent. */
export function hearPieces(onPiece: (count: number) => void): void {
  const real = fetch
  let count = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (String(url).includes('/v3/upload/')) onPiece(++count)
    return real(url, init)
  })
}

/** Polls often, but leaves processor time to other tests. */
export const eventually = (check: () => unknown) => vi.waitFor(check, { interval: 5 })

export async function uploads(): Promise<{ name: string; state: string }[]> {
  return sending.stage.server.app.db.all('SELECT name, state FROM upload ORDER BY created', [])
}

export function journal() {
  const settings = join(sending.stage.folder, 'settings')
  const [file = ''] = readdirSync(settings).filter((name) => name.startsWith('remote-files-'))
  return JSON.parse(readFileSync(join(settings, file), 'utf8'))
}
