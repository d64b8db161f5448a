import { describe, expect, it } from 'vitest'
import { clockOf, dayOf, exactTimeOf, shortTimeOf, timeAgo } from './time.ts'

const at = (text: string) => new Date(text).getTime()
const now = at('2026-03-11T15:30:00')
// Newer data uses a different space before PM and AM.
const plain = (text: string) => text.replace(/\u202f/g, ' ')

describe('the last push', () => {
  it('HIST-010 otherwise says how long ago', () => {
    expect(timeAgo(now - 7 * 60_000, now, 'en-GB')).toBe('7 minutes ago')
    expect(timeAgo(now - 3 * 3_600_000, now, 'en-GB')).toBe('3 hours ago')
    expect(timeAgo(at('2026-03-10T14:05:00'), now, 'en-GB')).toBe('Yesterday 14:05')
    expect(timeAgo(at('2026-03-10T23:59:00'), at('2026-03-11T00:10:00'), 'en-GB')).toBe('11 minutes ago')
  })

  it('HIST-010 a clock that is behind says nothing odd', () => {
    expect(timeAgo(now + 20_000, now, 'en-GB')).toBe('Just now')
  })
})

describe('times with their day', () => {
  it('HIST-009 say the time, then the day, then the date', () => {
    expect(clockOf(at('2026-03-11T14:02:00'), now, 'en-GB')).toBe('14:02')
    expect(clockOf(at('2026-03-10T14:02:00'), now, 'en-GB')).toBe('Yesterday 14:02')
    expect(clockOf(at('2026-03-11T07:02:00'), now, 'en-GB')).toBe('07:02')
    expect(clockOf(at('2026-03-10T07:02:00'), now, 'en-GB')).toBe('Yesterday 07:02')
    expect(clockOf(at('2026-03-06T07:02:00'), now, 'en-GB')).toBe('Friday 07:02')
    expect(clockOf(at('2026-03-06T14:02:00'), now, 'en-GB')).toBe('Friday 14:02')
    expect(clockOf(at('2026-02-06T14:02:00'), now, 'en-GB')).toMatch(/^6 February.* 14:02$/)
    expect(clockOf(at('2025-02-06T14:02:00'), now, 'en-GB')).toMatch(/^6 February 2025.* 14:02$/)
    expect(plain(clockOf(at('2026-03-11T14:02:00'), now, 'en-US'))).toBe('2:02 PM')
  })
})

it('GAP-047 (deviates) days between messages are named, then dated', () => {
  const day = (then: string) => dayOf(at(then), now, 'en-GB')
  expect(day('2026-03-11T00:00:00')).toBe('Today')
  expect(day('2026-03-11T15:40:00')).toBe('Today')
  expect(day('2026-03-10T23:59:00')).toBe('Yesterday')
  expect(day('2026-03-05T14:02:00')).toBe('Thursday')
  expect(day('2026-03-04T14:02:00')).toBe('4 March')
  expect(day('2025-12-31T14:02:00')).toBe('31 December 2025')
})

it('an exact time has the day of the week, the date and the seconds', () => {
  expect(exactTimeOf(at('2026-11-24T13:31:07'), 'en-GB')).toBe('Tue 24 Nov 2026, 13:31:07')
  expect(plain(exactTimeOf(at('2026-11-24T13:31:07'), 'en-US'))).toBe('Tue Nov 24, 2026, 01:31:07 PM')
})

describe('times in a list', () => {
  it('are the time today, then the day, then the date, as short as possible', () => {
    const short = (then: string) => shortTimeOf(at(then), now, 'en-GB')
    expect(short('2026-03-11T14:02:00')).toBe('14:02')
    expect(short('2026-03-11T15:40:00')).toBe('15:40')
    expect(short('2026-03-10T23:59:00')).toBe('Yesterday')
    expect(short('2026-03-05T14:02:00')).toBe('Thu')
    expect(short('2026-03-04T14:02:00')).toBe('4 Mar')
    expect(short('2025-12-31T14:02:00')).toBe('31/12/2025')
    expect(plain(shortTimeOf(at('2026-03-11T14:02:00'), now, 'en-US'))).toBe('2:02 PM')
  })
})
