import { randomUUID } from 'node:crypto'
import { type Micros, microseconds } from '../change.ts'
import type { Db, Writer } from '../db/db.ts'
import type { JobHandler, Jobs } from './jobs.ts'
import {
  claimJob,
  deleteJob,
  dueJobs,
  findJob,
  insertJob,
  type JobRow,
  jobsAhead,
  putBack,
  releaseAll,
  releaseJob,
  renewLease,
} from './rows.ts'
import { maxAttempts, retryDelay } from './rules.ts'
import { openTurns } from './turns.ts'

/** Milliseconds between two polls of the table, for jobs that became due or were left by a crashed node. */
const usualPoll = 1_000
/** Milliseconds of a lease; it is renewed while the job runs. */
const leaseFor = 30_000
/** Milliseconds after which a plain write, which has no commit callback, is assumed to be committed. */
const commitTakes = 20
/** Additional candidates: other nodes may claim some of them first. */
const spare = 4
/** Due jobs among which the next in turn is looked for, where places are shared out: more than a few accounts can have waiting. */
const lookedAt = 2_000
const maxErrorLength = 500

interface JobsOptions {
  db: Db
  /** Whether no other process uses the store, so that leases from before the start are void. */
  alone: boolean
  /** Called for each failure; `final` when the job is not retried. */
  onError(error: unknown, type: string, final: boolean): void
  /** Milliseconds between two polls of the table; a second by default. */
  pollEvery?: number
}

/** One type of job in this process. */
interface Worker {
  type: string
  handler: JobHandler<unknown>
  concurrency: number
  /** Absent where places are not shared out. */
  turns?: ReturnType<typeof openTurns>
  /** Running jobs by iden. */
  running: Map<string, Promise<void>>
  polling: Promise<void> | undefined
  pollAgain: boolean
}

/** Jobs in a table of the database. Any number of nodes may share it. */
export function openJobs({ db, alone, onError, pollEvery = usualPoll }: JobsOptions): Jobs {
  const lease = randomUUID()
  const workers = new Map<string, Worker>()
  let sequence = 0
  const ending = new AbortController()
  let clock: NodeJS.Timeout | undefined

  /** Starts as many due jobs as there are free places. */
  function poll(worker: Worker): void {
    if (!clock || ending.signal.aborted) return
    worker.pollAgain = true
    worker.polling ??= startDueJobs(worker)
      .catch((error) => onError(error, worker.type, false))
      .finally(() => {
        worker.polling = undefined
      })
  }

  async function startDueJobs(worker: Worker): Promise<void> {
    while (worker.pollAgain && !ending.signal.aborted) {
      worker.pollAgain = false
      const room = worker.concurrency - worker.running.size
      if (room <= 0) return
      const waiting = await dueJobs(db, worker.type, microseconds(), worker.turns ? lookedAt : room + spare)
      while (waiting.length > 0) {
        if (worker.running.size >= worker.concurrency || ending.signal.aborted) return
        const next = worker.turns ? worker.turns.next(waiting) : waiting[0]
        if (!next) break
        waiting.splice(waiting.indexOf(next), 1)
        if (!(await take(worker, next.iden, microseconds()))) worker.pollAgain = true
      }
    }
  }

  /** Claims a job and starts it; undefined when another node has claimed it. */
  async function take(worker: Worker, iden: string, now: Micros): Promise<{ done: Promise<void> } | undefined> {
    const job = await db.write(async (tx) =>
      (await claimJob(tx, iden, now, lease, now + leaseFor * 1_000)) ? findJob(tx, iden) : undefined,
    )
    if (!job) return undefined
    const end = worker.turns?.begin(job)
    const done = perform(worker, job, now).finally(() => {
      end?.()
      worker.running.delete(iden)
      poll(worker)
    })
    worker.running.set(iden, done)
    return { done }
  }

  async function perform(worker: Worker, job: JobRow, now: Micros): Promise<void> {
    const renewing = setInterval(() => {
      db.write((tx) => renewLease(tx, job.iden, lease, microseconds() + leaseFor * 1_000)).catch((error) =>
        onError(error, job.type, false),
      )
    }, leaseFor / 3)
    renewing.unref()
    try {
      const left = await attempt(worker, job, now)
      await db.write(async (tx) => {
        const settled = await (left ? putBack(tx, job, left) : deleteJob(tx, job))
        if (settled === 0) await releaseJob(tx, job)
      })
    } catch (error) {
      // The store is away; once the lease is over the slice is done again.
      onError(error, job.type, false)
    } finally {
      clearInterval(renewing)
    }
  }

  /** @returns the rest of the job; nothing when it is done */
  async function attempt(worker: Worker, job: JobRow, now: Micros) {
    const { attempt, payload } = job
    try {
      // Every attempt crashed its process, so another one would crash this one.
      if (attempt > maxAttempts) throw new Error('It was cut off every time.')
      const result = await worker.handler(JSON.parse(payload), attempt, { now, signal: ending.signal })
      if (!result) return undefined
      const at = result.at ?? Math.max(microseconds(), now)
      return { payload: JSON.stringify(result.again), at, attempt: 0, failed: 0, last_error: null }
    } catch (error) {
      if (ending.signal.aborted) return { payload, at: job.at, attempt: attempt - 1, failed: 0, last_error: job.last_error }
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

  async function drain(): Promise<void> {
    let busy = true
    while (busy) {
      busy = false
      for (const worker of workers.values()) {
        await worker.polling
        const [due] = await dueJobs(db, worker.type, microseconds(), 1)
        if (due) await (await take(worker, due.iden, microseconds()))?.done
        // A job that went on while this looked is running again, or about to.
        if (due || worker.running.size > 0 || worker.polling) busy = true
        await Promise.all(worker.running.values())
      }
    }
  }

  return {
    async add(tx, { type, key, payload, at }) {
      const now = microseconds()
      // Jobs run in the order of their requests, even within one tick of the clock.
      const iden = `${now}-${String(sequence++).padStart(9, '0')}-${lease.slice(0, 8)}`
      await insertJob(tx, { iden, type, key: key ?? null, payload: JSON.stringify(payload ?? null), at: at ?? now, created: now })
      const worker = workers.get(type)
      const wait = ((at ?? now) - now) / 1_000
      // What is due later is found by a poll; what is due before the next one would be late by up to its interval.
      if (!worker || wait > pollEvery) return
      if (wait > 0) setTimeout(poll, wait + commitTakes, worker).unref()
      else if (tellsCommit(tx)) tx.afterCommit(() => poll(worker))
      else setTimeout(poll, commitTakes, worker).unref()
    },
    handle(type, handler, places = 1) {
      if (workers.has(type)) throw new Error(`Two handlers for jobs of the type ${type}.`)
      const shared =
        typeof places === 'number' ? { concurrency: places } : { concurrency: places.concurrency, turns: openTurns(places) }
      const worker = { type, handler: handler as JobHandler<unknown>, ...shared, running: new Map() }
      workers.set(type, { ...worker, polling: undefined, pollAgain: false })
    },
    async processAll(later) {
      await drain()
      for (const { iden, type } of later === undefined ? [] : await jobsAhead(db, microseconds(), later)) {
        const worker = workers.get(type)
        if (!worker) continue
        // A slice that goes on at once does so at that time.
        do await (await take(worker, iden, later as Micros))?.done
        while ((await findJob(db, iden))?.at === later)
        await drain()
      }
    },
    async start() {
      if (alone) await db.write(releaseAll)
      clock = setInterval(() => {
        for (const worker of workers.values()) poll(worker)
      }, pollEvery)
      clock.unref()
      for (const worker of workers.values()) poll(worker)
    },
    async stop() {
      clearInterval(clock)
      ending.abort()
      for (const worker of workers.values()) {
        await worker.polling
        await Promise.all(worker.running.values())
      }
    },
  }
}

/** A change has a commit callback, a plain write does not. */
function tellsCommit(tx: Writer): tx is Writer & { afterCommit(work: () => void): void } {
  return 'afterCommit' in tx
}
