import { expect, it } from 'vitest'
import { reportedOf } from './reported.ts'

it('a message was delivered by the time at which it was seen, whenever a newer one was delivered', () => {
  // One message, seen at 20; a later one, delivered at 50.
  const marks = { deliveredTo: 40, deliveredAt: 50, readTo: 10, readAt: 20 }
  expect(reportedOf(marks, 10)).toEqual({ delivered: 20, seen: 20 })
  expect(reportedOf(marks, 40)).toEqual({ delivered: 50 })
  expect(reportedOf(marks, 41)).toEqual({})
  expect(reportedOf({ ...marks, deliveredTo: 10, deliveredAt: 12 }, 10)).toEqual({ delivered: 12, seen: 20 })
  expect(reportedOf({ deliveredTo: 0, deliveredAt: 0, readTo: 10, readAt: 20 }, 10)).toEqual({ delivered: 20, seen: 20 })
  expect(reportedOf(undefined, 10)).toEqual({})
})
