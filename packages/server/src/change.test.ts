import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { busInMemory } from './bus/memory.ts'
import { changeContract } from './change.contract.ts'
import { fromSeconds, microseconds, toSeconds } from './change.ts'
import { openSqlite } from './db/sqlite.ts'

const root = mkdtempSync(join(tmpdir(), 'waypost-change-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0

changeContract('embedded', async () => {
  const folder = join(root, String(folders++))
  const bus = busInMemory((error) => {
    throw error
  })
  return { open: async () => openSqlite(folder), bus }
})

test('API-078 seconds on the wire come back as the same microseconds [A6]', () => {
  for (let index = 0; index < 10_000; index++) {
    const stamp = 1_795_151_755_000_000 + index * 97 + (index % 2) * 2 ** 40
    expect(fromSeconds(JSON.parse(JSON.stringify(toSeconds(stamp))))).toBe(stamp)
  }
})

test('the clock gives no time twice within a millisecond, and follows one that was set back', () => {
  const now = Date.now()
  vi.useFakeTimers({ now, toFake: ['Date'] })
  try {
    const times = Array.from({ length: 100 }, microseconds)
    expect(new Set(times).size).toBe(100)
    expect(times).toEqual([...times].sort((one, other) => one - other))
    vi.setSystemTime(now - 60_000)
    expect(microseconds()).toBe((now - 60_000) * 1_000)
  } finally {
    vi.useRealTimers()
  }
})
