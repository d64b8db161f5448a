import type { Writer } from '../db/db.ts'

/** Work that is done later, outlives a crash and is tried again when it fails. */
export interface Jobs {
  /**
   * Asks for a job within a write: it is there if and only if the write is.
   * @param job.key one job of a type has it: asking again moves that one to the new time and payload, also when it had failed for
   * good; one that is being done right now is done once more afterwards
   * @param job.at microseconds since 1970; absent: at once
   */
  add(tx: Writer, job: { type: string; key?: string; payload?: unknown; at?: number }): Promise<void>
  /**
   * Says who does jobs of a type. A handler may be run more than once for one job, so it must not mind; it does a slice of the work at a
   * time and answers what is left.
   * @param atOnce how many of the type this process does at a time; 1 unless said. Types do not wait for one another.
   */
  handle<P>(type: string, handler: JobHandler<P>, atOnce?: number): void
  /**
   * Does what is due until nothing is, and waits for what is being done. Tests drain with it. With a later `now`, in microseconds, it
   * also does once what is due by then; what puts itself off meanwhile waits for the next call.
   */
  processAll(now?: number): Promise<void>
  /** Begins to look for work, also for what an earlier process left. */
  start(): Promise<void>
  /** Waits for what is being done and looks no further. */
  stop(): Promise<void>
}

/**
 * Does a slice of a job.
 * @param attempt 1 at first; one more each time that the slice failed or was cut off
 * @returns nothing when the job is done; `again` to go on with another payload, at once or at a time in microseconds
 * @throws anything: the slice is tried again later, ever more rarely, for about a day
 */
export type JobHandler<P> = (payload: P, attempt: number, at: JobTime) => Promise<undefined | { again: P; at?: number }>

export interface JobTime {
  /** The time as the job sees it, in microseconds since 1970; tests run ahead of the clock. */
  now: number
  /** Aborted when the server stops: what waits for the world outside may give up; it is done again at the next start. */
  signal: AbortSignal
}
