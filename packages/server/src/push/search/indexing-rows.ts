// What the indexer asks of the index of all boxes.

import type { Db, Reader } from '../../db/db.ts'

/**
 * Merges some of the segments that SQLite's index consists of: each word is looked up in all of them.
 * @param all whether to begin a merge of all of them, even if they are few; later calls continue it
 * @returns whether there may be more to merge
 */
export async function mergeSome(db: Db, all = false): Promise<boolean> {
  if (db.engine !== 'sqlite') return false
  return db.write(async (tx) => {
    const changes = async () => (await tx.one<{ changes: number }>('SELECT total_changes() AS changes'))?.changes ?? 0
    const before = await changes()
    await tx.run(`INSERT INTO push_search (push_search, rank) VALUES ('merge', ${all ? -50 : 50})`)
    // The command itself counts as a change. See https://sqlite.org/fts5.html#the_merge_command.
    return (await changes()) - before > 1
  }, [])
}

/**
 * Whether SQLite's index still has words of pushes that were taken out of it: until all segments are merged, they are only marked. The marks
 * are pages with numbers from here on: https://sqlite.org/src/file?name=ext/fts5/fts5_index.c, FTS5_TOMBSTONE_ROWID
 */
export async function hasTakenOut(db: Db): Promise<boolean> {
  if (db.engine !== 'sqlite') return false
  return (await db.one(`SELECT 1 AS one FROM push_search_data WHERE id >= ${2 ** 53} LIMIT 1`)) !== undefined
}

/** Boxes with changes that are not in the index, in the order of their owners, after a given one. */
export const boxesBehind = (reader: Reader, after: string, limit: number) =>
  reader.all<{ owner: string }>('SELECT owner FROM box WHERE owner > $1 AND indexed < stamp ORDER BY owner LIMIT $2', [
    after,
    limit,
  ])
