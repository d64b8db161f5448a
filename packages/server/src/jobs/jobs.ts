// Declares the interface of jobs, the queue of background work.

import type { Micros } from '../change.ts'
import type { Writer } from '../db/db.ts'
import type { Turns } from './turns.ts'

/** A persistent queue of background jobs, with retries. */
export interface Jobs {
  /**
   * Adds a job within a write: it exists if and only if the write is committed.
   * @param job.key one job of a type has it: asking again moves that one to the new time and payload, also when it had failed for
   * good; one that is being done right now is done once more afterwards
   * @param job.at microseconds since 1970; absent: at once
   */
  add(tx: Writer, job: { type: string; key?: string; payload?: unknown; at?: number }): Promise<void>
  /**
   * Registers the handler of a type. A handler may run more than once for one job, so it must be idempotent. It does a slice of the work and
   * returns the rest.
   * @param places how many of the type this process does at a time, 1 by default; or how its places are shared out. Jobs that wait for
   * what users chose, such as other servers, are shared out by account. Types do not wait for each other.
   */
  handle<P>(type: string, handler: JobHandler<P>, places?: number | Turns): void
  /**
   * Runs all due jobs and waits for running ones; for tests. With a later `now`, in microseconds, it also runs each job that is due by
   * then, with the slices that follow at once; jobs that reschedule themselves wait for the next call.
   */
  processAll(now?: Micros): Promise<void>
  /** Starts to run jobs, including those that an earlier process left. */
  start(): Promise<void>
  /** Waits for running jobs and starts no others. */
  stop(): Promise<void>
}

/**
 * Runs a slice of a job.
 * @param attempt 1 at first; one more each time that the slice failed or was cut off
 * @returns nothing when the job is done; `again` to continue with another payload, at once or at a time in microseconds
 * @throws any error: the slice is retried with increasing delays for about a day
 */
export type JobHandler<P> = (payload: P, attempt: number, at: JobTime) => Promise<undefined | { again: P; at?: number }>

interface JobTime {
  /** The current time in microseconds since 1970; tests may set it ahead. */
  now: Micros
  /** Aborted when the server stops. A handler that waits for other systems may then give up; the slice is retried after the restart. */
  signal: AbortSignal
}
