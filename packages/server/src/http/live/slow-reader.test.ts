import { expect, test } from 'vitest'
import { isTooSlow } from './slow-reader.ts'

const megabyte = 2 ** 20

test('a reader is too slow for more than its share of what may wait for its account', () => {
  const cases: [waiting: number, frame: number, readers: number, tooSlow: boolean][] = [
    [0, 50 * megabyte, 1, false],
    [1, megabyte - 1, 1, false],
    [1, megabyte, 1, true],
    [megabyte, 1, 1, true],
    [1, megabyte - 1, 16, false],
    [1, megabyte / 2 - 1, 32, false],
    [1, megabyte / 2, 32, true],
  ]
  for (const [waiting, frame, readers, tooSlow] of cases)
    expect({ waiting, frame, readers, tooSlow: isTooSlow(waiting, frame, readers) }).toEqual({ waiting, frame, readers, tooSlow })
})
