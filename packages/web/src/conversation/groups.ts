// Puts the messages of a conversation into groups and days.

/** Messages of one side within this time of each other are a group, in seconds. */
const groupBy = 5 * 60

export interface Placed {
  /** The previous message is of the same group. */
  joined: boolean
  /** The next message is of the same group. */
  close: boolean
  /** It says its time: the last of its group, unless the time bar above the group says that minute. */
  timed: boolean
  /** The next message is of another day. */
  dayEnds: boolean
}

/** The messages of one local day. */
export interface Day {
  /** Its midnight, in milliseconds since 1970. */
  midnight: number
  /** The indices of its first and last message. */
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
  /** Who wrote an item, where several people do. */
  speaker?: ((item: T) => string | undefined) | undefined
  /** It is in no group, as it failed. */
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

const minuteOf = (milliseconds: number): number => Math.floor(milliseconds / 60_000)
