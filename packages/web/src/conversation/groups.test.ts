import { describe, expect, it } from 'vitest'
import { placeOfTime, placesOf } from './groups.ts'

const start = new Date('2026-11-24T10:00:00').getTime() / 1_000

interface Message {
  /** Minutes after the start. */
  at: number
  side?: 'in' | 'out'
  timeBar?: boolean
  by?: string
  failed?: boolean
}

const placed = (messages: readonly Message[]) =>
  placesOf(
    messages.map((message) => ({ side: 'in' as const, timeBar: false, ...message })),
    { sentAt: ({ at }) => start + at * 60, speaker: ({ by }) => by, isAlone: ({ failed = false }) => failed },
  )

/** `-` stands between two messages of one group. */
const drawn = (messages: readonly Message[]) =>
  placed(messages)
    .places.map(({ close, timed }) => `${timed ? 't' : 'o'}${close ? '-' : ' '}`)
    .join('')
    .trim()

describe('groups of messages', () => {
  it('are of one side, under five minutes apart, and the last of each says its time', () => {
    expect(drawn([{ at: 0 }, { at: 2 }, { at: 4 }])).toBe('o-o-t')
    expect(drawn([{ at: 0 }, { at: 4.99 }])).toBe('o-t')
    expect(drawn([{ at: 0 }, { at: 5 }])).toBe('t t')
    expect(drawn([{ at: 0 }, { at: 1, side: 'out' }, { at: 2 }])).toBe('t t t')
  })

  it('are of one person, and a message that failed is in none', () => {
    expect(
      drawn([
        { at: 0, by: 'Ana' },
        { at: 1, by: 'Ana' },
        { at: 2, by: 'Ben' },
      ]),
    ).toBe('o-t t')
    expect(drawn([{ at: 0 }, { at: 1, failed: true }, { at: 2 }])).toBe('t t t')
  })

  it('say no time if the bar above them says that minute', () => {
    expect(drawn([{ at: 0 }, { at: 20, timeBar: true }])).toBe('t o')
    expect(drawn([{ at: 0 }, { at: 20, timeBar: true }, { at: 20.5 }])).toBe('t o-o')
    expect(drawn([{ at: 0 }, { at: 20, timeBar: true }, { at: 21 }])).toBe('t o-t')
    expect(
      drawn([
        { at: 20, timeBar: true },
        { at: 20.5, side: 'out' },
      ]),
    ).toBe('o t')
  })
})

it('messages are of the local day in which they were sent, and a group ends with its day', () => {
  const hour = 60
  const { places, days } = placed([{ at: 0 }, { at: 13 * hour + 59 }, { at: 14 * hour }, { at: 14 * hour + 1 }])
  expect(days.map(({ first, last }) => [first, last])).toEqual([
    [0, 1],
    [2, 3],
  ])
  expect(days.map(({ midnight }) => new Date(midnight).getDate())).toEqual([24, 25])
  expect(places.map(({ dayEnds }) => dayEnds)).toEqual([false, true, false, false])
  expect(places.map(({ joined }) => joined)).toEqual([false, false, false, true])
})

it('a conversation without messages has no days', () => {
  expect(placed([])).toEqual({ places: [], days: [] })
})

it('a message shows its time in one place: below the newest, in the tail of a timed one that is sent, else beside the buttons', () => {
  const newest = { timed: true, last: true, isSettled: true }
  expect(placeOfTime(newest)).toBe('below')
  expect(placeOfTime({ ...newest, last: false })).toBe('tail')
  expect(placeOfTime({ ...newest, last: false, isSettled: false })).toBe('beside')
  expect(placeOfTime({ ...newest, last: false, timed: false })).toBe('beside')
})
