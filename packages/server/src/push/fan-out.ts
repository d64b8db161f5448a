// Copies posts into the boxes of their receivers, in a job for each channel or client.

import type { Account } from '../account/rows.ts'
import type { Deps } from '../deps.ts'
import { derivedIden } from '../iden.ts'
import { followersAfter } from '../subscription/rows.ts'
import { seenBy } from './create.ts'
import { deleteFanOut, type FanOutRow, moveFanOut, nextFanOut } from './fan-out-rows.ts'
import { type FanOut, fanOutJob } from './post.ts'
import { findPush, insertPush, type PushRow, usersAfter } from './rows.ts'

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
}: Pick<Deps, 'db' | 'change' | 'jobs' | 'awake' | 'storage'>): void {
  jobs.handle<FanOut>(fanOutJob, async ({ source }) => {
    for (let count = 0; count < slices; count++) {
      const row = await nextFanOut(db, source)
      if (!row) return undefined
      await bringSlice(row)
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
        if (await storage.claimQuietly(tx, receiver.iden, copy.bytes))
          await insertPush(tx, { ...copy, ...seenBy(awake, receiver.iden) }, receiver)
      }
      await moveFanOut(tx, iden, (receivers.at(-1) as Account).iden)
    })
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
    guid: null,
    source_device_iden: null,
    target_device_iden: null,
    awake_app_guids: null,
  }
}
