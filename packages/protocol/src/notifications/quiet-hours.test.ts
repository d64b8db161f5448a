import * as v from 'valibot'
import { expect, test } from 'vitest'
import { areQuiet, QuietHours } from './quiet-hours.ts'
import { isHeldBack } from './who-is-told.ts'

const every = [1, 2, 3, 4, 5, 6, 7]
const nights = (zone: string): QuietHours => ({ on: true, zone, spans: [{ days: every, from: '22:00', to: '07:00' }] })
const early = (zone: string): QuietHours => ({ on: true, zone, spans: [{ days: every, from: '01:30', to: '02:30' }] })

/** Times in UTC, and whether they are quiet. */
const cases: [what: string, hours: QuietHours, at: string, isQuiet: boolean][] = [
  // Berlin: in 2026 the clock goes from 02:00 to 03:00 on 29 March (01:00 UTC), and from 03:00 to 02:00 on 25 October (01:00 UTC).
  ['a winter night', nights('Europe/Berlin'), '2026-03-28T21:00:00Z', true],
  ['a minute before it', nights('Europe/Berlin'), '2026-03-28T20:59:00Z', false],
  ['the morning after the change to summer, an hour earlier in UTC', nights('Europe/Berlin'), '2026-03-29T04:59:00Z', true],
  ['its end', nights('Europe/Berlin'), '2026-03-29T05:00:00Z', false],
  ['the first summer evening', nights('Europe/Berlin'), '2026-03-29T20:00:00Z', true],
  ['a span that begins before the hour that is left out', early('Europe/Berlin'), '2026-03-29T00:45:00Z', true],
  ['after the hour that is left out, when its end is past', early('Europe/Berlin'), '2026-03-29T01:00:00Z', false],
  ['the hour that is repeated, the first time', early('Europe/Berlin'), '2026-10-25T00:15:00Z', true],
  ['between both times', early('Europe/Berlin'), '2026-10-25T00:45:00Z', false],
  ['the hour that is repeated, the second time', early('Europe/Berlin'), '2026-10-25T01:15:00Z', true],
  ['the morning after the change to winter, an hour later in UTC', nights('Europe/Berlin'), '2026-10-25T05:59:00Z', true],
  ['its end', nights('Europe/Berlin'), '2026-10-25T06:00:00Z', false],
  // New York: 8 March (07:00 UTC) and 1 November (06:00 UTC).
  ['a night before the change in New York', nights('America/New_York'), '2026-03-08T03:00:00Z', true],
  ['the morning after it', nights('America/New_York'), '2026-03-08T10:59:00Z', true],
  ['its end', nights('America/New_York'), '2026-03-08T11:00:00Z', false],
  ['the morning after the change back', nights('America/New_York'), '2026-11-01T11:59:00Z', true],
  ['its end', nights('America/New_York'), '2026-11-01T12:00:00Z', false],
  ['the repeated hour in New York, the second time', early('America/New_York'), '2026-11-01T06:45:00Z', true],
  // Adelaide, with half hours and winter in July: 5 April (16:30 UTC of the day before) and 4 October (16:30 UTC of the day before).
  ['an evening in the summer of Adelaide', nights('Australia/Adelaide'), '2026-04-04T11:30:00Z', true],
  ['a minute before it', nights('Australia/Adelaide'), '2026-04-04T11:29:00Z', false],
  ['the morning after the change to winter', nights('Australia/Adelaide'), '2026-04-04T21:29:00Z', true],
  ['its end', nights('Australia/Adelaide'), '2026-04-04T21:30:00Z', false],
  ['the morning after the change to summer', nights('Australia/Adelaide'), '2026-10-03T20:29:00Z', true],
  ['its end', nights('Australia/Adelaide'), '2026-10-03T20:30:00Z', false],
  [
    'the night that begins on a weekday',
    { on: true, zone: 'UTC', spans: [{ days: [5], from: '22:00', to: '07:00' }] },
    '2026-11-28T06:59:00Z',
    true,
  ],
  [
    'the night after it',
    { on: true, zone: 'UTC', spans: [{ days: [5], from: '22:00', to: '07:00' }] },
    '2026-11-28T22:00:00Z',
    false,
  ],
  [
    'from Sunday into Monday',
    { on: true, zone: 'UTC', spans: [{ days: [7], from: '23:00', to: '01:00' }] },
    '2026-11-30T00:30:00Z',
    true,
  ],
  ['a whole day', { on: true, zone: 'UTC', spans: [{ days: [7], from: '00:00', to: '24:00' }] }, '2026-11-29T23:59:00Z', true],
  [
    'the day after it',
    { on: true, zone: 'UTC', spans: [{ days: [7], from: '00:00', to: '24:00' }] },
    '2026-11-30T00:00:00Z',
    false,
  ],
  ['switched off', { ...nights('UTC'), on: false }, '2026-11-30T23:00:00Z', false],
  ['without spans', { on: true, zone: 'UTC', spans: [] }, '2026-11-30T23:00:00Z', false],
]

test.each(cases)('%s', (_what, hours, at, isQuiet) => {
  expect(v.parse(QuietHours, hours)).toEqual(hours)
  expect(areQuiet(hours, Date.parse(at))).toBe(isQuiet)
})

const night = Date.parse('2026-11-30T23:00:00Z')
const hours = { ...nights('UTC'), breaks_through: 4 }

test('a priority breaks through, and a reminder comes at the time that its owner chose', () => {
  expect(isHeldBack({ priority: 3 }, { at: night, hours })).toBe(true)
  expect(isHeldBack({}, { at: night, hours })).toBe(true)
  expect(isHeldBack({ priority: 4 }, { at: night, hours })).toBe(false)
  expect(isHeldBack({ priority: 5 }, { at: night, hours: nights('UTC') })).toBe(true)
  expect(isHeldBack({ reminded: 1 }, { at: night, hours })).toBe(false)
})

test('hours of a source take the place of those of the account', () => {
  expect(isHeldBack({}, { at: night, hours, source: { ignores_quiet_hours: true } })).toBe(false)
  expect(isHeldBack({}, { at: night, hours, source: { quiet_hours: { ...hours, on: false } } })).toBe(false)
  expect(isHeldBack({}, { at: night, hours: undefined, source: { quiet_hours: hours } })).toBe(true)
})

test.each(['Europe/Nowhere', '', 'x'.repeat(101)])('the zone %s is refused', (zone) => {
  expect(v.is(QuietHours, nights(zone))).toBe(false)
})

test.each(['24:01', '7:00', '07:60', 'noon'])('the time %s is refused', (from) => {
  expect(v.is(QuietHours, { ...nights('UTC'), spans: [{ days: every, from, to: '07:00' }] })).toBe(false)
})
