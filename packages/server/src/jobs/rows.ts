import type { JobState } from '@waypost/protocol'
import type { Micros } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { rankedAfter, rankedOrder, rankedPage, readRankedCursor } from '../db/pages.ts'

/** Times in microseconds since 1970. */
export interface JobRow {
  iden: string
  type: string
  key: string | null
  payload: string
  at: number
  created: Micros
  /** How often the current slice was started. */
  attempt: number
  /** Incremented by every request for the job, so that its worker notices requests made meanwhile. */
  asked: number
  lease: string | null
  lease_until: Micros
  failed: number
  last_error: string | null
}

export function insertJob(
  tx: Writer,
  job: Pick<JobRow, 'iden' | 'type' | 'key' | 'payload' | 'at' | 'created'>,
): Promise<number> {
  return tx.run(insert, [job.iden, job.type, job.key, job.payload, job.at, job.created])
}

/** Due jobs of a type without a lease, longest waiting first. */
export const dueJobs = (reader: Reader, type: string, now: Micros, limit: number) =>
  reader.all<JobRow>(
    `SELECT * FROM job WHERE type = $1 AND failed = 0 AND at <= $2 AND lease_until <= $2 ORDER BY at, iden LIMIT $3`,
    [type, now, limit],
  )

/** Jobs that become due after `now` and by `later`, in order of time. */
export const jobsAhead = (reader: Reader, now: Micros, later: number) =>
  reader.all<JobRow>(
    `SELECT * FROM job WHERE failed = 0 AND at <= $2 AND lease_until <= $2 AND (at > $1 OR lease_until > $1) ORDER BY at, iden`,
    [now, later],
  )

/** Takes the lease of a job; only one of several concurrent attempts succeeds. @returns whether it was taken */
export async function claimJob(tx: Writer, iden: string, now: Micros, lease: string, until: number): Promise<boolean> {
  const taken = await tx.run(
    `UPDATE job SET lease = $3, lease_until = $4, attempt = attempt + 1
     WHERE iden = $1 AND failed = 0 AND at <= $2 AND lease_until <= $2`,
    [iden, now, lease, until],
  )
  return taken === 1
}

/** The number of jobs by type. */
export async function countJobs(reader: Reader): Promise<{ waiting: number; failed: number }> {
  const counted = await reader.all<{ failed: number; jobs: number }>('SELECT failed, COUNT(*) AS jobs FROM job GROUP BY failed')
  const jobs = (failed: number) => Number(counted.find((row) => row.failed === failed)?.jobs ?? 0)
  return { waiting: jobs(0), failed: jobs(1) }
}

/** A job with its state, as in `listJobs`. */
export interface JobInState extends JobRow {
  state: JobState
}

/** The SQL conditions at time `$1`. */
const stateOf = `CASE WHEN failed = 1 THEN 'failed' WHEN lease_until > $1 THEN 'running' WHEN last_error IS NOT NULL THEN 'retrying'
  WHEN at <= $1 THEN 'due' ELSE 'later' END`

/** The number of jobs in each state that has any. */
export const countJobStates = (reader: Reader, now: Micros) =>
  reader.all<{ state: JobState; jobs: number | string }>(
    `SELECT state, COUNT(*) AS jobs FROM (SELECT ${stateOf} AS state FROM job) AS shown GROUP BY state`,
    [now],
  )

/** One page of the jobs of a state and a type, failing ones first; without a state, all except scheduled ones. */
export async function jobsInState(
  reader: Reader,
  now: Micros,
  {
    state = '',
    type = '',
    limit,
    cursor,
  }: { state?: string | undefined; type?: string | undefined; limit: number; cursor?: string | undefined },
): Promise<{ rows: JobInState[]; cursor?: string }> {
  const found = await reader.all<JobInState & { rank: number }>(
    `SELECT * FROM (SELECT job.*, ${stateOf} AS state,
       CASE WHEN failed = 1 THEN 0 WHEN last_error IS NOT NULL THEN 1 ELSE 2 END AS rank FROM job) AS shown
     WHERE (state = $2 OR ($2 = '' AND state <> 'later')) AND ($3 = '' OR type = $3) AND ${rankedAfter(5)}
     ${rankedOrder} LIMIT $4`,
    [now, state, type, limit + 1, ...readRankedCursor(cursor)],
  )
  return rankedPage(found, limit)
}

/** The number of jobs of a type that are pending, and of those that failed permanently. */
export async function countJobsOf(reader: Reader, type: string): Promise<{ waiting: number; failed: number }> {
  const row = await reader.one<{ jobs: number | string; failed: number | string | null }>(
    'SELECT COUNT(*) AS jobs, SUM(failed) AS failed FROM job WHERE type = $1',
    [type],
  )
  const failed = Number(row?.failed ?? 0)
  return { waiting: Number(row?.jobs ?? 0) - failed, failed }
}

/** The number of jobs of a type whose keys begin with an ASCII text. */
export async function countJobsUnder(reader: Reader, type: string, beginning: string): Promise<number> {
  const row = await reader.one<{ jobs: number | string }>(
    'SELECT COUNT(*) AS jobs FROM job WHERE type = $1 AND key >= $2 AND key < $3',
    [type, beginning, `${beginning}~`],
  )
  return Number(row?.jobs ?? 0)
}

/** Makes the scheduled jobs of a type whose keys begin with an ASCII text due. */
export const advanceJobs = (tx: Writer, type: string, beginning: string, now: Micros) =>
  tx.run('UPDATE job SET at = $4 WHERE type = $1 AND key >= $2 AND key < $3 AND failed = 0 AND at > $4 AND lease_until <= $4', [
    type,
    beginning,
    `${beginning}~`,
    now,
  ])

/** The job of a type and key if it is not due yet, so that no worker has it. */
export const findJobAhead = (reader: Reader, type: string, key: string, now: Micros) =>
  reader.one<JobRow>('SELECT * FROM job WHERE type = $1 AND key = $2 AND at > $3 AND lease_until <= $3', [type, key, now])

/** Whether the job of a type and key is done, scheduled for later, or permanently failed, so that no earlier request is still due. */
export async function isJobOver(reader: Reader, type: string, key: string, now: Micros): Promise<boolean> {
  const due = await reader.one(
    'SELECT iden FROM job WHERE type = $1 AND key = $2 AND failed = 0 AND (at <= $3 OR lease_until > $3)',
    [type, key, now],
  )
  return due === undefined
}

/** Deletes a job, e.g. from `findJobAhead`, if it is unchanged since it was read. @returns whether it was */
export const dropJob = async (tx: Writer, { iden, asked, attempt }: JobRow): Promise<boolean> =>
  (await tx.run('DELETE FROM job WHERE iden = $1 AND asked = $2 AND attempt = $3', [iden, asked, attempt])) === 1

/** Makes permanently failed jobs due at once with a clean record: one, all of a type, or all. @returns how many */
export const retryFailedJobs = (
  tx: Writer,
  now: Micros,
  { iden = '', type = '' }: { iden?: string | undefined; type?: string | undefined },
) =>
  tx.run(
    `UPDATE job SET at = $1, attempt = 0, failed = 0
     WHERE (failed = 1 OR last_error IS NOT NULL) AND lease_until <= $1 AND ($2 = '' OR iden = $2) AND ($3 = '' OR type = $3)`,
    [now, iden, type],
  )

/** Deletes a failed job of a type that is not running. @returns how many were deleted */
export const deleteFailedJob = (tx: Writer, iden: string, type: string, now: Micros) =>
  tx.run('DELETE FROM job WHERE iden = $1 AND type = $2 AND (failed = 1 OR last_error IS NOT NULL) AND lease_until <= $3', [
    iden,
    type,
    now,
  ])

export const findJob = (reader: Reader, iden: string) => reader.one<JobRow>('SELECT * FROM job WHERE iden = $1', [iden])

export const renewLease = (tx: Writer, iden: string, lease: string, until: number) =>
  tx.run('UPDATE job SET lease_until = $3 WHERE iden = $1 AND lease = $2', [iden, lease, until])

/** Deletes a finished job, unless it was requested again. */
export const deleteJob = (tx: Writer, job: JobRow) =>
  tx.run('DELETE FROM job WHERE iden = $1 AND lease = $2 AND asked = $3', [job.iden, job.lease, job.asked])

/** Releases a job with the rest of its work, unless it was requested again. */
export const putBack = (tx: Writer, job: JobRow, left: Pick<JobRow, 'payload' | 'at' | 'attempt' | 'failed' | 'last_error'>) =>
  tx.run(
    `UPDATE job SET payload = $4, at = $5, attempt = $6, failed = $7, last_error = $8, lease = NULL, lease_until = 0
     WHERE iden = $1 AND lease = $2 AND asked = $3`,
    [job.iden, job.lease, job.asked, left.payload, left.at, left.attempt, left.failed, left.last_error],
  )

/** Releases a job unchanged. */
export const releaseJob = (tx: Writer, { iden, lease }: JobRow) =>
  tx.run('UPDATE job SET lease = NULL, lease_until = 0 WHERE iden = $1 AND lease = $2', [iden, lease])

/** Releases every job, after a restart. */
export const releaseAll = (tx: Writer) => tx.run('UPDATE job SET lease = NULL, lease_until = 0 WHERE lease IS NOT NULL')

const insert = `
  INSERT INTO job (iden, type, key, payload, at, created, attempt, asked, lease_until, failed)
  VALUES ($1, $2, $3, $4, $5, $6, 0, 0, 0, 0)
  ON CONFLICT (type, key) WHERE key IS NOT NULL DO UPDATE SET payload = excluded.payload, at = excluded.at, attempt = 0,
    asked = job.asked + 1, failed = 0, last_error = NULL`
