import { expect, test } from 'vitest'
import { fieldsOf, momentOf, sendTimeOf } from './send-time.ts'
import { sendTimes } from './times.ts'

// All in local time, whatever the zone of the machine.
const local = (text: string) => new Date(text).getTime()
const written = (now: string) => sendTimes(local(now)).map(({ name, at }) => `${name} ${fieldsOf(at).date} ${fieldsOf(at).time}`)

test('the times offered fit the hour and the day: the earliest first, nothing twice', () => {
  // A Wednesday.
  expect(written('2026-11-18T10:20:30')).toEqual([
    'hour 2026-11-18 11:21',
    'evening 2026-11-18 18:00',
    'morning 2026-11-19 09:00',
    'monday 2026-11-23 09:00',
  ])
  expect(written('2026-11-18T17:00:00').map((text) => text.split(' ')[0])).toEqual(['hour', 'morning', 'monday'])
  // On Sunday tomorrow is Monday, and on Monday the next one is a week away.
  expect(written('2026-11-22T22:00:00')).toEqual(['hour 2026-11-22 23:00', 'morning 2026-11-23 09:00'])
  expect(written('2026-11-23T08:00:00').at(-1)).toBe('monday 2026-11-30 09:00')
})

test('a time ahead is named by how far away it is', () => {
  const now = local('2026-11-18T10:00:00')
  const named = (text: string) => sendTimeOf(local(text), now, 'en-GB')
  expect(named('2026-11-18T10:05:00')).toBe('Today at 10:05')
  expect(named('2026-11-19T09:00:00')).toBe('Tomorrow at 09:00')
  expect(named('2026-11-23T09:00:00')).toBe('Monday at 09:00')
  expect(named('2026-12-24T18:00:00')).toBe('24 December at 18:00')
  expect(named('2027-03-12T18:00:00')).toBe('12 March 2027 at 18:00')
  // Its time passed before it could be sent.
  expect(named('2026-11-17T09:00:00')).toBe('17 November at 09:00')
})

test('date and time fields hold a moment and give it back; an empty one gives none', () => {
  const at = local('2027-03-04T05:06:00')
  expect(fieldsOf(at)).toEqual({ date: '2027-03-04', time: '05:06' })
  expect(momentOf(fieldsOf(at))).toBe(at)
  for (const fields of [
    { date: '', time: '05:06' },
    { date: '2027-03-04', time: '' },
  ])
    expect(momentOf(fields)).toBeUndefined()
})
