import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeLock } from './lock.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-lock-'))
  file = join(folder, 'of', 'run.lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function take(): { release(): void } {
  const lock = takeLock(file)
  if ('heldBy' in lock) throw new Error(`held by ${lock.heldBy}`)
  return lock
}

test('one process holds it at a time, and the next one after it is released', () => {
  const lock = take()
  expect(takeLock(file)).toEqual({ heldBy: process.pid })
  lock.release()
  expect(existsSync(file)).toBe(false)
  take().release()
})

test('the lock of a process that ended is taken over, and leaves no files behind', async () => {
  const child = spawn('true')
  await once(child, 'close')
  take()
  writeFileSync(file, JSON.stringify({ pid: child.pid, since: Date.now() }))
  const lock = take()
  expect(JSON.parse(readFileSync(file, 'utf8')).pid).toBe(process.pid)
  expect(readdirSync(join(folder, 'of'))).toEqual(['run.lock'])
  lock.release()
})

test.each([
  ['half a word, as after a power cut', () => '{"pid":'],
  ['nothing', () => ''],
  ['one from before this machine was started', () => JSON.stringify({ pid: process.pid, since: 0 })],
  ['a number that another process has now', () => JSON.stringify({ pid: process.pid, since: Date.now(), began: '1' })],
])('%s does not block it', (_, text) => {
  take().release()
  writeFileSync(file, text())
  take().release()
})

test('the lock of another process is not released', () => {
  const lock = take()
  writeFileSync(file, 'somebody else')
  lock.release()
  expect(readFileSync(file, 'utf8')).toBe('somebody else')
})
