interface MuteTime {
  name: 'hour' | 'evening' | 'tomorrow'
  /** Milliseconds since 1970. */
  at: number
}

const hour = 60 * 60_000
/** Hours of the day. */
const eveningAt = 18
const morningAt = 8

/** The choices, in local time, earliest first. `now` in milliseconds. */
export function muteTimes(now: number): MuteTime[] {
  const evening = dayAt(now, 0, eveningAt)
  return [
    { name: 'hour', at: now + hour },
    // In the late afternoon this would be no later than the choice of an hour.
    ...(evening > now + hour ? [{ name: 'evening', at: evening } as const] : []),
    { name: 'tomorrow', at: dayAt(now, 1, morningAt) },
  ]
}

function dayAt(now: number, days: number, hours: number): number {
  const day = new Date(now)
  day.setDate(day.getDate() + days)
  return day.setHours(hours, 0, 0, 0)
}
