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

test('pushes stand in the order in which they were created, whether they come one by one or many at once', () => {
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
    // Of the same moment, and one that is not there.
    timeline.change([push(19), push(4, 'other'), push(99)], [push(5, 'z'), push(5, 'a')])
    const around = timeline.$pushes.get().pushes.slice(4, 9)
    expect(around.map(({ iden }) => iden)).toEqual(['p4', 'a', 'p5', 'z', 'p6'])
    expect(timeline.newest()).toBe(18)
  }
  expect(many.$pushes.get().from).toBe(3)
})

test('that a list is whole from elsewhere on is told, that nothing changed is not', () => {
  const timeline = openTimeline(3)
  const told: number[] = []
  timeline.$pushes.listen(({ from }) => told.push(from))
  for (const from of [3, 2, 2]) timeline.setFrom(from)
  expect(told).toEqual([2])
})
