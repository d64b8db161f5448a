import { readFileSync, renameSync } from 'node:fs'
import type { Uploaded } from '@waypost/client/queue/upload'
import { writeWhole } from '../settings.ts'

/** A file that somebody was told would come. */
export interface Errand {
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
  readonly errands: readonly Errand[]
  /** Whether there is, or lately was, an errand of this guid. */
  knows(guid: string): boolean
  add(errand: Errand): void
  change(guid: string, changes: Partial<Errand>): void
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
  const { errands, done } = read(file)

  function write(): void {
    writeWhole(file, JSON.stringify({ errands, done }))
  }

  function remove(guid: string): void {
    const index = errands.findIndex((errand) => errand.guid === guid)
    if (index >= 0) errands.splice(index, 1)
  }

  return {
    errands,
    knows: (guid) => done.includes(guid) || errands.some((errand) => errand.guid === guid),
    add(errand) {
      errands.push(errand)
      try {
        write()
      } catch (error) {
        // What is not on the disk was not promised.
        errands.pop()
        throw error
      }
    },
    change(guid, changes) {
      const errand = errands.find((each) => each.guid === guid)
      if (!errand) return
      Object.assign(errand, changes)
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

function read(file: string): { errands: Errand[]; done: string[] } {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { errands: [], done: [] }
    throw error
  }
  try {
    const { errands, done } = JSON.parse(text)
    if (errands.every(isErrand) && done.every((guid: unknown) => typeof guid === 'string')) return { errands, done }
  } catch {
    // Put aside below.
  }
  renameSync(file, `${file}.damaged`)
  return { errands: [], done: [] }
}

function isErrand(value: unknown): value is Errand {
  const { guid, path, real, upload, uploaded } = (value ?? {}) as Partial<Errand>
  const texts = [guid, path, real, ...(upload ? [upload.id, upload.state] : []), ...(uploaded ? [uploaded.file_url] : [])]
  return texts.every((text) => typeof text === 'string')
}
