// Fails a test that prints with console.error, unless it replaced console.error (vi.spyOn) to check the error.
// It is loaded before every test file.

import { afterAll, afterEach } from 'vitest'

let heard: string[] = []

// One process runs many files, with this file before each: the wrappers must not nest.
const kept = globalThis as { printError?: typeof console.error }
kept.printError ??= console.error
const print = kept.printError
console.error = (...words: unknown[]) => {
  print(...words)
  heard.push(words.map((word) => (word instanceof Error ? word.message : String(word))).join(' '))
}

function refuse() {
  const stray = heard
  heard = []
  if (stray.length > 0) throw new Error(`console.error was called: ${stray.join(' | ')}`)
}

afterEach(refuse)
// Output after the last test of a file, e.g. while a server closes.
afterAll(refuse)
