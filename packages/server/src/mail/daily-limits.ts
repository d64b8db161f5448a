import { Refusal } from '@waypost/protocol'
import { microseconds } from '../change.ts'
import type { Config } from '../config.ts'
import type { Db, Writer } from '../db/db.ts'

import type { Jobs } from '../jobs/jobs.ts'
import { addToDailyCount, deleteDailyCountsBefore } from './rows.ts'

/** Emails per day that one account may cause, and that one address may get from all accounts. */
export const mailsPerAccount = 50
export const mailsPerAddress = 20

const sweepJob = 'daily-count-sweep'
const dayLength = 86_400_000_000

/** Counts one use of something that is limited per day. @returns whether it was allowed */
export async function countToday(jobs: Pick<Jobs, 'add'>, tx: Writer, name: string, limit: number): Promise<boolean> {
  const day = Math.floor(microseconds() / dayLength)
  const count = await addToDailyCount(tx, name, day)
  // Once a day for each name; all requests move the same job.
  if (count === 1) await jobs.add(tx, { type: sweepJob, key: sweepJob, at: (day + 1) * dayLength })
  return count <= limit
}

/** Milliseconds until today's counts expire. */
export function untilTomorrow(): number {
  return (dayLength - (microseconds() % dayLength)) / 1_000
}

/** Counts one email that an account causes, so that mailboxes can't be flooded. Returns a refusal unless it may be sent. */
export async function countMail(
  { config, jobs }: { config: Pick<Config, 'rateLimit'>; jobs: Pick<Jobs, 'add'> },
  tx: Writer,
  from: string,
  to: string,
): Promise<Refusal | undefined> {
  if (config.rateLimit === 'off') return undefined
  if (!(await countToday(jobs, tx, `mail from ${from}`, mailsPerAccount)))
    return Refusal.tooMany(
      untilTomorrow(),
      `This account has sent as many emails as it may today: ${mailsPerAccount}. Try again tomorrow.`,
    )
  if (!(await countToday(jobs, tx, `mail to ${to}`, mailsPerAddress)))
    return Refusal.tooMany(untilTomorrow(), 'This address has reached today’s limit of emails. Try again tomorrow.')
  return undefined
}

/** Registers the job that deletes counts of past days. */
export function handleDailyLimits(jobs: Jobs, db: Db): void {
  jobs.handle(sweepJob, async (_payload, _attempt, { now }) => {
    await db.write((tx) => deleteDailyCountsBefore(tx, Math.floor(now / dayLength)))
    return undefined
  })
}
