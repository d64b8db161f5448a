const unitsOfGo: Record<string, number> = { ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1e3, m: 6e4, h: 36e5 }

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const words: Record<string, number> = {
  ...{ d: day, day, days: day, h: hour, hour, hours: hour, hr: hour, hrs: hour },
  ...{
    m: minute,
    min: minute,
    mins: minute,
    minute,
    minutes: minute,
    s: second,
    sec: second,
    secs: second,
    second,
    seconds: second,
  },
  ...{ w: 7 * day, week: 7 * day, weeks: 7 * day },
}

/** The milliseconds of a Go duration, such as `1h30m` or `1.5h`; undefined for any other text. Takes linear time. */
export function goDuration(text: string): number | undefined {
  const sign = text.startsWith('-') ? -1 : 1
  const rest = text.replace(/^[-+]/, '')
  if (rest === '0') return 0
  if (rest === '' || rest.length > 100) return undefined
  let milliseconds = 0
  let at = 0
  const part = /(\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(ns|us|µs|μs|ms|s|m|h)/y
  while (at < rest.length) {
    part.lastIndex = at
    const [all, number = '', unit = ''] = part.exec(rest) ?? []
    if (all === undefined) return undefined
    milliseconds += Number(number) * (unitsOfGo[unit] as number)
    at += all.length
  }
  return sign * milliseconds
}

/** The milliseconds of a number and unit, such as `2 days` or `30min`; undefined for any other text. */
export function wordDuration(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,9}|an?|half an)[ \t]*([a-z]+)$/i.exec(text.trim().slice(0, 60)) ?? []
  const milliseconds = Object.hasOwn(words, unit.toLowerCase()) ? words[unit.toLowerCase()] : undefined
  if (number === undefined || milliseconds === undefined) return undefined
  const count = /^an?$/i.test(number) ? 1 : /^half an$/i.test(number) ? 0.5 : Number(number)
  return count * milliseconds
}
