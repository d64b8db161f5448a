import { type Account, getHistory, type Push } from '@waypost/protocol'
import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import type { Target } from '../conversations/target.ts'
import { openTargets } from '../conversations/targets.ts'
import { openOutbox } from '../queue/outbox.ts'
import { savedInMemory } from '../session/saved.ts'
import type { Session } from '../session/session.ts'
import { manualClock } from '../session/test-clock.ts'
import { openConversations } from './conversation-index.ts'
import { type HistoryItem, openHistories } from './history.ts'
import { openMirror } from './mirror.ts'

const me: Target = { key: 'me', type: 'me', name: 'Me', desc: '', muted: false }
const bob: Target = { key: 'bob@example.org', type: 'chat', name: 'Bob', desc: '', muted: false }
const phone: Target = { key: 'phone', type: 'device', name: 'Phone', desc: '', muted: false }

const minute = 60
let made = 0

function push(fields: Partial<Push>): Push {
  const iden = `push${String(++made).padStart(6, '0')}`
  const created = fields.created ?? made
  return { iden, active: true, modified: created, direction: 'self', type: 'note', body: iden, ...fields, created }
}

const toBob = (fields: Partial<Push> = {}) => push({ direction: 'outgoing', receiver_email_normalized: bob.key, ...fields })
const fromBob = (fields: Partial<Push> = {}) => push({ direction: 'incoming', sender_email_normalized: bob.key, ...fields })

/**
 * Histories over a mirror that the test fills. `stored` is the data of the server, by conversation; with it, conversations are complete
 * only from `since` on.
 */
function setUp(stored: Record<string, Push[]> = {}, since = 0) {
  const clock = manualClock(0)
  const requests: string[] = []
  const ask: Session['call'] = async (call, input) => {
    const { conversation, created_before, limit } = input as { conversation: string; created_before: number; limit: number }
    if ((call as unknown) !== getHistory) throw new Error(`Unexpected call: ${call.name}`)
    requests.push(`${conversation} ${created_before}`)
    const older = (stored[conversation] ?? []).filter(({ created }) => created < created_before).reverse()
    return { pushes: older.slice(0, limit), more: older.length > limit } as never
  }
  const platform = { ...clock, fetch: () => Promise.reject(new Error('no network')), openSocket: () => ({}) as never }
  const mirror = openMirror({ callRaw: ask, platform })
  const conversations = openConversations(mirror)
  conversations.begin(since)
  const outbox = openOutbox({
    callRaw: () => new Promise(() => {}),
    mirror,
    saved: savedInMemory(),
    platform,
    onFull() {},
    user: () => undefined,
    announce() {},
  })
  const histories = openHistories({ callRaw: ask, mirror, conversations, $ghosts: outbox.$ghosts, previews: new Map() })
  const items = (target: Target) => histories.of(target).get().items
  return { clock, requests, mirror, conversations, outbox, histories, items }
}

const bodies = (items: readonly HistoryItem[]) => items.map((item) => item.push.body)
const bodiesOf = (pushes: readonly Push[]) => pushes.map(({ body }) => body)
const several = (count: number, make: (index: number) => Push) => Array.from({ length: count }, (_, index) => make(index))

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
  // Unchanged items stay the same object, so that a screen renders only the new one.
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

test('SIDE-011 targets are sorted by their most recent push, then by name', () => {
  const { mirror, conversations, outbox } = setUp()
  const account = { email_normalized: 'ann@example.org' } as Account
  const targets = openTargets({ $account: atomOf(account), mirror, conversations, $ghosts: outbox.$ghosts })
  const stamps = { active: true, created: 1, modified: 1 }
  const chat = (name: string) => {
    const email = `${name.toLowerCase()}@example.org`
    return { iden: name, ...stamps, with: { type: 'user' as const, email, email_normalized: email, name } }
  }
  mirror.fill({
    chats: ['zoe', 'Émile', 'bob', 'Dan'].map(chat),
    devices: [
      { iden: 'd1', ...stamps, nickname: 'Desk 10' },
      { iden: 'd2', ...stamps, nickname: 'desk 9' },
      { iden: 'd3', ...stamps, model: 'Pixel', manufacturer: 'Google' },
      { iden: 'd4', ...stamps, type: 'chrome' },
      { iden: 'd5', ...stamps },
    ],
  })
  const people = () => targets.$people.get().map((target) => target.name)
  const devices = () => targets.$devices.get().map((target) => target.name)
  expect(people()).toEqual(['bob', 'Dan', 'Émile', 'zoe'])
  expect(devices()).toEqual(['chrome', 'desk 9', 'Desk 10', 'Device', 'Pixel'])

  mirror.merge({
    pushes: [push({ direction: 'incoming', sender_email_normalized: 'zoe@example.org', target_device_iden: 'd5' })],
  })
  expect(people()).toEqual(['zoe', 'bob', 'Dan', 'Émile'])
  mirror.merge({ pushes: [push({ target_device_iden: 'd3' }), push({ source_device_iden: 'd1' })] })
  expect(devices()).toEqual(['Desk 10', 'Pixel', 'chrome', 'desk 9', 'Device'])
  outbox.add({ guid: 'g', type: 'note', body: 'hi', email: 'Dan@example.org' }, 0)
  expect(targets.find('people', 'dan@example.org')?.name).toBe('Dan')

  // Nothing shown has changed, so the list is the same object.
  const before = targets.$people.get()
  mirror.merge({ pushes: [push({})] })
  expect(targets.$people.get()).toBe(before)
  expect(targets.find('devices', 'd3')?.desc).toBe('Google Pixel')
})

test('a target is found by the last part of its route', () => {
  const { mirror, conversations, outbox } = setUp()
  const account = { email_normalized: 'ann@example.org', image_url: 'https://example.org/ann.png' } as Account
  const targets = openTargets({ $account: atomOf(account), mirror, conversations, $ghosts: outbox.$ghosts })
  const me = { key: 'me', type: 'me', name: 'Me', desc: 'Just you', image_url: 'https://example.org/ann.png' }
  expect(targets.find('people', 'me')).toMatchObject(me)
  expect(targets.find('people', 'Ann@Example.org')).toBe(targets.me)
  expect(targets.find('people', ' New@Example.org')).toMatchObject({
    key: 'new@example.org',
    type: 'email',
    name: 'New@Example.org',
  })
  expect(targets.find('people', 'nobody')).toBeUndefined()
  expect(targets.find('devices', 'nothing')).toBeUndefined()
})

test('SIDE-015 GAP-070 (deviates) pushes after the read marker are unread, dismissed or not, and a marker only moves forward [H2]', () => {
  const { mirror, conversations } = setUp()
  const name = `email:${bob.key}`
  const pushes = several(12, () => fromBob({ dismissed: true }))
  mirror.fill({ pushes: [...pushes, toBob(), fromBob({ channel_iden: 'c' })] })
  const unread = () => conversations.$unread.get().get(name)
  expect(unread()).toBe(12)
  const later = (index: number, fields: Partial<Push>) => ({ ...(pushes[index] as Push), modified: 9_000, ...fields })
  mirror.merge({ pushes: [later(0, { dismissed: false }), later(1, { active: false }), later(2, { title: 'changed' })] })
  expect(unread()).toBe(11)

  const marker = (modified: number, read_to: number) => ({
    read_markers: [{ iden: 'm', active: true, created: 1, modified, conversation: name, read_to }],
  })
  mirror.merge(marker(1, (pushes[9] as Push).created))
  expect(unread()).toBe(2)
  mirror.merge(marker(2, (pushes[3] as Push).created))
  expect(unread()).toBe(2)
  conversations.setRead(name, (pushes[10] as Push).created)
  expect(unread()).toBe(1)
  mirror.merge({ pushes: [fromBob({ dismissed: true })] })
  expect(unread()).toBe(2)
  // Pushes older than the marker are read, even if they are loaded later, and a deleted push no longer counts.
  mirror.fill({ pushes: [fromBob({ created: (pushes[5] as Push).created - 0.5 })] })
  mirror.merge({ pushes: [later(11, { active: false })] })
  expect(unread()).toBe(1)
  mirror.clear()
  expect([unread(), conversations.readTo(name)]).toEqual([undefined, 0])
})

function atomOf<T>(value: T) {
  return atom<T | undefined>(value)
}
