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

test('one has it at a time, and the next when it is given back', () => {
  const lock = take()
  expect(takeLock(file)).toEqual({ heldBy: process.pid })
  lock.release()
  expect(existsSync(file)).toBe(false)
  take().release()
})

test('one of a process that is gone is taken over, and leaves nothing behind', async () => {
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
])('%s is no hindrance', (_, text) => {
  take().release()
  writeFileSync(file, text())
  take().release()
})

test('a lock that somebody else took meanwhile is not given back', () => {
  const lock = take()
  writeFileSync(file, 'somebody else')
  lock.release()
  expect(readFileSync(file, 'utf8')).toBe('somebody else')
})
