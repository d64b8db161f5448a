// Passes notes between this browser's windows and its service worker, which has no local storage.

import type { LargeTransaction } from '@waypost/client/storage'
import { database } from '../database/database.ts'

/** The worker's credentials for calling the server. */
export interface WorkerAccount {
  token: string
  /** The iden of the account. */
  account: string
  /** Identifies the program in the `X-User-Agent` header. */
  agent: string
  /** The id of this browser in awake states. */
  guid: string
}

/** A task for a window from the worker, e.g. because a notification was clicked. */
export interface WindowAct {
  /** The hash of the place to open; a window opened for it is already there. */
  place?: string
  /** The text to copy, and the push it is cut from, if it is incomplete. */
  copy?: { text: string; cutFrom?: string }
  reply?: true
  /** The phone notification the person is answering, and their typed text. */
  answers?: { key: string; text?: string }
}

interface Notes {
  worker: WorkerAccount
  'worker.key': string
  /** The iden of this browser's device. */
  'worker.device': string
  'worker.act': WindowAct
  /** The package names of the muted apps of phones. */
  'worker.muted': readonly string[]
  /** The pushes whose notifications the person closed, and when, in milliseconds. */
  'worker.closed': { iden: string; at: number }[]
  /** When messages arrived without showing a notification, in milliseconds. */
  'worker.silent': number[]
}

/** Reads a note; undefined if there is none. @throws if it or the database can't be read */
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

/** Writes a note; undefined removes it. Returns whether it was written. */
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

/** Writes a note in a large store transaction, so it succeeds or fails with it. */
export function noteIn<N extends keyof Notes>({ writeText }: LargeTransaction, name: N, note: Notes[N]): void {
  writeText(name, JSON.stringify(note))
}

/** Tells a window that the worker has a task for it, in the note `worker.act`. */
export const actMessage = 'act'
