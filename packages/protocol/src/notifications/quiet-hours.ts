import * as v from 'valibot'
import { priority } from '../sources/message.ts'
import { flag, text } from '../wire/field.ts'

/** The preference of an account that has its quiet hours. */
export const quietHoursPreference = 'quiet_hours'

const mostSpans = 14

/** A time of day as `HH:MM`; `24:00` is the end of the day. */
const timeOfDay = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'A time is written as HH:MM.'))

/** Whether the platform knows a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Hours in which notifications are held back, by weekday and time zone. */
export const QuietHours = v.object({
  on: flag,
  /** An IANA time zone name, e.g. `Europe/Berlin`. */
  zone: v.pipe(text(100), v.check(isTimeZone, 'This time zone is not known.')),
  /**
   * Spans of the clock on the wall. Each begins on its days, 1 for Monday to 7 for Sunday, and ends on the next day where `to` is not after
   * `from`.
   */
  spans: v.pipe(
    v.array(
      v.object({
        days: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))), v.maxLength(7)),
        from: timeOfDay,
        to: timeOfDay,
      }),
    ),
    v.maxLength(mostSpans),
  ),
  /** The lowest priority that breaks through; if absent, none does. */
  breaks_through: v.optional(priority),
})
export type QuietHours = v.InferOutput<typeof QuietHours>

/** Quiet hours as objects show them. The server has validated them, so clients load no validation code. */
export const quietHoursShown = v.custom<QuietHours>((value) => typeof value === 'object' && value !== null)

/** Parses the quiet hours stored in the preferences of an account; undefined if missing or invalid. */
export function readQuietHours(stored: unknown): QuietHours | undefined {
  const read = v.safeParse(QuietHours, stored)
  return read.success ? read.output : undefined
}

/**
 * Whether a time is in the quiet hours. They follow the wall clock: an hour that daylight saving time skips is never quiet, and a repeated
 * hour is quiet both times.
 * @param at milliseconds since 1970
 */
export function areQuiet({ on, zone, spans }: QuietHours, at: number): boolean {
  if (!on || spans.length === 0) return false
  const { day, minute } = wallClock(zone, at)
  const dayBefore = day === 1 ? 7 : day - 1
  return spans.some(({ days, from, to }) => {
    const [begins, ends] = [minuteOf(from), minuteOf(to)]
    if (begins < ends) return days.includes(day) && minute >= begins && minute < ends
    return (days.includes(day) && minute >= begins) || (days.includes(dayBefore) && minute < ends)
  })
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Creating a formatter takes a hundred times as long as using it. */
let formatter: { zone: string; format: Intl.DateTimeFormat } | undefined

/** The weekday, 1 for Monday, and the minute of the day on a wall clock in a zone. */
function wallClock(zone: string, at: number): { day: number; minute: number } {
  if (formatter?.zone !== zone) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formatter = { zone, format }
  }
  const parts = Object.fromEntries(formatter.format.formatToParts(at).map(({ type, value }) => [type, value]))
  return { day: weekdays.indexOf(parts.weekday ?? '') + 1, minute: Number(parts.hour) * 60 + Number(parts.minute) }
}
