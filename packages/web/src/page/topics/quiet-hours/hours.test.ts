import { areQuiet, readQuietHours } from '@waypost/protocol'
import { expect, it } from 'vitest'
import { dayName, endsNextDay, timeField, toggled, usable, usualHours, zones } from './hours.ts'

it('the usual hours are every night, and can be stored', () => {
  const hours = { ...usualHours(), zone: 'UTC' }
  expect(readQuietHours(hours)).toEqual(hours)
  expect(areQuiet(hours, Date.UTC(2026, 10, 26, 23))).toBe(true)
  expect(areQuiet(hours, Date.UTC(2026, 10, 26, 6, 59))).toBe(true)
  expect(areQuiet(hours, Date.UTC(2026, 10, 26, 7))).toBe(false)
})

it('days are toggled, and stay in order', () => {
  const span = { days: [1, 5], from: '22:00', to: '07:00' }
  expect(toggled(span, 3).days).toEqual([1, 3, 5])
  expect(toggled(span, 1).days).toEqual([5])
})

it('a span that does not end later on its day ends on the next one', () => {
  expect(endsNextDay({ days: [1], from: '22:00', to: '07:00' })).toBe(true)
  expect(endsNextDay({ days: [1], from: '22:00', to: '22:00' })).toBe(true)
  expect(endsNextDay({ days: [1], from: '12:00', to: '13:00' })).toBe(false)
  expect(endsNextDay({ days: [1], from: '12:00', to: '24:00' })).toBe(false)
  expect(timeField('24:00')).toBe('00:00')
})

it('a span without days is left out', () => {
  const hours = usualHours()
  expect(usable({ ...hours, spans: [...hours.spans, { days: [], from: '01:00', to: '02:00' }] }).spans).toEqual(hours.spans)
})

it('the chosen zone is among the zones, and weeks begin on Monday', () => {
  expect(zones('Etc/GMT+3')).toContain('Etc/GMT+3')
  expect([dayName(1, 'long'), dayName(7, 'long')]).toEqual(['Monday', 'Sunday'])
})
