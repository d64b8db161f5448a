import { describe, expect, test } from 'vitest'
import { microseconds } from '../change.ts'
import type { Db } from '../db/db.ts'
import { hour, jobsOn, minute } from './test-jobs.ts'

/** Tests the job queue on one node with a store. `open` returns a fresh store with all migrations. */
export function jobsContract(name: string, open: () => Promise<Db> | Db): void {
  describe(`jobs: ${name}`, () => {
    const { db, node, ask, rows, record, errors } = jobsOn(open)

    test('a job runs once with its payload, and is then deleted', async () => {
      const jobs = node()
      const done = record(jobs)
      await ask(jobs, { type: 'note', payload: { text: 'a' } })
      await ask(jobs, { type: 'note' })
      await jobs.processAll()
      await jobs.processAll()
      expect(done).toEqual([{ text: 'a' }, null])
      expect(await rows()).toEqual([])
    })

    test('jobs run in the order in which they were added', async () => {
      const jobs = node()
      const done = record(jobs)
      const numbers = Array.from({ length: 50 }, (_, index) => index)
      await db().write(async (tx) => {
        for (const payload of numbers) await jobs.add(tx, { type: 'note', payload })
      })
      await jobs.processAll()
      expect(done).toEqual(numbers)
    })

    test('a job exists only if the write that added it was committed', async () => {
      const jobs = node()
      const done = record(jobs)
      const failing = db().write(async (tx) => {
        await jobs.add(tx, { type: 'note', payload: 'never' })
        throw new Error('taken back')
      })
      await expect(failing).rejects.toThrow('taken back')
      await jobs.processAll()
      expect(done).toEqual([])
    })

    test('a delayed job waits until its time', async () => {
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

    test('adding a job again under its key replaces the waiting one, and not jobs of other types and keys', async () => {
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

    test('a job that is added again while it runs, runs once more', async () => {
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

    test('a long job runs slice by slice, each continuing where the last one ended', async () => {
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

    test('a job that reschedules itself runs once per processAll time', async () => {
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

    test('a long job that is done ahead of its time goes on at that time until it is done', async () => {
      const jobs = node()
      const later = microseconds() + hour
      const done: [number, boolean][] = []
      jobs.handle<number>('count', async (from, _attempt, { now }) => {
        done.push([from, now === later])
        return from < 3 ? { again: from + 1 } : undefined
      })
      await ask(jobs, { type: 'count', payload: 1, at: later - minute })
      await jobs.processAll(later)
      expect(done).toEqual([
        [1, true],
        [2, true],
        [3, true],
      ])
      expect(await rows()).toEqual([])
    })

    test('a failed slice is retried with growing delays, and the job continues from it', async () => {
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

    test('a job that always fails is kept with its last error, and adding it again revives it', async () => {
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
  })
}
