// Computes the times that 'Send later' offers, and formats the time at which a message is sent.

import { hourOf } from '../../format/time.ts'
import { i18n, params, region } from '../../ui/language.ts'

const messages = i18n('send-times', {
  hour: params('In an hour, {time}'),
  evening: params('This evening, {time}'),
  morning: params('Tomorrow morning, {time}'),
  monday: params('Next Monday, {time}'),
  today: params('Today at {time}'),
  tomorrow: params('Tomorrow at {time}'),
  other: params('{day} at {time}'),
})

interface SendTime {
  name: 'hour' | 'evening' | 'morning' | 'monday'
  /** Milliseconds since 1970. */
  at: number
}

const minute = 60_000
const hour = 60 * minute
/** Hours of the day. */
const eveningAt = 18
const morningAt = 9

/** The times to choose from, in local time, the earliest first. `now` in milliseconds. */
export function sendTimes(now: number): SendTime[] {
  const evening = dayAt(now, 0, eveningAt)
  const today = new Date(now).getDay()
  const toMonday = (8 - today) % 7 || 7
  const times: SendTime[] = [
    { name: 'hour', at: Math.ceil((now + hour) / minute) * minute },
    // In the late afternoon this would be hardly later than in an hour.
    ...(evening - now > 1.5 * hour ? [{ name: 'evening', at: evening } as const] : []),
    { name: 'morning', at: dayAt(now, 1, morningAt) },
    ...(toMonday > 1 ? [{ name: 'monday', at: dayAt(now, toMonday, morningAt) } as const] : []),
  ]
  return times.sort((one, other) => one.at - other.at)
}

/** 'This evening, 18:00'. */
export const sendTimeText = ({ name, at }: SendTime): string => messages.get()[name]({ time: hourOf(at) })

/** 'Today at 14:05', 'Tomorrow at 09:00', 'Monday at 09:00', '12 March at 09:00'. Both in milliseconds. */
export function sendTimeOf(at: number, now: number, language = region): string {
  const t = messages.get()
  const days = Math.round((midnight(at) - midnight(now)) / (24 * hour))
  if (days === 0) return t.today({ time: hourOf(at, language) })
  if (days === 1) return t.tomorrow({ time: hourOf(at, language) })
  const near = days > 1 && days < 7
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  const day: Intl.DateTimeFormatOptions = near
    ? { weekday: 'long' }
    : { day: 'numeric', month: 'long', ...(!sameYear && { year: 'numeric' }) }
  return t.other({ day: new Intl.DateTimeFormat(language, day).format(at), time: hourOf(at, language) })
}

/** The values of a date and a time field for a moment, in local time. */
export function fieldsOf(at: number): { date: string; time: string } {
  const moment = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  const date = `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return { date, time: `${two(moment.getHours())}:${two(moment.getMinutes())}` }
}

/** The moment that a date and a time field name in local time, in milliseconds; undefined when one of them is empty. */
export function momentOf({ date, time }: { date: string; time: string }): number | undefined {
  const at = new Date(`${date}T${time}`).getTime()
  return Number.isNaN(at) ? undefined : at
}

function dayAt(now: number, days: number, hours: number): number {
  const day = new Date(now)
  day.setDate(day.getDate() + days)
  return day.setHours(hours, 0, 0, 0)
}

const midnight = (moment: number) => new Date(moment).setHours(0, 0, 0, 0)
