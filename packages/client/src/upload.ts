import { abortUpload, finishUpload, type Gives, getUpload, Refusal, startUpload } from '@waypost/protocol'
import type { Calls } from './call.ts'
import { isPassing } from './outbox.ts'
import type { FileSource, Platform, Sending } from './platform.ts'

export type Uploaded = Gives<typeof finishUpload>

/** One file on its way up. */
export interface Upload {
  /** @throws Refusal, or UploadError */
  done: Promise<Uploaded>
  /** Ends it; `done` fails then. With `forGood` the server throws away what it has. */
  cancel(options?: { forGood: boolean }): void
}

/** An upload that did not work, in the words of the specification. */
export class UploadError extends Error {}

export const canceled = 'File upload canceled'

interface Parts {
  call: Calls['call']
  platform: Platform
  /** An upload of the same file that was begun before. */
  id: string | undefined
  onBegun(id: string): void
  /** From 0 to 1. */
  onProgress(progress: number): void
}

/** How often a piece is tried, and the milliseconds between. */
const pieceTries = 2
const pieceWait = 1_000
const firstWait = 1_000
const longestWait = 30_000

/** Sends a file in pieces, in order; those that the server has from an earlier try are left out. */
export function uploadFile(file: FileSource, { call, platform, id, onBegun, onProgress }: Parts): Upload {
  let isCanceled = false
  let uploadId = id
  let sending: Sending | undefined

  async function run(): Promise<Uploaded> {
    const { piece_urls, piece_size, done } = await begin()
    const sizeOf = (index: number) => Math.max(0, Math.min(file.size, (index + 1) * piece_size) - index * piece_size)
    let sent = [...done].reduce((sum, index) => sum + sizeOf(index), 0)
    const tellSent = (more: number) => onProgress(file.size === 0 ? 1 : Math.min(1, (sent + more) / file.size))
    tellSent(0)
    for (const [index, url] of piece_urls.entries()) {
      if (done.has(index)) continue
      const start = index * piece_size
      const bytes = sizeOf(index)
      await sendPiece(url, file.slice(start, start + bytes), index, (gone) => tellSent(Math.min(gone, bytes)))
      sent += bytes
      tellSent(0)
    }
    return insist(() => call(finishUpload, { id: uploadId as string }))
  }

  async function begin(): Promise<{ piece_urls: string[]; piece_size: number; done: ReadonlySet<number> }> {
    const known = uploadId
    if (known !== undefined) {
      try {
        const upload = await insist(() => call(getUpload, { id: known }))
        return { ...upload, done: new Set(upload.pieces_done) }
      } catch (error) {
        // The server has thrown it away, so it begins anew.
        if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
      }
    }
    const { name, size, type } = file
    const upload = await insist(() => call(startUpload, { name, size, ...(type && { type }) }))
    uploadId = upload.id
    if (isCanceled) throw new UploadError(canceled)
    onBegun(upload.id)
    return { ...upload, done: new Set() }
  }

  async function sendPiece(url: string, bytes: unknown, index: number, onSent: (bytes: number) => void): Promise<void> {
    for (let tries = 1; ; tries++) {
      if (isCanceled) throw new UploadError(canceled)
      if (await wasTaken(url, bytes, onSent)) return
      if (isCanceled) throw new UploadError(canceled)
      if (tries === pieceTries) throw new UploadError(`Uplading chunk ${index + 1} failed.`)
      onSent(0)
      await pause(pieceWait)
    }
  }

  async function wasTaken(url: string, bytes: unknown, onSent: (bytes: number) => void): Promise<boolean> {
    try {
      sending = platform.send?.(url, bytes, onSent) ?? plainly(platform, url, bytes)
      const { status } = await sending.answer
      return status >= 200 && status <= 299
    } catch {
      return false
    } finally {
      sending = undefined
    }
  }

  /** What is between here and the server passes; meanwhile the file waits. */
  async function insist<T>(work: () => Promise<T>): Promise<T> {
    for (let wait = firstWait; ; wait = Math.min(longestWait, wait * 2)) {
      if (isCanceled) throw new UploadError(canceled)
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof Refusal) || !isPassing(error)) throw error
        await pause(wait)
      }
    }
  }

  const pause = (wait: number) => new Promise<void>((resolve) => void platform.after(wait, resolve))

  return {
    done: run(),
    cancel({ forGood } = { forGood: false }) {
      isCanceled = true
      sending?.stop()
      if (forGood && uploadId !== undefined) dropUpload(call, uploadId)
    },
  }
}

/** Has the server throw away what it has of an upload. Should that fail, it does so by itself after a day. */
export function dropUpload(call: Calls['call'], id: string): void {
  call(abortUpload, { id }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

function plainly(platform: Platform, url: string, bytes: unknown): Sending {
  const request = { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: bytes as string }
  return { answer: platform.fetch(url, request), stop() {} }
}
