import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { busInMemory } from '../bus/memory.ts'
import { changer } from '../change.ts'
import { openSqlite } from '../db/sqlite.ts'
import { openJobs } from './engine.ts'
import { jobsContract } from './jobs.contract.ts'
import { nodesContract } from './nodes.contract.ts'
import { retryDelay } from './rules.ts'

const root = mkdtempSync(join(tmpdir(), 'waypost-jobs-'))
let folders = 0
afterAll(() => rmSync(root, { recursive: true, force: true }))
const open = () => openSqlite(join(root, String(folders++)))

jobsContract('SQLite', open)
nodesContract('SQLite', open)

test('a job that a change asked for begins as soon as the change is committed', async () => {
  const db = open()
  const onError = (error: unknown) => expect.unreachable(String(error))
  // No poll of the table finds it.
  const jobs = openJobs({ db, alone: true, onError, pollEvery: 3_600_000 })
  const begun = new Promise<void>((resolve) => {
    jobs.handle('now', async () => {
      resolve()
      return undefined
    })
  })
  await jobs.start()
  const change = changer(
    db,
    busInMemory(() => {}),
  )
  await change(['a'], (tx) => jobs.add(tx, { type: 'now' }))
  await begun
  await jobs.stop()
  await db.close()
})

test('waits grow from two seconds to an hour, and chance spreads them', () => {
  expect([1, 2, 3, 11, 12, 30].map((attempt) => retryDelay(attempt, 0) / 1e6)).toEqual([2, 4, 8, 2_048, 3_600, 3_600])
  expect(retryDelay(1, 1)).toBe(1_500_000)
  const total = Array.from({ length: 30 }, (_, index) => retryDelay(index + 1, 0.5)).reduce((sum, wait) => sum + wait)
  expect(total / 3.6e9).toBeGreaterThan(12)
  expect(total / 3.6e9).toBeLessThan(24)
})
