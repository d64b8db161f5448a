import { describe, expect, test } from 'vitest'
import { projectWith } from '../test-project.ts'
import { clockReaders } from './clocks.ts'

describe('clocks', () => {
  const file = 'packages/client/src/sync/mirror.test.ts'
  const read = (code: string, path = file, exceptions = {}) => clockReaders(projectWith({ [path]: code }), exceptions)

  // This file reads none itself.
  const [clock, usage, ofThread, since] = [
    ['performance', 'now'],
    ['process', 'cpuUsage'],
    ['process', 'threadCpuUsage'],
    ['Date', 'now() - '],
  ].map((parts) => parts.join('.'))

  test.each([
    `const began = ${clock}`,
    `const used = ${usage}(before)`,
    `const used = ${ofThread}()`,
    `expect(${since}started).toBeLessThan(200)`,
  ])('%s is refused in a test and in a story', (code) => {
    expect(read(code)).toEqual([expect.stringContaining(`${file}:1 `)])
    expect(read(code, 'e2e/stories/app/start.spec.ts')).toEqual([expect.stringContaining('e2e/stories/app/start.spec.ts:1 ')])
  })

  test('a moment in the past is none, and what is no test may read clocks', () => {
    expect(read('const sent = Date.now() - 60_000')).toEqual([])
    expect(read(`const began = ${clock}`, 'packages/client/src/sync/mirror.ts')).toEqual([])
  })

  test('an exception is for one file, and is refused where it is not needed', () => {
    expect(read(`const began = ${clock}`, file, { [file]: 'Its subject is the clock.' })).toEqual([])
    expect(read('const began = 0', file, { [file]: 'Its subject is the clock.' })).toEqual([
      `${file} reads no clock: it needs no exception`,
    ])
  })
})
