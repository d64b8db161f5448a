import { i18n, region } from '../ui/language.ts'
import { timeWords } from './en.ts'

const messages = i18n('time', timeWords)

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** 'Just now', '7 minutes ago', '3 hours ago', 'Yesterday 14:05', then the date. */
export function timeAgo(then: number, now: number, language = region): string {
  const ago = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  const passed = now - then
  if (passed < minute) return messages.get().justNow
  if (passed < hour) return ago.format(-Math.floor(passed / minute), 'minute')
  if (daysBetween(then, now) === 0) return ago.format(-Math.floor(passed / hour), 'hour')
  return clockOf(then, now, language)
}

/** A time with its day: '14:02', 'Yesterday 14:02', 'Tuesday 14:02', '12 March 14:02'. */
export function clockOf(then: number, now: number, language = region): string {
  const days = daysBetween(then, now)
  const time = { hour: 'numeric', minute: '2-digit' } as const
  const write = (form: Intl.DateTimeFormatOptions) => formatOf(language, { ...form, ...time }).format(then)
  // The short style, since some regions only write a leading zero next to a date.
  const clock = hourOf(then, language)
  if (days <= 0) return clock
  if (days === 1) return messages.get().yesterday({ time: clock })
  if (days < 7) return write({ weekday: 'long' })
  const sameYear = new Date(then).getFullYear() === new Date(now).getFullYear()
  return write({ day: 'numeric', month: 'long', ...(!sameYear && { year: 'numeric' }) })
}

/** Date and time in full: '12 March 2026 at 14:02:07'. */
export function momentOf(then: number, language = region): string {
  return formatOf(language, { dateStyle: 'long', timeStyle: 'medium' }).format(then)
}

/** Date and time to the second, with the day of the week: 'Tue 24 Nov 2026, 13:31:07'. */
export function exactTimeOf(then: number, language = region): string {
  const form = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
  const parts = formatOf(language, { ...form, hour: '2-digit', minute: '2-digit', second: '2-digit' }).formatToParts(then)
  return parts.map(({ value }, at) => (parts[at - 1]?.type === 'weekday' ? value.replace(/^, /, ' ') : value)).join('')
}

/** The heading of a day between messages: 'Today', 'Yesterday', 'Tuesday', '12 March', '12 March 2025'. */
export function dayOf(then: number, now: number, language = region): string {
  const days = daysBetween(then, now)
  if (days <= 0) return messages.get().today
  if (days === 1) return messages.get().onlyYesterday
  if (days < 7) return formatOf(language, { weekday: 'long' }).format(then)
  const sameYear = new Date(then).getFullYear() === new Date(now).getFullYear()
  return formatOf(language, { day: 'numeric', month: 'long', ...(!sameYear && { year: 'numeric' }) }).format(then)
}

/** A time in a list, as short as it stays unambiguous: '14:02', 'Yesterday', 'Tue', '12 Mar', '12/03/2025'. */
export function shortTimeOf(then: number, now: number, language = region): string {
  const days = daysBetween(then, now)
  const write = (form: Intl.DateTimeFormatOptions) => formatOf(language, form).format(then)
  if (days <= 0) return hourOf(then, language)
  if (days === 1) return messages.get().onlyYesterday
  if (days < 7) return write({ weekday: 'short' })
  if (new Date(then).getFullYear() === new Date(now).getFullYear()) return write({ day: 'numeric', month: 'short' })
  return write({ day: 'numeric', month: 'numeric', year: 'numeric' })
}

/** The time of day: '14:02'. */
export function hourOf(then: number, language = region): string {
  return formatOf(language, { timeStyle: 'short' }).format(then)
}

/** A time within the next week: 'Thu 08:00'. */
export function weekdayTimeOf(then: number, language = region): string {
  return formatOf(language, { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(then)
}

/** A short date: '12 Mar 2026'. */
export function shortDay(then: number, language = region): string {
  return formatOf(language, { dateStyle: 'medium' }).format(then)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a format is a hundred times slower than using it. */
function formatOf(language: string, form: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${language} ${JSON.stringify(form)}`
  const format = formats.get(name) ?? new Intl.DateTimeFormat(language, form)
  formats.set(name, format)
  return format
}

/** The number of midnights between two moments, in local time. */
function daysBetween(then: number, now: number): number {
  const midnight = (moment: number) => new Date(moment).setHours(0, 0, 0, 0)
  return Math.round((midnight(now) - midnight(then)) / day)
}
