import { expect, test } from 'vitest'
import { sliceSize } from './fan-out.ts'

/** The sizes of writes that take some milliseconds per box. */
function sizes(count: number, each: (write: number) => number): number[] {
  const size = sliceSize(5)
  return Array.from({ length: count }, (_, write) => {
    const now = size.now()
    size.took(now, now * each(write))
    return now
  })
}

test('writes grow until one takes five milliseconds, and stay there', () => {
  expect(sizes(6, () => 0.025)).toEqual([50, 100, 200, 200, 200, 200])
})

test('however fast or slow a machine is, a write has a most and a least', () => {
  expect(Math.max(...sizes(20, () => 0.0001))).toBe(500)
  expect(sizes(5, () => 100)).toEqual([50, 50, 50, 50, 50])
})

test('one write that is disturbed halves the next, no more', () => {
  expect(sizes(7, (write) => (write === 3 ? 5 : 0.025))).toEqual([50, 100, 200, 200, 100, 200, 200])
})

test('the short write at the end of a post changes nothing', () => {
  const size = sliceSize(5)
  size.took(50, 1)
  expect(size.now()).toBe(100)
  size.took(3, 20)
  expect(size.now()).toBe(100)
})
