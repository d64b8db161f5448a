import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

function takeAll(turns: ReturnType<typeof openTurns>, host: string, now: number) {
  const taken: { done(): void }[] = []
  for (let account = 0; ; account++) {
    const turn = turns.take(host, `${host} ${account}`, now)
    if ('at' in turn) return { taken, at: turn.at }
    taken.push(turn)
  }
}

function answerQuickly(turns: ReturnType<typeof openTurns>, host: string): void {
  const turn = turns.take(host, 'account', 0)
  if ('done' in turn) turn.done()
}

test('a push service has a limited number of turns at a time, fewer while it is slow, and others have theirs', () => {
  let clock = 0
  const turns = openTurns(() => clock)
  answerQuickly(turns, 'other')
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

test('those that are slow or have answered nothing yet take 48 turns at a time, and leave others to those that are quick', () => {
  let clock = 0
  const turns = openTurns(() => clock)
  const many = (prefix: string) =>
    Array.from({ length: 60 }, (_, index) => turns.take(`${prefix} ${index}`, `${prefix} ${index}`, clock)).filter(
      (turn) => 'done' in turn,
    )
  for (const host of ['quick', 'slower']) answerQuickly(turns, host)
  const unknown = many('unknown')
  expect(unknown).toHaveLength(48)
  expect(turns.take('new', 'account', clock)).toEqual({ at: expect.any(Number) })
  const [one, ...others] = takeAll(turns, 'slower', clock).taken
  expect(others).toHaveLength(47)
  // One that has become slow has to wait like the unknown ones.
  clock += 10_000
  for (const { done } of [...(one ? [one] : []), ...others]) done()
  expect(turns.take('slower', 'account', clock)).toEqual({ at: expect.any(Number) })
  expect(takeAll(turns, 'quick', clock).taken).toHaveLength(48)
  for (const turn of unknown) if ('done' in turn) turn.done()
  expect(turns.take('slower', 'account', clock)).toHaveProperty('done')
  expect(many('unknown')).toHaveLength(47)
})
