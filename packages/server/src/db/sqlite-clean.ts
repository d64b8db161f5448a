// Overwrites deleted data that earlier versions left in the embedded store.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { diskTroubleOf } from '../disk-trouble.ts'
import { isBusy } from './sqlite-connection.ts'
import { storeFile } from './sqlite-files.ts'

/** `Wayp`, the mark in the header of a store in which all deletions were overwritten: `PRAGMA application_id`. */
const mark = 0x57617970
/** The maximum size in bytes of a store that is cleaned at the start: takes about a second, and the same amount of memory. */
const small = 64 * 2 ** 20

class OldDeletions extends Error {
  override name = 'OldDeletions'

  constructor() {
    super(
      'What was deleted before the last update may still be readable in the database. To overwrite it, stop the server and run: npm start -- admin clean',
    )
  }
}

/** Cleans a small store of an earlier version once; marks a new one as clean. Reports a store that the command has to clean. */
export function cleanOnce(db: DatabaseSync, report: (error: Error) => void): void {
  const number = (pragma: string) => Object.values(db.prepare(`PRAGMA ${pragma}`).get() as object)[0] as number
  if (number('application_id') === mark) return
  try {
    if (number('user_version') > 0) {
      if (number('page_count') * number('page_size') > small) {
        report(new OldDeletions())
        return
      }
      db.exec('VACUUM')
    }
    db.exec(`PRAGMA application_id = ${mark}`)
  } catch (error) {
    // The next start tries again.
    if (!isBusy(error) && diskTroubleOf(error) !== 'full') throw error
  }
}

/**
 * Rewrites the store of a folder without any deleted data. While it runs, a server on the folder refuses to write.
 * @throws the error of SQLite or of the file system
 */
export function cleanSqlite(folder: string): void {
  // SQLite's temporary copy is as large as the store, and as private.
  process.env.SQLITE_TMPDIR = folder
  const db = new DatabaseSync(join(folder, storeFile), { timeout: 10_000 })
  try {
    db.exec(`
      PRAGMA secure_delete = ON;
      PRAGMA temp_store = FILE;
      INSERT INTO push_search (push_search) VALUES ('optimize');
      VACUUM;
      PRAGMA application_id = ${mark};
      PRAGMA wal_checkpoint(TRUNCATE)`)
  } finally {
    db.close()
  }
}
