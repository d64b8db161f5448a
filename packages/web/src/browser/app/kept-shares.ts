// Keeps what other apps share in the database of this browser until it is sent or discarded. Windows and the service worker use it.

import { limits } from '@waypost/protocol'
import { type Database, database } from '../database.ts'

/** What another app shares. */
export interface SharedContent {
  title: string
  text: string
  url: string
  files: readonly File[]
  /** Whom the other app proposes to send it to: `me`, an email address, `devices/<iden>` or `following/<tag>`. */
  to?: string
}

/** Why something is not kept: it has too many or too large files, or the browser has no room for it. */
export type NotKept = 'large' | 'refused'

/** What is kept of a share besides the bytes of its files, as JSON under the key of the share. */
interface Entry extends Omit<SharedContent, 'files'> {
  /** Milliseconds since 1970. */
  at: number
  files: { name: string; type: string; size: number; changed: number }[]
  /** It was shared while nobody was signed in, and is shown after the next sign-in. */
  waits?: boolean
}

const prefix = 'share.'
/** How long something is kept, in milliseconds. */
const lasts = 24 * 60 * 60_000
/** How much is kept: another site can post as often as it likes. `bytes` are those of all files together. */
const most = { shares: 5, files: 100, bytes: limits.pro.fileBytes }

/** Keeps what another app shares, for a day at most. Older shares make room for it. */
export async function keepShare(content: SharedContent): Promise<{ id: string } | { problem: NotKept }> {
  const { title, text, url, to } = content
  // A text that is too long for a message is a file.
  const long = text.length > limits.bodyLength ? [new File([text], 'text.txt', { type: 'text/plain' })] : []
  const files = [...content.files, ...long]
  const bytes = bytesOf(files)
  if (files.length > most.files || bytes > most.bytes) return { problem: 'large' }
  const id = crypto.randomUUID()
  const entry: Entry = {
    at: Date.now(),
    title: clipped(title, limits.titleLength),
    text: long.length > 0 ? '' : text,
    url: clipped(url, limits.addressLength),
    files: files.map(({ name, type, size, lastModified }) => ({ name, type, size, changed: lastModified })),
    ...(to !== undefined && { to }),
  }
  try {
    const db = await database()
    await makeRoom(db, bytes)
    const write = db.transaction(['texts', 'files'], 'readwrite')
    const kept = files.map((file, index) => write.objectStore('files').put(file, fileKey(id, index)))
    await Promise.all([write.objectStore('texts').put(JSON.stringify(entry), prefix + id), ...kept, write.done])
    return { id }
  } catch {
    // There is no database, as in some private windows, or no room in it.
    return { problem: 'refused' }
  }
}

/** What is kept under an id; undefined if it was sent, discarded or dropped. @throws DOMException where there is no database */
export async function readShare(id: string): Promise<SharedContent | undefined> {
  const db = await database()
  const entry = readEntry(await db.get('texts', prefix + id))
  if (!entry || isOld(entry)) return undefined
  const { title, text, url, to } = entry
  const files = await Promise.all(
    entry.files.map(async ({ name, type, changed }, index) => {
      const bytes = await db.get('files', fileKey(id, index))
      return bytes ? [new File([bytes], name, { type, lastModified: changed })] : []
    }),
  )
  return { title, text, url, files: files.flat(), ...(to !== undefined && { to }) }
}

/** Removes what is kept under an id. */
export async function dropShare(id: string): Promise<void> {
  try {
    await drop(await database(), id)
  } catch {
    // Without a database nothing was kept.
  }
}

/** Marks something that is to be shown after the next sign-in, or that has been. */
export async function markWaiting(id: string, waits: boolean): Promise<void> {
  try {
    const db = await database()
    const entry = readEntry(await db.get('texts', prefix + id))
    if (entry && (entry.waits ?? false) !== waits) await db.put('texts', JSON.stringify({ ...entry, waits }), prefix + id)
  } catch {
    // Without a database nothing was kept.
  }
}

/** The id of the newest share that waits for a sign-in; undefined if there is none. What is older than a day is dropped. */
export async function waitingShare(): Promise<string | undefined> {
  try {
    const db = await database()
    await makeRoom(db, 0, 0)
    return (await readAll(db)).findLast(({ entry }) => entry.waits)?.id
  } catch {
    return undefined
  }
}

/** Drops what is too old, and the oldest of the rest until there is room for so many more bytes and shares. */
async function makeRoom(db: Database, bytes: number, shares = 1): Promise<void> {
  const all = await readAll(db)
  let sum = all.reduce((before, { entry }) => before + bytesOf(entry.files), 0)
  for (const [index, { id, entry }] of all.entries()) {
    if (!isOld(entry) && all.length - index + shares <= most.shares && sum + bytes <= most.bytes) continue
    sum -= bytesOf(entry.files)
    await drop(db, id)
  }
}

/** All that is kept, oldest first. */
async function readAll(db: Database): Promise<{ id: string; entry: Entry }[]> {
  const keys = await db.getAllKeys('texts', IDBKeyRange.bound(prefix, `${prefix}\uffff`))
  const all = await Promise.all(
    keys.map(async (key) => ({ id: key.slice(prefix.length), entry: readEntry(await db.get('texts', key)) })),
  )
  return all.flatMap(({ id, entry }) => (entry ? [{ id, entry }] : [])).sort((a, b) => a.entry.at - b.entry.at)
}

async function drop(db: Database, id: string): Promise<void> {
  const write = db.transaction(['texts', 'files'], 'readwrite')
  const files = IDBKeyRange.bound(fileKey(id, ''), fileKey(id, '\uffff'))
  await Promise.all([write.objectStore('texts').delete(prefix + id), write.objectStore('files').delete(files), write.done])
}

function readEntry(text: string | undefined): Entry | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Entry)
}

const fileKey = (id: string, index: number | string): string => `${prefix}${id}.${index}`
const isOld = ({ at }: Entry): boolean => Math.abs(Date.now() - at) > lasts
const bytesOf = (files: readonly { size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0)
const clipped = (text: string, length: number): string => text.slice(0, length).toWellFormed()
