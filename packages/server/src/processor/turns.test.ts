import { expect, test } from 'vitest'
import { LoopTurns } from './turns.ts'

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

test('all together have no more than a turn, and of networks that wait the one that has used the least is next', async () => {
  const { piece, settled } = manualTurns()
  for (const key of ['a', 'b', 'c']) for (let at = 0; at < 2; at++) piece(key, `${key}${at}`, 5)
  piece('d', 'd', 1)
  expect(await settled(7)).toEqual([['a0'], ['b0', 'c0'], ['d', 'a1', 'b1'], ['c1']])
})

test('light pieces of a network go before heavy ones, and neither waits for ever', async () => {
  const { piece, settled } = manualTurns()
  for (let at = 0; at < 4; at++) piece('a', `heavy${at}`, 5)
  for (let at = 0; at < 3; at++) piece('a', `light${at}`, 5, true)
  expect((await settled(7)).flat()).toEqual(['heavy0', 'light0', 'heavy1', 'light1', 'heavy2', 'light2', 'heavy3'])
})

test('a piece of a network that comes anew does not wait for those of fifty others, whether it is light or heavy', async () => {
  for (const isLight of [true, false]) {
    const { piece, settled } = manualTurns()
    const others = Array.from({ length: 50 }, (_, at) => `other${at}`)
    for (const round of [0, 1, 2]) for (const key of others) piece(key, `${key} ${round}`, 40)
    // Each of them has had its turn.
    await settled(50)
    piece('new', 'new', 1, isLight)
    const order = (await settled(151)).flat()
    expect(order.indexOf('new')).toBeLessThanOrEqual(52)
  }
})

test('a network that waits has its turn although others always come anew', async () => {
  const { piece, settled } = manualTurns()
  for (let at = 0; at < 10; at++) piece('old', `old${at}`, 40)
  for (let count = 1; count < 100; count++) {
    piece(`new${count}`, `new${count}`, 40)
    await settled(count)
  }
  expect((await settled(109)).flat().indexOf('old9')).toBeLessThan(100)
})

test('light pieces of many networks leave half of the time to heavy ones', async () => {
  const { piece, settled } = manualTurns()
  piece('heavy', 'first', 10)
  for (let at = 0; at < 3; at++) piece('heavy', `heavy${at}`, 10)
  for (let at = 0; at < 100; at++) piece(`light${at}`, `light${at}`, 1, true)
  const order = (await settled(104)).flat()
  expect(['heavy0', 'heavy1', 'heavy2'].map((name) => order.indexOf(name))).toEqual([11, 22, 33])
})

test('what follows at once from a piece that has waited goes on in its turn', async () => {
  const { turns, piece, work, settled } = manualTurns()
  for (let at = 0; at < 3; at++) piece('a', `a${at}`, 5)
  const follow = async () => {
    for (const name of ['b0', 'b1', 'b2']) {
      await turns.wait('b')
      work(name, 1)
    }
  }
  await follow()
  expect(await settled(6)).toEqual([['a0'], ['b0', 'b1', 'b2', 'a1'], ['a2']])
})

test('heavy work that follows from a light piece waits for the other light ones', async () => {
  const { turns, piece, work, settled } = manualTurns()
  piece('a', 'a', 10)
  for (const key of ['b', 'c', 'd']) {
    turns.later(key, true, async () => {
      work(`${key} light`, 1)
      await turns.wait(key)
      work(`${key} heavy`, 40)
    })
  }
  expect((await settled(7)).flat().slice(0, 4)).toEqual(['a', 'b light', 'c light', 'd light'])
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
