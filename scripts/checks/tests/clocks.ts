// Checks that no test judges by the clock: it would fail on a slower or faster machine than the one it was written on.

import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { isTest, moduleFiles } from '../../modules.ts'

/** Code that measures how long something took. A fixed time ago (`Date.now() - 60_000`) measures nothing. */
const clocks = /\bperformance\.now\b|\bprocess\.((threadC|c)puUsage|hrtime)\b|\bDate\.now\(\) - (?![\d_]+\b(?!\.))/
const isRun = (file: string) => isTest(file) || /\.spec\.ts$/.test(file)

/** @param exceptions reasons, by the paths of files that may read a clock. Obsolete ones are reported too. */
export function clockReaders(root: string, exceptions: Readonly<Record<string, string>>): string[] {
  const found = new Map<string, number[]>()
  for (const path of moduleFiles(root).filter(isRun)) {
    const lines = readFileSync(path, 'utf8').split('\n')
    const readers = lines.flatMap((line, index) => (clocks.test(line) ? [index + 1] : []))
    if (readers.length > 0) found.set(relative(root, path), readers)
  }
  const refused = [...found].filter(([file]) => !(file in exceptions))
  return [
    ...refused.flatMap(([file, lines]) =>
      lines.map((line) => `${file}:${line} reads a clock: count steps, rows or calls, wait for the event, or hand a clock in`),
    ),
    ...Object.keys(exceptions)
      .filter((file) => !found.has(file))
      .map((file) => `${file} reads no clock: it needs no exception`),
  ]
}

/** Tests that read a clock, with their reasons. At most ten. */
export const clockExceptions: Readonly<Record<string, string>> = {
  'e2e/stories/pushes/files.spec.ts':
    'Orders what moves on a page by the timeline of that page; how long it took does not matter.',
  'packages/agent/src/features/phones/companion.kdeconnectd.test.ts':
    'Prints how long a real phone takes, and judges nothing by it.',
  'packages/server/src/http/reading/growth.test.ts': 'Looks whole at those inputs alone that take any time.',
  'packages/server/src/processor/test-blocks.ts': 'Measures for tests that compare with other work of the same run.',
  'packages/server/src/processor/time.test.ts': 'Its subject is the clock: work that keeps the processor busy until a time.',
}
