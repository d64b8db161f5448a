import type { QuietHours } from '@waypost/protocol'
import { region } from '../../../ui/language.ts'

export type Span = QuietHours['spans'][number]

/** The most spans that a person can set. */
export const mostSpans = 14
export const everyDay = [1, 2, 3, 4, 5, 6, 7] as const

/** The default: every night, in this browser's time zone; only urgent messages break through. */
export const usualHours = (): QuietHours => ({
  on: true,
  zone: zoneHere(),
  spans: [{ days: [...everyDay], from: '22:00', to: '07:00' }],
  breaks_through: 5,
})

const zoneHere = (): string => new Intl.DateTimeFormat(region).resolvedOptions().timeZone || 'UTC'

/** The time zones to choose from. */
export function zones(chosen: string): string[] {
  const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []
  return [...new Set([...known, 'UTC', zoneHere(), chosen])].sort()
}

/** The name of a weekday, 1 for Monday. */
export function dayName(day: number, form: 'short' | 'long'): string {
  // The first of January 2024 was a Monday.
  return new Intl.DateTimeFormat(region, { weekday: form, timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))
}

/** Adds or removes a day. */
export const toggled = ({ days, ...span }: Span, day: number): Span => ({
  ...span,
  days: days.includes(day) ? days.filter((each) => each !== day) : [...days, day].sort((a, b) => a - b),
})

/** Whether a span ends on the day after. */
export const endsNextDay = ({ from, to }: Span): boolean => to !== '24:00' && to <= from

/** A time for a form field, which has no 24:00. */
export const timeField = (time: string): string => (time === '24:00' ? '00:00' : time)

/** Keeps only spans that take effect. */
export const usable = ({ spans, ...rest }: QuietHours): QuietHours => ({
  ...rest,
  spans: spans.filter(({ days }) => days.length > 0),
})
