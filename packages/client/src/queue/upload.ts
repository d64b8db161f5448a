import { abortUpload, finishUpload, type Gives, getUpload, Refusal, startUpload } from '@waypost/protocol'
import type { Calls } from '../ground/call.ts'
import type { FileFacts, FileSource, Platform } from '../ground/platform.ts'
import type { Turns } from '../ground/turns.ts'
import type { Ghost } from '../history/ghost.ts'
import type { Changes } from './entries.ts'
import { openTries } from './upload-tries.ts'

export { canceled, UploadCanceled, UploadError } from './upload-tries.ts'

export type Uploaded = Gives<typeof finishUpload>

export interface Upload {
  /** @throws Refusal, or UploadError */
  done: Promise<Uploaded>
  /** `done` rejects. With `forGood` the server deletes the received pieces. */
  cancel(options?: { forGood: boolean }): void
  retryNow(): void
}

interface Deps {
  call: Calls['call']
  platform: Platform
  /** Schedules pieces among the session's calls. */
  turns?: Turns | undefined
  /** An earlier upload of the same file, to resume. */
  id: string | undefined
  onBegun(id: string): void
  /** From 0 to 1. */
  onProgress(progress: number): void
  /** Called when it starts or stops waiting for a busy server, but not while offline. */
  onWaiting?(waits: boolean): void
}

/** Uploads a file in pieces, in order. Skips pieces that the server has from an earlier try. */
export function uploadFile(file: FileSource, { call, platform, turns, id, onBegun, onProgress, onWaiting }: Deps): Upload {
  const { insist, send, check, cancel, retryNow } = openTries({ platform, turns, onWaiting })
  let uploadId = id

  async function run(): Promise<Uploaded> {
    const { piece_urls, piece_size, done } = await begin()
    const sizeOf = (index: number) => Math.max(0, Math.min(file.size, (index + 1) * piece_size) - index * piece_size)
    let sent = [...done].reduce((sum, index) => sum + sizeOf(index), 0)
    const tellSent = (more: number) => onProgress(file.size === 0 ? 1 : Math.min(1, (sent + more) / file.size))
    tellSent(0)
    for (const [index, url] of piece_urls.entries()) {
      if (done.has(index)) continue
      const start = index * piece_size
      const size = sizeOf(index)
      await send({
        url,
        index,
        bytes: file.slice(start, start + size),
        onSent: (bytes) => tellSent(Math.min(bytes, size)),
        hasArrived: async () => (await received()).pieces_done.includes(index),
      })
      sent += size
      tellSent(0)
    }
    return insist(() => call(finishUpload, { id: uploadId as string }))
  }

  const received = () => insist(() => call(getUpload, { id: uploadId as string }))

  async function begin(): Promise<{ piece_urls: string[]; piece_size: number; done: ReadonlySet<number> }> {
    if (uploadId !== undefined) {
      try {
        const upload = await received()
        return { ...upload, done: new Set(upload.pieces_done) }
      } catch (error) {
        // The server has deleted it, so start over.
        if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
      }
    }
    const { name, size, type } = file
    const upload = await insist(() => call(startUpload, { name, size, ...(type && { type }) }))
    uploadId = upload.id
    check()
    onBegun(upload.id)
    return { ...upload, done: new Set() }
  }

  return {
    done: run(),
    cancel({ forGood } = { forGood: false }) {
      cancel()
      if (forGood && uploadId !== undefined) dropUpload(call, uploadId)
    },
    retryNow,
  }
}

/** Deletes an unfinished upload from the server. If that fails, the server deletes it after a day. */
export function dropUpload(call: Calls['call'], id: string): void {
  call(abortUpload, { id }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

/** The changes of a ghost after its file is uploaded. */
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
