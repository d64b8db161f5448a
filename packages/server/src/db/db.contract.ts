import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from './db.ts'

/** What every store must do. `open` gives a fresh one with the migrations run. */
export function dbContract(name: string, open: () => Promise<Db> | Db): void {
  describe(`store: ${name}`, () => {
    let db: Db
    beforeEach(async () => {
      db = await open()
    })
    afterEach(() => db.close())

    const insert = 'INSERT INTO box (owner, stamp) VALUES ($1, $2)'
    const stamps = async () => (await db.all<{ stamp: number }>('SELECT stamp FROM box ORDER BY stamp')).map((row) => row.stamp)

    test('a write answers what its work answers, and is there afterwards', async () => {
      expect(await db.write(async (tx) => tx.run(insert, ['a', 1]))).toBe(1)
      expect(await db.one('SELECT stamp FROM box WHERE owner = $1', ['a'])).toEqual({ stamp: 1 })
      expect(await db.one('SELECT stamp FROM box WHERE owner = $1', ['b'])).toBeUndefined()
    })

    test('a parameter may stand in several places and in any order', async () => {
      await db.write((tx) => tx.run(insert, ['a', 7]))
      expect(await db.one('SELECT $2 AS two, owner, $1 AS one, $2 AS again FROM box WHERE owner = $1', ['a', 'x'])).toEqual({
        two: 'x',
        owner: 'a',
        one: 'a',
        again: 'x',
      })
    })

    test('microseconds of our age come back as the same number', async () => {
      await db.write((tx) => tx.run(insert, ['a', 1_795_151_755_268_001]))
      expect(await stamps()).toEqual([1_795_151_755_268_001])
    })

    test('of a write that throws nothing stays, and its neighbours in the same turn do', async () => {
      const writes = [
        db.write((tx) => tx.run(insert, ['a', 1])),
        db.write(async (tx) => {
          await tx.run(insert, ['b', 2])
          throw new Error('no')
        }),
        db.write((tx) => tx.run(insert, ['c', 3])),
      ]
      const results = await Promise.allSettled(writes)
      expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(await stamps()).toEqual([1, 3])
    })

    test('a refused statement refuses its own write only', async () => {
      const results = await Promise.allSettled([
        db.write((tx) => tx.run(insert, ['a', 1])),
        db.write((tx) => tx.run(insert, ['a', 2])),
        db.write((tx) => tx.run(insert, ['b', 3])),
      ])
      expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(await stamps()).toEqual([1, 3])
    })

    test('nobody reads what is not committed', async () => {
      let reading: Promise<number[]> | undefined
      await db.write(async (tx) => {
        await tx.run(insert, ['a', 1])
        reading = stamps()
        expect(await reading).toEqual([])
        expect(await tx.all('SELECT stamp FROM box')).toEqual([{ stamp: 1 }])
      })
      expect(await stamps()).toEqual([1])
    })

    test('the queries of a snapshot see one state, whatever is written meanwhile', async () => {
      const writing = Array.from({ length: 50 }, (_, index) => db.write((tx) => tx.run(insert, [`o${index}`, index])))
      const count = { sql: 'SELECT count(*) AS n FROM box' }
      for (let round = 0; round < 20; round++) {
        const [first, second] = await db.snapshot([count, count])
        expect(first).toEqual(second)
        await new Promise(setImmediate)
      }
      await Promise.all(writing)
      expect(await stamps()).toHaveLength(50)
    })

    test('lockBoxes answers the newest stamps, 0 for a box that has none yet', async () => {
      await db.write((tx) => tx.run(insert, ['b', 5]))
      expect(await db.write((tx) => tx.lockBoxes(['a', 'b']))).toEqual([0, 5])
    })

    test('two writes that lock the same boxes never lose a count', async () => {
      const save = 'INSERT INTO box (owner, stamp) VALUES ($1, $2) ON CONFLICT (owner) DO UPDATE SET stamp = excluded.stamp'
      await Promise.all(
        Array.from({ length: 100 }, () =>
          db.write(async (tx) => {
            const [a, b] = (await tx.lockBoxes(['a', 'b'])) as [number, number]
            await tx.run(save, ['a', a + 1])
            await tx.run(save, ['b', b + 1])
          }),
        ),
      )
      expect(await stamps()).toEqual([100, 100])
    })

    test('a writer that is used after its write has ended refuses', async () => {
      let kept: Parameters<Parameters<Db['write']>[0]>[0] | undefined
      await db.write(async (tx) => {
        kept = tx
      })
      await expect(kept?.run(insert, ['a', 1])).rejects.toThrow()
      expect(await stamps()).toEqual([])
    })

    test('closing waits for what was taken in', async () => {
      const writing = db.write((tx) => tx.run(insert, ['a', 1]))
      await db.close()
      expect(await writing).toBe(1)
      await expect(db.write((tx) => tx.run(insert, ['b', 1]))).rejects.toThrow()
    })
  })
}
