import { afterAll, afterEach } from 'vitest'

// Loaded before every test file: what a test prints with console.error fails it, unless the test replaced console.error
// itself (vi.spyOn) because the error is what it is about.

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
