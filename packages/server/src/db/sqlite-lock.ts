import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './sqlite-connection.ts'
import { lockFile, makePrivateStore } from './sqlite-files.ts'

/** Milliseconds of trying to take the lock: backups and scanners read the file briefly, and a stopping server still holds it. */
export const lockPatience = 2_000

/** The folder is in use by another server, which would assign the same stamps, or another program holds its lock. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
  /** Whether the lock is exclusive, as a server's is. A program that only inspects the lock leaves it readable. */
  readonly byServer: boolean

  constructor(message: string, { byServer, cause }: { byServer: boolean; cause: unknown }) {
    super(message, { cause })
    this.byServer = byServer
  }
}

/**
 * Locks a folder until the returned database is closed or the process ends, even by `kill -9`.
 * @param patience milliseconds to wait for another program, blocking the process
 * @throws FolderInUse, or the error of SQLite or of the file system
 */
export function lockFolder(folder: string, patience = lockPatience): DatabaseSync {
  const file = join(folder, lockFile)
  makePrivateStore(file)
  const lock = new DatabaseSync(file)
  try {
    lock.exec(`PRAGMA busy_timeout = ${patience}; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE`)
    return lock
  } catch (cause) {
    const byServer = isBusy(cause) && !isReadable(lock)
    lock.close()
    if (!isBusy(cause)) throw cause
    throw new FolderInUse(byServer ? inUse(folder, lockHolders(file)) : beingRead(folder, lockHolders(file)), { byServer, cause })
  }
}

function isReadable(lock: DatabaseSync): boolean {
  try {
    lock.exec('PRAGMA busy_timeout = 0')
    lock.prepare('SELECT COUNT(*) FROM sqlite_schema').get()
    return true
  } catch {
    return false
  }
}

const inUse = (folder: string, holders: readonly string[]): string =>
  `The folder ${folder} is in use by another Waypost server.${holders.length > 0 ? ` It is ${holders.join(', ')}.` : ''}`

const beingRead = (folder: string, holders: readonly string[]): string =>
  `The folder ${folder} cannot be locked for this server: ${holders.join(', ') || 'another program'} is reading its file ${lockFile}.`

/**
 * Empty if the system doesn't tell. Only Linux lists locks (`/proc/locks`, see proc_locks(5)), and omits the processes of other containers.
 * The file is not opened.
 */
function lockHolders(file: string): string[] {
  try {
    const { ino } = statSync(file)
    const holders = readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .flatMap((line) => {
        // e.g. 1: POSIX  ADVISORY  READ 10097 fe:00:9979126 1073741826 1073742335
        const [, kind, , , owner, place = ''] = line.trim().split(/\s+/)
        const isOther = Number(owner) > 0 && Number(owner) !== process.pid
        return kind === 'POSIX' && isOther && Number(place.split(':')[2]) === ino ? [Number(owner)] : []
      })
    return [...new Set(holders)].map((pid) => `process ${pid}${nameOf(pid)}`)
  } catch {
    return []
  }
}

function nameOf(pid: number): string {
  try {
    return ` (${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()})`
  } catch {
    return ''
  }
}
