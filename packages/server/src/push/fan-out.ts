// Copies posts into the boxes of their receivers, and later changes of a post into its copies, in a job for each channel or client.

import { findAccount } from '../account/rows.ts'
import type { Deps } from '../deps.ts'
import { derivedIden } from '../iden.ts'
import { followersAfter } from '../subscription/rows.ts'
import { type Copy, copiesAfter, copiesBetween, insertCopies, type Receiver, retractPush } from './copies/rows.ts'
import {
  deleteFanOut,
  deletePostUpdate,
  type FanOutRow,
  moveFanOut,
  movePostUpdate,
  nextFanOut,
  nextPostUpdate,
} from './fan-out-rows.ts'
import { releaseFile } from './files.ts'
import { type FanOut, fanOutJob } from './post.ts'
import type { PushRow } from './row.ts'
import { findPush, savePush, usersAfter } from './rows.ts'
import { unindexPush } from './search/rows.ts'
import { seenOnArrival } from './seen-on-arrival.ts'
import { sliceSize } from './slice-size.ts'

/** Copies of a changed post in one write: few enough not to delay requests that wait for it. */
const updatesAtOnce = 50
/** Bytes of the copies in one write. */
const sliceBytes = 2 ** 20
/** Slices before other channels get their turn. */
const slices = 20

/** How many copies of a post fit into one write by their bytes. */
const copiesOf = (post: Pick<PushRow, 'bytes'> | undefined) => Math.max(1, Math.floor(sliceBytes / Math.max(post?.bytes ?? 1, 1)))

/**
 * Registers the job that copies posts into the boxes of their receivers. One job handles all posts of a channel or client, one after
 * another, so that they arrive in order.
 *
 * The progress is stored with each slice. If a slice is repeated all the same, existing copies are found by their idens: each receiver
 * gets one copy, and a deleted one does not come back.
 */
export function fanOutPosts({
  db,
  change,
  jobs,
  awake,
  storage,
  origin,
}: Pick<Deps, 'db' | 'change' | 'jobs' | 'awake' | 'storage' | 'origin'>): void {
  const size = sliceSize()

  jobs.handle<FanOut>(fanOutJob, async ({ source }) => {
    for (let count = 0; count < slices; count++) {
      // A post is changed after it was copied, so that every copy is there to be changed.
      const row = await nextFanOut(db, source)
      if (row) await bringSlice(row)
      else if (!(await updateSlice(source))) return undefined
    }
    return { again: { source } }
  })

  async function bringSlice({ post: iden, key, after_box: after }: FanOutRow): Promise<void> {
    const post = await findPush(db, iden)
    // The post was deleted, or every receiver has it.
    const receivers = post?.active === 1 ? await receiversAfter(post, after, Math.min(size.now(), copiesOf(post))) : []
    const last = receivers.at(-1)?.iden
    if (!post || last === undefined) return void (await db.write((tx) => deleteFanOut(tx, iden)))
    const others = receivers.filter((receiver) => receiver.iden !== post.owner)
    const boxes = others.map((receiver) => receiver.iden)
    let start = 0
    await change(boxes, async (tx) => {
      start = performance.now()
      const existing = new Set((await copiesBetween(tx, post.iden, after, last)).map((copy) => copy.iden))
      const replied = post.reply_to === null ? [] : await copiesBetween(tx, post.reply_to, after, last)
      const repliedBy = new Map(replied.map((copy) => [copy.owner, copy.iden]))
      const copies: Copy[] = []
      for (const receiver of others) {
        const iden = derivedIden(receiver.iden, post.created / 1_000, key)
        if (existing.has(iden)) continue
        // A follower whose storage is full misses the post; the channel's page still shows it.
        if (!(await storage.claimQuietly(tx, receiver.iden, post.bytes))) continue
        const reply_to = repliedBy.get(receiver.iden) ?? null
        copies.push({ iden, receiver, reply_to, dismissed: 0, awake_app_guids: null, ...seenOnArrival(awake, receiver.iden) })
      }
      insertCopies(tx, sharedBy(post), copies)
      await moveFanOut(tx, iden, last)
    })
    size.took(receivers.length, performance.now() - start)
  }

  /** Brings some copies of a changed post up to date. @returns false when nothing is left to do */
  async function updateSlice(source: string): Promise<boolean> {
    const update = await nextPostUpdate(db, source)
    if (!update) return false
    const post = await findPush(db, update.post)
    const isRetracted = post?.deleted_by_sender === 1
    const count = Math.min(updatesAtOnce, copiesOf(post))
    const copies = post && (post.active || isRetracted) ? await copiesAfter(db, post.iden, update.after_box, count) : []
    if (!post || copies.length === 0) {
      await db.write((tx) => deletePostUpdate(tx, update))
      return true
    }
    const boxes = copies.map(({ owner }) => owner)
    await change(boxes, async (tx) => {
      for (const { iden, owner } of copies) {
        const copy = await findPush(tx, iden)
        const account = await findAccount(tx, owner)
        if (!copy?.active || !account) continue
        if (isRetracted) {
          await retractPush(tx, copy, account)
          await releaseFile(tx, jobs, origin(), copy)
        } else {
          const { title, body, url, edited, bytes, preview, preview_iden } = post
          await savePush(tx, { ...copy, title, body, url, edited, bytes, preview, preview_iden }, account)
          if (edited !== copy.edited) unindexPush(tx, copy)
        }
      }
      await movePostUpdate(tx, update, boxes.at(-1) as string)
    })
    return true
  }

  function receiversAfter(post: PushRow, after: string, limit: number): Promise<Receiver[]> {
    if (post.channel_iden !== null) return followersAfter(db, post.channel_iden, after, limit)
    return usersAfter(db, post.client_iden as string, after, limit)
  }
}

/** What all copies of a post have in common. They come from the channel or client, not from the person behind it. */
function sharedBy(post: PushRow): PushRow {
  return {
    ...post,
    direction: 'incoming',
    original: post.iden,
    reaction: null,
    pinned: null,
    guid: null,
    source_device_iden: null,
    target_device_iden: null,
  }
}
