import type { Micros } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { insertRow, saveRow } from '../db/write-row.ts'

/** A post that is being copied to its receivers. */
export interface FanOutRow {
  post: string
  source: string
  /** The stamp of the post in its owner's box; posts are copied in this order. */
  created: Micros
  /** The secret from which the copies' idens are derived, so that a repeated slice produces the same ones. */
  key: string
  /** The last box with a copy, in the order of idens. */
  after_box: string
  /** The last listening box with a copy: listeners get theirs before all others; null once all of them have it. */
  first_after: string | null
  /** An upper bound on stamps of copies that are not on disk yet; null until there are any. */
  stamps_until: Micros | null
}

export const insertFanOut = (tx: Writer, row: FanOutRow) => insertRow(tx, 'fan_out', row)

/** The earliest unfinished post of a channel or client. */
export const nextFanOut = (reader: Reader, source: string) =>
  reader.one<FanOutRow>('SELECT * FROM fan_out WHERE source = $1 ORDER BY created LIMIT 1', [source])

/** Records the progress. */
export const moveFanOut = (tx: Writer, { post, after_box, first_after, stamps_until }: FanOutRow) =>
  tx.run('UPDATE fan_out SET after_box = $2, first_after = $3, stamps_until = $4 WHERE post = $1', [
    post,
    after_box,
    first_after,
    stamps_until,
  ])

export const deleteFanOut = (tx: Writer, post: string) => tx.run('DELETE FROM fan_out WHERE post = $1', [post])

interface PostUpdateRow {
  post: string
  source: string
  /** The stamp of the change. A later change starts again from the first copy. */
  stamp: Micros
  /** The last box with an updated copy, in the order of idens. */
  after_box: string
}

export const insertPostUpdate = (tx: Writer, post: string, source: string, stamp: Micros) =>
  saveRow(tx, 'post_update', 'post', { post, source, stamp, after_box: '' })

/** The earliest unfinished change of a post of a channel or client. */
export const nextPostUpdate = (reader: Reader, source: string) =>
  reader.one<PostUpdateRow>('SELECT * FROM post_update WHERE source = $1 ORDER BY stamp LIMIT 1', [source])

/** Records the progress, unless the post has been changed again. */
export const movePostUpdate = (tx: Writer, { post, stamp }: PostUpdateRow, after: string) =>
  tx.run('UPDATE post_update SET after_box = $3 WHERE post = $1 AND stamp = $2', [post, stamp, after])

export const deletePostUpdate = (tx: Writer, { post, stamp }: PostUpdateRow) =>
  tx.run('DELETE FROM post_update WHERE post = $1 AND stamp = $2', [post, stamp])

/** After a power cut, makes recipients' boxes continue after all stamps they were given: streams announced those of lost copies. */
export async function passLostStamps(tx: Writer): Promise<void> {
  const posts = await tx.all<FanOutRow>('SELECT * FROM fan_out WHERE stamps_until IS NOT NULL')
  for (const { source, stamps_until } of posts) {
    await tx.run(
      `UPDATE box SET stamp = $2 WHERE stamp < $2 AND owner IN (
         SELECT owner FROM subscription WHERE channel_iden = $1 UNION ALL SELECT owner FROM app_grant WHERE client_iden = $1)`,
      [source, stamps_until],
    )
  }
  await tx.run('UPDATE fan_out SET stamps_until = NULL')
}
