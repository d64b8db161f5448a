// Fails a test that prints with console.error, unless it replaced console.error (vi.spyOn) to check the error. What a file prints or throws after
// its last test fails that file, not the one that runs then. It is loaded before every test file.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import { nextTick } from 'node:process'
import { afterAll, afterEach, aroundAll } from 'vitest'

interface TestFile {
  /** Empty while it is loaded. */
  path: string
  /** Its console, so that a spy of one file doesn't capture another's output. */
  console: Console
  /** Its console.error output since the last check. */
  heard: string[]
  isOver: boolean
}

interface Kept {
  base: Console
  /** Tracks which test file started each piece of work. */
  testFiles: AsyncLocalStorage<TestFile>
  current: TestFile
}

const own: TestFile = { path: '', console, heard: [], isOver: false }

// One process runs many files, with this file before each: the wrappers must not nest.
const global = globalThis as { strayErrors?: Kept }
const isFirst = global.strayErrors === undefined
global.strayErrors ??= { base: console, testFiles: new AsyncLocalStorage(), current: own }
const kept = global.strayErrors
const { base, testFiles } = kept
kept.current = own

const fileOfWork = () => testFiles.getStore() ?? kept.current

if (isFirst)
  Object.defineProperty(globalThis, 'console', {
    configurable: true,
    get: () => fileOfWork().console,
    set: (replaced) => {
      fileOfWork().console = replaced
    },
  })

// biome-ignore lint/correctness/noEmptyPattern: vitest reads the hook's fixtures from the pattern
aroundAll((runFile, {}, { file }) => {
  own.path = file.filepath
  return testFiles.run(own, runFile)
})

own.console = Object.assign(Object.create(base), {
  error(...words: unknown[]) {
    base.error(...words)
    const line = words.map((word) => (word instanceof Error ? word.message : String(word))).join(' ')
    const { heard, isOver } = fileOfWork()
    if (!isOver) heard.push(line)
    // The tests of that file are over, so this is an error outside of tests.
    else void Promise.reject(new Error(`console.error was called after the last test of the file: ${line}`))
  },
})

if (isFirst) for (const event of ['unhandledRejection', 'uncaughtException']) nameFileOf(process, event)

/**
 * Makes errors outside of tests say which file started the work; the reporter reads that. Vitest doesn't report errors that have other
 * listeners, so this listener is gone when Vitest's is called.
 */
function nameFileOf(process: EventEmitter, event: string): void {
  process.prependOnceListener(event, (error: unknown) => {
    const testFile = testFiles.getStore()?.path
    if (testFile !== undefined && error instanceof Error) Object.assign(error, { testFile })
    nextTick(nameFileOf, process, event)
  })
}

function refuse() {
  const stray = own.heard.splice(0)
  if (stray.length > 0) throw new Error(`console.error was called: ${stray.join(' | ')}`)
}

afterEach(refuse)
// Output after the last test of a file, e.g. while a server closes.
afterAll(() => {
  own.isOver = true
  refuse()
})
