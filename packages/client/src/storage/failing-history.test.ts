import { Refusal } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { bodiesOf, toBob } from '../history/test-history.ts'
import { claimLargeStore, largeStoreOf } from './large-store.ts'
import { hourly, name, now, windowOn } from './test-kept-history.ts'
import { largeStoreInMemory } from './test-large-store.ts'

const lost = new Error('The connection to the database was lost.')

test('HIST-004 a write that fails is repeated after 5 seconds with all that came meanwhile, and nothing that is kept is lost [D5]', async () => {
  const store = largeStoreInMemory()
  const all = hourly(12)
  const first = await windowOn(store, { pushes: all })
  await first.flush()
  const [one, other] = [toBob({ created: now + 1 }), toBob({ created: now + 2 })]
  store.fail(lost)
  await first.arrive([one], 5)
  expect(first.clock.timers()).toEqual([5_000])
  first.mirror.merge({ pushes: [other] })
  first.mirror.reach(6)
  expect([first.history.reached(), first.clock.timers()]).toEqual([0, [5_000]])
  store.fail(undefined)
  first.clock.advance(5_000)
  await expect.poll(first.history.reached).toBe(6)
  expect(bodiesOf(first.kept())).toEqual(bodiesOf([...all, one, other]))
  const second = await windowOn(store, { since: 6, pushes: all.slice(-5) })
  expect((await second.history.before(name, now + 9, 100))?.pushes).toHaveLength(14)
})

test('HIST-004 after five failures in a row nothing is kept any more, and the snapshot does not wait for it', async () => {
  const store = largeStoreInMemory()
  const first = await windowOn(store, { pushes: hourly(12) })
  const failOnce = async (baseline: number) => {
    store.fail(lost)
    await first.arrive([], baseline)
    store.fail(undefined)
  }
  for (const baseline of [1, 2, 3, 4]) await failOnce(baseline)
  await first.flush()
  expect(first.told).toEqual([4])
  for (const baseline of [5, 6, 7, 8]) await failOnce(baseline)
  expect(first.history.reached()).toBe(4)
  await failOnce(9)
  expect(first.told).toEqual([4, Number.POSITIVE_INFINITY])
  expect(await first.history.before(name, now, 5)).toBeUndefined()
})

test('HIST-004 nothing is kept any more at once when there is no room, or when the store belongs to another account [D6]', async () => {
  for (const isFull of [true, false]) {
    const store = largeStoreInMemory()
    await claimLargeStore(store, 'ann')
    const first = await windowOn({ ...store, ...largeStoreOf(store, 'ann') }, { pushes: hourly(12) })
    await first.flush()
    if (isFull) store.fail(new Refusal('storage_full'))
    else await claimLargeStore(store, 'bob')
    await first.arrive([], 5)
    expect(first.told).toEqual([Number.POSITIVE_INFINITY])
  }
})

test('HIST-004 the snapshot waits a minute at most for a write that never ends', async () => {
  const store = largeStoreInMemory()
  const first = await windowOn(store, { pushes: hourly(12) })
  await first.flush()
  const go = store.pause()
  const written = first.arrive([toBob({ created: now + 1 })], 5)
  await expect.poll(first.clock.timers).toContain(60_000)
  first.clock.advance(59_999)
  expect(first.history.reached()).toBe(0)
  first.clock.advance(1)
  expect(first.history.reached()).toBe(Number.POSITIVE_INFINITY)
  go()
  await written
  expect(first.history.reached()).toBe(Number.POSITIVE_INFINITY)
})
