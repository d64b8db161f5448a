import { Client } from 'pg'
import { expect, test } from 'vitest'
import { freshEngines } from '../test-engines.ts'
import { dbContract } from './db.contract.ts'
import type { Writer } from './db.ts'
import { migrations } from './migrations/migrations.ts'
import { openPostgres } from './postgres.ts'
import { DatabaseInUse } from './postgres-errors.ts'
import { startProxy } from './test-proxy.ts'

const fresh = async () => (await freshEngines())?.WAYPOST_DATABASE_URL as string
const insert = 'INSERT INTO box (owner, stamp) VALUES ($1, $2)'

const placeTaken = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND
  (classid::bigint << 32) + objid::bigint = hashtextextended('waypost place ' || current_schema(), 0)`

dbContract('postgres', async () => openPostgres(await fresh()))

test('nodes that start together make the tables once', async () => {
  const url = await fresh()
  const nodes = await Promise.all(Array.from({ length: 5 }, () => openPostgres(url)))
  const done = await nodes[0]?.all('SELECT number, name FROM migration ORDER BY number')
  expect(done).toEqual(migrations('postgres').map(({ number, name }) => ({ number, name })))
  await Promise.all(nodes.map((node) => node.close()))
  await openPostgres(url).then((again) => again.close())
})

test('a node that hears of no others has the database for itself, also after its connections were lost', async () => {
  const url = await fresh()
  const proxy = await startProxy(url)
  const alone = await openPostgres(proxy.url, { alone: true })
  await expect(openPostgres(url)).rejects.toThrow(DatabaseInUse)
  proxy.cut()
  while (!(await alone.one(placeTaken))) await new Promise(setImmediate)
  await expect(openPostgres(url)).rejects.toThrow(DatabaseInUse)
  await alone.close()
  await proxy.close()
  const [one, other] = [await openPostgres(url), await openPostgres(url)]
  await expect(openPostgres(url, { alone: true })).rejects.toThrow(DatabaseInUse)
  await Promise.all([one.close(), other.close()])
})

test('lost connections are opened again, and writes in progress are repeated once', async () => {
  const proxy = await startProxy(await fresh())
  const db = await openPostgres(proxy.url)
  await db.write((tx) => tx.run(insert, ['before', 1]))
  proxy.cut()
  expect(await db.one('SELECT stamp FROM box')).toEqual({ stamp: 1 })
  let attempts = 0
  await db.write(async (tx) => {
    attempts++
    await tx.run(insert, ['meanwhile', 2])
    if (attempts === 1) proxy.cut()
    await tx.run(insert, ['after', 3])
  })
  expect(attempts).toBe(2)
  expect(await db.all('SELECT stamp FROM box ORDER BY stamp')).toEqual([{ stamp: 1 }, { stamp: 2 }, { stamp: 3 }])
  await db.close()
  await proxy.close()
})

test('changes of one turn share a transaction', async () => {
  const db = await openPostgres(await fresh())
  const transaction = async (tx: Writer) => (await tx.one<{ id: string }>('SELECT pg_current_xact_id()::text AS id'))?.id
  const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => db.write(transaction, [`box ${index % 5}`])))
  expect(new Set(ids).size).toBe(1)
  await db.close()
})

test('changes that share a lost connection are done again, once', async () => {
  const proxy = await startProxy(await fresh())
  const db = await openPostgres(proxy.url)
  let cut = false
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      db.write(
        async (tx) => {
          const [newest = 0] = await tx.lockBoxes([`box ${index % 5}`])
          if (index === 10 && !cut) {
            cut = true
            proxy.cut()
          }
          await tx.one('SELECT 1 AS one')
          tx.keepStamp(`box ${index % 5}`, newest + 1)
        },
        [`box ${index % 5}`],
      ),
    ),
  )
  expect(await db.all('SELECT stamp FROM box')).toEqual(Array.from({ length: 5 }, () => ({ stamp: 4 })))
  await db.close()
  await proxy.close()
})

test('boxes that another node holds delay only the writes that want them', async () => {
  const url = await fresh()
  const [db, other] = await Promise.all([openPostgres(url), openPostgres(url)])
  const stamp = (owner: string) => db.write(async (tx) => tx.keepStamp(owner, 1), [owner])
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const boxes = ['a', 'b', 'c']
  let holding = () => {}
  const isHeld = new Promise<void>((resolve) => {
    holding = resolve
  })
  const elsewhere = other.write(async (tx) => {
    await tx.lockBoxes(boxes)
    holding()
    await held
  }, boxes)
  await isHeld
  const waiting: Promise<void>[] = []
  for (const owner of boxes) {
    waiting.push(stamp(owner))
    await new Promise(setImmediate)
  }
  await stamp('free')
  expect(await db.all('SELECT owner FROM box')).toEqual([{ owner: 'free' }])
  letGo()
  await Promise.all([elsewhere, ...waiting])
  expect(await db.all('SELECT owner FROM box ORDER BY owner')).toHaveLength(4)
  await db.close()
  await other.close()
})

test('while the database is away callers are told so, and then all goes on', async () => {
  const proxy = await startProxy(await fresh())
  const db = await openPostgres(proxy.url)
  await proxy.block()
  await expect(db.one('SELECT 1 AS one')).rejects.toMatchObject({ code: 'unavailable' })
  await expect(db.write((tx) => tx.run(insert, ['a', 1]))).rejects.toMatchObject({ code: 'unavailable' })
  await expect(db.snapshot([{ sql: 'SELECT 1 AS one' }])).rejects.toMatchObject({ code: 'unavailable' })
  await proxy.unblock()
  await db.write((tx) => tx.run(insert, ['a', 1]))
  expect(await db.one('SELECT stamp FROM box')).toEqual({ stamp: 1 })
  await db.close()
  await proxy.close()
})

test('a newer node may change the tables under those that run', async () => {
  const url = await fresh()
  const db = await openPostgres(url)
  const all = 'SELECT * FROM box WHERE owner = $1'
  const some = () => Promise.all(Array.from({ length: 30 }, () => db.all(all, ['a'])))
  const writeSome = () => Promise.all(Array.from({ length: 30 }, () => db.write((tx) => tx.all(all, ['a']))))
  await Promise.all([some(), writeSome()])
  const client = new Client(url)
  await client.connect()
  await client.query('ALTER TABLE box ADD COLUMN more BIGINT')
  await client.end()
  await db.write((tx) => tx.run(insert, ['a', 1]))
  for (const rows of [...(await some()), ...(await writeSome())])
    expect(rows).toEqual([{ owner: 'a', stamp: 1, indexed: 0, cut_to: 0, more: null }])
  await db.close()
})

test('a NUL, which this database cannot keep, is left out', async () => {
  const db = await openPostgres(await fresh())
  await db.write((tx) => tx.run(insert, ['a\0b', 1]))
  expect(await db.one('SELECT owner FROM box WHERE owner = $1', ['ab'])).toEqual({ owner: 'ab' })
  await db.close()
})
