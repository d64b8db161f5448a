import { expect, test } from 'vitest'
import { largestFileBytes } from './upload.ts'

test('a file may be as large as is promised in words: 48.8 GB', () => {
  expect(largestFileBytes / 2 ** 30).toBeCloseTo(48.8, 1)
})
