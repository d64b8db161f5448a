import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { openTimeline } from './timeline.ts'

const push = (created: number, iden = `p${created}`): Push => ({
  iden,
  active: true,
  created,
  modified: created,
  direction: 'self',
})
const stamps = Array.from({ length: 20 }, (_, index) => (index * 7) % 20)

test('pushes are sorted by creation, whether they are added one by one or many at once', () => {
  const [one, many] = [openTimeline(), openTimeline(3)]
  expect([one.newest(), one.newestPush(), one.$pushes.get().from, many.$pushes.get().from]).toEqual([0, undefined, 0, 3])
  for (const stamp of stamps) one.change([], [push(stamp)])
  many.change(
    [],
    stamps.map((stamp) => push(stamp)),
  )
  const sorted = Array.from(stamps.keys(), (stamp) => push(stamp))
  for (const timeline of [one, many]) {
    expect(timeline.$pushes.get().pushes).toEqual(sorted)
    expect([timeline.newest(), timeline.newestPush()]).toEqual([19, push(19)])
    timeline.change([push(19), push(4, 'other'), push(99)], [push(5, 'z'), push(5, 'a')])
    const around = timeline.$pushes.get().pushes.slice(4, 9)
    expect(around.map(({ iden }) => iden)).toEqual(['p4', 'a', 'p5', 'z', 'p6'])
    expect(timeline.newest()).toBe(18)
  }
  expect(many.$pushes.get().from).toBe(3)
})

test('a change of the complete range is announced, no change is not', () => {
  const timeline = openTimeline(3)
  const ranges: number[] = []
  timeline.$pushes.listen(({ from }) => ranges.push(from))
  for (const from of [3, 2, 2]) timeline.setFrom(from)
  expect(ranges).toEqual([2])
})
