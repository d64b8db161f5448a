import { Refusal, type RefusalCode } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { platform as ownPlatform, type Platform } from '../ground/platform.ts'
import { manualClock } from '../ground/test-clock.ts'
import { until } from '../ground/until.ts'
import type { Session } from '../session/session.ts'
import { server, setUpPeople, signUp, started } from '../session/test-people.ts'
import { byHand, chatWith, hasty, type Person, settled, watched } from '../session/test-sessions.ts'
import { openConversations } from '../sync/conversation-index.ts'
import { openMirror } from '../sync/mirror.ts'
import { browserInMemory } from '../tabs/test-tabs.ts'
import { openReadMarkers } from './read-markers.ts'

setUpPeople()

const write = ({ token }: Person, to: Person, count = 1) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      server.request('/v2/pushes', { token, body: { body: `${index}`, email: to.account.email } }),
    ),
  )
const unreadOf = (session: Session, { account }: Person) => session.target.$unread.get().get(account.email) ?? 0
const becomes = (session: Session, from: Person, count: number) =>
  until(session.target.$unread, (unread) => (unread.get(from.account.email) ?? 0) === count)
const markerCalls = (calls: readonly string[]) => calls.filter((call) => call === 'POST /v2/read_markers')
const markersOf = async ({ token }: Person) => (await server.request('/v2/read_markers', { token })).body.read_markers

test('SIDE-015 GAP-070 (deviates) a push that an awake window dismisses stays unread until its conversation is read, on every device [H2]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const laptop = await started(ann, { appGuid: 'web-laptop' })
  const phone = await started(ann, { appGuid: 'web-phone' })
  laptop.presence.report({ mainPage: true, awake: true })
  await until(laptop.presence.$awake, (awake) => awake)
  await write(bob, ann)
  await until(laptop.mirror.of('pushes'), ({ entries }) => [...entries.values()].some(({ dismissed }) => dismissed))
  for (const device of [laptop, phone]) await becomes(device, bob, 1)
  laptop.readMarkers.read(chatWith(laptop, bob))
  expect(unreadOf(laptop, bob)).toBe(0)
  await becomes(phone, bob, 0)
  const third = await started(ann)
  expect(unreadOf(third, bob)).toBe(0)
  expect(third.readMarkers.readTo(chatWith(third, bob))).toBe(laptop.readMarkers.readTo(chatWith(laptop, bob)))
  await write(bob, ann)
  for (const device of [laptop, phone, third]) await becomes(device, bob, 1)
})

test('a hundred messages that arrive while their conversation is read lead to one call after the wait, and none when nothing is unread [H3]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await write(bob, ann)
  const { calls, platform } = watched()
  const nextCall = byHand(3_000, platform)
  // Their delivery is never reported here.
  const session = await started(ann, { platform: byHand(1_000, nextCall.platform).platform })
  const chat = chatWith(session, bob)
  const stop = session.push.history(chat).listen(() => session.readMarkers.read(chat))
  session.readMarkers.read(chat)
  await write(bob, ann, 100)
  await settled(session, 101, chat)
  expect(unreadOf(session, bob)).toBe(0)
  expect(markerCalls(calls)).toHaveLength(1)
  const isSent = () => {
    // The first call may still be in flight.
    nextCall.pass()
    const markers = [...session.mirror.of('read_markers').get().entries.values()]
    return markers.some(({ read_to }) => read_to === session.readMarkers.readTo(chat))
  }
  await expect.poll(isSent).toBe(true)
  stop()
  session.readMarkers.read(chat)
  session.readMarkers.read(session.target.me)
  await session.mirror.catchUp()
  nextCall.pass()
  expect(markerCalls(calls)).toHaveLength(2)
})

test('a conversation that is read without a network stays read after a reload, and is sent to other devices later [H3]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await write(bob, ann, 3)
  const saved = inMemoryStore()
  let cut = false
  const { platform } = watched((call, send) =>
    cut && call === 'POST /v2/read_markers' ? Promise.reject(new Error('no network')) : send(),
  )
  const first = await started(ann, { saved, platform })
  const other = await started(ann)
  expect([unreadOf(first, bob), unreadOf(other, bob)]).toEqual([3, 3])
  cut = true
  first.readMarkers.read(chatWith(first, bob))
  expect(unreadOf(first, bob)).toBe(0)
  first.close()
  const second = await started(ann, { saved, platform: hasty(50, platform) })
  expect([unreadOf(second, bob), unreadOf(other, bob)]).toEqual([0, 3])
  cut = false
  await becomes(other, bob, 0)
  // Its delivery is reported separately.
  await until(second.mirror.of('read_markers'), ({ entries }) => [...entries.values()].some(({ read_to }) => read_to))
  expect(saved.keys('read.')).toEqual([])
})

test('a conversation that is marked as unread is so on every device and after a reload, until one looks at it again [H2]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await write(bob, ann, 3)
  const saved = inMemoryStore()
  const laptop = await started(ann, { saved })
  const phone = await started(ann)
  const marked = (session: Session) => session.target.$marked.get().has(bob.account.email)
  const isMarked = (session: Session, expected: boolean) =>
    until(session.target.$marked, (keys) => keys.has(bob.account.email) === expected)
  const chat = chatWith(laptop, bob)
  laptop.readMarkers.read(chat)
  for (const device of [laptop, phone]) await becomes(device, bob, 0)
  const [second] = laptop.push.history(chat).get().items.slice(-2)
  expect(await laptop.readMarkers.markUnread(chat, second?.push.created)).toBe(true)
  for (const device of [laptop, phone]) await becomes(device, bob, 2)
  for (const device of [laptop, phone]) await isMarked(device, true)
  laptop.close()
  const again = await started(ann, { saved })
  expect([unreadOf(again, bob), marked(again)]).toEqual([2, true])
  await write(bob, ann)
  await becomes(phone, bob, 3)
  expect(marked(phone)).toBe(false)
  phone.readMarkers.read(chatWith(phone, bob), second?.push.created)
  expect([unreadOf(phone, bob), phone.readMarkers.markedAt(chatWith(phone, bob))]).toEqual([2, 0])
  await becomes(again, bob, 2)
  await until(again.readMarkers.$marked, () => again.readMarkers.markedAt(chatWith(again, bob)) === 0)
  again.readMarkers.read(chatWith(again, bob))
  expect(await again.readMarkers.markUnread(chatWith(again, bob))).toBe(true)
  await isMarked(phone, true)
  await becomes(phone, bob, 0)
  await server.request('/v2/pushes', { token: ann.token, body: { body: 'later' } })
  await settled(phone, 1, phone.target.me)
  expect(await phone.readMarkers.markUnread(phone.target.me)).toBe(true)
  expect([...phone.target.$marked.get()].sort()).toEqual([bob.account.email, 'me'].sort())
  phone.readMarkers.read(phone.target.me)
  expect(phone.target.$marked.get().has('me')).toBe(false)
})

test('what another window read before does not undo a mark as unread, however late it is sent', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await write(bob, ann)
  let hold = true
  const { platform } = watched((call, send) =>
    hold && call === 'POST /v2/read_markers' ? Promise.reject(new Error('no network')) : send(),
  )
  const slow = await started(ann, { platform: hasty(50, platform) })
  const other = await started(ann)
  slow.readMarkers.read(chatWith(slow, bob))
  expect(await other.readMarkers.markUnread(chatWith(other, bob))).toBe(true)
  await becomes(slow, bob, 1)
  hold = false
  await other.readMarkers.markUnread(chatWith(other, bob))
  await until(slow.readMarkers.$marked, () => slow.readMarkers.markedAt(chatWith(slow, bob)) > 0)
  const [marker] = await markersOf(ann)
  expect([unreadOf(slow, bob), unreadOf(other, bob), marker.marked_unread > 0]).toEqual([1, 1, true])
})

test('a read marker that the server has is not sent again', async () => {
  const [ann, bob, eve] = [await signUp(), await signUp(), await signUp()]
  const sizes: number[] = []
  const { platform } = watched()
  const fetch: typeof platform.fetch = (url, request) => {
    if (request.method === 'POST' && url.endsWith('/v2/read_markers')) sizes.push(JSON.parse(`${request.body}`).markers.length)
    return platform.fetch(url, request)
  }
  const session = await started(ann, { platform: hasty(50, { ...platform, fetch }) })
  for (const [other, count] of [
    [bob, 1],
    [eve, 2],
  ] as const) {
    await write(other, ann)
    await becomes(session, other, 1)
    session.readMarkers.read(chatWith(session, other))
    await until(session.mirror.of('read_markers'), ({ entries }) => entries.size === count)
  }
  expect(sizes).toEqual([1, 1])
})

test('read markers reach other devices even if storage is full', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await write(bob, ann)
  const saved = inMemoryStore()
  const full: typeof saved.write = (key, text) => {
    if (key.startsWith('read.')) throw new Refusal('storage_full')
    saved.write(key, text)
  }
  const [first, other] = [await started(ann, { saved: { ...saved, write: full } }), await started(ann)]
  first.readMarkers.read(chatWith(first, bob))
  await becomes(other, bob, 0)
})

test('read markers of one account are not sent for another, and are erased with the account', async () => {
  const [ann, bob, eve] = [await signUp(), await signUp(), await signUp()]
  await write(bob, ann)
  const saved = inMemoryStore()
  const { platform } = watched((call, send) => (call.includes('POST /v2/read_markers') ? new Promise(() => {}) : send()))
  const first = await started(ann, { saved, platform })
  first.readMarkers.read(chatWith(first, bob))
  expect(saved.keys('read.')).toHaveLength(1)
  first.close()
  await write(bob, eve)
  const second = await started(eve, { saved })
  expect(saved.keys('read.')).toEqual([])
  expect(unreadOf(second, bob)).toBe(1)
  second.readMarkers.read(chatWith(second, bob))
  second.erase()
  expect(saved.keys('read.')).toEqual([])
})

test('all windows of a browser show at once what one has read, and one of them sends it to the server', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await write(bob, ann)
  const browser = browserInMemory()
  const saved = inMemoryStore()
  const all: string[] = []
  const open = async () => {
    const { calls, platform } = watched((call, send) => {
      all.push(call)
      return call === 'POST /v2/read_markers' ? new Promise(() => {}) : send()
    })
    return { calls, session: await started(ann, { saved, platform, tabs: browser.window().tabs }) }
  }
  const [leader, follower] = [await open(), await open()]
  await becomes(follower.session, bob, 1)
  follower.session.readMarkers.read(chatWith(follower.session, bob))
  expect(unreadOf(follower.session, bob)).toBe(0)
  await becomes(leader.session, bob, 0)
  expect(markerCalls(leader.calls)).toHaveLength(1)
  expect(markerCalls(follower.calls)).toHaveLength(0)
  expect(await markersOf(ann)).toEqual([])
})

function refusedMarkers(refusal: Refusal) {
  const clock = manualClock()
  const platform: Platform = { ...ownPlatform, ...clock }
  const saved = inMemoryStore()
  const mirror = openMirror({ callRaw: () => new Promise(() => {}), platform })
  let calls = 0
  const readMarkers = openReadMarkers({
    callRaw: () => {
      calls++
      return Promise.reject(refusal)
    },
    mirror,
    conversations: openConversations(mirror),
    failures: { attempt: () => Promise.reject(refusal) },
    saved,
    platform,
    leads: () => true,
    shares: () => false,
    announce: () => {},
  })
  /** @returns how many calls were made meanwhile */
  async function advance(milliseconds: number): Promise<number> {
    const before = calls
    clock.advance(milliseconds)
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    return calls - before
  }
  saved.write('read.self', '5')
  readMarkers.load()
  readMarkers.resume()
  return { readMarkers, saved, advance }
}

test('a refused read marker is kept and sent again if the refusal may pass, kept if the account is locked out, and else dropped', async () => {
  const outcomes = {
    network: { again: 1, kept: ['read.self'] },
    request_timeout: { again: 1, kept: ['read.self'] },
    internal: { again: 1, kept: ['read.self'] },
    account_suspended: { again: 0, kept: ['read.self'] },
    invalid_access_token: { again: 0, kept: ['read.self'] },
    invalid_param: { again: 0, kept: [] },
  }
  for (const [code, { again, kept }] of Object.entries(outcomes)) {
    const { saved, advance } = refusedMarkers(new Refusal(code as RefusalCode))
    await advance(0)
    expect([code, await advance(9_999), await advance(1), saved.keys('read.')]).toEqual([code, 0, again, kept])
  }
})

test('read markers are not sent again before a rate limit ends', async () => {
  const { readMarkers, advance } = refusedMarkers(new Refusal('ratelimited', undefined, { retryAfter: 90 }))
  await advance(0)
  readMarkers.resume()
  readMarkers.receive('email:bob@example.org', 7, 0)
  expect([await advance(89_999), await advance(1)]).toEqual([0, 1])
})
