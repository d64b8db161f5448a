import { hourOf } from '../../format/time.ts'
import { i18n } from '../../ui/language.ts'
import { sendTimesWords } from './en.ts'

const messages = i18n('send-times', sendTimesWords)

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

/** The choices, in local time, earliest first. `now` in milliseconds. */
export function sendTimes(now: number): SendTime[] {
  const evening = dayAt(now, 0, eveningAt)
  const today = new Date(now).getDay()
  const toMonday = (8 - today) % 7 || 7
  const times: SendTime[] = [
    { name: 'hour', at: Math.ceil((now + hour) / minute) * minute },
    // In the late afternoon this would be hardly later than the choice in an hour.
    ...(evening - now > 1.5 * hour ? [{ name: 'evening', at: evening } as const] : []),
    { name: 'morning', at: dayAt(now, 1, morningAt) },
    ...(toMonday > 1 ? [{ name: 'monday', at: dayAt(now, toMonday, morningAt) } as const] : []),
  ]
  return times.sort((one, other) => one.at - other.at)
}

/** 'This evening, 18:00'. */
export const sendTimeText = ({ name, at }: SendTime): string => messages.get()[name]({ time: hourOf(at) })

function dayAt(now: number, days: number, hours: number): number {
  const day = new Date(now)
  day.setDate(day.getDate() + days)
  return day.setHours(hours, 0, 0, 0)
}
