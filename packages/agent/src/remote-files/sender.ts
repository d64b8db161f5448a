import type { Stats } from 'node:fs'
import type { FileSource, Session } from '@waypost/client'
import { platform as here } from '@waypost/client'
import { dropUpload, type Upload, UploadError, uploadFile } from '@waypost/client/queue/upload'
import { createPush, isPassing, Refusal, retryIn } from '@waypost/protocol'
import { type FileBytes, readBytes } from './file-bytes.ts'
import type { Journal, Transfer } from './journal.ts'
import { mediaTypeOf } from './media-type.ts'
import { shownName } from './names.ts'
import { Ended, Pauses } from './pauses.ts'
import { notFoundMessage, RemoteFileError } from './remote-file-error.ts'
import type { OpenedFile, SharedFolders } from './shared-folders.ts'

/** Sends files one at a time, each as a push to own devices, and resumes after a restart. */
export interface Sender {
  /** Sends the journal, if it is not being sent already. */
  wake(): void
  /** The journal holds the state for the next run. */
  close(): Promise<void>
}

interface Deps {
  session: Session
  device: string
  shared: SharedFolders
  journal: Journal
  log(line: string): void
  onFailed(transfer: Transfer, sentence: string): void
}

/** How often an upload without progress is restarted, and the pauses in milliseconds. */
const maxTries = 6
const firstWait = 2_000
const maxDelay = 60_000

/** Opens a sender. It sends nothing until it is woken. */
export function openSender(deps: Deps): Sender {
  return new FileSender(deps)
}

class FileSender implements Sender {
  private readonly deps: Deps
  private readonly pauses = new Pauses()
  /** Undefined when the journal is empty. */
  private working: Promise<void> | undefined
  private upload: Upload | undefined

  constructor(deps: Deps) {
    this.deps = deps
  }

  wake(): void {
    if (this.pauses.isEnded) return
    this.working ??= this.work().finally(() => {
      this.working = undefined
    })
  }

  async close(): Promise<void> {
    this.upload?.cancel()
    this.pauses.end()
    await this.working
  }

  private async work(): Promise<void> {
    const { journal } = this.deps
    for (let transfer = journal.transfers[0]; transfer && !this.pauses.isEnded; transfer = journal.transfers[0]) {
      try {
        await this.send(transfer)
      } catch (error) {
        if (this.pauses.isEnded || error instanceof Ended) return
        // The session reports this to the user itself.
        if (error instanceof Refusal && error.code === 'invalid_access_token') return
        if (!giveUp(transfer, error, this.deps)) await this.pauses.wait(maxDelay)
      }
    }
  }

  private async send(transfer: Transfer): Promise<void> {
    const { session, device, journal, log } = this.deps
    if (!transfer.uploaded) await this.uploadWhole(transfer)
    const { file_name, file_type, file_url, image_url, image_width, image_height } = transfer.uploaded ?? {}
    await insist(
      () =>
        session.call(createPush, {
          type: 'file',
          guid: transfer.guid,
          source_device_iden: device,
          file_name,
          file_type,
          file_url,
          image_url,
          image_width,
          image_height,
        }),
      this.pauses,
    )
    journal.finish(transfer.guid)
    log(`${nameOf(transfer)} is sent.`)
  }

  private async uploadWhole(transfer: Transfer): Promise<void> {
    const { session, shared, journal, log } = this.deps
    const file = await shared.openFile(transfer.path)
    try {
      // The shared folders may have changed, so that the path leads to another file.
      if (file.real !== transfer.real) throw new RemoteFileError(notFoundMessage)
      const state = stateOf(file.stat)
      if (transfer.upload && transfer.upload.state !== state) {
        // The file was changed, so its pieces would not match the earlier ones.
        dropUpload(session.call, transfer.upload.id)
        journal.change(transfer.guid, { upload: undefined })
      }
      log(`${nameOf(transfer)} is being sent.`)
      for (let tries = 1, furthest = 0; ; tries++) {
        const { error, progress } = await this.tryUpload(transfer, file, state)
        if (error === undefined) return
        if (progress > furthest) tries = 1
        furthest = Math.max(furthest, progress)
        if (tries === maxTries) throw error
        await this.pauses.waitOrThrow(Math.min(maxDelay, firstWait * 2 ** (tries - 1)))
      }
    } finally {
      await file.handle.close()
    }
  }

  /** @returns the error if another attempt may succeed @throws RemoteFileError, Refusal, Ended */
  private async tryUpload(
    transfer: Transfer,
    file: OpenedFile,
    state: string,
  ): Promise<{ error?: UploadError; progress: number }> {
    const { session, journal } = this.deps
    let progress = 0
    const name = shownName(file.name)
    const bytes = readBytes(file.handle, here, () => this.upload?.cancel())
    this.upload = uploadFile(sourceOf(name, file, bytes), {
      call: session.call,
      platform: { ...this.pauses.platform, send: bytes.send },
      id: transfer.upload?.id,
      onBegun: (id) => journal.change(transfer.guid, { upload: { id, state } }),
      onProgress(done) {
        progress = done
      },
    })
    try {
      if (this.pauses.isEnded) this.upload.cancel()
      journal.change(transfer.guid, { uploaded: await this.upload.done })
      return { progress }
    } catch (error) {
      if (this.pauses.isEnded) throw new Ended()
      // Nothing can resume an upload that isn't in the journal.
      if (!transfer.upload) this.upload.cancel({ forGood: true })
      if (bytes.fault === 'short') throw new RemoteFileError(`${name} became shorter while it was sent. Ask for it again.`)
      if (bytes.fault === 'unreadable') throw new RemoteFileError(`The device could not read ${name} to its end.`)
      if (error instanceof UploadError) return { error, progress }
      throw error
    } finally {
      this.upload = undefined
    }
  }
}

/** Reports it to the other device. @returns false when the file may still be sent */
function giveUp(transfer: Transfer, error: unknown, { session, journal, log, onFailed }: Deps): boolean {
  const known = error instanceof RemoteFileError || error instanceof Refusal || error instanceof UploadError
  try {
    // While the journal cannot be written, the file stays in it.
    if (!known && (error as NodeJS.ErrnoException).code !== undefined) throw error
    journal.drop(transfer.guid)
  } catch (trouble) {
    log(`${nameOf(transfer)} waits: ${trouble instanceof Error ? trouble.message : trouble}`)
    return false
  }
  if (transfer.upload && !transfer.uploaded) dropUpload(session.call, transfer.upload.id)
  const sentence = known ? error.message : 'Something went wrong on the device.'
  // A bug: the stack trace helps to fix it.
  log(`${nameOf(transfer)} was not sent: ${known ? sentence : error instanceof Error ? error.stack : error}`)
  onFailed(transfer, sentence)
  return true
}

/** Repeats a call while the server cannot be reached. @throws Refusal, Ended */
async function insist(call: () => Promise<unknown>, pauses: Pauses): Promise<void> {
  for (let wait = firstWait; ; wait = Math.min(maxDelay, wait * 2)) {
    try {
      await call()
      return
    } catch (error) {
      if (!(error instanceof Refusal) || !isPassing(error)) throw error
      await pauses.waitOrThrow(retryIn(error, wait))
    }
  }
}

function sourceOf(name: string, { stat }: OpenedFile, bytes: FileBytes): FileSource {
  return { name, type: mediaTypeOf(name) ?? '', size: stat.size, slice: bytes.slice }
}

/** Changes when the file changes. */
function stateOf({ ino, size, mtimeMs }: Stats): string {
  return [ino, size, mtimeMs].join(' ')
}

const nameOf = ({ path }: Transfer) => shownName(path)
