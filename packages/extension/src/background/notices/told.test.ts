import { beforeEach, expect, test } from 'vitest'
import { standInChrome } from '../../browser/test-chrome.ts'
import { readTold } from './told.ts'

beforeEach(standInChrome)

test('what was told of is told of no more after a restart, and what came before the sign-in never is', async () => {
  const first = await readTold('d')
  expect(first.isFirst).toBe(true)
  await first.begin(100)
  await first.add([{ name: 'a', stamp: 102 }])
  const second = await readTold('d')
  expect(second.isFirst).toBe(false)
  expect([
    second.has({ name: 'old', stamp: 100 }),
    second.has({ name: 'a', stamp: 102 }),
    // Late: something newer has been notified already.
    second.has({ name: 'b', stamp: 101 }),
  ]).toEqual([true, true, false])
})

test('the next sign-in begins anew', async () => {
  await (await readTold('d')).begin(100)
  expect((await readTold('other')).isFirst).toBe(true)
})

test('a link that was about to open when the background stopped is known as such until it was told of', async () => {
  const first = await readTold('d')
  await first.begin(0)
  await first.opens(['a', 'b'])
  await first.add([{ name: 'a', stamp: 1 }])
  const second = await readTold('d')
  expect([second.wasOpening('a'), second.wasOpening('b')]).toEqual([false, true])
  await second.add([{ name: 'b', stamp: 2 }])
  expect((await readTold('d')).wasOpening('b')).toBe(false)
})

test('a thousand are remembered one by one, and everything before them counts as told', async () => {
  const told = await readTold('d')
  await told.begin(0)
  await told.add(Array.from({ length: 1_200 }, (_, at) => ({ name: `p${at}`, stamp: at + 1 })))
  expect(told.has({ name: 'never seen', stamp: 200 })).toBe(true)
  expect(told.has({ name: 'never seen', stamp: 201 })).toBe(false)
  expect(told.has({ name: 'p1199', stamp: 1_200 })).toBe(true)
})
