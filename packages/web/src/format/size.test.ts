import { expect, test } from 'vitest'
import { fileSizeOf, percentOf, sizeOf } from './size.ts'

const language = 'en'

test('PUSH-030 sizes are short, with one decimal at most', () => {
  const sizes = [0, 999, 1_024, 8_808_038, 1_073_741_824, 1_048_575]
  expect(sizes.map((bytes) => sizeOf(bytes, { language }))).toEqual(['0b', '999b', '1K', '8.4M', '1G', '1M'])
  expect(sizeOf(1_536, { language: 'de' })).toBe('1,5K')
})

test('the size of a file that is sent has its unit in the language of the user', () => {
  const sizes = [0, 1, 312, 2_048, 8_808_038, 300 * 2 ** 20, 2 ** 30]
  const words = ['0 bytes', '1 byte', '312 bytes', '2 kB', '8.4 MB', '300 MB', '1 GB']
  expect(sizes.map((bytes) => fileSizeOf(bytes, language))).toEqual(words)
  expect(fileSizeOf(8_808_038, 'fr')).toMatch(/^8,4\sMo$/)
})

test('FILES-013 sizes are told in b, K, M, G and T with one decimal', () => {
  const sizes = [0, 312, 1_023, 1_024, 2_048, 1_536, 1_048_575, 8_808_038, 3 * 2 ** 30, 1.5 * 2 ** 40, 5_000 * 2 ** 40]
  expect(sizes.map((bytes) => sizeOf(bytes, { even: true, language }))).toEqual([
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

test('PUSH-030 a hundred per cent is said only of all of it', () => {
  expect([0, 0.624, 0.999, 1].map((part) => percentOf(part, language))).toEqual(['0%', '62%', '99%', '100%'])
})
