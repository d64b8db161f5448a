import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { storeLocks, usualLocks } from '../test-programs/test-locks.ts'
import { dbContract } from './db.contract.ts'
import type { Writer } from './db.ts'
import { openSqlite } from './sqlite.ts'
import { cleanSqlite } from './sqlite-clean.ts'
import { lockFile, storeFile } from './sqlite-files.ts'
import { FolderInUse } from './sqlite-lock.ts'

const root = mkdtempSync(join(tmpdir(), 'waypost-sqlite-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let count = 0
const fresh = () => join(root, String(count++))

dbContract('sqlite', () => openSqlite(fresh()))

test('committed rows survive a restart, and migrations run once', async () => {
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
  expect(() => openSqlite(folder, { lockFor: 0 })).toThrow(FolderInUse)
  expect(storeLocks(process.pid, folder) ?? usualLocks).toEqual(usualLocks)
  await first.close()
  await openSqlite(folder).close()
})

/** A process that holds a read lock and reports it; it ends after the given time, or when it is killed. */
async function lockReader(folder: string, milliseconds?: number): Promise<ChildProcess> {
  const script = `
    const { DatabaseSync } = require('node:sqlite')
    const db = new DatabaseSync(process.argv[1])
    db.exec('BEGIN')
    db.prepare('SELECT COUNT(*) FROM sqlite_schema').get()
    console.log('reads')
    ${milliseconds === undefined ? 'setInterval(() => {}, 1_000)' : `setTimeout(() => db.exec('COMMIT'), ${milliseconds})`}`
  const reader = spawn(process.execPath, ['-e', script, join(folder, lockFile)], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(reader.stdout as NodeJS.ReadableStream, 'data')
  return reader
}

test('who reads the lock for a moment keeps no server from starting', async () => {
  const folder = fresh()
  await openSqlite(folder).close()
  const reader = await lockReader(folder, 300)
  // Opening blocks the process, so the reader has to end by itself, however slow the machine is.
  await openSqlite(folder, { lockFor: 60_000 }).close()
  reader.kill()
})

test('who goes on reading the lock is named, and a server that has it is named as one', async () => {
  const folder = fresh()
  await openSqlite(folder).close()
  const reader = await lockReader(folder)
  const refused = failureOf(() => openSqlite(folder, { lockFor: 50 }))
  expect(refused).toMatchObject({ name: 'FolderInUse', byServer: false })
  const who = process.platform === 'linux' ? `process ${reader.pid} \\(.+\\)` : '(process .+|another program)'
  expect(refused?.message).toMatch(
    new RegExp(`^The folder .+ cannot be locked for this server: ${who} is reading its file lock\\.db\\.$`),
  )
  reader.kill()
  await once(reader, 'exit')
  const db = openSqlite(folder)
  expect(failureOf(() => openSqlite(folder, { lockFor: 0 }))).toMatchObject({ byServer: true })
  await db.close()
})

function failureOf(work: () => unknown): Error | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return error as Error
  }
}

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

test('the log stays small while much is written, and pages moved out of it survive a restart', async () => {
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
  // The thread that moves the log shares the locks.
  expect(storeLocks(process.pid, folder) ?? usualLocks).toEqual(usualLocks)
  await db.close()
  const again = openSqlite(folder)
  expect(await again.one('SELECT COUNT(*) AS rows, SUM(LENGTH(text)) AS size FROM much')).toEqual({
    rows: 120,
    size: 120_000_000,
  })
  await again.close()
})

test('a write waits until a long log is moved, and then starts it anew', () => {
  const folder = fresh()
  const program = `
    import { openSqlite } from ${JSON.stringify(join(import.meta.dirname, 'sqlite.ts'))}
    const db = openSqlite(${JSON.stringify(folder)})
    const write = (text) => db.write((tx) => tx.run('INSERT INTO much VALUES ($1)', [text]))
    await db.write((tx) => tx.run('CREATE TABLE much (text TEXT)'))
    await write('x'.repeat(70_000_000))
    // The thread is only starting now, so the next write must wait for it. Nothing else keeps this program running.
    await write('outrun')
    await write('waited')
    console.log(JSON.stringify(await db.all('PRAGMA wal_checkpoint(NOOP)')))
    await db.close()`
  const [pages] = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }))
  expect(pages.log).toBeLessThan(1_000)
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

test('a while after a commit the log is emptied, because it contains deleted data, also while another program has the store open', async () => {
  const folder = fresh()
  const db = openSqlite(folder, { emptyAfter: 10 })
  const other = new DatabaseSync(join(folder, storeFile))
  const log = () => statSync(join(folder, `${storeFile}-wal`)).size
  await db.write((tx) => tx.run('INSERT INTO box (owner, stamp) VALUES ($1, 1)', ['a']))
  await vi.waitFor(() => expect(log()).toBe(0))
  other.exec('BEGIN; SELECT * FROM box')
  await db.write((tx) => tx.run('DELETE FROM box'))
  expect(log()).toBeGreaterThan(0)
  other.exec('COMMIT')
  await vi.waitFor(() => expect(log()).toBe(0))
  await db.write((tx) => tx.run('INSERT INTO box (owner, stamp) VALUES ($1, 1)', ['b']))
  await db.close()
  expect(log()).toBe(0)
  expect(other.prepare('SELECT owner FROM box').all()).toEqual([{ owner: 'b' }])
  other.close()
})

test('a store of an earlier version is cleaned of deleted data once, and so is a large one by the command', async () => {
  const folder = fresh()
  await openSqlite(folder).close()
  const file = join(folder, storeFile)
  /** Deletes a row as an earlier version did: its content stays in the file. */
  function deleteAs(word: string) {
    const old = new DatabaseSync(file)
    old.exec(`PRAGMA secure_delete = OFF; PRAGMA application_id = 0; INSERT INTO box (owner, stamp) VALUES ('${word}', 1)`)
    old.exec('DELETE FROM box')
    old.close()
    expect(readFileSync(file).includes(word)).toBe(true)
  }
  deleteAs('forgotten')
  await openSqlite(folder).close()
  expect(readFileSync(file).includes('forgotten')).toBe(false)
  deleteAs('long ago')
  const db = openSqlite(folder, { beside: true })
  cleanSqlite(folder)
  await db.close()
  expect(readFileSync(file).includes('long ago')).toBe(false)
})

describe('another program that locks the store', () => {
  function locked(options = {}) {
    const folder = fresh()
    const db = openSqlite(folder, options)
    const other = new DatabaseSync(join(folder, storeFile))
    other.exec('BEGIN IMMEDIATE')
    return { folder, db, other }
  }
  const insert = (owner: string) => (tx: Writer) => tx.run('INSERT INTO box (owner, stamp) VALUES ($1, 1)', [owner])

  test('delays writes, and neither reads nor the rest of the process', async () => {
    const { db, other } = locked({ patience: Number.POSITIVE_INFINITY })
    let done = 0
    const writes = ['a', 'b'].map((owner) => db.write(insert(owner)).then(() => done++))
    const attempts = vi.spyOn(StatementSync.prototype, 'run')
    const pauses = 10
    for (let pause = 0; pause < pauses; pause++) {
      // As long as the longest delay between two attempts: two attempts begin or end in it, however late this machine's timers are.
      await sleep(50)
      expect(await db.all('SELECT owner FROM box')).toEqual([])
    }
    expect([done, attempts.mock.calls.length > 1, attempts.mock.calls.length <= 2 * pauses + 7]).toEqual([0, true, true])
    other.exec('COMMIT')
    await Promise.all(writes)
    // SQLite itself waits for no lock: that would block the process.
    const wait = 'PRAGMA busy_timeout'
    expect([await db.one(wait), await db.write((tx) => tx.one(wait))]).toEqual([{ timeout: 0 }, { timeout: 0 }])
    expect(await db.all('SELECT owner FROM box ORDER BY owner')).toEqual([{ owner: 'a' }, { owner: 'b' }])
    other.close()
    await db.close()
  })

  test('for too long: each write is refused after its time, and later ones are kept', async () => {
    const { db, other } = locked({ patience: 100 })
    await expect(db.write(insert('a'))).rejects.toMatchObject({ code: 'unavailable', status: 503, retryAfter: 1 })
    await expect(db.write(insert('b'))).rejects.toMatchObject({ code: 'unavailable' })
    const kept = db.write(insert('c'))
    other.exec('COMMIT')
    await kept
    expect(await db.all('SELECT owner FROM box')).toEqual([{ owner: 'c' }])
    other.exec('BEGIN IMMEDIATE')
    await db.close()
    other.close()
  })
})
