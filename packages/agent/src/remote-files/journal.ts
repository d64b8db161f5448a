import { readFileSync, renameSync } from 'node:fs'
import type { Uploaded } from '@waypost/client/queue/upload'
import { writePrivateFile } from '../settings/settings.ts'

/** A file that somebody was told would come. */
export interface Transfer {
  /** The request's; the push will carry it. */
  guid: string
  /** As it was asked for, and where that was on this machine. */
  path: string
  real: string
  /** What was begun of it on the server, and of which state of the file. */
  upload?: { id: string; state: string }
  /** It is on the server whole; only the push is not sent. */
  uploaded?: Uploaded
}

/** What this device has promised to send. What was said here is on the disk, also when the power fails the next moment. */
export interface Journal {
  /** What is still to be done, the oldest first. */
  readonly transfers: readonly Transfer[]
  /** Whether there is, or lately was, an errand of this guid. */
  knows(guid: string): boolean
  add(transfer: Transfer): void
  change(guid: string, changes: Partial<Transfer>): void
  /** It is done, and will not be done again. */
  finish(guid: string): void
  /** It cannot be done; whoever asks again may have more luck. */
  drop(guid: string): void
}

/** Guids of what was sent that are remembered, so that a request which comes twice is served once. */
const mostDone = 1_000

/**
 * Opens the journal in a file that need not be there yet. A file that cannot be understood is put aside as `<file>.damaged`.
 * @throws the error of the file system
 */
export function openJournal(file: string): Journal {
  const { transfers, done } = read(file)

  function write(): void {
    writePrivateFile(file, JSON.stringify({ errands: transfers, done }))
  }

  function remove(guid: string): void {
    const index = transfers.findIndex((transfer) => transfer.guid === guid)
    if (index >= 0) transfers.splice(index, 1)
  }

  return {
    transfers,
    knows: (guid) => done.includes(guid) || transfers.some((transfer) => transfer.guid === guid),
    add(transfer) {
      transfers.push(transfer)
      try {
        write()
      } catch (error) {
        // What is not on the disk was not promised.
        transfers.pop()
        throw error
      }
    },
    change(guid, changes) {
      const transfer = transfers.find((each) => each.guid === guid)
      if (!transfer) return
      Object.assign(transfer, changes)
      write()
    },
    finish(guid) {
      remove(guid)
      done.push(guid)
      done.splice(0, done.length - mostDone)
      write()
    },
    drop(guid) {
      remove(guid)
      write()
    },
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
    // Put aside below.
  }
  renameSync(file, `${file}.damaged`)
  return { transfers: [], done: [] }
}

function isTransfer(value: unknown): value is Transfer {
  const { guid, path, real, upload, uploaded } = (value ?? {}) as Partial<Transfer>
  const texts = [guid, path, real, ...(upload ? [upload.id, upload.state] : []), ...(uploaded ? [uploaded.file_url] : [])]
  return texts.every((text) => typeof text === 'string')
}
