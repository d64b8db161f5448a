import { goDuration, wordDuration } from './duration.ts'
import { NtfyRefusal } from './errors.ts'

/** The minimum and maximum delay of a message, in milliseconds. */
const shortest = 10_000
const longest = 3 * 86_400_000

const textLength = 200

/**
 * Parses a delay to a time in whole seconds: a Unix time, a time with its offset (RFC 3339), a duration, or a time of day in English.
 * @param zone the time zone for times of day, by its name in the IANA database; empty for the server's zone
 * @param now milliseconds since 1970
 * @throws NtfyRefusal for unreadable delays, and for a time that is too soon or too far ahead
 */
export function readDelay(text: string, zone: string, now: number): number {
  const at = timeOf(text.trim().slice(0, textLength), zone, now)
  if (at === undefined) throw new NtfyRefusal(40004)
  if (at < now + shortest) throw new NtfyRefusal(40005)
  if (at > now + longest) throw new NtfyRefusal(40006)
  return Math.round(at / 1_000)
}

function timeOf(text: string, zone: string, now: number): number | undefined {
  if (/^\d{1,15}$/.test(text)) {
    const at = Number(text) * 1_000
    // A Unix time in the past is ignored rather than refused as too soon.
    return at < now ? undefined : at
  }
  const duration = goDuration(text) ?? wordDuration(text)
  if (duration !== undefined) return duration < 0 ? undefined : now + duration
  if (/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/.test(text)) {
    const at = Date.parse(text.toUpperCase().replace(' ', 'T'))
    return Number.isNaN(at) || at < now ? undefined : at
  }
  return englishTime(text.toLowerCase(), zone, now)
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const moments: Record<string, number> = {
  noon: 12 * 60,
  midnight: 0,
  morning: 9 * 60,
  evening: 18 * 60,
  afternoon: 15 * 60,
  tonight: 20 * 60,
}

/** A day and time in English, such as `tomorrow, 3pm`, `monday at 10:30` or `in 2 hours`; undefined for any other text. */
function englishTime(text: string, zone: string, now: number): number | undefined {
  const words = text
    .replaceAll(',', ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words[0] === 'in') {
    const duration = wordDuration(words.slice(1).join(' '))
    return duration === undefined ? undefined : now + duration
  }
  const clock = clockIn(zone)
  if (clock === undefined) return undefined
  const today = clock(now)
  let days: number | undefined
  let minutes: number | undefined
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string
    if (['at', 'on', 'this', 'the', 'next'].includes(word)) continue
    const weekday = weekdays.findIndex((name) => name === word || (word.length === 3 && name.startsWith(word)))
    const day =
      word === 'today' ? 0 : word === 'tomorrow' ? 1 : weekday === -1 ? undefined : (weekday - today.weekday + 7) % 7 || 7
    const next = words[index + 1] ?? ''
    const isSplit = next === 'am' || next === 'pm'
    const time = timeOfDay(isSplit ? word + next : word)
    if (day !== undefined && days === undefined) days = day
    else if (time !== undefined && minutes === undefined) minutes = time
    else return undefined
    if (isSplit && time !== undefined) index++
  }
  if (days === undefined && minutes === undefined) return undefined
  const minuteOfDay = minutes ?? today.minutes
  const atDay = (offset: number) => fromWall(clock, now, today, offset, minuteOfDay)
  const at = atDay(days ?? 0)
  // A time of day that has passed means tomorrow.
  return days === undefined && at <= now ? atDay(1) : at
}

/** The minutes since midnight for `3pm`, `10:30`, `8:30pm` or `noon`. */
function timeOfDay(word: string): number | undefined {
  if (Object.hasOwn(moments, word)) return moments[word]
  const [, hours = '', minutes, half] = /^(\d{1,2})(?::(\d\d))?(am|pm)?$/.exec(word) ?? []
  if (hours === '' || (minutes === undefined && half === undefined)) return undefined
  const hour = Number(hours)
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined
  const ofDay = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)
  return ofDay > 23 || Number(minutes ?? 0) > 59 ? undefined : ofDay * 60 + Number(minutes ?? 0)
}

interface Wall {
  /** The local time interpreted as UTC, in milliseconds. */
  asUtc: number
  weekday: number
  minutes: number
}

function clockIn(zone: string): ((at: number) => Wall) | undefined {
  const numbers = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      ...numbers,
      hourCycle: 'h23',
      ...(zone !== '' && { timeZone: zone.slice(0, 60) }),
    })
  } catch {
    return undefined
  }
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    const asUtc = Date.UTC(year, month - 1, day, hour, minute, second)
    return { asUtc, weekday: new Date(asUtc).getUTCDay(), minutes: hour * 60 + minute }
  }
}

/** The time at which a clock shows a time of day some days later; the zone's offset may differ by then. */
function fromWall(clock: (at: number) => Wall, now: number, today: Wall, days: number, minutes: number): number {
  const midnight = Math.floor(today.asUtc / 86_400_000) * 86_400_000
  const wanted = midnight + days * 86_400_000 + minutes * 60_000
  let at = wanted - (today.asUtc - Math.floor(now / 1_000) * 1_000)
  // Once for the offset at that time, and again in case the clocks change in between.
  for (let turn = 0; turn < 2; turn++) at += wanted - clock(at).asUtc
  return at
}
