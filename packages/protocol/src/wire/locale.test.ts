import { expect, test } from 'vitest'
import { compareNames, localeOf, withCommas } from './locale.ts'

test.each([
  ['en-US@posix', 'en-US'],
  ['de_DE.UTF-8', 'de-DE'],
  ['de_DE@euro', 'de-DE'],
  ['sr-Latn-RS', 'sr-Latn-RS'],
  ['EN-gb', 'en-GB'],
  ['C', 'en'],
  ['C.UTF-8', 'en'],
  ['', 'en'],
  ['@posix', 'en'],
  ['en-US-', 'en'],
  ['x'.repeat(500), 'en'],
  [undefined, 'en'],
])('the language %s is %s, which Intl takes', (named, expected) => {
  expect(localeOf(named)).toBe(expected)
  expect(new Intl.NumberFormat(localeOf(named)).resolvedOptions().locale).toBeTruthy()
})

test('names are in the order of people: by number, and without regard to case and accents', () => {
  const names = ['b10', 'a', 'B9', 'É', 'e', 'A', 'f']
  expect(names.toSorted(compareNames)).toEqual(['A', 'a', 'B9', 'b10', 'e', 'É', 'f'])
})

test.each([0, 7, 999, 1_000, 12_345, 100_000, 1_234_567, -1_000, -999])(
  '%s has the commas that Intl sets in English',
  (count) => {
    expect(withCommas(count)).toBe(count.toLocaleString('en-US'))
  },
)
