import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { bodiesOf, push, several, toBob } from '../history/test-history.ts'
import { hourly, name, now, windowOn } from './test-kept-history.ts'
import { largeStoreInMemory } from './test-large-store.ts'

const day = 86_400

test('HIST-004 of a conversation that is longer than the snapshot everything is kept, and the next window reads it without the server [D5]', async () => {
  const store = largeStoreInMemory()
  const all = hourly(12)
  const first = await windowOn(store, { pushes: all })
  await first.flush()
  expect(bodiesOf(first.kept())).toEqual(bodiesOf(all))

  const second = await windowOn(store, { since: 0, pushes: all.slice(-5), from: all[7]?.created as number })
  const page = await second.history.before(name, all[7]?.created as number, 4)
  expect(bodiesOf(page?.pushes ?? []).reverse()).toEqual(bodiesOf(all.slice(3, 7)))
  expect(page?.from).toBe(all[3]?.created)
  const rest = await second.history.before(name, page?.from as number, 4)
  expect(bodiesOf(rest?.pushes ?? []).reverse()).toEqual(bodiesOf(all.slice(0, 3)))
  expect(rest?.from).toBe(0)
  expect(await second.history.before(name, 0, 4)).toBeUndefined()
  expect(await second.history.before('email:carol@example.org', now, 4)).toBeUndefined()
})

test('HIST-004 a conversation that the snapshot holds is not kept until it grows, and then from where it is complete [E2]', async () => {
  const all = hourly(8)
  const first = await windowOn(undefined, { pushes: [all[0] as Push, ...all.slice(-5)], from: all[3]?.created as number })
  await first.flush()
  expect(first.kept()).toEqual([])
  const more = toBob({ created: now + 1 })
  await first.arrive([more], 2)
  expect(bodiesOf(first.kept())).toEqual(bodiesOf([...all.slice(-5), more]))
  const page = await first.history.before(name, 9e9, 100)
  expect(page?.from).toBe(all[3]?.created)
  expect(await first.history.before(name, all[3]?.created as number, 100)).toBeUndefined()
})

test('HIST-004 pages that are loaded later extend the kept history, in any order of windows [E3]', async () => {
  const store = largeStoreInMemory()
  const all = hourly(20)
  const from = (index: number) => all[index]?.created as number
  const [one, other] = [
    await windowOn(store, { pushes: all.slice(10), from: from(10) }),
    await windowOn(store, { since: 0, pushes: all.slice(12), from: from(12) }),
  ]
  await one.flush()
  other.mirror.fill({ pushes: all.slice(4) })
  other.conversations.setFrom(name, from(4))
  await other.flush()
  one.mirror.fill({ pushes: all.slice(7) })
  one.conversations.setFrom(name, from(7))
  await one.flush()
  expect(bodiesOf(one.kept())).toEqual(bodiesOf(all.slice(4)))
  expect((await one.history.before(name, from(10), 100))?.from).toBe(from(4))
})

test('HIST-004 edits and deletions change the kept history, also where the mirror does not have it; an older version changes nothing [D5]', async () => {
  const store = largeStoreInMemory()
  const all = hourly(12)
  await (await windowOn(store, { pushes: all })).flush()
  const second = await windowOn(store, { since: 0, pushes: all.slice(-5), from: all[7]?.created as number })
  const [deleted, edited, stale] = all as [Push, Push, Push]
  await second.arrive(
    [
      { ...deleted, active: false, modified: now + 1 },
      { ...edited, body: 'edited', modified: now + 2 },
      { ...stale, body: 'stale', modified: stale.modified - 1 },
    ],
    now + 2,
  )
  await second.arrive([{ ...deleted, modified: now }], now + 3)
  expect(bodiesOf(second.kept())).toEqual(['edited', ...bodiesOf(all.slice(2))])
  expect(second.history.reached()).toBe(now + 3)
  expect(second.told).toEqual([now + 2, now + 3])
})

test('HIST-004 what missed changes is not used: the snapshot goes further, or there was none [D1] [D5]', async () => {
  for (const since of [11, undefined]) {
    const store = largeStoreInMemory()
    const first = await windowOn(store, { pushes: hourly(12) })
    await first.arrive([], 10)
    expect(first.kept()).toHaveLength(12)
    const second = await windowOn(store, since === undefined ? {} : { since })
    expect(second.kept()).toEqual([])
    expect(await second.history.before(name, now, 100)).toBeUndefined()
    // The first window notices, and stops writing.
    await first.arrive([toBob({ created: now + 1 })], 12)
    expect(first.kept()).toEqual([])
  }
})

test('HIST-004 a window that is behind writes once it has caught up [D2]', async () => {
  const store = largeStoreInMemory()
  const all = hourly(12)
  const ahead = await windowOn(store, { pushes: all })
  await ahead.arrive([{ ...(all[0] as Push), active: false, modified: now + 20 }], now + 20)
  const behind = await windowOn(store, { since: now + 10, pushes: all })
  behind.conversations.setFrom('self', 0)
  behind.mirror.fill({ pushes: several(8, () => push({ created: now })) })
  await behind.flush()
  expect(behind.kept()).toHaveLength(11)
  expect(behind.history.reached()).toBe(now + 10)
  await behind.arrive([{ ...(all[0] as Push), active: false, modified: now + 20 }], now + 20)
  expect(behind.kept()).toHaveLength(19)
  expect(behind.history.reached()).toBe(now + 20)
})

test('HIST-004 nothing is kept for longer than a year, and the kept history has no gap [D5] [E2]', async () => {
  const store = largeStoreInMemory()
  const all = several(12, (index) => toBob({ created: now - (11 - index) * 60 * day }))
  const first = await windowOn(store, { pushes: all })
  await first.flush()
  expect(bodiesOf(first.kept())).toEqual(bodiesOf(all.slice(5)))
  expect((await first.history.before(name, 9e9, 100))?.from).toBe(all[5]?.created)
  const later = await windowOn(store, { since: 0, after: 180 * day })
  expect(bodiesOf(later.kept())).toEqual(bodiesOf(all.slice(8)))
  first.clock.jump(180 * day * 1_000)
  first.conversations.setFrom('self', 0)
  await first.arrive(
    several(8, () => push({ created: now + 180 * day })),
    now + 180 * day,
  )
  const kept = first.kept().filter(({ direction }) => direction === 'outgoing')
  expect(bodiesOf(kept)).toEqual(bodiesOf(all.slice(8)))
  const page = await first.history.before(name, now + 1, 100)
  expect(bodiesOf(page?.pushes ?? []).reverse()).toEqual(bodiesOf(all.slice(8)))
  expect(page?.from).toBeGreaterThan(all[7]?.created as number)
})

test('HIST-004 beyond its room the oldest pushes of the conversations that rest longest are dropped', async () => {
  const words = 'x'.repeat(1_000)
  const store = largeStoreInMemory()
  const all = several(500, (index) => toBob({ created: now - 1_000 + index, body: words }))
  const first = await windowOn(store, { pushes: all, room: 400_000 })
  await first.flush()
  expect(first.kept().length).toBeLessThan(500)
  expect(first.kept().at(-1)).toEqual(all.at(-1))
  const before = first.kept().length
  first.conversations.setFrom('self', 0)
  await first.arrive(
    several(100, (index) => push({ created: now + index, body: words })),
    5,
  )
  const kept = first.kept()
  expect(kept.filter(({ direction }) => direction === 'self')).toHaveLength(100)
  expect(kept.length - 100).toBeLessThanOrEqual(before)
  const sizes = kept.reduce((sum, each) => sum + JSON.stringify(each).length, 0)
  expect(sizes).toBeLessThanOrEqual(400_000)
  const page = await first.history.before(name, now, 1_000)
  expect(page?.pushes.length).toBe(kept.length - 100)
  expect(page?.from).toBeLessThanOrEqual(page?.pushes.at(-1)?.created as number)
  expect(page?.from).toBeGreaterThan(all[500 - kept.length]?.created as number)
})
