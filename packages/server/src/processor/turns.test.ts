import { expect, test } from 'vitest'
import { LoopTurns } from './turns.ts'

/** Turns with a clock that only work moves on, and what was done in each of them. */
function manualTurns(limits = { all: 10, each: 5 }) {
  let now = 0
  const turns = new LoopTurns(limits, () => now)
  const done: string[][] = []
  let isOpen = false
  const work = (name: string, milliseconds: number) => {
    if (!isOpen) {
      isOpen = true
      done.push([])
      setImmediate(() => (isOpen = false))
    }
    done.at(-1)?.push(name)
    now += milliseconds
  }
  /** Does a piece now or later, as those do that use it. */
  const piece = (key: string, name: string, milliseconds: number, isLight = false) => {
    if (turns.begin(key)) work(name, milliseconds)
    else turns.later(key, isLight, () => work(name, milliseconds))
  }
  const settled = async (count: number) => {
    while (done.flat().length < count) await new Promise(setImmediate)
    return done
  }
  return { turns, work, piece, settled }
}

test('pieces of one network that come together are done until a turn was long enough, and the others in later turns', async () => {
  const { piece, settled } = manualTurns()
  for (let at = 0; at < 5; at++) piece('a', `a${at}`, 3)
  expect(await settled(5)).toEqual([['a0', 'a1'], ['a2', 'a3'], ['a4']])
})

test('a network that has had its part leaves time to others in the same turn', async () => {
  const { piece, settled } = manualTurns()
  for (let at = 0; at < 3; at++) piece('a', `a${at}`, 5)
  piece('b', 'b', 1)
  expect((await settled(4))[0]).toEqual(['a0', 'b'])
})

test('all together have no more than a turn, and networks that wait take turns', async () => {
  const { piece, settled } = manualTurns()
  for (const key of ['a', 'b', 'c']) for (let at = 0; at < 2; at++) piece(key, `${key}${at}`, 5)
  expect(await settled(6)).toEqual([['a0', 'b0'], ['a1', 'b1'], ['c0'], ['c1']])
})

test('light pieces of a network go before heavy ones, and neither waits for ever', async () => {
  const { piece, settled } = manualTurns()
  for (let at = 0; at < 4; at++) piece('a', `heavy${at}`, 5)
  for (let at = 0; at < 3; at++) piece('a', `light${at}`, 5, true)
  expect((await settled(7)).flat()).toEqual(['heavy0', 'light0', 'heavy1', 'light1', 'heavy2', 'light2', 'heavy3'])
})

test('what comes later goes behind what waits already', async () => {
  const { turns, piece, settled } = manualTurns()
  piece('a', 'first', 5)
  piece('a', 'second', 5)
  expect(turns.begin('a')).toBe(false)
  await settled(2)
  await new Promise(setImmediate)
  expect(turns.begin('a')).toBe(true)
})

test('what follows from a piece in promises is counted for it', async () => {
  const { turns, work, settled } = manualTurns()
  turns.begin('a')
  work('first', 6)
  const requests = ['a0', 'a1', 'a2'].map(async (name) => {
    await turns.wait('a')
    await undefined
    work(name, 6)
  })
  await Promise.all(requests)
  expect(await settled(4)).toEqual([['first'], ['a0'], ['a1'], ['a2']])
})
