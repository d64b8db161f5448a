import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { inMemoryStore, type KeyValueStore } from '../ground/key-value-store.ts'
import type { Platform } from '../ground/platform.ts'
import { manualClock } from '../ground/test-clock.ts'
import { openConversations } from './conversation-index.ts'
import { openMirror } from './mirror.ts'
import { openSnapshot } from './snapshot.ts'

function push(iden: string, modified: number, fields: Partial<Push> = {}): Push {
  return { iden, active: true, created: 1, modified, direction: 'self', ...fields }
}

/** A clock on which every step takes ten milliseconds. `onPause` is called before deferred work is done. */
function slowClock(onPause: () => void) {
  let time = 0
  const now = () => {
    time += 10
    return time
  }
  const after = (_: number, work: () => void) => {
    onPause()
    queueMicrotask(work)
    return () => {}
  }
  return { now, after }
}

/** A window on a storage that it may share with others. */
function windowOn(saved: KeyValueStore, times?: Pick<Platform, 'now' | 'after'>) {
  const clock = manualClock()
  const platform: Platform = {
    ...clock,
    ...times,
    fetch: () => Promise.reject(new Error('no network')),
    openSocket: () => ({}) as never,
  }
  const mirror = openMirror({ callRaw: () => new Promise(() => {}), platform })
  const conversations = openConversations(mirror)
  const refusals: string[] = []
  const snapshot = openSnapshot({ saved, mirror, conversations, platform, onFull: (refusal) => refusals.push(refusal.code) })
  const hear = (after: number, modified: number, iden: string) =>
    mirror.tickle({ type: 'tickle', after, modified, objects: { pushes: [push(iden, modified)] } })
  const idens = () => [...mirror.of('pushes').get().entries.keys()]
  return { mirror, conversations, snapshot, refusals, hear, idens, write: () => clock.advance(200) }
}

async function filled(saved: KeyValueStore, user = 'ann') {
  const window = windowOn(saved)
  if (!(await window.snapshot.load(user))) {
    window.snapshot.begin(user)
    window.mirror.reach(1)
    window.snapshot.complete()
  }
  return window
}

test('SYNC-005 a window that is behind another does not write an older copy under a newer baseline [D2]', async () => {
  const saved = inMemoryStore()
  const [ahead, behind] = [await filled(saved), await filled(saved)]
  behind.hear(1, 2, 'a')
  ahead.hear(1, 2, 'a')
  ahead.hear(2, 3, 'b')
  ahead.write()
  behind.write()
  ahead.mirror.reach(4)
  ahead.write()
  // Both windows are closed now; the one that was behind never received b.
  const next = windowOn(saved)
  expect(await next.snapshot.load('ann')).toBe(true)
  expect(next.idens().sort()).toEqual(['a', 'b'])
  expect(next.mirror.$baseline.get()).toBe(4)

  behind.hear(2, 3, 'b')
  behind.mirror.reach(4)
  behind.hear(4, 5, 'c')
  behind.write()
  const last = windowOn(saved)
  await last.snapshot.load('ann')
  expect(last.idens().sort()).toEqual(['a', 'b', 'c'])
})

test('loaded data is not written again, only later changes are', async () => {
  const saved = inMemoryStore()
  const before = await filled(saved)
  before.hear(1, 2, 'a')
  before.write()
  const written: string[] = []
  const watched: KeyValueStore = {
    ...saved,
    write(key, text) {
      written.push(key)
      saved.write(key, text)
    },
  }
  const next = windowOn(watched)
  expect(await next.snapshot.load('ann')).toBe(true)
  expect(next.idens()).toEqual(['a'])
  next.write()
  expect(written).toEqual([])
  next.hear(2, 3, 'b')
  next.write()
  expect(written).toEqual(['mirror.pushes.self', 'known_since', 'baseline'])
})

test('SYNC-006 a window writes everything again when another one has started over, and nothing when storage was erased', async () => {
  const saved = inMemoryStore()
  const [one, two] = [await filled(saved), await filled(saved)]
  const objects = { devices: [push('device', 2)], pushes: [push('a', 2, { channel_iden: 'c' })] }
  one.mirror.tickle({ type: 'tickle', after: 1, modified: 2, objects })
  one.write()
  two.snapshot.begin('ann')
  expect(await windowOn(saved).snapshot.load('ann')).toBe(false)
  one.hear(2, 3, 'b')
  one.write()
  const next = windowOn(saved)
  expect(await next.snapshot.load('ann')).toBe(true)
  expect(next.idens().sort()).toEqual(['a', 'b'])
  expect([...next.mirror.of('devices').get().entries.keys()]).toEqual(['device'])

  two.snapshot.erase()
  one.hear(3, 4, 'c')
  one.write()
  expect(saved.keys('')).toEqual([])
})

test('SYNC-006 a window whose first attempt to fill its mirror failed does not save the part that it has loaded so far', async () => {
  const saved = inMemoryStore()
  const whole = await filled(saved)
  const { now, after } = slowClock(() => {
    if (late.idens().length === 0) return
    // Another window starts over, an answer to the first attempt arrives, and then this window is closed.
    whole.snapshot.begin('ann')
    late.mirror.fill({ pushes: [push('b', 3)] })
    late.snapshot.close()
  })
  // It pauses before each part.
  const late = windowOn(saved, { now: () => 2 * now(), after })
  late.snapshot.begin('ann')
  whole.mirror.fill({ pushes: [push('a', 2)], devices: [push('device', 2)] })
  whole.write()
  expect(await late.snapshot.load('ann')).toBe(false)
  expect(late.idens()).toEqual(['a', 'b'])
  expect(late.mirror.of('devices').get().entries.size).toBe(0)
  expect(await windowOn(saved).snapshot.load('ann')).toBe(false)
})

test('SYNC-013 full storage is reported once, and the saved copy stays consistent [D4]', async () => {
  const saved = inMemoryStore(2_000)
  const window = await filled(saved)
  window.hear(1, 2, 'a')
  window.write()
  window.mirror.tickle({
    type: 'tickle',
    after: 2,
    modified: 3,
    objects: { pushes: [push('b', 3, { body: 'x'.repeat(3_000) })] },
  })
  window.write()
  window.hear(3, 4, 'c')
  window.write()
  expect(window.refusals).toEqual(['storage_full'])
  const next = windowOn(saved)
  expect(await next.snapshot.load('ann')).toBe(true)
  expect(next.mirror.$baseline.get()).toBe(2)
  expect(next.idens()).toEqual(['a'])
})

test('SYNC-008 with little space, fewer pushes of each conversation are saved', async () => {
  const saved = inMemoryStore(30_000)
  const window = windowOn(saved)
  window.snapshot.begin('ann')
  const pushes = Array.from({ length: 400 }, (_, index) =>
    push(`p${index}`, 1 + index, { created: index, channel_iden: `c${index % 10}` }),
  )
  window.mirror.fill({ pushes })
  window.mirror.reach(400)
  window.snapshot.complete()
  const next = windowOn(saved)
  expect(await next.snapshot.load('ann')).toBe(true)
  expect(next.idens()).toHaveLength(200)
  expect(
    next
      .idens()
      .map((iden) => Number(iden.slice(1)))
      .every((index) => index >= 200),
  ).toBe(true)
})

test('pinned messages are saved however old they are, and do not count as a part of the conversation that is complete', async () => {
  const saved = inMemoryStore()
  const window = windowOn(saved)
  window.conversations.begin(1_000)
  window.snapshot.begin('ann')
  const pushes = Array.from({ length: 400 }, (_, index) =>
    push(`p${index}`, 1 + index, { created: 1 + index, channel_iden: 'c', ...(index === 3 && { pinned: 300 }) }),
  )
  window.mirror.fill({ pushes })
  window.conversations.setFrom('channel:c', 0)
  window.mirror.reach(401)
  window.snapshot.complete()
  const next = windowOn(saved)
  expect(await next.snapshot.load('ann')).toBe(true)
  expect(next.idens()[0]).toBe('p3')
  const { pushes: kept, from } = next.conversations.of('channel:c').$pushes.get()
  expect(from).toBe(kept[1]?.created)
})

test('saved objects are loaded with pauses; nothing counts as unread meanwhile, and an erased copy is not shown', async () => {
  const saved = inMemoryStore()
  const before = windowOn(saved)
  before.snapshot.begin('ann')
  const pushes = Array.from({ length: 1_000 }, (_, index) =>
    push(`p${index}`, 1 + index, { created: 1 + index, channel_iden: `c${index % 50}`, direction: 'incoming' }),
  )
  const read_markers = Array.from({ length: 50 }, (_, index) => ({
    ...push(`m${index}`, 1),
    conversation: `channel:c${index}`,
    read_to: 2_000,
  }))
  before.mirror.fill({ pushes, read_markers })
  before.mirror.reach(1_000)
  before.snapshot.complete()

  const unread: number[] = []
  let pauses = 0
  const next = windowOn(
    saved,
    slowClock(() => pauses++),
  )
  next.conversations.$unread.listen((all) => void unread.push(all.size))
  expect(await next.snapshot.load('ann')).toBe(true)
  expect(pauses).toBeGreaterThan(25)
  expect(next.idens()).toHaveLength(1_000)
  expect(unread).toEqual([])

  const ended = windowOn(
    saved,
    slowClock(() => ended.snapshot.erase()),
  )
  expect(await ended.snapshot.load('ann')).toBe(false)
  expect(ended.idens()).toEqual([])
  expect(saved.keys('')).toEqual([])
})
