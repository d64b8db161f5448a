// Fails a test that prints with console.error, unless it replaced console.error (vi.spyOn) to check the error. What a file prints or throws after
// its last test fails that file, not the one that runs then. It is loaded before every test file.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import { nextTick } from 'node:process'
import { afterAll, afterEach, aroundAll } from 'vitest'

interface Kept {
  print: typeof console.error
  /** Knows for each piece of work the test file that began it. */
  testFiles: AsyncLocalStorage<string>
}

// One process runs many files, with this file before each: the wrappers must not nest.
const global = globalThis as { strayErrors?: Kept }
const isFirst = global.strayErrors === undefined
global.strayErrors ??= { print: console.error, testFiles: new AsyncLocalStorage() }
const { print, testFiles } = global.strayErrors

let current: string | undefined
let heard: string[] = []

// biome-ignore lint/correctness/noEmptyPattern: vitest reads the hook's fixtures from the pattern
aroundAll((runFile, {}, { file }) => {
  current = file.filepath
  return testFiles.run(current, runFile)
})

console.error = (...words: unknown[]) => {
  print(...words)
  const line = words.map((word) => (word instanceof Error ? word.message : String(word))).join(' ')
  const beganBy = testFiles.getStore()
  if (beganBy === undefined || beganBy === current) heard.push(line)
  // The tests of that file are over, so this is an error outside of tests.
  else void Promise.reject(new Error(`console.error was called after the last test of the file: ${line}`))
}

if (isFirst) for (const event of ['unhandledRejection', 'uncaughtException']) nameFileOf(process, event)

/**
 * Has errors outside of tests say which file began the work; the reporter reads that. Vitest reports none to which others listen, so the listener
 * is gone when Vitest's is called.
 */
function nameFileOf(process: EventEmitter, event: string): void {
  process.prependOnceListener(event, (error: unknown) => {
    const testFile = testFiles.getStore()
    if (testFile !== undefined && error instanceof Error) Object.assign(error, { testFile })
    nextTick(nameFileOf, process, event)
  })
}

function refuse() {
  const stray = heard
  heard = []
  if (stray.length > 0) throw new Error(`console.error was called: ${stray.join(' | ')}`)
}

afterEach(refuse)
// Output after the last test of a file, e.g. while a server closes.
afterAll(refuse)
