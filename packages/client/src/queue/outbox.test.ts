import { type Push, Refusal, type RefusalCode } from '@waypost/protocol'
import { expect, test } from 'vitest'
import type { Calls } from '../session/call.ts'
import type { Platform } from '../session/platform.ts'
import { type Saved, savedInMemory } from '../session/saved.ts'
import { manualClock } from '../session/test-clock.ts'
import { openMirror } from '../sync/mirror.ts'
import { openOutbox } from './outbox.ts'

/** An outbox whose calls are answered by the test. */
function setUp(saved: Saved = savedInMemory(), user = 'ann') {
  const clock = manualClock()
  const calls: {
    body: string | undefined
    answer(): Promise<void>
    refuse(code: RefusalCode, message?: string, retryAfter?: number): Promise<void>
  }[] = []
  let made = 0
  const callRaw: Calls['callRaw'] = (_call, input) => {
    const { guid, body } = input as { guid: string; body?: string }
    return new Promise((resolve, reject) => {
      calls.push({
        body,
        answer() {
          made++
          resolve({
            iden: `push${made}`,
            active: true,
            created: made,
            modified: made,
            direction: 'self',
            guid,
            body,
          } satisfies Push)
          return settle()
        },
        refuse(code, message, retryAfter) {
          reject(new Refusal(code, message, retryAfter === undefined ? {} : { retryAfter }))
          return settle()
        },
      })
    })
  }
  const platform: Platform = { ...clock, fetch: () => Promise.reject(new Error('no network')), openSocket: () => ({}) as never }
  const mirror = openMirror({ callRaw, platform })
  const refusals: string[] = []
  const outbox = openOutbox({
    callRaw,
    mirror,
    saved,
    platform,
    user: () => user,
    onFull: (refusal) => refusals.push(refusal.code),
    announce() {},
  })
  const add = (...bodies: string[]) => {
    for (const body of bodies) outbox.add({ guid: `guid-${body}`, type: 'note', body }, 0)
  }
  const addTo = (email: string, ...bodies: string[]) => {
    for (const body of bodies) outbox.add({ guid: `guid-${body}`, type: 'note', body, email }, 0)
  }
  const ghosts = () => outbox.$ghosts.get().map(({ push, error }) => (error === undefined ? push.body : `${push.body}: ${error}`))
  return { clock, calls, mirror, outbox, add, addTo, ghosts, refusals, saved, sent: () => calls.map(({ body }) => body) }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('PUSH-021 pushes are sent one at a time, in order, and a refused one does not hold up the next [F4]', async () => {
  const { outbox, add, ghosts, calls, sent } = setUp()
  add('one', 'two', 'three')
  expect(sent()).toEqual([])
  outbox.resume()
  outbox.resume()
  expect(sent()).toEqual(['one'])
  await calls[0]?.answer()
  expect(sent()).toEqual(['one', 'two'])
  expect(ghosts()).toEqual(['two', 'three'])
  await calls[1]?.refuse('invalid_param', 'No such device.')
  expect(sent()).toEqual(['one', 'two', 'three'])
  expect(ghosts()).toEqual(['two: No such device.', 'three'])
})

test('PUSH-025 a retry keeps its guid and its place [F5]', async () => {
  const { outbox, add, ghosts, calls, saved } = setUp()
  add('one', 'two')
  outbox.resume()
  await calls[0]?.refuse('internal')
  await calls[1]?.refuse('internal')
  expect(JSON.parse(saved.read('outbox.guid-one') ?? '')).toMatchObject({
    error: 'Something went wrong on the server. Try again.',
  })
  outbox.retry('guid-one')
  outbox.retry('guid-one')
  outbox.retry('no such guid')
  expect(calls).toHaveLength(3)
  expect(ghosts()[0]).toBe('one')
  expect(JSON.parse(saved.read('outbox.guid-one') ?? '').error).toBeUndefined()
  await calls[2]?.answer()
  expect(ghosts()).toEqual(['two: Something went wrong on the server. Try again.'])
})

test('PUSH-019 without a network pushes wait, are retried with growing delays, and are sent when the network is back', async () => {
  const { clock, outbox, add, ghosts, calls, sent } = setUp()
  add('one', 'two')
  outbox.resume()
  for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    await calls.at(-1)?.refuse('network')
    const before = calls.length
    clock.advance(wait - 1)
    expect(calls).toHaveLength(before)
    clock.advance(1)
    expect(calls).toHaveLength(before + 1)
  }
  await calls.at(-1)?.refuse('unavailable')
  add('three')
  expect(ghosts()).toEqual(['one', 'two', 'three'])
  expect(new Set(sent())).toEqual(new Set(['one']))
  outbox.resume()
  await calls.at(-1)?.answer()
  await calls.at(-1)?.answer()
  await calls.at(-1)?.answer()
  expect(sent().slice(-3)).toEqual(['one', 'two', 'three'])
  expect(ghosts()).toEqual([])
  expect(clock.timers()).toEqual([])
})

test('PUSH-021 a push that has to wait holds up only later pushes to the same person [F4]', async () => {
  const { clock, outbox, addTo, add, ghosts, calls, sent } = setUp()
  addTo('bob@example.org', 'b1', 'b2')
  addTo('carol@example.org', 'c1')
  add('me')
  outbox.resume()
  await calls[0]?.refuse('ratelimited', 'Too many mails today.', 60)
  expect(sent()).toEqual(['b1', 'c1'])
  expect(outbox.find('guid-b1')).toMatchObject({ waits: 'ratelimited' })
  await calls[1]?.refuse('unavailable')
  expect(sent()).toEqual(['b1', 'c1', 'me'])
  await calls[2]?.answer()
  expect(ghosts()).toEqual(['b1', 'b2', 'c1'])
  clock.advance(1_000)
  expect(sent()).toEqual(['b1', 'c1', 'me', 'c1'])
  await calls[3]?.answer()
  addTo('dan@example.org', 'd1')
  await calls[4]?.answer()
  clock.advance(58_999)
  expect(sent().slice(4)).toEqual(['d1'])
  clock.advance(1)
  await calls[5]?.answer()
  await calls[6]?.answer()
  expect(sent().slice(5)).toEqual(['b1', 'b2'])
  expect([ghosts(), clock.timers()]).toEqual([[], []])
})

test('PUSH-022 a push with a long rate limit fails with the message of the server, and the next one is sent [F5]', async () => {
  const { outbox, addTo, ghosts, calls, sent } = setUp()
  addTo('bob@example.org', 'b1', 'b2')
  outbox.resume()
  await calls[0]?.refuse('ratelimited', 'Go on tomorrow.', 86_400)
  expect(ghosts()).toEqual(['b1: Go on tomorrow.', 'b2'])
  expect(sent()).toEqual(['b1', 'b2'])
})

test('PUSH-022 a push that is rate-limited again and again fails in the end', async () => {
  const { clock, outbox, add, ghosts, calls } = setUp()
  add('one')
  outbox.resume()
  for (let tries = 0; tries < 20 && !ghosts()[0]?.includes(':'); tries++) {
    await calls.at(-1)?.refuse('ratelimited', 'Wait.', 60)
    expect(clock.timers().filter((wait) => wait > 60_000)).toEqual([])
    clock.advance(60_000)
  }
  expect(ghosts()).toEqual(['one: Wait.'])
  expect(calls).toHaveLength(8)
  expect(outbox.find('guid-one')?.waits).toBeUndefined()
  outbox.retry('guid-one')
  await calls.at(-1)?.answer()
  expect(ghosts()).toEqual([])
})

test('PUSH-028 discarding a push that waits releases those behind it', async () => {
  const { clock, outbox, addTo, calls, sent } = setUp()
  addTo('bob@example.org', 'b1', 'b2')
  outbox.resume()
  await calls[0]?.refuse('ratelimited', 'Wait.', 60)
  // Neither a network that returns nor a window that wakes shortens a wait that the server asked for.
  outbox.resume()
  expect(sent()).toEqual(['b1'])
  outbox.discard('guid-b1')
  expect(sent()).toEqual(['b1', 'b2'])
  await calls[1]?.answer()
  expect(clock.timers()).toEqual([])
})

test('PUSH-021 a file waits only for earlier files to the same person', () => {
  const { outbox, sent } = setUp()
  const file = (email: string, name: string, more: object) =>
    outbox.add({ guid: name, type: 'file', file_name: name, body: name, email, ...more }, 0)
  file('bob@example.org', 'large', {})
  outbox.update('large', { upload: { window: 'this' } })
  file('bob@example.org', 'small', { file_url: 'https://example.org/small' })
  file('carol@example.org', 'other', { file_url: 'https://example.org/other' })
  outbox.resume()
  expect(sent()).toEqual(['other'])
})

test('PUSH-020 a ghost whose push arrived by the stream is not restored by a late refusal', async () => {
  const { outbox, add, ghosts, calls, mirror, saved } = setUp()
  add('one', 'two')
  outbox.resume()
  mirror.merge({ pushes: [{ iden: 'p', active: true, created: 1, modified: 1, direction: 'self', guid: 'guid-one' }] })
  expect(ghosts()).toEqual(['two'])
  await calls[0]?.refuse('network')
  outbox.resume()
  await calls[1]?.answer()
  expect(ghosts()).toEqual([])
  expect(saved.keys('')).toEqual([])
})

test('PUSH-028 a push that is discarded in flight stays discarded, and the next one waits until the request ends', async () => {
  const { outbox, add, ghosts, calls, sent, saved } = setUp()
  add('one', 'two')
  outbox.resume()
  outbox.discard('guid-one')
  expect(sent()).toEqual(['one'])
  await calls[0]?.refuse('invalid_param')
  expect(sent()).toEqual(['one', 'two'])
  expect(ghosts()).toEqual(['two'])
  expect(saved.keys('')).toEqual(['outbox.guid-two'])
})

test('PUSH-019 the next session loads waiting and failed pushes in order', async () => {
  const first = setUp()
  first.add('one', 'two', 'three')
  first.outbox.resume()
  await first.calls[0]?.refuse('internal', 'Broken.')
  first.outbox.stop()

  const second = setUp(first.saved)
  second.clock.jump(-86_400_000)
  second.outbox.load()
  second.outbox.load()
  second.add('four')
  expect(second.ghosts()).toEqual(['one: Broken.', 'two', 'three', 'four'])
  second.outbox.resume()
  expect(second.sent()).toEqual(['two'])
})

test('PUSH-019 saved pushes that have arrived or cannot be read are not loaded', () => {
  const first = setUp()
  first.add('one', 'two')
  first.saved.write('outbox.odd', '{"guid":"odd","created":1')
  first.saved.write('outbox.older', '{"guid":"older","created":1e300,"fields":{"body":"x"}}')
  first.saved.write('outbox.strange', '{"guid":"strange","created":1,"fields":{"body":7,"type":"hologram"}}')
  const second = setUp(first.saved)
  second.mirror.fill({ pushes: [{ iden: 'p', active: true, created: 1, modified: 1, direction: 'self', guid: 'guid-one' }] })
  second.outbox.load()
  expect(second.ghosts()).toEqual([undefined, 'two'])
  expect(first.saved.keys('').sort()).toEqual(['outbox.guid-two', 'outbox.strange'])
})

test('PUSH-019 pushes that another account left are not sent, and are erased', () => {
  const first = setUp()
  first.add('from Ann')
  const second = setUp(first.saved, 'bob')
  second.outbox.load()
  second.outbox.resume()
  expect([second.ghosts(), second.sent(), first.saved.keys('')]).toEqual([[], [], []])
})

test('PUSH-028 pushes that another window has discarded are removed', async () => {
  const first = setUp()
  first.add('one', 'two', 'three')
  const second = setUp(first.saved)
  second.outbox.load()
  second.outbox.resume()
  first.outbox.discard('guid-one')
  first.outbox.discard('guid-two')
  await second.calls[0]?.refuse('invalid_param')
  expect(second.sent()).toEqual(['one', 'three'])
  expect(second.ghosts()).toEqual(['three'])
  expect(first.saved.keys('')).toEqual(['outbox.guid-three'])
})

test('PUSH-028 changes of another window to a ghost are applied, and its progress and preview in this window stay', () => {
  const { outbox, add, ghosts, saved } = setUp()
  const there = setUp()
  there.add('theirs')
  const text = (name: string) => there.saved.read(`outbox.guid-${name}`)
  outbox.receive('guid-theirs', text('theirs'))
  expect(ghosts()).toEqual(['theirs'])
  // The message may arrive before what the other window wrote to storage.
  expect(saved.read('outbox.guid-theirs')).toBe(text('theirs'))
  outbox.update('guid-theirs', { progress: 0.5, preview: { looks: 'like this' } })
  there.outbox.update('guid-theirs', { error: 'no' })
  outbox.receive('guid-theirs', text('theirs'))
  expect(outbox.find('guid-theirs')).toMatchObject({ error: 'no', progress: 0.5, preview: { looks: 'like this' } })
  outbox.update('guid-theirs', { progress: undefined, preview: undefined })
  outbox.receive('guid-theirs', text('theirs'))
  expect(outbox.find('guid-theirs')).not.toHaveProperty('progress')
  expect(outbox.find('guid-theirs')).not.toHaveProperty('preview')

  add('own')
  outbox.receive('guid-own', undefined)
  outbox.receive('guid-never', undefined)
  expect(ghosts()).toEqual(['theirs: no'])
})

test('PUSH-025 a retry in another window is sent at once by the window that sends, even while that waits for a network', async () => {
  const { outbox, add, calls, sent } = setUp()
  const there = setUp()
  there.add('theirs', 'later', 'last')
  const hear = (name: string) => outbox.receive(`guid-${name}`, there.saved.read(`outbox.guid-${name}`))
  const fail = () => {
    there.outbox.update('guid-theirs', { error: 'no' })
    hear('theirs')
  }
  fail()
  there.outbox.retry('guid-theirs')
  hear('theirs')
  expect(calls).toEqual([])
  fail()
  add('own')
  outbox.resume()
  await calls[0]?.refuse('network')
  hear('later')
  expect(sent()).toEqual(['own'])
  there.outbox.retry('guid-theirs')
  hear('theirs')
  expect(sent()).toEqual(['own', 'theirs'])
  for (const index of [1, 2, 3]) await calls[index]?.answer()
  hear('last')
  expect(sent().slice(2).sort()).toEqual(['last', 'later', 'own'])
})

test('a push that cannot be saved is still sent', async () => {
  const { outbox, add, calls, ghosts, refusals } = setUp(savedInMemory(10))
  add('one')
  expect(refusals).toEqual(['storage_full'])
  outbox.resume()
  await calls[0]?.answer()
  expect(ghosts()).toEqual([])
})

test('a push refused because of an invalid token neither fails nor is retried', async () => {
  const { clock, outbox, add, ghosts, calls } = setUp()
  add('one')
  outbox.resume()
  await calls[0]?.refuse('invalid_access_token')
  clock.advance(600_000)
  add('two')
  expect(calls).toHaveLength(1)
  expect(ghosts()).toEqual(['one', 'two'])
})
