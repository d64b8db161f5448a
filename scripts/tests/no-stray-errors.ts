// Fails a test that prints with console.error, unless it replaced console.error (vi.spyOn) to check the error.
// It is loaded before every test file.

import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, afterEach, aroundAll } from 'vitest'

// One process runs many files, with this file before each: the wrappers must not nest.
const kept = globalThis as { printError?: typeof console.error; testFiles?: AsyncLocalStorage<string> }
kept.printError ??= console.error
kept.testFiles ??= new AsyncLocalStorage()
const print = kept.printError
/** Knows for each piece of work the test file that began it. */
const testFiles = kept.testFiles

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
  else failLater(beganBy, line)
}

/** Fails a file whose tests are over: as an error outside of tests, which the reporter takes for one of that file. */
function failLater(testFile: string, line: string): void {
  const error = new Error(`console.error was called after the last test of the file: ${line}`)
  void Promise.reject(Object.assign(error, { testFile }))
}

function refuse() {
  const stray = heard
  heard = []
  if (stray.length > 0) throw new Error(`console.error was called: ${stray.join(' | ')}`)
}

afterEach(refuse)
// Output after the last test of a file, e.g. while a server closes.
afterAll(refuse)
