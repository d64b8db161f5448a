import { hourOf } from '../../format/time.ts'
import { i18n, region } from '../../ui/language.ts'
import { sendTime } from './en.ts'

const messages = i18n('send-time', sendTime)

const dayLength = 86_400_000

/** 'Today at 14:05', 'Tomorrow at 09:00', 'Monday at 09:00', '12 March at 09:00'. Both in milliseconds. */
export function sendTimeOf(at: number, now: number, language = region): string {
  const t = messages.get()
  const days = Math.round((midnight(at) - midnight(now)) / dayLength)
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

/** The moment of a date and a time field in local time, in milliseconds; undefined if either is empty. */
export function momentOf({ date, time }: { date: string; time: string }): number | undefined {
  const at = new Date(`${date}T${time}`).getTime()
  return Number.isNaN(at) ? undefined : at
}

const midnight = (moment: number) => new Date(moment).setHours(0, 0, 0, 0)
