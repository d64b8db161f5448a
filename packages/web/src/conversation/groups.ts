/** In seconds. Messages from one side within this time of each other form a group. */
const groupBy = 5 * 60

export interface Placed {
  /** In one group with the previous message. */
  joined: boolean
  /** In one group with the next message. */
  close: boolean
  /** Shows its time: the last of its group does, unless the time bar above the group shows the same minute. */
  timed: boolean
  dayEnds: boolean
}

/** The messages of one local day. */
export interface Day {
  /** In milliseconds since 1970. */
  midnight: number
  first: number
  last: number
}

interface Item {
  side: 'in' | 'out'
  timeBar: boolean
}

interface Reading<T> {
  /** When an item was sent, in seconds. */
  sentAt: (item: T) => number
  /** The author of an item, in conversations of several people. */
  speaker?: ((item: T) => string | undefined) | undefined
  /** Whether it can't be grouped, e.g. because it failed. */
  isAlone?: ((item: T) => boolean) | undefined
}

/** The places of items, oldest first, and their days. */
export function placesOf<T extends Item>(items: readonly T[], { sentAt, speaker, isAlone }: Reading<T>) {
  const days: Day[] = []
  const places: Placed[] = []
  let nextMidnight = Number.NEGATIVE_INFINITY
  /** The minute of the time bar above the current group. */
  let bar: number | undefined
  for (const [index, item] of items.entries()) {
    const before = items[index - 1]
    const then = sentAt(item) * 1_000
    const newDay = then >= nextMidnight
    if (newDay) {
      const midnight = new Date(then).setHours(0, 0, 0, 0)
      nextMidnight = new Date(midnight).setHours(24)
      days.push({ midnight, first: index, last: index })
    }
    const day = days.at(-1)
    if (day) day.last = index
    const joined =
      before !== undefined &&
      !newDay &&
      !item.timeBar &&
      before.side === item.side &&
      speaker?.(before) === speaker?.(item) &&
      !isAlone?.(before) &&
      !isAlone?.(item) &&
      sentAt(item) - sentAt(before) < groupBy
    const previous = places[index - 1]
    if (joined && previous) Object.assign(previous, { close: true, timed: false })
    if (newDay && previous) previous.dayEnds = true
    if (!joined) bar = item.timeBar ? minuteOf(then) : undefined
    places.push({ joined, close: false, timed: minuteOf(then) !== bar, dayEnds: false })
  }
  return { places, days }
}

interface TimeOptions extends Pick<Placed, 'timed'> {
  /** Whether it is the newest of the conversation. */
  last: boolean
  /** Whether it is sent, with nothing left to do. */
  isSettled: boolean
}

/** Where a message shows its time: in the line below it, at the end of its last line, or else only beside its buttons. */
export function placeOfTime({ timed, last, isSettled }: TimeOptions): 'below' | 'tail' | 'beside' {
  if (last) return 'below'
  return timed && isSettled ? 'tail' : 'beside'
}

const minuteOf = (milliseconds: number): number => Math.floor(milliseconds / 60_000)
