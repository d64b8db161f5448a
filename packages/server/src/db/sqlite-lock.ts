// Locks a data folder for one server.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './sqlite-connection.ts'
import { lockFile, makePrivateStore } from './sqlite-files.ts'

/** The folder is in use by another server. Two servers would assign the same stamps. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Locks a folder until the returned database is closed or the process ends, even by `kill -9`.
 * @throws FolderInUse, or the error of SQLite or of the file system
 */
export function lockFolder(folder: string): DatabaseSync {
  const file = join(folder, lockFile)
  makePrivateStore(file)
  const lock = new DatabaseSync(file)
  try {
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
    return lock
  } catch (cause) {
    lock.close()
    if (!isBusy(cause)) throw cause
    throw new FolderInUse(`The folder ${folder} is in use by another Waypost server.`, { cause })
  }
}
