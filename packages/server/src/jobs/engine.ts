import { randomUUID } from 'node:crypto'
import { type Micros, microseconds } from '../change.ts'
import type { Db, Writer } from '../db/db.ts'
import type { JobHandler, Jobs } from './jobs.ts'
import { findJob, insertJob, jobsAhead, releaseAll } from './rows.ts'
import { openTurns } from './turns.ts'
import { Worker } from './worker.ts'

/** Milliseconds between polls of the table, for jobs that became due or were left by a crashed node. */
const usualPoll = 1_000
/** Milliseconds after which a plain write, which has no commit callback, is assumed to be committed. */
const commitTakes = 20

interface JobsOptions {
  db: Db
  /** Whether no other process uses the store, so that leases from before the start are void. */
  alone: boolean
  /** Called for each failure; `final` when the job is not retried. */
  onError(error: unknown, type: string, final: boolean): void
  /** Milliseconds between polls of the table; a second by default. */
  pollEvery?: number
}

/** Jobs in a table of the database. Any number of nodes may share it. */
export function openJobs({ db, alone, onError, pollEvery = usualPoll }: JobsOptions): Jobs {
  const lease = randomUUID()
  const workers = new Map<string, Worker>()
  let sequence = 0
  const ending = new AbortController()
  let clock: NodeJS.Timeout | undefined
  const shared = { db, lease, ending: ending.signal, isStarted: () => clock !== undefined, onError }

  async function drain(): Promise<void> {
    let busy = true
    while (busy) {
      busy = false
      for (const worker of workers.values()) if (await worker.drain()) busy = true
    }
  }

  return {
    async add(tx, { type, key, payload, at }) {
      const now = microseconds()
      // Jobs run in the order they were requested, even within one tick of the clock.
      const iden = `${now}-${String(sequence++).padStart(9, '0')}-${lease.slice(0, 8)}`
      await insertJob(tx, { iden, type, key: key ?? null, payload: JSON.stringify(payload ?? null), at: at ?? now, created: now })
      const worker = workers.get(type)
      const wait = ((at ?? now) - now) / 1_000
      // Later jobs are found by a poll; jobs due before the next one would be late by up to the poll interval.
      if (!worker || wait > pollEvery) return
      const poll = () => worker.poll()
      if (wait > 0) setTimeout(poll, wait + commitTakes).unref()
      else if (tellsCommit(tx)) tx.afterCommit(poll)
      else setTimeout(poll, commitTakes).unref()
    },
    handle(type, handler, places = 1) {
      if (workers.has(type)) throw new Error(`Two handlers for jobs of the type ${type}.`)
      const work =
        typeof places === 'number' ? { concurrency: places } : { concurrency: places.concurrency, turns: openTurns(places) }
      workers.set(type, new Worker(type, shared, { handler: handler as JobHandler<unknown>, ...work }))
    },
    async processAll(later) {
      await drain()
      for (const { iden, type } of later === undefined ? [] : await jobsAhead(db, microseconds(), later)) {
        const worker = workers.get(type)
        if (!worker) continue
        // A slice that continues at once does so at that time.
        do await (await worker.take(iden, later as Micros))?.done
        while ((await findJob(db, iden))?.at === later)
        await drain()
      }
    },
    async start() {
      if (alone) await db.write(releaseAll)
      clock = setInterval(() => {
        for (const worker of workers.values()) worker.poll()
      }, pollEvery)
      clock.unref()
      for (const worker of workers.values()) worker.poll()
    },
    async stop() {
      clearInterval(clock)
      ending.abort()
      for (const worker of workers.values()) await worker.idle()
    },
  }
}

/** Whether a write is a change, which has a commit callback, and not a plain write. */
function tellsCommit(tx: Writer): tx is Writer & { afterCommit(work: () => void): void } {
  return 'afterCommit' in tx
}
