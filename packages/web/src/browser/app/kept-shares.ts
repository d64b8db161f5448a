// Keeps shares from other apps in this browser's database until they are sent or discarded. Used by windows and the service worker.

import { addressLength, bodyLength, proLimits, titleLength } from '@waypost/protocol'
import { abort, type Database, database } from '../database/database.ts'
import type { KeptShare, SharedContent } from './shared-content.ts'

/** Why a share isn't kept: too many or too large files, or no room in the browser. */
export type NotKept = 'large' | 'refused'

/** How long a share is kept, in milliseconds. */
const lasts = 24 * 60 * 60_000
/** Limits, since another site can post as often as it likes. `bytes` is the total of all files. */
const most = { shares: 5, files: 100, bytes: proLimits.fileBytes }

/** Keeps a share from another app, for a day at most. Older shares make room for it. */
export async function keepShare({ title, text, url, files, to }: SharedContent): Promise<{ id: string } | { problem: NotKept }> {
  // A text too long for a message becomes a file.
  const long = text.length > bodyLength
  const kept: KeptShare = {
    at: Date.now(),
    title: clipped(title, titleLength),
    text: long ? '' : text,
    url: clipped(url, addressLength),
    files: long ? [...files, new File([text], 'text.txt', { type: 'text/plain' })] : files,
    ...(to !== undefined && { to }),
  }
  if (kept.files.length > most.files || bytesOf(kept) > most.bytes) return { problem: 'large' }
  const id = crypto.randomUUID()
  try {
    await inRoom(await database(), bytesOf(kept), 1, (shares) => shares.put(kept, id))
    return { id }
  } catch {
    // No database, as in some private windows, or no room in it.
    return { problem: 'refused' }
  }
}

/** The share kept under an id; undefined if it was sent, discarded or dropped. @throws DOMException where there is no database */
export async function readShare(id: string): Promise<SharedContent | undefined> {
  const kept = await (await database()).get('shares', id)
  return kept && !isOld(kept) ? kept : undefined
}

/** Removes the share kept under an id. */
export async function dropShare(id: string): Promise<void> {
  try {
    await (await database()).delete('shares', id)
  } catch {
    // Without a database nothing was kept.
  }
}

/** Marks a share that should be shown after the next sign-in, or unmarks it. */
export async function markWaiting(id: string, waits: boolean): Promise<void> {
  try {
    const db = await database()
    const kept = await db.get('shares', id)
    if (kept && (kept.waits ?? false) !== waits) await db.put('shares', { ...kept, waits }, id)
  } catch {
    // Without a database nothing was kept.
  }
}

/** The id of the newest share waiting for a sign-in; undefined if there is none. Shares older than a day are dropped. */
export async function waitingShare(): Promise<string | undefined> {
  try {
    const db = await database()
    const all = await inRoom(db, 0, 0, readAll)
    return all.findLast(({ kept }) => kept.waits)?.id
  } catch {
    return undefined
  }
}

type Shares = ReturnType<typeof begin>['store']

const begin = (db: Database) => db.transaction('shares', 'readwrite')

/**
 * Drops expired shares, then the oldest of the rest until there is room for this many more bytes and shares, and runs `work` on the
 * remaining ones. If that fails, everything stays.
 */
async function inRoom<T>(db: Database, bytes: number, count: number, work: (shares: Shares) => Promise<T>): Promise<T> {
  const transaction = begin(db)
  const { store, done } = transaction
  // The first failure is thrown below.
  done.catch(() => {})
  try {
    await makeRoom(store, bytes, count)
    const result = await work(store)
    await done
    return result
  } catch (error) {
    abort(transaction)
    throw error
  }
}

async function makeRoom(shares: Shares, bytes: number, count: number): Promise<void> {
  const all = await readAll(shares)
  let sum = all.reduce((before, { kept }) => before + bytesOf(kept), 0)
  for (const [index, { id, kept }] of all.entries()) {
    if (!isOld(kept) && all.length - index + count <= most.shares && sum + bytes <= most.bytes) continue
    sum -= bytesOf(kept)
    await shares.delete(id)
  }
}

/** Oldest first; file contents aren't read. */
async function readAll(shares: Shares): Promise<{ id: string; kept: KeptShare }[]> {
  const [ids, all] = await Promise.all([shares.getAllKeys(), shares.getAll()])
  return all.map((kept, index) => ({ id: ids[index] as string, kept })).sort((one, other) => one.kept.at - other.kept.at)
}

const isOld = ({ at }: KeptShare): boolean => Math.abs(Date.now() - at) > lasts
const bytesOf = ({ files }: KeptShare): number => files.reduce((sum, { size }) => sum + size, 0)
const clipped = (text: string, length: number): string => text.slice(0, length).toWellFormed()
