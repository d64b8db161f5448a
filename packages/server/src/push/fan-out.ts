import { findAccount } from '../account/rows.ts'
import { boxSubject, microseconds } from '../change.ts'
import { whileBrief } from '../db/brief.ts'
import type { Reader } from '../db/db.ts'
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
import { tickedIfEdited } from './list/list.ts'
import { type FanOut, fanOutJob } from './post.ts'
import type { PushRow } from './row.ts'
import { findPush, savePush, usersAfter } from './rows.ts'
import { unindexPush } from './search/rows.ts'
import { seenOnArrival } from './seen-on-arrival.ts'

/** Copies of a changed post per write: few enough not to delay requests that wait for it. */
const updatesAtOnce = 50
const sliceBytes = 2 ** 20
/** The number of slices before other channels get their turn. */
const slices = 20

const copiesOf = (post: Pick<PushRow, 'bytes'> | undefined) => Math.max(1, Math.floor(sliceBytes / Math.max(post?.bytes ?? 1, 1)))

type Used = Pick<Deps, 'db' | 'change' | 'bus' | 'jobs' | 'awake' | 'storage' | 'origin'>

interface Bringing {
  row: FanOutRow
  post: PushRow
}

/** The maximum recipients searched for listeners at once. */
const lookedAt = 500
/** The range of stamps, in microseconds, after which a write waits for the disk again. */
const stampsAhead = 2_000_000

/**
 * Registers the job that copies posts into the boxes of their receivers. One job handles all posts of a channel or client, one after
 * another, so that they arrive in order.
 *
 * Receivers who listen have their copies first: those with a stream on this node, and those who look at an app on any. Then the others follow, and
 * whoever has begun to listen meanwhile. The progress of both is stored with each slice. If a slice is repeated all the same, existing
 * copies are found by their idens: each receiver gets one copy, and a deleted one does not come back.
 *
 * On SQLite most slices do not wait for the disk. A power cut may then lose the last of them, which streams have already told: never one in the middle,
 * and nothing that was written to the disk later. The post is still in the table then, so the job goes on where the disk ends. Its
 * copies have the same idens and later stamps, so that a client which had them gets them once more, as the same pushes. Later than all that was told are
 * also the stamps of other changes (`passLostStamps`), for the first slice stores a stamp that the others do not pass. Copies with their first
 * stamps would not do: a change that comes to the box before them is told earlier, and has to have a stamp before theirs.
 */
export function fanOutPosts(deps: Used): void {
  const { db, jobs } = deps
  const bringSlice = openCopying(deps)
  const updateSlice = openUpdating(deps)

  jobs.handle<FanOut>(fanOutJob, async ({ source }) => {
    let bringing: Bringing | undefined
    for (let count = 0; count < slices; count++) {
      bringing ??= await next(source)
      // A post is changed after it has been copied, so that all copies exist.
      if (bringing) bringing = await bringSlice(bringing)
      else if (!(await updateSlice(source))) return undefined
    }
    return { again: { source } }
  })

  async function next(source: string): Promise<Bringing | undefined> {
    for (;;) {
      const row = await nextFanOut(db, source)
      if (!row) return undefined
      const post = await findPush(db, row.post)
      if (post?.active === 1) return { row, post }
      await db.write((tx) => deleteFanOut(tx, row.post))
    }
  }
}

function openCopying({ db, change, bus, awake, storage }: Used): (bringing: Bringing) => Promise<Bringing | undefined> {
  const size = sliceSize(target[db.engine])
  const listens = (owner: string) => bus.isHeardHere(boxSubject(owner)) || awake.guidsOf(owner).length > 0

  return bringSlice

  /** Copies a post to some recipients. @returns the next state; undefined if every recipient has it, or it was deleted */
  async function bringSlice({ row, post }: Bringing): Promise<Bringing | undefined> {
    const count = Math.min(size.now(), copiesOf(post))
    const { first_after: first, after_box: after } = row
    if (first !== null) {
      const { receivers, next } = await listenersAfter(post, first, count)
      if (receivers.length > 0) return copy(post, { ...row, first_after: next }, first, receivers)
    }
    const receivers = await receiversAfter(db, post, after, count)
    const last = receivers.at(-1)?.iden
    if (last === undefined) return void (await db.write((tx) => deleteFanOut(tx, row.post)))
    // Listeners already have it. Their boxes need not be locked.
    const had = new Set((await copiesBetween(db, post.iden, after, last)).map(({ owner }) => owner))
    const without = receivers.filter(({ iden }) => !had.has(iden))
    return copy(post, { ...row, first_after: null, after_box: last }, after, without)
  }

  /** Copies a post to some recipients after a box, in one write. @param row the progress after this write */
  async function copy(
    { iden, owner }: PushRow,
    row: FanOutRow,
    after: string,
    receivers: readonly Receiver[],
  ): Promise<Bringing | undefined> {
    const others = receivers.filter((receiver) => receiver.iden !== owner)
    const boxes = others.map((receiver) => receiver.iden)
    const until = row.stamps_until ?? 0
    let start = 0
    const write = (flush: boolean) =>
      change(
        boxes,
        async (tx) => {
          start = performance.now()
          const post = await findPush(tx, iden)
          if (post?.active !== 1) return undefined
          const last = boxes.at(-1) ?? after
          const existing = new Set((await copiesBetween(tx, iden, after, last)).map((copy) => copy.owner))
          const replied = post.reply_to === null ? [] : await copiesBetween(tx, post.reply_to, after, last)
          const repliedBy = new Map(replied.map((copy) => [copy.owner, copy.iden]))
          const copies: Copy[] = []
          for (const receiver of others) {
            if (existing.has(receiver.iden)) continue
            // A follower whose storage is full misses the post; the channel's page still shows it.
            if (!(await storage.claimQuietly(tx, receiver.iden, post.bytes))) continue
            const iden = derivedIden(receiver.iden, post.created / 1_000, row.key)
            const reply_to = repliedBy.get(receiver.iden) ?? null
            copies.push({ iden, receiver, reply_to, dismissed: 0, awake_app_guids: null, ...seenOnArrival(awake, receiver.iden) })
          }
          const latest = insertCopies(tx, sharedBy(post), copies)
          if (!flush && latest > until) throw new StampsPassed()
          const stamps_until = db.engine === 'sqlite' && flush ? Math.max(latest, microseconds()) + stampsAhead : row.stamps_until
          const moved = { ...row, stamps_until }
          await moveFanOut(tx, moved)
          return { row: moved, post }
        },
        { flush },
      )
    const isAhead = (error: unknown) => error instanceof StampsPassed
    const bringing = await write(until < microseconds()).catch((error) => (isAhead(error) ? write(true) : Promise.reject(error)))
    size.took(boxes.length, performance.now() - start)
    return bringing
  }

  /** The listening recipients after a box; `next` is the last box searched, or null at the end. */
  async function listenersAfter(
    post: PushRow,
    after: string,
    most: number,
  ): Promise<{ receivers: Receiver[]; next: string | null }> {
    const receivers: Receiver[] = []
    let next = after
    // Nearly all recipients may be listening, or hardly any.
    for (let count = most; ; count = Math.min(2 * count, lookedAt)) {
      const some = await receiversAfter(db, post, next, count)
      for (const receiver of some) {
        if (receivers.length === most) return { receivers, next }
        if (listens(receiver.iden)) receivers.push(receiver)
        next = receiver.iden
      }
      if (some.length < count) return { receivers, next: null }
      // SQLite answers synchronously, and others wait meanwhile.
      await new Promise(setImmediate)
    }
  }
}

/** @returns a function that updates some copies of a changed post, and returns false if nothing is left to do */
function openUpdating({ db, change, jobs, origin }: Used): (source: string) => Promise<boolean> {
  return updateSlice

  /** Updates some copies of a changed post. @returns false if nothing is left to do */
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
      const done = await whileBrief(copies, async ({ iden, owner }) => {
        const copy = await findPush(tx, iden)
        const account = await findAccount(tx, owner)
        if (!copy?.active || !account) return
        if (isRetracted) {
          await retractPush(tx, copy, account)
          await releaseFile(tx, jobs, origin(), copy)
        } else {
          const { title, body, url, edited, bytes, preview, preview_iden } = post
          const ticked = tickedIfEdited(copy, body)
          await savePush(tx, { ...copy, title, body, url, edited, bytes, preview, preview_iden, ticked }, account)
          if (edited !== copy.edited) unindexPush(tx, copy)
        }
      })
      await movePostUpdate(tx, update, done.at(-1)?.owner as string)
    })
    return true
  }
}

function receiversAfter(reader: Reader, post: PushRow, after: string, limit: number): Promise<Receiver[]> {
  if (post.channel_iden !== null) return followersAfter(reader, post.channel_iden, after, limit)
  return usersAfter(reader, post.client_iden as string, after, limit)
}

/** A box is so far ahead of the clock that its stamps exceed the stored limit. */
class StampsPassed extends Error {
  override name = 'StampsPassed'
}

/** The columns that all copies of a post share. They come from the channel or client, not from the person behind it. */
function sharedBy(post: PushRow): PushRow {
  return {
    ...post,
    direction: 'incoming',
    original: post.iden,
    reaction: null,
    pinned: null,
    ticked: null,
    remind_at: null,
    reminded: null,
    tags: null,
    guid: null,
    source_device_iden: null,
    target_device_iden: null,
  }
}

/**
 * Target duration of a write in milliseconds. On SQLite, it blocks the event loop. On PostgreSQL, it locks its boxes, which delays only
 * writers to them, and each commit waits for the disk.
 */
const target = { sqlite: 5, postgres: 20 }
/** The minimum and maximum boxes per write. However slow the machine is, smaller writes would only make it slower. */
const bounds = { least: 50, most: 500 }
/** Sizes are multiples of the rows per statement. */
const step = 25

/**
 * The number of boxes in the next write. Large writes cost less per box, because they share a flush to disk and pages of the indexes, but
 * requests wait for them. So each is as large as fits into the target time, judging by the previous one.
 */
export function sliceSize(target: number): { now(): number; took(boxes: number, milliseconds: number): void } {
  let size = bounds.least
  return {
    now: () => size,
    took(boxes, milliseconds) {
      // The last write of a post is short and says little.
      if (boxes < size) return
      const fitting = (boxes / Math.max(milliseconds, 0.1)) * target
      // A single write may have been disturbed.
      const next = Math.min(Math.max(fitting, size / 2, bounds.least), size * 2, bounds.most)
      size = Math.floor(next / step) * step
    },
  }
}
