import { expect, test } from 'vitest'
import { indexAfterKey, type Layout, openTypeAhead } from './keyboard.ts'

const layout: Layout = { count: 11, columns: 4, page: 2, rightToLeft: false }

test('FILES-012 (deviates) in a grid the arrows move in two axes and stay within their row and column', () => {
  const to = (key: string, at: number, more: Partial<Layout> = {}) => indexAfterKey(key, at, { ...layout, ...more })
  expect([to('ArrowRight', 0), to('ArrowRight', 3), to('ArrowRight', 10), to('ArrowLeft', 4), to('ArrowLeft', 5)]).toEqual([
    1, 3, 10, 4, 4,
  ])
  expect([to('ArrowRight', 2), to('ArrowRight', 0, { columns: 2 }), to('ArrowLeft', 1, { columns: 2 })]).toEqual([3, 1, 0])
  expect([to('ArrowDown', 1), to('ArrowDown', 7), to('ArrowDown', 9), to('ArrowUp', 9), to('ArrowUp', 2)]).toEqual([
    5, 10, 9, 5, 2,
  ])
  expect([to('PageDown', 0), to('PageDown', 5), to('PageUp', 9), to('PageUp', 6)]).toEqual([8, 9, 1, 2])
  expect([to('Home', 6), to('End', 6), to('x', 6), to('Enter', 6)]).toEqual([0, 10, undefined, undefined])
  expect([to('ArrowLeft', 0, { rightToLeft: true }), to('ArrowRight', 0, { rightToLeft: true })]).toEqual([1, 0])
})

test('FILES-012 (deviates) in a list only up and down move', () => {
  const to = (key: string, at: number) => indexAfterKey(key, at, { ...layout, columns: 1 })
  expect([to('ArrowDown', 0), to('ArrowDown', 10), to('ArrowUp', 0), to('ArrowRight', 3), to('ArrowLeft', 3)]).toEqual([
    1,
    10,
    0,
    undefined,
    undefined,
  ])
})

test('FILES-012 (deviates) letters jump to what begins with them, the same letter to the next one, and wait no longer than a moment', () => {
  const names = ['Alpha', 'beta', 'Bravo', 'Ärger', 'brief']
  const jump = openTypeAhead()
  expect(jump('b', 0, names, 0)).toBe(1)
  expect(jump('r', 100, names, 1)).toBe(2)
  expect(jump('i', 200, names, 2)).toBe(4)
  expect(jump('b', 2_000, names, 4)).toBe(1)
  expect(jump('b', 2_100, names, 1)).toBe(2)
  expect(jump('a', 5_000, names, 0)).toBe(3)
  expect(jump('x', 9_000, names, 0)).toBeUndefined()
  expect(jump('b', 20_000, names, 0)).toBe(1)
  expect(jump('r', 20_100, names, 1)).toBe(2)
})
