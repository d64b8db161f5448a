import type { Writer } from '../db/db.ts'

/** Work that is done later, outlives a crash and is tried again when it fails. */
export interface Jobs {
  /**
   * Asks for a job within a write: it is there if and only if the write is.
   * @param job.key at most one waiting job of a type has it: asking again moves that one instead
   * @param job.at microseconds since 1970; absent: at once
   */
  add(tx: Writer, job: { type: string; key?: string; payload?: unknown; at?: number }): Promise<void>
  /**
   * Says who does jobs of a type. A handler may be run more than once for one job, so it must not mind; it does a slice of the work at a
   * time and answers what is left.
   * @returns nothing when the job is done; `again` to go on with another payload, at once or at a time in microseconds
   */
  handle<P>(type: string, handler: (payload: P, attempt: number) => Promise<undefined | { again: P; at?: number }>): void
  /** Does what is due, one after another, until nothing is. Tests drain with it. `now` in microseconds lets them look ahead. */
  processAll(now?: number): Promise<void>
  /** Begins to look for work, also for what an earlier process left. */
  start(): void
  /** Waits for what is being done and looks no further. */
  stop(): Promise<void>
}
