import { expect, test } from 'vitest'
import { dayOf, hourOf, percentOf, shortTimeOf, sizeOf } from './times.ts'

const now = new Date(2026, 10, 25, 15, 0).getTime()
const at = (...parts: [number, number, number, number?]) => new Date(parts[0], parts[1], parts[2], parts[3] ?? 9).getTime()

test('a time in a list is as short as it can be told apart', () => {
  expect(shortTimeOf(at(2026, 10, 25), now)).toBe(hourOf(at(2026, 10, 25)))
  expect(shortTimeOf(at(2026, 10, 24, 23), now)).toBe('Yesterday')
  expect(shortTimeOf(at(2026, 10, 20), now)).toMatch(/^Fri/)
  expect(shortTimeOf(at(2026, 2, 12), now)).toMatch(/12/)
  expect(shortTimeOf(at(2025, 2, 12), now)).toMatch(/2025/)
  // The server's clock may be ahead.
  expect(shortTimeOf(now + 60_000, now)).toBe(hourOf(now + 60_000))
})

test('a day is called as people call it', () => {
  expect(dayOf(at(2026, 10, 25, 0), now)).toBe('Today')
  expect(dayOf(at(2026, 10, 24), now)).toBe('Yesterday')
  expect(dayOf(at(2026, 10, 20), now)).toBe('Friday')
  expect(dayOf(at(2025, 2, 12), now)).toMatch(/March.*2025|2025.*March/)
})

test('a size has one unit', () => {
  expect(sizeOf(1)).toBe('1 byte')
  expect(sizeOf(1_023)).toBe('1,023 bytes')
  expect(sizeOf(1_024)).toBe('1 kB')
  expect(sizeOf(8_808_038)).toBe('8.4 MB')
  expect(sizeOf(1_048_575)).toBe('1 MB')
})

test('a part is all of it only when it is', () => {
  expect([0, 0.624, 0.999, 1].map(percentOf)).toEqual(['0%', '62%', '99%', '100%'])
})
