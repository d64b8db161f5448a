import { type Push, Refusal } from '@waypost/protocol'
import { isStopped } from '../../access-token/rows.ts'
import { findAccount } from '../../account/rows.ts'
import type { MakeChange, Micros } from '../../change.ts'
import { findChannel } from '../../channel/rows.ts'
import type { Reader } from '../../db/db.ts'
import type { Deps } from '../../deps.ts'
import { idOf } from '../../source/message.ts'
import { create } from '../create/create.ts'
import { releaseFile } from '../files.ts'
import { eraseScheduled, inputOf, type ScheduledInput, type ScheduledRow, saveScheduled, scheduledPushes } from './rows.ts'
import { reasonOf } from './rules.ts'

/** The type of the jobs that send waiting pushes; the key of each is the push's iden. */
export const sendJob = 'scheduled-push'
const concurrency = 4

interface Waiting {
  iden: string
  owner: string
}

type Used = Pick<Deps, 'config' | 'db' | 'bus' | 'change' | 'jobs' | 'awake' | 'storage' | 'origin' | 'previews'>

/** The row was changed, sent or cancelled after it was read. */
class Changed extends Error {}

/** Registers the job that sends waiting pushes. */
export function sendScheduledPushes(deps: Used): void {
  deps.jobs.handle<Waiting>(
    sendJob,
    async (payload, _attempt, { now }) => {
      const row = await scheduledPushes.find(deps.db, payload.owner, payload.iden)
      if (!row?.active || row.error_code !== null) return undefined
      if (row.send_at > now) return { again: payload, at: row.send_at }
      await sendWaiting(deps, payload.owner, payload.iden, now)
      return undefined
    },
    concurrency,
  )
}

/**
 * Sends a due push and makes its waiting row a tombstone, in one change: whatever fails, it is either sent or still waiting.
 * @returns the push; the refusal, which the row then shows to its owner; undefined if it is not due or no longer waiting
 */
export async function sendWaiting(deps: Used, owner: string, iden: string, now: Micros): Promise<Push | Refusal | undefined> {
  const row = await scheduledPushes.find(deps.db, owner, iden)
  const sender = await findAccount(deps.db, owner)
  if (!row?.active || !sender || row.send_at > now) return undefined
  const change: MakeChange = (owners, work) =>
    deps.change([...owners, owner], async (tx) => {
      const current = await scheduledPushes.find(tx, owner, iden)
      if (current?.modified !== row.modified) throw new Changed()
      // First, so that its bytes do not count twice.
      await eraseScheduled(tx, row, sender)
      await releaseFile(tx, deps.jobs, deps.origin(), row)
      return work(tx)
    })
  try {
    if (await isStopped(deps.db, owner, 'scheduled pushes')) throw new Refusal('account_suspended')
    const input = await addressed(deps.db, row)
    return await create({ ...deps, change }, sender, { ...input, guid: row.guid })
  } catch (error) {
    if (error instanceof Changed) return sendWaiting(deps, owner, iden, now)
    if (!(error instanceof Refusal)) throw error
    await keepRefused(deps, row, error)
    return error
  }
}

/** The input with the person's current address and the channel's current tag. */
async function addressed(reader: Reader, row: ScheduledRow): Promise<ScheduledInput> {
  const input = inputOf(row)
  if (row.with_iden !== null) {
    const person = await findAccount(reader, row.with_iden)
    return { ...input, email: person?.email ?? (row.with_email as string) }
  }
  // Its sender was given this id.
  if (row.source_iden !== null) return { message_id: idOf(row.created, row.iden), ...input }
  if (row.channel_iden !== null) {
    const channel = await findChannel(reader, row.channel_iden)
    // The tag may belong to another channel now.
    if (!channel?.active) throw Refusal.param('channel_tag')
    return { ...input, channel_tag: channel.tag as string }
  }
  return input
}

async function keepRefused({ db, change }: Used, { owner, iden, modified }: ScheduledRow, refusal: Refusal): Promise<void> {
  const self = await findAccount(db, owner)
  if (!self) return
  await change([owner], async (tx) => {
    const row = await scheduledPushes.find(tx, owner, iden)
    if (!row?.active || row.modified !== modified) return
    await saveScheduled(tx, { ...row, error_code: refusal.code, error_message: reasonOf(refusal) }, self)
  })
}
