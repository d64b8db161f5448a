import { expect, test } from 'vitest'
import { sizeOf } from './size.ts'

test('FILES-013 sizes are told in b, K, M, G and T with one decimal', () => {
  const told = [0, 312, 1_023, 1_024, 2_048, 1_536, 1_048_575, 8_808_038, 3 * 2 ** 30, 1.5 * 2 ** 40, 5_000 * 2 ** 40]
  expect(told.map((bytes) => sizeOf(bytes, 'en'))).toEqual([
    '0b',
    '312b',
    '1,023b',
    '1.0K',
    '2.0K',
    '1.5K',
    '1.0M',
    '8.4M',
    '3.0G',
    '1.5T',
    '5,000.0T',
  ])
})
