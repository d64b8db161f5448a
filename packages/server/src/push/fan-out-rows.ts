// Reads and writes the rows of posts that are being copied to their receivers.

import type { Reader, Writer } from '../db/db.ts'

/** A post that is being copied to its receivers. */
export interface FanOutRow {
  /** The iden of the post. */
  post: string
  /** The channel or client that it comes from. */
  source: string
  /** The stamp of the post in its owner's box; posts are copied in this order. */
  created: number
  /** The secret that the idens of the copies are derived from, so that a repeated slice produces the same ones. */
  key: string
  /** The last box that has a copy, in the order of idens. */
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

/** The earliest unfinished post of a channel or client. */
export const nextFanOut = (reader: Reader, source: string) =>
  reader.one<FanOutRow>('SELECT post, source, created, key, after_box FROM fan_out WHERE source = $1 ORDER BY created LIMIT 1', [
    source,
  ])

export const moveFanOut = (tx: Writer, post: string, after: string) =>
  tx.run('UPDATE fan_out SET after_box = $2 WHERE post = $1', [post, after])

export const deleteFanOut = (tx: Writer, post: string) => tx.run('DELETE FROM fan_out WHERE post = $1', [post])
