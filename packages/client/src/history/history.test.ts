import type { Push } from '@waypost/protocol'
import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import { openHistories } from './history.ts'
import type { Target } from './target.ts'
import { bob, bodies, bodiesOf, fromBob, me, phone, push, setUp, several, toBob } from './test-history.ts'

const minute = 60

test('HIST-001 each target has one history, and it is the same object each time', () => {
  const { histories, mirror, items } = setUp()
  mirror.fill({ pushes: [toBob({ body: 'to bob' }), fromBob({ body: 'from bob' }), push({ body: 'to me' })] })
  expect(bodies(items(bob))).toEqual(['to bob', 'from bob'])
  expect(bodies(items(me))).toEqual(['to me'])
  expect(histories.of(bob)).toBe(histories.of({ ...bob, name: 'Robert' }))
  expect(histories.of(bob)).toBe(histories.of({ ...bob, type: 'email' }))
})

test('HIST-002 pushes that this account sent are on the out side, and those that a device sent are on the in side of its history', () => {
  const { mirror, items } = setUp()
  mirror.fill({
    pushes: [
      toBob(),
      fromBob(),
      push({ body: 'to the phone', target_device_iden: 'phone', source_device_iden: 'desk' }),
      push({ body: 'from the phone', source_device_iden: 'phone' }),
      push({ body: 'to all' }),
    ],
  })
  const sides = (target: Target) => items(target).map((item) => item.side)
  expect(sides(bob)).toEqual(['out', 'in'])
  expect(sides(me)).toEqual(['out', 'out', 'out'])
  expect(bodies(items(phone))).toEqual(['to the phone', 'from the phone'])
  expect(sides(phone)).toEqual(['out', 'in'])
})

test('HIST-009 a time bar is shown between pushes more than 15 minutes apart, but not at 15', () => {
  const { mirror, items } = setUp()
  const start = 1_700_000_000
  mirror.fill({ pushes: [0, 15, 30.001, 31, 60].map((minutes) => push({ created: start + minutes * minute })) })
  expect(items(me).map((item) => item.timeBar)).toEqual([false, false, true, false, true])
})

test('HIST-006 HIST-004 HIST-005 a history shows 25 pushes, then 25 more from memory, then from the server, to its beginning [E4]', async () => {
  const all = several(190, () => toBob())
  const name = `email:${bob.key}`
  const { requests, conversations, histories, mirror, items } = setUp({ [name]: all }, 1e6)
  const known = all.slice(-60)
  mirror.fill({ pushes: known })
  conversations.setFrom(name, known[0]?.created as number)
  const $history = histories.of(bob)
  expect(items(bob)).toHaveLength(25)
  expect($history.get().more).toBe('more')
  await histories.loadMore(bob)
  expect(requests).toEqual([])
  expect(items(bob)).toHaveLength(50)
  for (const [shown, calls] of [
    [75, 1],
    [100, 1],
    [125, 1],
    [150, 1],
    [175, 2],
  ] as const) {
    await histories.loadMore(bob)
    expect([items(bob).length, requests.length, $history.get().more]).toEqual([shown, calls, 'more'])
  }
  expect(requests).toEqual([`${name} ${known[0]?.created}`, `${name} ${all[30]?.created}`])
  await histories.loadMore(bob)
  expect(bodies(items(bob))).toEqual(all.map((push) => push.body))
  expect($history.get().more).toBe('none')
  await histories.loadMore(bob)
  expect(requests).toHaveLength(2)
})

test('HIST-006 a new push hides none of the older ones', () => {
  const { mirror, items } = setUp()
  mirror.fill({ pushes: several(40, () => push({})) })
  const before = items(me)
  mirror.merge({ pushes: [push({ body: 'new' })] })
  expect(bodies(items(me))).toEqual([...bodies(before), 'new'])
  // Unchanged items stay the same object, so a screen renders only the new one.
  expect(
    items(me)
      .slice(0, 25)
      .every((item, index) => item === before[index]),
  ).toBe(true)
})

test("HIST-006 the history of a device is fetched separately, and is complete wherever the account's own is", async () => {
  const all = several(1_000, (index) => push(index % 20 === 0 ? { target_device_iden: 'phone' } : {}))
  const phones = all.filter((each) => each.target_device_iden === 'phone')
  const { requests, conversations, histories, mirror, items } = setUp({ 'device:phone': phones }, 1e6)
  await histories.loadMore(phone)
  expect(requests).toEqual(['device:phone 1000000'])
  expect(bodies(items(phone))).toEqual(bodiesOf(phones.slice(-25)))
  expect(histories.of(phone).get().more).toBe('more')
  await histories.loadMore(phone)
  expect(bodies(items(phone))).toEqual(bodiesOf(phones))
  expect(histories.of(phone).get().more).toBe('none')
  // Pushes that were fetched for the device do not make the account's own history complete.
  expect([items(me), histories.of(me).get().more]).toEqual([[], 'more'])

  const tablet = { ...phone, key: 'tablet' }
  const forTablet = push({ target_device_iden: 'tablet' })
  mirror.fill({ pushes: [forTablet] })
  expect(items(tablet)).toEqual([])
  conversations.setFrom('self', forTablet.created)
  expect(bodies(items(tablet))).toEqual([forTablet.body])
  expect(requests).toHaveLength(1)
})

test('HIST-003 a server that sends pages without an end counts as failed [E4]', async () => {
  const { conversations, histories, mirror } = setUp({}, 1e6)
  expect(mirror.of('pushes').get().entries.size).toBe(0)
  let calls = 0
  const stuck = openHistories({
    callRaw: async () => ({ pushes: [{ iden: `p${++calls}`, active: 'yes', created: 1e6 - calls, modified: 1 }], more: true }),
    mirror,
    conversations,
    $ghosts: atom([]),
    $pending: atom(new Map()),
    previews: new Map(),
  })
  await stuck.loadMore(bob)
  expect(stuck.of(bob).get()).toEqual({ items: [], more: 'failed' })
  expect(calls).toBeLessThan(100)
  expect(histories.of(bob).get().more).toBe('more')
})

test('HIST-004 a page that was requested before the mirror was cleared closes no gap [E3]', async () => {
  const all = several(300, () => toBob())
  const { conversations, histories, items, mirror } = setUp({ [`email:${bob.key}`]: all }, (all[250] as Push).created)
  const loading = histories.loadMore(bob)
  mirror.clear()
  conversations.begin((all[290] as Push).created)
  await loading
  expect(bodies(items(bob))).toEqual(bodiesOf(all.slice(265, 290)))
})

test('PUSH-019 a ghost is shown at the end, even if the local clock is wrong [F2]', () => {
  for (const wrong of [-86_400_000, 0, 86_400_000]) {
    const { clock, mirror, outbox, items, conversations } = setUp()
    clock.jump(1_700_000_000_000 + wrong)
    mirror.fill({ pushes: [push({ created: 1_700_000_000, body: 'known' })] })
    outbox.add({ guid: 'g1', type: 'note', body: 'one' }, conversations.of('self').newest())
    outbox.add({ guid: 'g2', type: 'note', body: 'two' }, conversations.of('self').newest())
    expect(items(me).every((item, index) => item.push.created >= (items(me)[index - 1]?.push.created ?? 0))).toBe(true)
    mirror.merge({ pushes: [push({ created: 1_700_000_001, body: 'arrived' })] })
    expect(bodies(items(me))).toEqual(['known', 'arrived', 'one', 'two'])
    expect(items(me).map((item) => item.state)).toEqual(['settled', 'settled', 'sending', 'sending'])
    mirror.merge({ pushes: [push({ created: 1_700_000_002, body: 'one', guid: 'g1' })] })
    expect(
      items(me)
        .map((item) => item.key)
        .slice(2),
    ).toEqual(['g1', 'g2'])
    const stamps = items(me).map((item) => item.push.created)
    expect(stamps.slice(0, 3)).toEqual([1_700_000_000, 1_700_000_001, 1_700_000_002])
  }
})

test('PUSH-020 only an own push replaces a ghost, and no two items have the same key [F2]', () => {
  const { mirror, outbox, items } = setUp()
  outbox.add({ guid: 'mine', type: 'note', body: 'ghost', email: bob.key }, 0)
  mirror.merge({ pushes: [fromBob({ guid: 'mine', body: 'forged' }), toBob({ guid: 'twin' }), toBob({ guid: 'twin' })] })
  expect(bodies(items(bob)).at(-1)).toBe('ghost')
  expect(new Set(items(bob).map((item) => item.key)).size).toBe(4)
  mirror.merge({ pushes: [toBob({ guid: 'mine', body: 'settled' })] })
  expect(items(bob).map((item) => item.state)).toEqual(['settled', 'settled', 'settled', 'settled'])
})

test('PUSH-019 a ghost is shown in the history of its device and of its source device', () => {
  const { outbox, items } = setUp()
  outbox.add({ guid: 'g', type: 'note', body: 'hi', device_iden: 'phone', source_device_iden: 'desk' }, 0)
  expect(items(phone)).toMatchObject([{ key: 'g', side: 'out', state: 'sending' }])
  expect(items({ ...phone, key: 'desk' })).toMatchObject([{ key: 'g', side: 'in' }])
  expect(items(me)).toMatchObject([{ key: 'g', side: 'out' }])
  expect(items(bob)).toEqual([])
})
