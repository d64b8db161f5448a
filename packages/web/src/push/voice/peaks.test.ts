import { expect, test } from 'vitest'
import { heightsOf, peaksOf } from './peaks.ts'

test('a recording of any length has 40 peaks, and the loudest of each part counts', () => {
  for (const length of [0, 1, 2, 39, 40, 41, 79, 1_000, 72_000])
    expect(peaksOf(Array.from({ length }, (_, at) => (at % 7) / 7))).toMatch(/^[0-9a-v]{40}$/)
  const levels = Array.from({ length: 400 }, (_, at) => (at === 5 ? 1 : at >= 390 ? 0.5 : 0))
  expect(peaksOf(levels)).toBe(`v${'0'.repeat(38)}g`)
})

test('one measure fills all bars, and a few are spread over them in order', () => {
  expect(peaksOf([0.7])).toBe('v'.repeat(40))
  expect(peaksOf([0.5, 1])).toBe('g'.repeat(20) + 'v'.repeat(20))
})

test('silence and the noise of a quiet room stay flat, and quiet speech is as high as loud speech', () => {
  expect(peaksOf([])).toBe('0'.repeat(40))
  expect(peaksOf(Array(100).fill(0))).toBe('0'.repeat(40))
  expect(peaksOf(Array(100).fill(0.003))).toBe('1'.repeat(40))
  expect(peaksOf(Array(100).fill(0.2))).toBe('v'.repeat(40))
})

test('heights are read from peaks, and from nothing else', () => {
  expect(heightsOf(`0v${'0'.repeat(38)}`)?.slice(0, 3)).toEqual([0, 1, 0])
  for (const other of [undefined, '', 'v'.repeat(39), 'V'.repeat(40), `${'v'.repeat(40)}\n`])
    expect(heightsOf(other)).toBeUndefined()
})
