// Formats times in Go's layouts (pkg.go.dev/time#pkg-constants), which are written as a reference time in 2006.

/** The parts of a layout, longest first. */
const parts = /2006|January|Monday|Z07:00|-07:00|-0700|Jan|Mon|MST|PM|pm|\.000|06|01|02|_2|15|03|04|05|1|2|3|4|5/g

/** Parses a time: seconds since 1970, or text; undefined for anything else. */
export function timeOf(value: unknown): Date | undefined {
  if (value instanceof Date) return value
  const parsed =
    typeof value === 'number' ? value * 1_000 : typeof value === 'string' && value.length < 50 ? Date.parse(value) : Number.NaN
  return Math.abs(parsed) < 8e15 ? new Date(parsed) : undefined
}

/** Formats a time in a layout. An unknown zone is treated as UTC. */
export function writeTime(layout: string, time: Date, zone = 'UTC'): string {
  const shown = partsOf(time, zone)
  return layout.replace(parts, (part) => shown[part] ?? part)
}

function partsOf(time: Date, zone: string): Record<string, string> {
  const { year, month, day, weekday, hour, minute, second } = inZone(time, zone)
  const offset = Math.round(
    (Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time.getTime() / 1_000) * 1_000) / 60_000,
  )
  const two = (number: number) => String(number).padStart(2, '0')
  const signed = (between: string) =>
    `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}${between}${two(Math.abs(offset) % 60)}`
  const name = months[month - 1] as string
  return {
    '2006': String(year),
    '06': two(year % 100),
    January: name,
    Jan: name.slice(0, 3),
    '01': two(month),
    '1': String(month),
    '02': two(day),
    _2: String(day).padStart(2),
    '2': String(day),
    Monday: weekday,
    Mon: weekday.slice(0, 3),
    '15': two(hour),
    '03': two(hour % 12 || 12),
    '3': String(hour % 12 || 12),
    '04': two(minute),
    '4': String(minute),
    '05': two(second),
    '5': String(second),
    '.000': `.${String(time.getUTCMilliseconds()).padStart(3, '0')}`,
    PM: hour < 12 ? 'AM' : 'PM',
    pm: hour < 12 ? 'am' : 'pm',
    MST: offset === 0 ? 'UTC' : signed(''),
    '-0700': signed(''),
    '-07:00': signed(':'),
    'Z07:00': offset === 0 ? 'Z' : signed(':'),
  }
}

const months = 'January February March April May June July August September October November December'.split(' ')

function inZone(time: Date, zone: string) {
  const found = new Map(
    formatIn(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
  const number = (name: Intl.DateTimeFormatPartTypes) => Number(found.get(name))
  return {
    year: number('year'),
    month: number('month'),
    day: number('day'),
    weekday: found.get('weekday') as string,
    hour: number('hour'),
    minute: number('minute'),
    second: number('second'),
  }
}

function formatIn(zone: string): Intl.DateTimeFormat {
  const all = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const
  const options = { ...all, weekday: 'long', hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone })
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  }
}
