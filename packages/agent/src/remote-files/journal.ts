// Keeps which files this device has agreed to send, so that sending resumes after a restart.

import { readFileSync, renameSync } from 'node:fs'
import type { Uploaded } from '@waypost/client/queue/upload'
import { writePrivateFile } from '../settings/settings.ts'

/** A file that this device has agreed to send. */
export interface Transfer {
  /** The guid of the request, which the push will have. */
  guid: string
  /** `path` is the requested one. */
  path: string
  real: string
  /** `state` is that of the file when the upload was started. */
  upload?: { id: string; state: string }
  /** Only the push is missing. */
  uploaded?: Uploaded
}

/** The files that this device has agreed to send. Every change is on the disk when the call returns; one that can't be written isn't made. */
export interface Journal {
  /** The oldest first. */
  readonly transfers: readonly Transfer[]
  /** Whether a file with this guid is in the journal, or was sent recently. */
  knows(guid: string): boolean
  add(transfer: Transfer): void
  change(guid: string, changes: Partial<Transfer>): void
  finish(guid: string): void
  /** The file may be requested again. */
  drop(guid: string): void
}

/** How many guids of sent files are remembered, so that a repeated request is served once. */
const maxDone = 1_000

/**
 * Opens the journal in a file, which is created at the first change. An invalid file is renamed to `<file>.damaged`.
 * @throws the error of the file system
 */
export function openJournal(file: string): Journal {
  let { transfers, done } = read(file)

  function write(errands: readonly Transfer[], nextDone = done): void {
    writePrivateFile(file, JSON.stringify({ errands, done: nextDone }))
  }

  function save(next: Transfer[], nextDone = done): void {
    write(next, nextDone)
    transfers = next
    done = nextDone
  }

  const without = (guid: string) => transfers.filter((transfer) => transfer.guid !== guid)

  return {
    get transfers() {
      return transfers
    },
    knows: (guid) => done.includes(guid) || transfers.some((transfer) => transfer.guid === guid),
    add: (transfer) => save([...transfers, transfer]),
    change(guid, changes) {
      const transfer = transfers.find((each) => each.guid === guid)
      if (!transfer) return
      write(transfers.map((each) => (each === transfer ? { ...transfer, ...changes } : each)))
      Object.assign(transfer, changes)
    },
    finish: (guid) => save(without(guid), [...done, guid].slice(-maxDone)),
    drop: (guid) => save(without(guid)),
  }
}

function read(file: string): { transfers: Transfer[]; done: string[] } {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { transfers: [], done: [] }
    throw error
  }
  try {
    const { errands: transfers, done } = JSON.parse(text)
    if (transfers.every(isTransfer) && done.every((guid: unknown) => typeof guid === 'string')) return { transfers, done }
  } catch {
    // Renamed below.
  }
  renameSync(file, `${file}.damaged`)
  return { transfers: [], done: [] }
}

function isTransfer(value: unknown): value is Transfer {
  const { guid, path, real, upload, uploaded } = (value ?? {}) as Partial<Transfer>
  const texts = [guid, path, real, ...(upload ? [upload.id, upload.state] : []), ...(uploaded ? [uploaded.file_url] : [])]
  return texts.every((text) => typeof text === 'string')
}
