import { type Push, Refusal } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { expectRatio } from '../../../../scripts/tests/growth.ts'
import type { Calls } from '../ground/call.ts'
import type { Platform } from '../ground/platform.ts'
import { manualClock } from '../ground/test-clock.ts'
import { openConversations } from './conversation-index.ts'
import { openMirror } from './mirror.ts'

function push(iden: string, modified: number, fields: Partial<Push> = {}): Push {
  return { iden, active: true, created: 1, modified, direction: 'self', ...fields }
}

/** A mirror whose server holds one list of pushes; the test decides when each response arrives. */
function setUp(atServer: Push[] = []) {
  const clock = manualClock()
  const waiting: (() => void)[] = []
  const requests: unknown[] = []
  const callRaw: Calls['callRaw'] = (_call, input) => {
    requests.push((input as { modified_after: number }).modified_after)
    // The server's state when the request arrives, not when its response does.
    const pushes = atServer.filter(({ modified }) => modified > (input as { modified_after: number }).modified_after)
    return new Promise((resolve) => waiting.push(() => resolve({ pushes })))
  }
  const platform: Platform = { ...clock, fetch: () => Promise.reject(new Error('no network')), openSocket: () => ({}) as never }
  const mirror = openMirror({ callRaw, platform })
  const idens = () => [...mirror.of('pushes').get().entries.keys()]
  return { clock, requests, waiting, mirror, idens, platform }
}

const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

test('SYNC-018 a delta that starts at the baseline is merged, an older one is ignored, any other leads to a fetch [C2]', async () => {
  const { mirror, idens, requests } = setUp()
  mirror.reach(10)
  const tickle = { type: 'tickle', subtype: 'push' }
  mirror.tickle({ ...tickle, after: 10, modified: 11, objects: { pushes: [push('a', 11)] } })
  expect(idens()).toEqual(['a'])
  expect(mirror.$baseline.get()).toBe(11)
  mirror.tickle({ ...tickle, after: 10, modified: 11, objects: { pushes: [push('b', 11)] } })
  expect(idens()).toEqual(['a'])
  expect(requests).toEqual([])
  mirror.tickle({ ...tickle, after: 12, modified: 13, objects: { pushes: [push('c', 13)] } })
  expect(requests).toEqual([11])
  expect(idens()).toEqual(['a'])
})

test('SYNC-018 a tickle without a delta, or with a malformed one, leads to a fetch [C2]', () => {
  const stamped = { after: 0, modified: 1 }
  for (const odd of [
    {},
    stamped,
    { ...stamped, objects: 'none' },
    { ...stamped, modified: '1' },
    { after: 0, modified: 1e300, objects: {} },
  ]) {
    const { mirror, requests } = setUp()
    mirror.tickle({ type: 'tickle', subtype: 'push', ...odd })
    expect(requests).toEqual([0])
    expect(mirror.$baseline.get()).toBe(0)
  }
})

test('SYNC-018 one or many tickles during a fetch lead to one more fetch [C4]', async () => {
  const atServer = [push('a', 1)]
  const { mirror, idens, requests, waiting } = setUp(atServer)
  mirror.keepUp()
  atServer.push(push('b', 2), push('c', 3))
  for (let times = 0; times < 5; times++) mirror.tickle({ type: 'tickle', subtype: 'push' })
  expect(requests).toHaveLength(1)
  waiting.shift()?.()
  await settle()
  expect(idens()).toEqual(['a'])
  expect(requests).toHaveLength(2)
  waiting.shift()?.()
  await settle()
  expect(idens()).toEqual(['a', 'b', 'c'])
  expect(requests).toHaveLength(2)
})

test('SYNC-018 a delta that arrives during a fetch is merged if it fits, and leads to no further fetch', async () => {
  const { mirror, idens, requests, waiting } = setUp([push('a', 1)])
  mirror.keepUp()
  mirror.tickle({ type: 'tickle', subtype: 'push', after: 0, modified: 1, objects: { pushes: [push('a', 1)] } })
  mirror.tickle({ type: 'tickle', subtype: 'push', after: 1, modified: 2, objects: { pushes: [push('b', 2)] } })
  waiting.shift()?.()
  await settle()
  expect(idens()).toEqual(['a', 'b'])
  expect(requests).toHaveLength(1)
})

test('SYNC-018 changes after the start of a fetch are fetched by another one [C4]', async () => {
  const atServer: Push[] = []
  const { mirror, idens, waiting } = setUp(atServer)
  mirror.keepUp()
  atServer.push(push('a', 1))
  mirror.keepUp()
  waiting.shift()?.()
  await settle()
  waiting.shift()?.()
  await settle()
  expect(idens()).toEqual(['a'])
})

test('API-078 the latest version of an object wins, in any order [C5]', () => {
  const versions = [push('a', 1, { body: 'one' }), push('a', 2, { body: 'two' }), push('a', 3, { active: false })]
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]
  for (const order of orders) {
    const { mirror, idens } = setUp()
    for (const index of order) mirror.merge({ pushes: [versions[index] as Push] })
    expect(idens()).toEqual([])
  }
  const { mirror } = setUp()
  mirror.merge({ pushes: [versions[1] as Push, versions[0] as Push] })
  expect(mirror.of('pushes').get().entries.get('a')?.body).toBe('two')
})

test('API-078 a removed object stays removed when an older version arrives, and returns with a newer one [C5]', () => {
  const { mirror, idens } = setUp()
  mirror.merge({ pushes: [push('a', 5)] })
  mirror.remove('pushes', 'a')
  mirror.merge({ pushes: [push('a', 5)] })
  expect(idens()).toEqual([])
  mirror.merge({ pushes: [push('a', 6)] })
  expect(idens()).toEqual(['a'])
})

test('SYNC-001 a listener that throws stops neither the others nor the baseline', async () => {
  const errors: unknown[] = []
  const hear = (error: unknown) => errors.push(error)
  const before = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', hear)
  try {
    const { mirror, idens } = setUp()
    mirror.of('pushes').listen(() => {
      throw new Error('a mistake')
    })
    mirror.tickle({ type: 'tickle', after: 0, modified: 1, objects: { pushes: [push('a', 1)] } })
    expect(idens()).toEqual(['a'])
    expect(mirror.$baseline.get()).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    expect(errors).toMatchObject([{ message: 'a mistake' }])
  } finally {
    process.off('unhandledRejection', hear)
    for (const listener of before) process.on('unhandledRejection', listener)
  }
})

test('SYNC-001 timelines stay in order after any changes', () => {
  const { mirror } = setUp()
  const conversations = openConversations(mirror)
  let seed = 7
  const random = (below: number) => {
    seed ^= seed << 13
    seed ^= seed >>> 17
    seed ^= seed << 5
    return (seed >>> 0) % below
  }
  for (let stamp = 1; stamp < 3_000; stamp++) {
    const fields = { active: random(4) > 0, created: random(300), target_device_iden: ['x', 'y', undefined][random(3)] as string }
    const many = random(50) === 0 ? 40 : 1
    mirror.merge({ pushes: Array.from({ length: many }, (_, index) => push(`p${random(200)}`, stamp + index / 100, fields)) })
  }
  const all = [...mirror.of('pushes').get().entries.values()]
  const inOrder = (pushes: Push[]) =>
    pushes.sort((a, b) => a.created - b.created || (a.iden < b.iden ? -1 : 1)).map(({ iden }) => iden)
  const shown = (timeline: ReturnType<typeof conversations.of>) => timeline.$pushes.get().pushes.map(({ iden }) => iden)
  expect(all.length).toBeGreaterThan(100)
  expect(shown(conversations.of('self'))).toEqual(inOrder(all))
  for (const device of ['x', 'y']) {
    expect(shown(conversations.ofDevice(device))).toEqual(inOrder(all.filter((one) => one.target_device_iden === device)))
  }
})

test('SYNC-001 the cost of a change does not depend on the size of the mirror', () => {
  const people = 200
  const from = (index: number) => ({ direction: 'incoming' as const, sender_email_normalized: `p${index % people}@example.org` })
  function filled(length: number) {
    const { mirror } = setUp()
    const conversations = openConversations(mirror)
    mirror.fill({ pushes: Array.from({ length }, (_, index) => push(`p${index}`, 1, { created: index, ...from(index) })) })
    return { mirror, conversations }
  }
  const { mirror, conversations } = filled(20_000)
  const $pushes = conversations.of('email:p7@example.org').$pushes
  let renewals = 0
  $pushes.listen(() => renewals++)
  for (let index = 0; index < 2_000; index++) {
    mirror.merge({ pushes: [push(`new${index}`, 2, { created: 20_000 + index, ...from(index) })] })
  }
  expect(renewals).toBe(2_000 / people)

  // Each added push is removed again, so both mirrors keep their size.
  let stamp = 3
  const change = (changed: typeof mirror) => {
    for (let index = 0; index < 100; index++) {
      for (const active of [true, false])
        changed.merge({ pushes: [push(`passing${index}`, stamp++, { active, created: 30_000, ...from(index) })] })
    }
  }
  const small = filled(people).mirror
  expectRatio(
    'a change of a mirror a hundred times as large',
    () => change(mirror),
    () => change(small),
    5,
  )
})

test('a failed catch-up is repeated, not before a rate limit ends, and not at all once the account is locked out', async () => {
  const outcomes: [Refusal, waits: number[]][] = [
    [new Refusal('network'), [10_000]],
    [new Refusal('not_found'), [10_000]],
    [new Refusal('ratelimited', undefined, { retryAfter: 90 }), [90_000]],
    [new Refusal('account_suspended'), []],
    [new Refusal('invalid_access_token'), []],
  ]
  for (const [refusal, waits] of outcomes) {
    const { platform, clock } = setUp()
    let calls = 0
    const callRaw = () => {
      calls++
      return Promise.reject(refusal)
    }
    const mirror = openMirror({ callRaw, platform })
    mirror.keepUp()
    // They share one run, and its retry.
    mirror.keepUp()
    await settle()
    expect([refusal.code, calls, clock.timers()]).toEqual([refusal.code, 1, waits])
    mirror.tickle({ type: 'tickle', subtype: 'push' })
    await settle()
    expect([refusal.code, calls]).toEqual([refusal.code, refusal.code === 'ratelimited' ? 1 : 2])
  }
})
