// Brings pushes back to their owners as unread, at the times that the owners have set.

import { Refusal, type Seconds, scheduleAheadMilliseconds } from '@waypost/protocol'
import { findAccount } from '../../account/rows.ts'
import { fromSeconds, microseconds } from '../../change.ts'
import type { Reader, Writer } from '../../db/db.ts'
import type { Deps } from '../../deps.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { PushRow } from '../row.ts'
import { bringBack, countReminders, pushes } from '../rows.ts'
import { checkAllowed } from '../who-may-change.ts'

export const remindersPerAccount = 100

/** The type of the jobs that bring pushes back; the key of each is the push's iden. */
const reminderJob = 'reminder'
const concurrency = 4

type Reminder = Pick<PushRow, 'iden' | 'owner'>

/**
 * The columns of a push with a reminder; 0 removes the reminder, and also dismisses a push that has already come back.
 * @throws Refusal `invalid_param` for a time that has passed or is too far ahead, or if there are too many; `forbidden`
 */
export async function reminderOf(
  reader: Reader,
  push: PushRow,
  remindAt: Seconds,
): Promise<Partial<Pick<PushRow, 'remind_at' | 'dismissed'>>> {
  const at = remindAt === 0 ? null : fromSeconds(remindAt)
  if (at === push.remind_at) return {}
  if (at === null) return { remind_at: null }
  checkAllowed('remind', push)
  const now = microseconds()
  if (at <= now) throw Refusal.param('remind_at', 'Choose a time in the future.')
  if (at > now + scheduleAheadMilliseconds * 1_000) throw Refusal.param('remind_at', 'Choose a time within a year.')
  if (push.remind_at === null && (await countReminders(reader, push.owner)) >= remindersPerAccount)
    throw Refusal.param('remind_at', tooMany)
  const isBack = push.reminded !== null && push.dismissed === 0
  return { remind_at: at, ...(isBack && { dismissed: 1 }) }
}

const tooMany = `This account has ${remindersPerAccount} reminders already. Remove some.`

/** Adds the job that brings a push back, if it has a reminder. */
export async function addReminder(tx: Writer, jobs: Jobs, { iden, owner, remind_at }: PushRow): Promise<void> {
  if (remind_at === null) return
  await jobs.add(tx, { type: reminderJob, key: iden, payload: { iden, owner } satisfies Reminder, at: remind_at })
}

/** Registers the job. A push comes back once: the change that brings it back removes the reminder. */
export function remindOfPushes({ change, db, jobs }: Pick<Deps, 'change' | 'db' | 'jobs'>): void {
  jobs.handle<Reminder>(
    reminderJob,
    async ({ iden, owner }, _attempt, { now }) => {
      const self = await findAccount(db, owner)
      if (!self) return undefined
      return change([owner], async (tx) => {
        const push = await pushes.find(tx, owner, iden)
        if (!push?.active || push.remind_at === null) return undefined
        if (push.remind_at > now) return { again: { iden, owner }, at: push.remind_at }
        await bringBack(tx, push, self)
        return undefined
      })
    },
    concurrency,
  )
}
