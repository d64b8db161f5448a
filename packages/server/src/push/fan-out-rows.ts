// Reads and writes the rows of posts that are being copied to their receivers, and of posts whose copies are being changed.

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

/** A post whose copies are being brought up to date: it was edited, or deleted for everyone. */
interface PostUpdateRow {
  post: string
  source: string
  /** The stamp of the change. A later one starts again from the first copy. */
  stamp: number
  /** The last box whose copy is up to date, in the order of idens. */
  after_box: string
}

export const insertPostUpdate = (tx: Writer, post: string, source: string, stamp: number) =>
  tx.run(
    `INSERT INTO post_update (post, source, stamp, after_box) VALUES ($1, $2, $3, '')
     ON CONFLICT (post) DO UPDATE SET stamp = $3, after_box = ''`,
    [post, source, stamp],
  )

/** The earliest unfinished change of a post of a channel or client. */
export const nextPostUpdate = (reader: Reader, source: string) =>
  reader.one<PostUpdateRow>('SELECT * FROM post_update WHERE source = $1 ORDER BY stamp LIMIT 1', [source])

/** Records the progress, unless the post was changed again meanwhile. */
export const movePostUpdate = (tx: Writer, { post, stamp }: PostUpdateRow, after: string) =>
  tx.run('UPDATE post_update SET after_box = $3 WHERE post = $1 AND stamp = $2', [post, stamp, after])

export const deletePostUpdate = (tx: Writer, { post, stamp }: PostUpdateRow) =>
  tx.run('DELETE FROM post_update WHERE post = $1 AND stamp = $2', [post, stamp])
