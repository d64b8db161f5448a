// Applies the retention of a source: messages that are too old, or too many, get an expiry.

import type { Seconds } from '@waypost/protocol'
import { type Change, fromSeconds, type Micros, microseconds } from '../../change.ts'
import type { Deps } from '../../deps.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { findSource, type SourceRow } from '../../source/rows.ts'
import { retentionJob, type SourceJob } from '../../source/rules.ts'
import type { PushRow } from '../row.ts'
import { addExpiry } from './expiry.ts'
import { oldestMessages, setExpiry } from './log-rows.ts'

/** The maximum messages that one new message marks; the job marks the others. */
const markedAtOnce = 2
const slice = 200

/** Marks the oldest messages of a source that is about to exceed its limit. */
export async function markOldest(tx: Change, jobs: Jobs, row: SourceRow): Promise<void> {
  const over = Math.min(row.message_count + 1 - (row.keep_count as number), markedAtOnce)
  if (over <= 0) return
  const now = microseconds()
  for (const { iden } of await oldestMessages(tx, row, -1, over)) await setExpiry(tx, iden, now)
  await addExpiry(tx, jobs, now)
}

function saidToExpire({ display }: Pick<PushRow, 'display'>): Micros | undefined {
  const { expires } = display === null ? {} : (JSON.parse(display) as { expires?: Seconds })
  return expires === undefined ? undefined : fromSeconds(expires)
}

interface Marking extends SourceJob {
  /** The progress: a `created` stamp, and the number of messages passed. */
  after?: Micros
  passed?: number
}

/** Registers the job that applies a changed retention to existing messages. */
export function applyRetention({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): void {
  jobs.handle<Marking>(retentionJob, async ({ iden, owner, after = -1, passed = 0 }) => {
    const row = await findSource(db, iden)
    if (!row?.active) return undefined
    const over = row.keep_count === null ? 0 : row.message_count - row.keep_count
    const some = await oldestMessages(db, row, after, slice)
    const now = microseconds()
    await db.write(async (tx) => {
      const times: Micros[] = []
      for (const [index, message] of some.entries()) {
        const byAge = row.keep_seconds === null ? undefined : message.created + row.keep_seconds * 1_000_000
        const ends = [saidToExpire(message), byAge, passed + index < over ? now : undefined].filter((at) => at !== undefined)
        const expires = ends.length === 0 ? null : Math.min(...ends)
        await setExpiry(tx, message.iden, expires)
        if (expires !== null) times.push(expires)
      }
      if (times.length > 0) await addExpiry(tx, jobs, Math.min(...times))
    })
    const last = some.at(-1)
    return some.length < slice || !last
      ? undefined
      : { again: { iden, owner, after: last.created, passed: passed + some.length } }
  })
}
