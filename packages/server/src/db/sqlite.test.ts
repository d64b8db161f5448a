import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
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

test('the log stays small while much is written, and what was moved out of it is there after a restart', async () => {
  const folder = fresh()
  const db = openSqlite(folder)
  await db.write((tx) => tx.run('CREATE TABLE much (number INTEGER PRIMARY KEY, text TEXT)'))
  let largest = 0
  // 120 MB in all, in commits of one.
  for (let number = 0; number < 120; number++) {
    await db.write((tx) => tx.run('INSERT INTO much VALUES ($1, $2)', [number, 'x'.repeat(1_000_000)]))
    largest = Math.max(largest, statSync(join(folder, 'waypost.db-wal')).size)
  }
  expect(largest).toBeLessThan(100_000_000)
  await db.close()
  const again = openSqlite(folder)
  expect(await again.one('SELECT COUNT(*) AS rows, SUM(LENGTH(text)) AS size FROM much')).toEqual({
    rows: 120,
    size: 120_000_000,
  })
  await again.close()
})

test('a program that closes the store while the log is moved ends after that, not before', () => {
  const program = `
    import { openSqlite } from ${JSON.stringify(join(import.meta.dirname, 'sqlite.ts'))}
    const db = openSqlite(${JSON.stringify(fresh())})
    await db.write((tx) => tx.run('CREATE TABLE much (text TEXT)'))
    await db.write((tx) => tx.run('INSERT INTO much VALUES ($1)', ['x'.repeat(30_000_000)]))
    await db.close()
    console.log('closed')`
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })).toBe('closed\n')
})
