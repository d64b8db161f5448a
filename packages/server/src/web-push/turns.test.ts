import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

/** Takes turns until there is none. @returns them, and when to ask again */
function takeAll(turns: ReturnType<typeof openTurns>, host: string, now: number) {
  const taken: { done(): void }[] = []
  for (let account = 0; ; account++) {
    const turn = turns.take(host, `${host} ${account}`, now)
    if ('at' in turn) return { taken, at: turn.at }
    taken.push(turn)
  }
}

test('a push service has a limited number of turns at a time, fewer while it is slow, and others have theirs', () => {
  let clock = 0
  const turns = openTurns(() => clock)
  const first = takeAll(turns, 'slow', 0)
  expect(first.taken).toHaveLength(48)
  expect(takeAll(turns, 'other', 0).taken).toHaveLength(48)
  clock += 10_000
  for (const { done } of first.taken) done()
  const second = takeAll(turns, 'slow', clock)
  expect(second.taken).toHaveLength(4)
  for (let count = 0; count < 20; count++) {
    for (const { done } of second.taken.splice(0)) done()
    clock += 50
    second.taken.push(...takeAll(turns, 'slow', clock).taken)
  }
  expect(second.taken).toHaveLength(48)
})

test('those that wait come back one after another, at about the time at which there is a turn for each', () => {
  let clock = 0
  const turns = openTurns(() => clock)
  const { taken } = takeAll(turns, 'slow', 0)
  clock += 10_000
  for (const { done } of taken) done()
  takeAll(turns, 'slow', clock)
  const times = Array.from({ length: 100 }, () => turns.take('slow', 'account', clock)).map((turn) =>
    'at' in turn ? turn.at : 0,
  )
  expect(times).toEqual([...times].sort((one, other) => one - other))
  // Four at a time, ten seconds each.
  expect((times.at(-1) as number) - clock).toBeGreaterThan(200_000)
})

test('one account takes eight turns at a time', () => {
  const turns = openTurns()
  const taken = Array.from({ length: 9 }, (_, host) => turns.take(`host ${host}`, 'account', 0))
  expect(taken.map((turn) => 'done' in turn)).toEqual([...Array(8).fill(true), false])
  const [first] = taken
  if (first && 'done' in first) first.done()
  expect(turns.take('host 9', 'account', 0)).toHaveProperty('done')
})
