// Uploads one file to the server in pieces, and continues after interruptions.

import {
  abortUpload,
  finishUpload,
  type Gives,
  getUpload,
  isPassing,
  Refusal,
  type RefusalCode,
  readRefusal,
  startUpload,
} from '@waypost/protocol'
import { openBackoff } from '../ground/backoff.ts'
import type { Calls } from '../ground/call.ts'
import type { FileFacts, FileSource, Platform, Sending } from '../ground/platform.ts'
import type { Turns } from '../ground/turns.ts'
import type { Ghost } from '../history/ghost.ts'
import type { Changes } from './entries.ts'

export type Uploaded = Gives<typeof finishUpload>

export interface Upload {
  /** @throws Refusal, or UploadError */
  done: Promise<Uploaded>
  /** Ends the upload; `done` rejects. With `forGood` the server deletes the received pieces. */
  cancel(options?: { forGood: boolean }): void
  /** The network may be back: retries at once. */
  retryNow(): void
}

/** An upload failed; the message is the specification's. */
export class UploadError extends Error {}

export const canceled = 'File upload canceled'

export class UploadCanceled extends UploadError {
  constructor() {
    super(canceled)
  }
}

interface Deps {
  call: Calls['call']
  platform: Platform
  /** Gives pieces a place among the session's calls. */
  turns?: Turns | undefined
  /** An earlier upload of the same file, to be resumed. */
  id: string | undefined
  onBegun(id: string): void
  /** From 0 to 1. */
  onProgress(progress: number): void
  /** Called when it starts or stops waiting for a server that is busy. While there is no network it is not called. */
  onWaiting?(waits: boolean): void
}

/** How often a piece that the server refuses is tried, and the milliseconds between. */
const pieceTries = 2
const pieceWait = 1_000
/** How often a piece may be interrupted although the server is reachable. */
const maxBreaks = 6
const maxDelay = 30_000

/** Uploads a file in pieces, in order. Skips pieces that the server has from an earlier try. */
export function uploadFile(file: FileSource, { call, platform, turns, id, onBegun, onProgress, onWaiting }: Deps): Upload {
  let isCanceled = false
  let uploadId = id
  let sending: Sending | undefined
  let pausing: { limited: boolean; end(): void } | undefined

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
      await sendPiece(url, file.slice(start, start + bytes), index, (sentBytes) => tellSent(Math.min(sentBytes, bytes)))
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
        // The server has deleted it, so start over.
        if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
      }
    }
    const { name, size, type } = file
    const upload = await insist(() => call(startUpload, { name, size, ...(type && { type }) }))
    uploadId = upload.id
    if (isCanceled) throw new UploadCanceled()
    onBegun(upload.id)
    return { ...upload, done: new Set() }
  }

  async function sendPiece(url: string, bytes: unknown, index: number, onSent: (bytes: number) => void): Promise<void> {
    let [refused, breaks] = [0, 0]
    for (;;) {
      if (isCanceled) throw new UploadCanceled()
      const outcome = await sendOnce(url, bytes, onSent)
      if (outcome === 'taken') return
      if (isCanceled) throw new UploadCanceled()
      if (outcome === 'refused' ? ++refused === pieceTries : ++breaks === maxBreaks)
        throw new UploadError(`Uplading chunk ${index + 1} failed.`)
      onSent(0)
      await pause(pieceWait)
      if (outcome === 'refused') continue
      // This waits until the server is reachable. It may have the piece although its response was lost.
      const { pieces_done } = await insist(() => call(getUpload, { id: uploadId as string }))
      if (pieces_done.includes(index)) return
    }
  }

  /** `broken`: no response, or one from a proxy whose server is down. */
  function sendOnce(url: string, bytes: unknown, onSent: (bytes: number) => void): Promise<'taken' | 'refused' | 'broken'> {
    const send = () => sendNow(url, bytes, onSent)
    return turns ? turns.run('piece', send) : send()
  }

  async function sendNow(url: string, bytes: unknown, onSent: (bytes: number) => void): Promise<'taken' | 'refused' | 'broken'> {
    // It was canceled before it was its turn.
    if (isCanceled) return 'broken'
    try {
      sending = platform.send?.(url, bytes, onSent) ?? plainly(platform, url, bytes)
      const { status } = await sending.answer
      if (status >= 200 && status <= 299) return 'taken'
      return isPassing(readRefusal(status, undefined)) ? 'broken' : 'refused'
    } catch {
      return 'broken'
    } finally {
      sending = undefined
    }
  }

  /** Retries temporary failures. */
  async function insist<T>(work: () => Promise<T>): Promise<T> {
    const backoff = openBackoff({ longest: maxDelay })
    for (;;) {
      if (isCanceled) throw new UploadCanceled()
      try {
        return await work()
      } catch (error) {
        const wait = error instanceof Refusal ? backoff.refused(error) : undefined
        if (wait === undefined) throw error
        await pause(wait, (error as Refusal).code)
      }
    }
  }

  function pause(wait: number, code: RefusalCode = 'network'): Promise<void> {
    const isServers = code !== 'network'
    if (isServers) onWaiting?.(true)
    return new Promise((resolve) => {
      const end = () => {
        stop()
        pausing = undefined
        if (isServers) onWaiting?.(false)
        resolve()
      }
      const stop = platform.after(wait, end)
      pausing = { limited: code === 'ratelimited', end }
    })
  }

  return {
    done: run(),
    cancel({ forGood } = { forGood: false }) {
      isCanceled = true
      sending?.stop()
      pausing?.end()
      if (forGood && uploadId !== undefined) dropUpload(call, uploadId)
    },
    retryNow() {
      if (!pausing?.limited) pausing?.end()
    },
  }
}

/** Deletes an unfinished upload from the server. If that fails, the server deletes it after a day. */
export function dropUpload(call: Calls['call'], id: string): void {
  call(abortUpload, { id }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

/** The changes of a ghost whose file is uploaded. */
export function withFile({ fields, push }: Ghost, uploaded: Uploaded, facts?: FileFacts): Changes<Ghost> {
  const { file_url, file_type, file_name, image_url, image_width, image_height } = uploaded
  const picture = {
    ...(image_url && { image_url }),
    ...(image_width && { image_width }),
    ...(image_height && { image_height }),
  }
  const file = { file_url, file_type, file_name, ...facts }
  return { fields: { ...fields, ...file }, push: { ...push, ...file, ...picture }, upload: undefined, progress: undefined }
}

function plainly(platform: Platform, url: string, bytes: unknown): Sending {
  const request = { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: bytes as string }
  return { answer: platform.fetch(url, request), stop() {} }
}
