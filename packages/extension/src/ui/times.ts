// Formats times, sizes and percentages as the web client does.

import { locale } from '@waypost/protocol'

const day = 24 * 60 * 60_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a format is a hundred times slower than using it. */
function write(then: number, form: Intl.DateTimeFormatOptions): string {
  const name = JSON.stringify(form)
  const format = formats.get(name) ?? new Intl.DateTimeFormat(locale(), form)
  formats.set(name, format)
  return format.format(then)
}

/** The time of day: '14:02'. */
export const hourOf = (then: number): string => write(then, { timeStyle: 'short' })

/** Date and time in full. */
export const momentOf = (then: number): string => write(then, { dateStyle: 'long', timeStyle: 'medium' })

/** A time in a list, as short as it stays unambiguous: '14:02', 'Yesterday', 'Tue', '12 Mar', '12/03/2025'. */
export function shortTimeOf(then: number, now: number): string {
  const days = daysBetween(then, now)
  if (days <= 0) return hourOf(then)
  if (days === 1) return 'Yesterday'
  if (days < 7) return write(then, { weekday: 'short' })
  if (isSameYear(then, now)) return write(then, { day: 'numeric', month: 'short' })
  return write(then, { day: 'numeric', month: 'numeric', year: 'numeric' })
}

/** The heading of a day between messages: 'Today', 'Yesterday', 'Tuesday', '12 March', '12 March 2025'. */
export function dayOf(then: number, now: number): string {
  const days = daysBetween(then, now)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days < 7) return write(then, { weekday: 'long' })
  return write(then, { day: 'numeric', month: 'long', ...(!isSameYear(then, now) && { year: 'numeric' }) })
}

/** The midnight before a moment, in local time. */
export const midnightOf = (moment: number): number => new Date(moment).setHours(0, 0, 0, 0)

const daysBetween = (then: number, now: number): number => Math.round((midnightOf(now) - midnightOf(then)) / day)

const isSameYear = (then: number, now: number): boolean => new Date(then).getFullYear() === new Date(now).getFullYear()

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** The size of a file: '8.4 MB', '312 bytes'. */
export function sizeOf(bytes: number): string {
  let [unit, value] = [0, bytes]
  // A value that rounds to 1024 belongs to the next unit.
  for (; Math.round(value * 10) / 10 >= 1_024 && unit < units.length - 1; unit++) value /= 1_024
  const form = { style: 'unit', unit: units[unit], unitDisplay: unit === 0 ? 'long' : 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(locale(), form as Intl.NumberFormatOptions).format(value)
}

/** A fraction from 0 to 1 as a percentage: '62%'. It is 100% only when everything is there. */
export const percentOf = (part: number): string =>
  new Intl.NumberFormat(locale(), { style: 'percent' }).format(Math.floor(part * 100) / 100)
