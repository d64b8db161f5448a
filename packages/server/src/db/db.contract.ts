import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from './db.ts'
import { boxContract } from './db-boxes.contract.ts'

/** The contract of every store. `open` returns a fresh one with all migrations. */
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
      // The order of two concurrent writes is undefined.
      expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
      expect(results[2]?.status).toBe('fulfilled')
      expect(await stamps()).toEqual([results[0]?.status === 'fulfilled' ? 1 : 2, 3])
    })

    test('a statement that fails fails its write, also when the work takes no notice', async () => {
      await db.write((tx) => tx.run(insert, ['a', 1]))
      const careless = db.write(async (tx) => {
        await tx.run(insert, ['b', 2])
        await tx.run(insert, ['a', 3]).catch(() => 0)
      })
      await expect(careless).rejects.toThrow(/unique/i)
      const replaced = db.write(async (tx) => {
        await tx.run(insert, ['b', 2])
        await tx.run(insert, ['a', 3]).catch(() => {
          throw new Error('my own')
        })
      })
      await expect(replaced).rejects.toThrow('my own')
      expect(await stamps()).toEqual([1])
    })

    test('sent statements are committed with the rest, or nothing is', async () => {
      await db.write(async (tx) => {
        tx.send(insert, ['sent', 2])
        await tx.run(insert, ['run', 1])
      })
      await db.write(async (tx) => tx.send(insert, ['alone', 3]))
      const failing = db.write(async (tx) => {
        await tx.run(insert, ['b', 4])
        tx.send(insert, ['sent', 5])
      })
      await expect(failing).rejects.toThrow(/unique/i)
      expect(await stamps()).toEqual([1, 2, 3])
    })

    test('sent statements take effect in order', async () => {
      const seen = await db.write(async (tx) => {
        tx.send(insert, ['a', 1])
        const before = await tx.all('SELECT stamp FROM box')
        tx.send('UPDATE box SET stamp = 2 WHERE owner = $1', ['a'])
        tx.send('UPDATE box SET stamp = stamp * 10 WHERE owner = $1', ['a'])
        return [before, await tx.run('UPDATE box SET stamp = stamp + 1 WHERE stamp = 20')]
      })
      expect(seen).toEqual([[{ stamp: 1 }], 1])
      expect(await stamps()).toEqual([21])
    })

    test('a rule that looks first and inserts then needs no more than a unique index', async () => {
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          db.write(async (tx) => {
            if (await tx.one('SELECT 1 AS one FROM box WHERE owner = $1', ['tag'])) throw new Error('Tag taken')
            await tx.run(insert, ['tag', index])
          }),
        ),
      )
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as Error).message] : []))
      expect(refused).toEqual(Array.from({ length: 19 }, () => 'Tag taken'))
      expect(await stamps()).toHaveLength(1)
    })

    test('writes that lock a name wait for each other and see what the one before wrote', async () => {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          db.write(async (tx) => {
            await tx.lock('first')
            const [row] = await tx.all<{ n: number }>('SELECT count(*) AS n FROM box')
            await tx.run(insert, [`o${index}`, row?.n ?? -1])
          }),
        ),
      )
      expect(await stamps()).toEqual(Array.from({ length: 20 }, (_, index) => index))
    })

    test('a lock is as good when it is asked for late', async () => {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          db.write(async (tx) => {
            await tx.all('SELECT * FROM box')
            await tx.lock('late')
            await tx.lockBoxes(['z', `o${index}`])
            const [row] = await tx.all<{ n: number }>('SELECT count(*) AS n FROM box')
            await tx.run(insert, [`o${index}`, row?.n ?? -1])
          }),
        ),
      )
      expect(await stamps()).toEqual(Array.from({ length: 20 }, (_, index) => index))
    })

    test('no write is lost that changes rows it has read', async () => {
      await db.write((tx) => tx.run(insert, ['a', 0]))
      await Promise.all(
        Array.from({ length: 20 }, () =>
          db.write(async (tx) => {
            const row = await tx.one<{ stamp: number }>('SELECT stamp FROM box WHERE owner = $1', ['a'])
            await tx.run('UPDATE box SET stamp = $2 WHERE owner = $1', ['a', (row?.stamp ?? 0) + 1])
          }),
        ),
      )
      expect(await stamps()).toEqual([20])
    })

    test('a write sees one state from beginning to end', async () => {
      const count = async (tx: Pick<Db, 'one'>) => (await tx.one<{ n: number }>('SELECT count(*) AS n FROM box'))?.n
      const differences = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          db.write(async (tx) => {
            const before = await count(tx)
            for (let round = 0; round < 5; round++) await tx.one('SELECT 1 AS one')
            const after = await count(tx)
            await tx.run(insert, [`o${index}`, index])
            return before === after
          }),
        ),
      )
      expect(differences).toEqual(differences.map(() => true))
    })

    test('what only one may take, one takes', async () => {
      await db.write((tx) => tx.run(insert, ['once', 1]))
      const taken = await Promise.all(
        Array.from({ length: 20 }, () =>
          db.write(async (tx) => {
            const row = await tx.one('SELECT stamp FROM box WHERE owner = $1', ['once'])
            await tx.run('DELETE FROM box WHERE owner = $1', ['once'])
            return row !== undefined
          }),
        ),
      )
      expect(taken.filter(Boolean)).toHaveLength(1)
    })

    test('a comparison in a SELECT is 0 or 1, a sum is a number, text compares by its bytes', async () => {
      await db.write((tx) => tx.run(insert, ['a', 2 ** 40]))
      await db.write((tx) => tx.run(insert, ['B', 2 ** 40]))
      expect(await db.all("SELECT owner = 'a' AS same FROM box ORDER BY owner")).toEqual([{ same: 0 }, { same: 1 }])
      expect(await db.one('SELECT sum(stamp) AS all_of_it, count(*) AS n FROM box')).toEqual({ all_of_it: 2 ** 41, n: 2 })
    })

    test('uncommitted rows cannot be read', async () => {
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

    boxContract(() => db)

    test('a writer that is used after its write has ended refuses', async () => {
      let kept: Parameters<Parameters<Db['write']>[0]>[0] | undefined
      await db.write(async (tx) => {
        kept = tx
      })
      await expect(kept?.run(insert, ['a', 1])).rejects.toThrow()
      expect(await stamps()).toEqual([])
    })

    test('closing waits for accepted writes', async () => {
      const writing = db.write((tx) => tx.run(insert, ['a', 1]))
      await db.close()
      expect(await writing).toBe(1)
      await expect(db.write((tx) => tx.run(insert, ['b', 1]))).rejects.toThrow()
    })
  })
}
