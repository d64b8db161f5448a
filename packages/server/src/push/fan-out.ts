// Copies posts into the boxes of their receivers, and later changes of a post into its copies, in a job for each channel or client.

import { type Account, findAccount } from '../account/rows.ts'
import type { Deps } from '../deps.ts'
import { derivedIden } from '../iden.ts'
import { followersAfter } from '../subscription/rows.ts'
import { copiesAfter, findCopy, retractPush } from './copies/rows.ts'
import { seenBy } from './create.ts'
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
import { findPush, insertPush, savePush, usersAfter } from './rows.ts'

/** Boxes in one write: few enough not to delay requests that wait for it. */
const slice = 50
/** Slices before other channels get their turn. */
const slices = 20

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
    const receivers = post?.active === 1 ? await receiversAfter(post, after) : []
    if (!post || receivers.length === 0) return void (await db.write((tx) => deleteFanOut(tx, iden)))
    const others = receivers.filter((receiver) => receiver.iden !== post.owner)
    const boxes = others.map((receiver) => receiver.iden)
    await change(boxes, async (tx) => {
      for (const receiver of others) {
        const copy = copyFor(post, receiver.iden, key)
        if (await findPush(tx, copy.iden)) continue
        // A follower whose storage is full misses the post; the channel's page still shows it.
        if (!(await storage.claimQuietly(tx, receiver.iden, copy.bytes))) continue
        const reply_to = post.reply_to === null ? undefined : (await findCopy(tx, post.reply_to, receiver.iden))?.iden
        await insertPush(tx, { ...copy, reply_to: reply_to ?? null, ...seenBy(awake, receiver.iden) }, receiver)
      }
      await moveFanOut(tx, iden, (receivers.at(-1) as Account).iden)
    })
  }

  /** Brings some copies of a changed post up to date. @returns false when nothing is left to do */
  async function updateSlice(source: string): Promise<boolean> {
    const update = await nextPostUpdate(db, source)
    if (!update) return false
    const post = await findPush(db, update.post)
    const isRetracted = post?.deleted_by_sender === 1
    const copies = post && (post.active || isRetracted) ? await copiesAfter(db, post.iden, update.after_box, slice) : []
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
        }
      }
      await movePostUpdate(tx, update, boxes.at(-1) as string)
    })
    return true
  }

  function receiversAfter(post: PushRow, after: string): Promise<Account[]> {
    if (post.channel_iden !== null) return followersAfter(db, post.channel_iden, after, slice)
    return usersAfter(db, post.client_iden as string, after, slice)
  }
}

/** A receiver's copy of a post. It comes from the channel or client, not from the person behind it. */
function copyFor(post: PushRow, owner: string, key: string): PushRow {
  return {
    ...post,
    iden: derivedIden(owner, post.created / 1_000, key),
    owner,
    // Followers asked for it, so it counts towards their own storage.
    payer: owner,
    direction: 'incoming',
    dismissed: 0,
    original: post.iden,
    reaction: null,
    pinned: null,
    guid: null,
    source_device_iden: null,
    target_device_iden: null,
    awake_app_guids: null,
  }
}
