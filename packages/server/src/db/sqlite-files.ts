// Names and creates the files of the embedded store. Only SQLite may open them once a connection is open: when a process closes any
// descriptor of a file, POSIX drops all of its locks on that file. Another program that inspects the store would then think it was the last
// one and delete the log under the server. `npm run check` refuses other code that opens them (`scripts/checks/store-files.ts`). See
// https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_

import { chmodSync, closeSync, openSync } from 'node:fs'
import { privateFile } from '../private-files.ts'

/** The database file in the data folder. */
export const storeFile = 'waypost.db'

/** A database in the data folder that is locked while a server uses the folder. */
export const lockFile = 'lock.db'

/**
 * Creates an empty file for SQLite that only the server's user may read. SQLite gives its companion files the same mode. An existing file
 * is given that mode but not opened.
 * @throws the error of the file system
 */
export function makePrivateStore(path: string): void {
  try {
    closeSync(openSync(path, 'wx', privateFile))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  if (process.platform === 'win32') return
  try {
    // The process's umask may have removed required permissions.
    chmodSync(path, privateFile)
  } catch (error) {
    // It belongs to another user, who gave this one access on purpose.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
