import type { Micros } from '../change.ts'
import type { Writer } from '../db/db.ts'
import type { Turns } from './turns.ts'

/** A persistent queue of background jobs, with retries. */
export interface Jobs {
  /**
   * Adds a job within a write: it exists if and only if the write is committed.
   * @param job.key unique among jobs of a type: another request moves that job to the new time and payload, even if it had failed
   * permanently; a running job runs once more afterwards
   * @param job.at microseconds since 1970; if absent, at once
   */
  add(tx: Writer, job: { type: string; key?: string; payload?: unknown; at?: number }): Promise<void>
  /**
   * Registers the handler of a type. A handler may run more than once for one job, so it must be idempotent. It does a slice of the work
   * and returns the rest.
   * @param places how many jobs of the type this process runs at a time, 1 by default; or how its places are shared out. Jobs that wait for
   * servers or other things that users chose are shared out by account. Types don't wait for each other.
   */
  handle<P>(type: string, handler: JobHandler<P>, places?: number | Turns): void
  /**
   * Runs all due jobs and waits for running ones; for tests. With a later `now`, in microseconds, it also runs every job due by then,
   * including slices that continue at once; jobs that reschedule themselves wait for the next call.
   */
  processAll(now?: Micros): Promise<void>
  /** Starts to run jobs, including those left by an earlier process. */
  start(): Promise<void>
  /** Waits for running jobs and starts no more. */
  stop(): Promise<void>
}

/**
 * Runs a slice of a job.
 * @param attempt 1 at first, then incremented each time the slice failed or was interrupted
 * @returns nothing if the job is done; `again` to continue with another payload, at once or at a time in microseconds
 * @throws any error: the slice is retried with increasing delays for about a day
 */
export type JobHandler<P> = (payload: P, attempt: number, at: JobTime) => Promise<undefined | { again: P; at?: number }>

interface JobTime {
  /** The current time in microseconds since 1970; tests may set it ahead. */
  now: Micros
  /** Aborted when the server stops. A handler waiting for other systems may then give up; the slice is retried after the restart. */
  signal: AbortSignal
}
