import { expect, it } from 'vitest'
import { percentOf, sizeOf } from './size.ts'

it('PUSH-030 sizes are short, with one decimal at most', () => {
  expect([0, 999, 1_024, 8_808_038, 1_073_741_824, 1_048_575].map((bytes) => sizeOf(bytes, 'en'))).toEqual([
    '0b',
    '999b',
    '1K',
    '8.4M',
    '1G',
    '1M',
  ])
  expect(sizeOf(1_536, 'de')).toBe('1,5K')
})

it('PUSH-030 a hundred per cent is said only of all of it', () => {
  expect([0, 0.624, 0.999, 1].map((part) => percentOf(part, 'en'))).toEqual(['0%', '62%', '99%', '100%'])
})
