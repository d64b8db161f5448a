import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { makePrivateStore, storeFile } from './sqlite-files.ts'

/** More pages than any database has: all are copied in one step, which sees a single state and isn't restarted by later writes. */
const allPages = 2 ** 31 - 1

/**
 * Copies the store of a data folder to a file: a consistent state with everything committed so far. Writers don't wait for it.
 * @throws the error of SQLite or of the file system
 */
export async function copySqlite(folder: string, target: string): Promise<void> {
  makePrivateStore(target)
  const source = new DatabaseSync(join(folder, storeFile), { readOnly: true })
  try {
    await backup(source, target, { rate: allPages })
  } finally {
    source.close()
  }
}
