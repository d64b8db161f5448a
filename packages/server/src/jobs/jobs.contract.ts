import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { microseconds } from '../change.ts'
import type { Db } from '../db/db.ts'
import { openJobs } from './engine.ts'
import type { Jobs } from './jobs.ts'
import type { JobRow } from './rows.ts'

const minute = 60_000_000
const hour = 60 * minute

/** The contract of jobs, on every store. `open` returns a fresh store with all migrations. */
export function jobsContract(name: string, open: () => Promise<Db> | Db): void {
  describe(`jobs: ${name}`, () => {
    let db: Db
    let nodes: Jobs[]
    let errors: { error: unknown; type: string; final: boolean }[]
    beforeEach(async () => {
      db = await open()
      nodes = []
      errors = []
    })
    afterEach(async () => {
      for (const node of nodes) await node.stop()
      await db.close()
    })

    /** Another process on the same store. */
    function node(alone = false, store = db): Jobs {
      const jobs = openJobs({ db: store, alone, onError: (error, type, final) => errors.push({ error, type, final }) })
      nodes.push(jobs)
      return jobs
    }
    const ask = (jobs: Jobs, job: Parameters<Jobs['add']>[1]) => db.write((tx) => jobs.add(tx, job))
    const rows = () => db.all<JobRow>('SELECT * FROM job ORDER BY iden')

    /** A handler that records its payloads. */
    function record(jobs: Jobs, type = 'note'): unknown[] {
      const done: unknown[] = []
      jobs.handle(type, async (payload) => void done.push(payload))
      return done
    }

    test('a job is done once, with what it was asked with, and is gone then', async () => {
      const jobs = node()
      const done = record(jobs)
      await ask(jobs, { type: 'note', payload: { text: 'a' } })
      await ask(jobs, { type: 'note' })
      await jobs.processAll()
      await jobs.processAll()
      expect(done).toEqual([{ text: 'a' }, null])
      expect(await rows()).toEqual([])
    })

    test('jobs are done in the order in which they were asked for', async () => {
      const jobs = node()
      const done = record(jobs)
      const numbers = Array.from({ length: 50 }, (_, index) => index)
      await db.write(async (tx) => {
        for (const payload of numbers) await jobs.add(tx, { type: 'note', payload })
      })
      await jobs.processAll()
      expect(done).toEqual(numbers)
    })

    test('a job is there if and only if the write that asked for it is', async () => {
      const jobs = node()
      const done = record(jobs)
      const failing = db.write(async (tx) => {
        await jobs.add(tx, { type: 'note', payload: 'never' })
        throw new Error('taken back')
      })
      await expect(failing).rejects.toThrow('taken back')
      await jobs.processAll()
      expect(done).toEqual([])
    })

    test('a job for later waits until then', async () => {
      const jobs = node()
      const done = record(jobs)
      await ask(jobs, { type: 'note', payload: 'later', at: microseconds() + hour })
      await jobs.processAll()
      expect(done).toEqual([])
      await jobs.processAll(microseconds() + hour - minute)
      expect(done).toEqual([])
      await jobs.processAll(microseconds() + hour + minute)
      expect(done).toEqual(['later'])
    })

    test('asking again under a key moves the one that waits, and jobs of other types and keys stay', async () => {
      const jobs = node()
      const done = record(jobs)
      const other = record(jobs, 'other')
      const later = microseconds() + hour
      await ask(jobs, { type: 'note', key: 'a', payload: 1, at: later })
      await ask(jobs, { type: 'note', key: 'a', payload: 2 })
      await ask(jobs, { type: 'note', key: 'b', payload: 3 })
      await ask(jobs, { type: 'other', key: 'a', payload: 4 })
      await ask(jobs, { type: 'note', payload: 5 })
      await ask(jobs, { type: 'note', payload: 6 })
      await jobs.processAll()
      expect(done.sort()).toEqual([2, 3, 5, 6])
      expect(other).toEqual([4])
      expect(await rows()).toEqual([])
    })

    test('what is asked for again while it is being done is done once more', async () => {
      const jobs = node()
      const done: unknown[] = []
      jobs.handle('note', async (payload) => {
        done.push(payload)
        if (payload === 'first') await ask(jobs, { type: 'note', key: 'k', payload: 'second' })
        return payload === 'first' ? { again: 'rest of the first' } : undefined
      })
      await ask(jobs, { type: 'note', key: 'k', payload: 'first' })
      await jobs.processAll()
      expect(done).toEqual(['first', 'second'])
      expect(await rows()).toEqual([])
    })

    test('a long job goes on slice by slice, each from where the last one ended', async () => {
      const jobs = node()
      const done: number[] = []
      jobs.handle<number>('count', async (from) => {
        done.push(from)
        return from < 5 ? { again: from + 1 } : undefined
      })
      await ask(jobs, { type: 'count', payload: 1 })
      await jobs.processAll()
      expect(done).toEqual([1, 2, 3, 4, 5])
    })

    test('a job that puts itself off is done once for each time that is looked ahead to', async () => {
      const jobs = node()
      let done = 0
      jobs.handle('often', async (payload, _attempt, { now }) => {
        done++
        return { again: payload, at: now + minute }
      })
      await ask(jobs, { type: 'often' })
      await jobs.processAll()
      expect(done).toBe(1)
      const later = microseconds() + hour
      await jobs.processAll(later)
      expect(done).toBe(2)
      await jobs.processAll(later)
      expect(done).toBe(2)
    })

    test('a slice that fails is tried again later and later, and goes on from there', async () => {
      const jobs = node()
      const attempts: [unknown, number][] = []
      jobs.handle<string>('shaky', async (payload, attempt) => {
        attempts.push([payload, attempt])
        if (attempt < 3) throw new Error('not yet')
        return payload === 'one' ? { again: 'two' } : undefined
      })
      await ask(jobs, { type: 'shaky', payload: 'one' })
      await jobs.processAll()
      await jobs.processAll()
      expect(attempts).toEqual([['one', 1]])
      const [failed] = await rows()
      expect(failed).toMatchObject({ attempt: 1, failed: 0, last_error: 'Error: not yet', lease: null })
      for (let round = 1; round < 5; round++) await jobs.processAll(microseconds() + round * hour)
      expect(attempts.map(([payload, attempt]) => `${payload} ${attempt}`)).toEqual([
        'one 1',
        'one 2',
        'one 3',
        'two 1',
        'two 2',
        'two 3',
      ])
      expect(errors.map(({ final }) => final)).toEqual([false, false, false, false])
    })

    test('a job that always fails is kept with its last error, and asking again revives it', async () => {
      const jobs = node()
      let broken = true
      let attempts = 0
      jobs.handle('broken', async () => {
        attempts++
        if (broken) throw new Error(`broken ${attempts}`)
      })
      await ask(jobs, { type: 'broken', key: 'k' })
      for (let round = 0; round < 40; round++) await jobs.processAll(microseconds() + round * 2 * hour)
      expect(attempts).toBe(30)
      expect(await rows()).toMatchObject([{ failed: 1, last_error: 'Error: broken 30' }])
      expect(errors.filter(({ final }) => final)).toHaveLength(1)
      broken = false
      await ask(jobs, { type: 'broken', key: 'k' })
      await jobs.processAll()
      expect(attempts).toBe(31)
      expect(await rows()).toEqual([])
    })

    test('many nodes at once: every job is done, and none by two of them', async () => {
      const done: number[] = []
      const under = new Set<number>()
      let doubled = 0
      const all = Array.from({ length: 4 }, () => node())
      for (const jobs of all) {
        jobs.handle<number>(
          'shared',
          async (payload) => {
            if (under.has(payload)) doubled++
            under.add(payload)
            await new Promise(setImmediate)
            under.delete(payload)
            done.push(payload)
            return undefined
          },
          3,
        )
      }
      const [first] = all as [Jobs]
      await Promise.all(Array.from({ length: 100 }, (_, index) => ask(first, { type: 'shared', payload: index })))
      await Promise.all(all.map((jobs) => jobs.start()))
      await Promise.all(all.map((jobs) => jobs.processAll()))
      expect(doubled).toBe(0)
      expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index))
      expect(await rows()).toEqual([])
    })

    test('a node that finds every job it saw taken by a quicker one looks again at once, and does what is left', async () => {
      const quick = node()
      const before = Array.from({ length: 5 }, (_, index) => index)
      let taken = 0
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      const allTaken = new Promise<void>((resolve) => {
        quick.handle(
          'raced',
          async () => {
            if (++taken === before.length) resolve()
            await held
          },
          before.length,
        )
      })
      for (const payload of [...before, 'left']) await ask(quick, { type: 'raced', payload })

      // The clock stands still: nothing but losing makes a node look again.
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      try {
        let looks = 0
        const slow = node(
          false,
          Object.assign(Object.create(db) as Db, {
            all: async (...arguments_: Parameters<Db['all']>) => {
              const seen = await db.all(...arguments_)
              if (looks++ === 0) {
                await quick.start()
                await allTaken
              }
              return seen
            },
          }),
        )
        const done: unknown[] = []
        const didLeft = new Promise<void>((resolve) => {
          slow.handle('raced', async (payload) => {
            done.push(payload)
            resolve()
          })
        })
        await slow.start()
        await didLeft
        expect(done).toEqual(['left'])
      } finally {
        release()
        vi.useRealTimers()
      }
    })

    test('a node that dies leaves its job: another takes it when the lease is over, not before', async () => {
      const dying = node()
      const begun = new Promise<void>((resolve) => {
        dying.handle('left', () => {
          resolve()
          return new Promise(() => {})
        })
      })
      await ask(dying, { type: 'left', payload: 'work' })
      void dying.processAll()
      await begun
      nodes = []

      const other = node()
      const attempts: number[] = []
      other.handle('left', async (_payload, attempt) => void attempts.push(attempt))
      await other.processAll()
      expect(attempts).toEqual([])
      await other.processAll(microseconds() + minute)
      expect(attempts).toEqual([2])
      expect(await rows()).toEqual([])
    })

    test('a process that is alone takes up what the one before it left as soon as it starts', async () => {
      const dying = node()
      const begun = new Promise<void>((resolve) => {
        dying.handle('left', () => {
          resolve()
          return new Promise(() => {})
        })
      })
      await ask(dying, { type: 'left' })
      void dying.processAll()
      await begun
      nodes = []

      const next = node(true)
      const done = record(next, 'left')
      await next.start()
      await next.processAll()
      expect(done).toHaveLength(1)
    })

    test('stopping waits for what is being done, and what gives up then is not counted as failed', async () => {
      const jobs = node()
      let ended = false
      const begun = new Promise<void>((resolve) => {
        jobs.handle('waits', async (_payload, _attempt, { signal }) => {
          resolve()
          await new Promise((abort) => signal.addEventListener('abort', abort))
          await new Promise(setImmediate)
          ended = true
          signal.throwIfAborted()
        })
      })
      await jobs.start()
      await ask(jobs, { type: 'waits' })
      await begun
      await jobs.stop()
      expect(ended).toBe(true)
      expect(await rows()).toMatchObject([{ attempt: 0, failed: 0, last_error: null, lease: null }])
      expect(errors).toEqual([])
    })

    test('a job of a type that is unknown here waits for a node that does', async () => {
      const jobs = node()
      await ask(jobs, { type: 'tomorrow' })
      await jobs.processAll()
      expect(await rows()).toHaveLength(1)
    })
  })
}
