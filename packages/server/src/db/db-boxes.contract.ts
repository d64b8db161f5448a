import { describe, expect, test } from 'vitest'
import type { Db, Writer } from './db.ts'

const insert = 'INSERT INTO box (owner, stamp) VALUES ($1, $2)'

/** The contract of every store for writes that lock boxes; part of `db.contract.ts`. `opened` returns a fresh store. */
export function boxContract(opened: () => Db): void {
  const stamps = async () =>
    (await opened().all<{ stamp: number }>('SELECT stamp FROM box ORDER BY stamp')).map((row) => row.stamp)

  test('lockBoxes answers the newest stamps, 0 for a box that has none yet', async () => {
    await opened().write((tx) => tx.run(insert, ['b', 5]))
    expect(await opened().write((tx) => tx.lockBoxes(['a', 'b']))).toEqual([0, 5])
  })

  test('two writes that lock the same boxes never lose a count', async () => {
    const save = 'INSERT INTO box (owner, stamp) VALUES ($1, $2) ON CONFLICT (owner) DO UPDATE SET stamp = excluded.stamp'
    await Promise.all(
      Array.from({ length: 100 }, () =>
        opened().write(async (tx) => {
          const [a, b] = (await tx.lockBoxes(['a', 'b'])) as [number, number]
          await tx.run(save, ['a', a + 1])
          await tx.run(save, ['b', b + 1])
        }),
      ),
    )
    expect(await stamps()).toEqual([100, 100])
  })

  test('boxes that are locked in different writes at once, old and new ones, never lose a count', async () => {
    const save = 'UPDATE box SET stamp = $2 WHERE owner = $1'
    const sets = [['a'], ['a', 'b'], ['b', 'c'], ['a', 'c'], ['c', 'd'], ['a', 'b', 'c', 'd']]
    await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        opened().write(async (tx) => {
          const owners = sets[index % sets.length] as string[]
          const before = await tx.lockBoxes(owners)
          for (const [place, owner] of owners.entries()) {
            const values = [owner, (before[place] as number) + 1]
            if ((await tx.run(save, values)) === 0) await tx.run(insert, values)
          }
        }),
      ),
    )
    expect(await opened().all('SELECT owner, stamp FROM box ORDER BY owner')).toEqual([
      { owner: 'a', stamp: 80 },
      { owner: 'b', stamp: 60 },
      { owner: 'c', stamp: 80 },
      { owner: 'd', stamp: 40 },
    ])
  })

  test('a stamp that was kept is returned by the next lock of the box, in the same write or in another', async () => {
    const next = (tx: Writer, owner: string) =>
      tx.lockBoxes([owner]).then(([newest = 0]) => {
        tx.keepStamp(owner, newest + 1)
        return newest
      })
    const twice = await opened().write(async (tx) => [await next(tx, 'a'), await next(tx, 'a')])
    expect(twice).toEqual([0, 1])
    const named = Array.from({ length: 50 }, () => opened().write((tx) => next(tx, 'a'), ['a']))
    const unnamed = Array.from({ length: 50 }, () => opened().write((tx) => next(tx, 'a')))
    const seen = await Promise.all([...named, ...unnamed])
    expect(seen.sort((one, other) => one - other)).toEqual(Array.from({ length: 100 }, (_, index) => index + 2))
    expect(await stamps()).toEqual([102])
  })

  describe('writes that say at once which boxes they lock', () => {
    const counted = async (tx: Writer) => (await tx.one<{ n: number }>('SELECT count(*) AS n FROM box'))?.n
    const boxOf = (index: number) => [`box ${index % 7}`]

    test('are apart from each other: one state each, and none is lost', async () => {
      await opened().write((tx) => tx.run(insert, ['sum', 0]))
      const same = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          opened().write(async (tx) => {
            const before = await counted(tx)
            const sum = await tx.one<{ stamp: number }>('SELECT stamp FROM box WHERE owner = $1', ['sum'])
            await tx.run('UPDATE box SET stamp = $2 WHERE owner = $1', ['sum', (sum?.stamp ?? 0) + 1])
            const after = await counted(tx)
            tx.send(insert, [`o${index}`, 1_000])
            return before === after
          }, boxOf(index)),
        ),
      )
      expect(same).toEqual(same.map(() => true))
      expect(await stamps()).toEqual([60, ...same.map(() => 1_000)])
    })

    const ends: Record<string, (tx: Writer) => Promise<unknown>> = {
      'throws before it writes': async () => {
        throw new Error('no')
      },
      'throws after it has written': async (tx) => {
        await tx.run(insert, ['never', 9])
        throw new Error('no')
      },
      'throws after it has sent': async (tx) => {
        tx.send(insert, ['never', 9])
        throw new Error('no')
      },
      'sends what is refused': async (tx) => tx.send(insert, ['taken', 9]),
      'takes no notice of what is refused': async (tx) => tx.run(insert, ['taken', 9]).catch(() => 0),
    }
    test.each(Object.entries(ends))('do not fail with one that %s', async (_, end) => {
      await opened().write((tx) => tx.run(insert, ['taken', 0]))
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          opened().write((tx) => (index === 10 ? end(tx) : tx.run(insert, [`o${index}`, index + 1])), boxOf(index)),
        ),
      )
      expect(results.flatMap((result, index) => (result.status === 'rejected' ? [index] : []))).toEqual([10])
      expect(await stamps()).toEqual([...Array(21).keys()].filter((stamp) => stamp !== 11))
    })

    test('see what they ask ahead as if they asked when they need it: with what those before them and they themselves have written', async () => {
      await opened().write((tx) => tx.run(insert, ['sum', 0]))
      const sql = 'SELECT stamp FROM box WHERE owner = $1'
      const seen = await Promise.all(
        Array.from({ length: 40 }, (_, index) => {
          const owner = `own ${index % 10}`
          const own = async (tx: Writer) => (await tx.one<{ stamp: number }>(sql, [owner]))?.stamp ?? 0
          const work = async (tx: Writer) => {
            const before = [await own(tx), await own(tx)]
            if (before[0] === 0) tx.send(insert, [owner, 1])
            else await tx.run('UPDATE box SET stamp = stamp + 1 WHERE owner = $1', [owner])
            return [...before, await own(tx)]
          }
          const ahead = [[{ sql, values: [owner] }], [], [{ sql, values: ['sum'] }]][index % 3]
          return opened().write(work, [`box ${index % 10}`], ahead && { ahead })
        }),
      )
      const rounds = [0, 1, 2, 3].flatMap((stamp) => Array.from({ length: 10 }, () => [stamp, stamp, stamp + 1]))
      expect(seen.sort((one, other) => (one[0] as number) - (other[0] as number))).toEqual(rounds)
    })

    test('that ask ahead for what is refused fail alone', async () => {
      const results = await Promise.allSettled(
        Array.from({ length: 10 }, (_, index) => {
          const sql = index === 5 ? 'SELECT stamp FROM no_such_table' : 'SELECT stamp FROM box'
          return opened().write(async (tx) => (await tx.all(sql)).length, boxOf(index), { ahead: [{ sql }] })
        }),
      )
      expect(results.map(({ status }) => status)).toEqual(results.map((_, index) => (index === 5 ? 'rejected' : 'fulfilled')))
    })

    test('may lock more when they have begun', async () => {
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          opened().write(async (tx) => {
            if (index % 3 === 0) await tx.run(insert, [`first ${index}`, 1_000])
            if (index % 2 === 0) await tx.lock('late')
            const owners = index % 2 === 0 ? [...boxOf(index), 'late'] : boxOf(index)
            const newest = await tx.lockBoxes(owners)
            for (const [place, owner] of owners.entries()) tx.keepStamp(owner, (newest[place] as number) + 1)
          }, boxOf(index)),
        ),
      )
      expect((await stamps()).reduce((sum, stamp) => sum + stamp)).toBe(10 * 1_000 + 30 + 15)
    })
  })
}
