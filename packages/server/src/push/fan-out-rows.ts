import type { Reader, Writer } from '../db/db.ts'

/** A post on its way to everyone it is for. */
export interface FanOutRow {
  /** The iden of the post. */
  post: string
  /** The channel or client that it is from. */
  source: string
  /** The stamp of the post in its owner's box: what was posted first arrives first. */
  created: number
  /** Tells nobody the idens of the copies, and makes each of them the same one however often it is made. */
  key: string
  /** The last box that has it, in the order of idens. */
  after_box: string
}

export const insertFanOut = (tx: Writer, row: FanOutRow) =>
  tx.run('INSERT INTO fan_out (post, source, created, key, after_box) VALUES ($1, $2, $3, $4, $5)', [
    row.post,
    row.source,
    row.created,
    row.key,
    row.after_box,
  ])

/** The earliest post of a source that is not yet with everyone. */
export const nextFanOut = (reader: Reader, source: string) =>
  reader.one<FanOutRow>('SELECT post, source, created, key, after_box FROM fan_out WHERE source = $1 ORDER BY created LIMIT 1', [
    source,
  ])

export const moveFanOut = (tx: Writer, post: string, after: string) =>
  tx.run('UPDATE fan_out SET after_box = $2 WHERE post = $1', [post, after])

export const deleteFanOut = (tx: Writer, post: string) => tx.run('DELETE FROM fan_out WHERE post = $1', [post])
