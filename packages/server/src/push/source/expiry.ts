// Deletes expired pushes in every box, in slices so short that nobody waits for them.

import { findAccount } from '../../account/rows.ts'
import { type Change, changeSlice, type Micros } from '../../change.ts'
import type { Writer } from '../../db/db.ts'
import { tombstoneMilliseconds } from '../../db/room/deleted-objects.ts'
import type { Deps } from '../../deps.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { findJobAhead } from '../../jobs/rows.ts'
import { releaseFile } from '../files.ts'
import { deleteSourceTombstones, erasePush, expiredPushes, nextExpiry, pushes } from '../rows.ts'

/** The type of the single job that deletes expired pushes. It runs at the earliest expiry. */
const expiryJob = 'push-expiry'
const slice = 10
/** Tombstones of sources deleted with each slice, once every device has seen them: expiring messages would leave ever more of them. */
const tombstones = 20
/** Microseconds until the next attempt if nothing of a slice could be deleted, because its accounts are being deleted. */
const pause = 60_000_000

/** Ensures that a push is deleted when it expires. In microseconds. */
export async function addExpiry(tx: Writer, jobs: Jobs, expires: Micros): Promise<void> {
  const known = await findJobAhead(tx, expiryJob, expiryJob, 0)
  if (known && known.at <= expires) return
  await jobs.add(tx, { type: expiryJob, key: expiryJob, at: expires })
}

/** Registers the job that makes deletions final. */
export function expirePushes({ db, change, jobs, origin }: Pick<Deps, 'db' | 'change' | 'jobs' | 'origin'>): void {
  async function expire(tx: Change, iden: string, owner: string, now: Micros): Promise<boolean> {
    const push = await pushes.find(tx, owner, iden)
    const self = await findAccount(tx, owner)
    if (!push?.active || !self || push.expires === null || push.expires > now) return false
    await erasePush(tx, push, self)
    await releaseFile(tx, jobs, origin(), push)
    return true
  }

  jobs.handle<null>(expiryJob, async (_payload, _attempt, { now }) => {
    const some = await expiredPushes(db, now, slice)
    let deleted = 0
    const isMore = await changeSlice(change, some, slice, async (tx, { iden, owner }) => {
      if (await expire(tx, iden, owner, now)) deleted++
    })
    await db.write((tx) => deleteSourceTombstones(tx, now - tombstoneMilliseconds * 1_000, tombstones))
    if (isMore && deleted > 0) return { again: null }
    const next = await nextExpiry(db)
    return next === undefined ? undefined : { again: null, at: next > now ? next : now + pause }
  })
}
