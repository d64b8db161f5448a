import { expect, test } from 'vitest'
import { longestDelay } from './measured-server.ts'

const span = { start: 1_000, end: 2_000 }
const delay = (blocks: { start: number; end: number; worked: number }[], slowAnswers: { start: number; end: number }[] = []) =>
  longestDelay({ blocks, slowAnswers }, span)

test('a delay is as long as the server has worked, however long a busy machine kept it waiting', () => {
  expect(delay([])).toBe(0)
  expect(delay([{ start: 1_100, end: 1_900, worked: 30 }], [{ start: 1_050, end: 1_950 }])).toBe(30)
  expect(delay([{ start: 1_100, end: 1_260, worked: 150 }])).toBe(150)
})

test('what happened before and after is not counted', () => {
  const others = [
    { start: 700, end: 999, worked: 290 },
    { start: 2_001, end: 2_300, worked: 290 },
  ]
  expect(delay(others, others)).toBe(0)
})

test('an answer that waited for several pieces of work was delayed by all of them, and by no more than it took', () => {
  const blocks = [
    { start: 900, end: 1_060, worked: 60 },
    { start: 1_060, end: 1_120, worked: 60 },
  ]
  expect(delay(blocks, [{ start: 1_000, end: 1_200 }])).toBe(120)
  expect(delay(blocks, [{ start: 1_000, end: 1_110 }])).toBe(110)
})

test('an answer that is stuck counts though nothing worked meanwhile', () => {
  expect(delay([], [{ start: 1_000, end: 4_000 }])).toBe(3_000)
})
