// Passes facts between the windows of this browser and its service worker, which has no local storage.

import type { LargeTransaction } from '@waypost/client/storage'
import { database } from '../database/database.ts'

/** What the worker needs to call the server. */
export interface WorkerAccount {
  token: string
  /** The iden of the account. */
  account: string
  /** Identifies the program in the `X-User-Agent` header. */
  agent: string
  /** The id of this browser in awake states. */
  guid: string
}

/** What a window does for the worker, e.g. because a notification was pressed. */
export interface WindowAct {
  /** The hash of the place to open; a window that is opened for it is there already. */
  place?: string
  /** What to put on the clipboard, and the push of which it is only the beginning. */
  copy?: { text: string; cutFrom?: string }
  /** The person wants to answer. */
  reply?: true
  /** The notification of a phone that the person wants to answer, and what they have typed. */
  answers?: { key: string; text?: string }
}

interface Notes {
  /** The account that is signed in here. */
  worker: WorkerAccount
  /** The key of the end-to-end password. */
  'worker.key': string
  /** The iden of the device that this browser is. */
  'worker.device': string
  'worker.act': WindowAct
  /** The package names of the muted apps of phones. */
  'worker.muted': readonly string[]
  /** The pushes whose notifications the person has closed, and when, in milliseconds. */
  'worker.closed': { iden: string; at: number }[]
  /** When messages came for which nothing was shown, in milliseconds. */
  'worker.silent': number[]
}

/** Reads a note; undefined if there is none. @throws where it, or the database, cannot be read */
export async function loadNote<N extends keyof Notes>(name: N): Promise<Notes[N] | undefined> {
  const text = await (await database()).get('texts', name)
  return text === undefined ? undefined : (JSON.parse(text) as Notes[N])
}

/** Reads a note; undefined if there is none, it is unreadable, or the browser has no database. */
export async function readNote<N extends keyof Notes>(name: N): Promise<Notes[N] | undefined> {
  try {
    return await loadNote(name)
  } catch {
    return undefined
  }
}

/** Writes a note; undefined removes it. Returns whether that worked. */
export async function writeNote<N extends keyof Notes>(name: N, note: Notes[N] | undefined): Promise<boolean> {
  try {
    const db = await database()
    if (note === undefined) await db.delete('texts', name)
    else await db.put('texts', JSON.stringify(note), name)
    return true
  } catch {
    return false
  }
}

/** Writes a note in a transaction of the large store, so that it is bound to what that demands. */
export function noteIn<N extends keyof Notes>({ writeText }: LargeTransaction, name: N, note: Notes[N]): void {
  writeText(name, JSON.stringify(note))
}

/** What the worker says to a window that has something to do for it: it then reads the note `worker.act`. */
export const actMessage = 'act'
