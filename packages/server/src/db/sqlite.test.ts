import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { dbContract } from './db.contract.ts'
import { FolderInUse, openSqlite } from './sqlite.ts'

const root = mkdtempSync(join(tmpdir(), 'waypost-sqlite-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let count = 0
const fresh = () => join(root, String(count++))

dbContract('sqlite', () => openSqlite(fresh()))

test('what was written is there after a restart, and migrations run once', async () => {
  const folder = fresh()
  const first = openSqlite(folder)
  await first.write((tx) => tx.run('INSERT INTO box (owner, stamp) VALUES ($1, $2)', ['a', 1]))
  await first.close()
  const second = openSqlite(folder)
  expect(await second.one('SELECT stamp FROM box')).toEqual({ stamp: 1 })
  await second.close()
})

test('a folder serves one server at a time', async () => {
  const folder = fresh()
  const first = openSqlite(folder)
  expect(() => openSqlite(folder)).toThrow(FolderInUse)
  await first.close()
  await openSqlite(folder).close()
})

test('writes of one turn share one transaction', async () => {
  const db = openSqlite(fresh())
  const order: string[] = []
  await Promise.all(
    ['a', 'b', 'c'].map((owner) =>
      db
        .write(async (tx) => {
          order.push(`in ${owner}`)
          await tx.run('INSERT INTO box (owner, stamp) VALUES ($1, 1)', [owner])
        })
        .then(() => order.push(`done ${owner}`)),
    ),
  )
  expect(order).toEqual(['in a', 'in b', 'in c', 'done a', 'done b', 'done c'])
  await db.close()
})
