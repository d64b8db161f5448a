// Runs the jobs of one type in this process: claims those that are due, as many as there are places, and settles each.

import { type Micros, microseconds } from '../change.ts'
import type { Db } from '../db/db.ts'
import type { JobHandler } from './jobs.ts'
import { claimJob, deleteJob, dueJobs, findJob, type JobRow, putBack, releaseJob, renewLease } from './rows.ts'
import { maxAttempts, retryDelay } from './rules.ts'
import type { openTurns } from './turns.ts'

/** Duration of a lease in milliseconds; it is renewed while the job runs. */
const leaseFor = 30_000
/** Additional candidates: other nodes may claim some of them first. */
const spare = 4
/** How many due jobs are searched for the next in turn if places are shared out: more than a few accounts can have pending. */
const lookedAt = 2_000
const maxErrorLength = 500

interface Shared {
  db: Db
  /** The name under which it claims jobs. */
  lease: string
  ending: AbortSignal
  /** Whether due jobs are run without being asked for. */
  isStarted(): boolean
  /** Called for each failure; `final` when the job is not retried. */
  onError(error: unknown, type: string, final: boolean): void
}

interface Work {
  handler: JobHandler<unknown>
  concurrency: number
  /** Absent if places are not shared out. */
  turns?: ReturnType<typeof openTurns>
}

/** One type of job in this process. */
export class Worker {
  readonly type: string
  readonly #shared: Shared
  readonly #work: Work
  readonly #running = new Map<string, Promise<void>>()
  #polling: Promise<void> | undefined
  #pollAgain = false

  constructor(type: string, shared: Shared, work: Work) {
    this.type = type
    this.#shared = shared
    this.#work = work
  }

  poll(): void {
    const { ending, isStarted, onError } = this.#shared
    if (!isStarted() || ending.aborted) return
    this.#pollAgain = true
    this.#polling ??= this.#startDueJobs()
      .catch((error) => onError(error, this.type, false))
      .finally(() => {
        this.#polling = undefined
      })
  }

  async #startDueJobs(): Promise<void> {
    const { db, ending } = this.#shared
    const { concurrency, turns } = this.#work
    while (this.#pollAgain && !ending.aborted) {
      this.#pollAgain = false
      const room = concurrency - this.#running.size
      if (room <= 0) return
      const waiting = await dueJobs(db, this.type, microseconds(), turns ? lookedAt : room + spare)
      while (waiting.length > 0) {
        if (this.#running.size >= concurrency || ending.aborted) return
        const next = turns ? turns.next(waiting) : waiting[0]
        if (!next) break
        waiting.splice(waiting.indexOf(next), 1)
        if (!(await this.take(next.iden, microseconds()))) this.#pollAgain = true
      }
    }
  }

  async take(iden: string, now: Micros): Promise<{ done: Promise<void> } | undefined> {
    const { db, lease } = this.#shared
    const job = await db.write(async (tx) =>
      (await claimJob(tx, iden, now, lease, now + leaseFor * 1_000)) ? findJob(tx, iden) : undefined,
    )
    if (!job) return undefined
    const end = this.#work.turns?.begin(job)
    const done = this.#perform(job, now).finally(() => {
      end?.()
      this.#running.delete(iden)
      this.poll()
    })
    this.#running.set(iden, done)
    return { done }
  }

  /** Runs the earliest due job, if there is one, and waits until no job runs. @returns whether there was anything to do */
  async drain(): Promise<boolean> {
    await this.#polling
    const [due] = await dueJobs(this.#shared.db, this.type, microseconds(), 1)
    if (due) await (await this.take(due.iden, microseconds()))?.done
    // A job that continued in the meantime is running again, or about to.
    const wasBusy = due !== undefined || this.#running.size > 0 || this.#polling !== undefined
    await Promise.all(this.#running.values())
    return wasBusy
  }

  async idle(): Promise<void> {
    await this.#polling
    await Promise.all(this.#running.values())
  }

  async #perform(job: JobRow, now: Micros): Promise<void> {
    const { db, lease, onError } = this.#shared
    const renewing = setInterval(() => {
      db.write((tx) => renewLease(tx, job.iden, lease, microseconds() + leaseFor * 1_000)).catch((error) =>
        onError(error, job.type, false),
      )
    }, leaseFor / 3)
    renewing.unref()
    try {
      const left = await this.#attempt(job, now)
      await db.write(async (tx) => {
        const settled = await (left ? putBack(tx, job, left) : deleteJob(tx, job))
        if (settled === 0) await releaseJob(tx, job)
      })
    } catch (error) {
      // The store is unavailable; the slice runs again once the lease expires.
      onError(error, job.type, false)
    } finally {
      clearInterval(renewing)
    }
  }

  /** @returns the rest of the job; nothing when it is done */
  async #attempt(job: JobRow, now: Micros) {
    const { ending, onError } = this.#shared
    const { attempt, payload } = job
    try {
      // Every attempt crashed its process, so another would crash this one.
      if (attempt > maxAttempts) throw new Error('It was cut off every time.')
      const result = await this.#work.handler(JSON.parse(payload), attempt, { now, signal: ending })
      if (!result) return undefined
      const at = result.at ?? Math.max(microseconds(), now)
      return { payload: JSON.stringify(result.again), at, attempt: 0, failed: 0, last_error: null }
    } catch (error) {
      if (ending.aborted) return { payload, at: job.at, attempt: attempt - 1, failed: 0, last_error: job.last_error }
      const final = attempt >= maxAttempts
      onError(error, job.type, final)
      return {
        payload,
        at: now + retryDelay(attempt),
        attempt,
        failed: Number(final),
        last_error: String(error).slice(0, maxErrorLength),
      }
    }
  }
}
