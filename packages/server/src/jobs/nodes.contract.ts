import { describe, expect, test, vi } from 'vitest'
import { microseconds } from '../change.ts'
import type { Db } from '../db/db.ts'
import type { Jobs } from './jobs.ts'
import { jobsOn, minute } from './test-jobs.ts'

/** Tests jobs of several nodes that share a store, and of a node that stops. `open` returns a fresh store with all migrations. */
export function nodesContract(name: string, open: () => Promise<Db> | Db): void {
  describe(`nodes of jobs: ${name}`, () => {
    const { db, node, abandonNodes, ask, rows, record, errors } = jobsOn(open)

    test('with many nodes every job runs, and none on two of them', async () => {
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

    test('a node that loses every job it selected to a faster node polls again at once', async () => {
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

      // Timers do not run, so only losing a job makes a node poll again.
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      try {
        let polls = 0
        const slow = node(
          false,
          Object.assign(Object.create(db()) as Db, {
            all: async (...arguments_: Parameters<Db['all']>) => {
              const seen = await db().all(...arguments_)
              if (polls++ === 0) {
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

    test('another node takes the job of a crashed one when its lease expires, not before', async () => {
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
      abandonNodes()

      const other = node()
      const attempts: number[] = []
      other.handle('left', async (_payload, attempt) => void attempts.push(attempt))
      await other.processAll()
      expect(attempts).toEqual([])
      await other.processAll(microseconds() + minute)
      expect(attempts).toEqual([2])
      expect(await rows()).toEqual([])
    })

    test('the only node of a database takes the jobs of a crashed process as soon as it starts', async () => {
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
      abandonNodes()

      const next = node(true)
      const done = record(next, 'left')
      await next.start()
      await next.processAll()
      expect(done).toHaveLength(1)
    })

    test('stopping waits for running jobs, and jobs aborted by the stop do not count as failed', async () => {
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

    test('a job of a type that is unknown here waits for a node that handles it', async () => {
      const jobs = node()
      await ask(jobs, { type: 'tomorrow' })
      await jobs.processAll()
      expect(await rows()).toHaveLength(1)
    })
  })
}
