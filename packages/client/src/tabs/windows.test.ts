import { createPush } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import type { HttpAnswer, Platform } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import type { Session, SessionOptions } from '../session/session.ts'
import { server, setUpPeople, signUp, started } from '../session/test-people.ts'
import { bodies, contents, gate, hasty, itemsOf, type Person, settled, watched } from '../session/test-sessions.ts'
import { browserInMemory } from './test-tabs.ts'

setUpPeople()

interface Window {
  session: Session
  calls: string[]
  streams: () => number
  /** Closes it as a user would: the page is gone, and the browser releases its locks. */
  close(): void
  /** Suspends it as a browser may: it keeps its locks and stops running. */
  freeze(): void
}

function browserOf(person: Person, options: Partial<SessionOptions> = {}) {
  const browser = browserInMemory()
  const saved = inMemoryStore()
  return async (
    handle?: (call: string, send: () => Promise<HttpAnswer>) => Promise<HttpAnswer>,
    on: (inner: Platform) => Platform = (inner) => inner,
  ): Promise<Window> => {
    const { calls, platform: inner } = watched(handle)
    const { tabs, close } = browser.window()
    let [streams, frozen] = [0, false]
    const counting: Platform = {
      ...inner,
      openSocket(url) {
        streams++
        return inner.openSocket(url)
      },
    }
    const suspendable = {
      hold: tabs.hold,
      post: (message: unknown) => frozen || tabs.post(message),
      listen: (listener: (message: unknown) => void) => tabs.listen((message) => frozen || listener(message)),
    }
    const session = await started(person, { saved, tabs: suspendable as never, platform: on(counting), ...options })
    return {
      session,
      calls,
      streams: () => streams,
      close() {
        session.close()
        close()
      },
      freeze() {
        frozen = true
        session.close()
      },
    }
  }
}

const posts = ({ calls }: Window) => calls.filter((call) => call === 'POST /v2/pushes').length
const takenOver = ({ session, streams }: Window) =>
  until(session.$connection, (connection) => connection === 'connected' && streams() === 1)
const note = (body: string) => ({ body })

test('SYNC-001 two windows share one live stream, and both show what arrives [G1]', async () => {
  const ann = await signUp()
  const open = browserOf(ann)
  const [one, two] = [await open(), await open()]
  expect([one.streams(), two.streams()]).toEqual([1, 0])
  expect(two.session.$connection.get()).toBe('connected')
  two.calls.length = 0
  const outside = await started(ann)
  for (let index = 0; index < 5; index++) await outside.call(createPush, { body: `${index}` })
  for (const { session } of [one, two]) await settled(session, 5)
  expect(contents(two.session)).toEqual(contents(one.session))
  // The content of the tickles sufficed: nothing was fetched.
  expect(two.calls).toEqual([])
})

test('PUSH-019 PUSH-021 what one window queues is shown in the other, and sent once by the leader [G1]', async () => {
  const ann = await signUp()
  const open = browserOf(ann)
  const held = gate()
  const one = await open(async (call, send) => {
    if (call === 'POST /v2/pushes') await held.passed
    return send()
  })
  const two = await open()
  const words = Array.from({ length: 10 }, (_, index) => `word ${index}`)
  for (const [index, word] of words.entries()) (index % 2 ? one : two).session.push.send(note(word), one.session.target.me)
  for (const { session } of [one, two]) await until(session.push.history(session.target.me), ({ items }) => items.length === 10)
  expect(itemsOf(one.session).map(({ state }) => state)).toEqual(words.map(() => 'sending'))
  held.open()
  for (const { session } of [one, two]) await settled(session, 10)
  expect([posts(one), posts(two)]).toEqual([10, 0])
  expect(bodies(itemsOf(two.session)).sort()).toEqual([...words].sort())
})

test('PUSH-021 when the leader closes, another window takes over; nothing is lost or doubled [G2]', async () => {
  const ann = await signUp()
  const open = browserOf(ann)
  const reached = gate()
  const held = gate()
  const one = await open(async (call, send) => {
    const answer = await send()
    if (call !== 'POST /v2/pushes') return answer
    // The server has it, but this window never gets the response.
    reached.open()
    await held.passed
    throw new Error('the page is gone')
  })
  const two = await open()
  const three = await open()
  for (const word of ['a', 'b', 'c']) two.session.push.send(note(word), two.session.target.me)
  await reached.passed
  one.close()
  for (const { session } of [two, three]) await settled(session, 3)
  expect(bodies(itemsOf(two.session))).toEqual(['a', 'b', 'c'])
  expect([two.streams(), three.streams()]).toEqual([1, 0])
  two.close()
  await takenOver(three)
  three.session.push.send(note('d'), three.session.target.me)
  await settled(three.session, 4)
  const { body } = await server.request('/v2/pushes', { token: ann.token })
  expect(body.pushes).toHaveLength(4)
})

test('PUSH-022 PUSH-025 PUSH-028 a refusal, a retry and a discard in one window are shown in the other', async () => {
  const ann = await signUp()
  const open = browserOf(ann)
  let refuses = true
  const one = await open(async (call, send) => {
    if (call !== 'POST /v2/pushes' || !refuses) return send()
    return { status: 403, text: async () => '{"error":{"code":"forbidden","type":"x","message":"Not now."}}' }
  })
  const two = await open()
  const first = two.session.push.send(note('first'), two.session.target.me) as string
  const second = one.session.push.send(note('second'), one.session.target.me) as string
  const untilStates = (at: Window, holds: (states: string[]) => boolean) =>
    until(at.session.push.history(at.session.target.me), (history) => holds(history.items.map(({ state }) => state)))
  await untilStates(two, (states) => states.join() === 'failed,failed')
  expect(itemsOf(two.session)[0]).toMatchObject({ error: 'Not now.' })
  two.session.push.discard(first)
  await untilStates(one, (states) => states.join() === 'failed')
  refuses = false
  two.session.push.retry(second)
  for (const { session } of [one, two]) await settled(session, 1)
  expect(posts(two)).toBe(0)
})

test('API-074 without a network every window is offline, also those that make no calls', async () => {
  const ann = await signUp()
  const open = browserOf(ann)
  let down = false
  const lines: { close(): void }[] = []
  const cut = (inner: Platform): Platform =>
    hasty(40, {
      ...inner,
      fetch: (url, request) => (down ? Promise.reject(new Error('down')) : inner.fetch(url, request)),
      openSocket(url) {
        if (down) throw new Error('down')
        const socket = inner.openSocket(url)
        lines.push({
          close() {
            socket.onclose?.({})
            socket.close()
          },
        })
        return socket
      },
    })
  const [one, two] = [await open(undefined, cut), await open(undefined, cut)]
  down = true
  for (const line of lines) line.close()
  for (const { session } of [one, two]) await until(session.$connection, (connection) => connection === 'offline')
  down = false
  for (const { session } of [one, two]) await until(session.$connection, (connection) => connection === 'connected')
})

test('SYNC-015 a reconnected stream refreshes the account in every window [C7]', async () => {
  const ann = await signUp()
  const open = browserOf(ann)
  let socket: ReturnType<Platform['openSocket']> | undefined
  let closed = false
  const cut = (inner: Platform): Platform =>
    hasty(10, {
      ...inner,
      openSocket(url) {
        if (closed) throw new Error('down')
        socket = inner.openSocket(url)
        return socket
      },
    })
  const [one, two] = [await open(undefined, cut), await open(undefined, cut)]
  closed = true
  socket?.onclose?.({})
  socket?.close()
  for (const { session } of [one, two]) await until(session.$connection, (connection) => connection !== 'connected')
  const outside = await started(ann)
  expect(await outside.preferences.set({ colour: 'green' })).toBe(true)
  for (const { session } of [one, two]) expect(session.preferences.$all.get()).not.toMatchObject({ colour: 'green' })
  closed = false
  for (const { session } of [one, two]) await until(session.preferences.$all, (all) => all?.colour === 'green')
})

test('SYNC-015 PUSH-021 a leader that was suspended is replaced [G3]', async () => {
  const ann = await signUp()
  const open = browserOf(ann)
  const quick = (inner: Platform) => hasty(40, inner)
  const one = await open(undefined, quick)
  const two = await open(undefined, quick)
  one.freeze()
  two.session.push.send(note('is anybody there'), two.session.target.me)
  await settled(two.session, 1)
  expect([two.streams() > 0, posts(two) > 0]).toEqual([true, true])
  const { body } = await server.request('/v2/pushes', { token: ann.token })
  expect(body.pushes).toHaveLength(1)
})

test('PUSH-012 a file is uploaded by the window that holds it, and the leader sends the push', async () => {
  const ann = await signUp()
  const open = browserOf(ann)
  const [one, two] = [await open(), await open()]
  const bytes = new Uint8Array(5_000).fill(7)
  const file = { name: 'a.bin', type: '', size: 5_000, slice: (start: number, end: number) => bytes.slice(start, end) }
  const [guid] = two.session.push.sendFiles([file], two.session.target.me)
  await until(one.session.push.history(one.session.target.me), ({ items }) => items.length === 1)
  expect(itemsOf(one.session)).toMatchObject([{ key: guid, push: { file_name: 'a.bin' } }])
  for (const { session } of [one, two]) await settled(session, 1)
  expect([posts(one), posts(two)]).toEqual([1, 0])
  expect(two.calls).toContain('POST /v3/finish-upload')
})

test('PUSH-028 how much of a file is uploaded is shown in every window', async () => {
  const ann = await signUp()
  const open = browserOf(ann)
  const one = await open()
  const two = await open(undefined, (inner) => ({
    ...inner,
    send(_url, _bytes, onSent) {
      onSent(1_500)
      return { answer: new Promise(() => {}), stop() {} }
    },
  }))
  const file = { name: 'a.bin', type: '', size: 3_000, slice: () => new Uint8Array(3_000) }
  two.session.push.sendFiles([file], two.session.target.me)
  await until(one.session.push.history(one.session.target.me), ({ items }) => items[0]?.progress === 0.5)
  const three = await open()
  await until(three.session.push.history(three.session.target.me), ({ items }) => items[0]?.progress === 0.5)
})

test('PUSH-026 when the window that uploads closes, the other asks for the file', async () => {
  const ann = await signUp()
  const open = browserOf(ann)
  const one = await open()
  const two = await open(undefined, (inner) => ({ ...inner, send: () => ({ answer: new Promise(() => {}), stop() {} }) }))
  const file = { name: 'a.bin', type: '', size: 3, slice: () => new Uint8Array([1, 2, 3]) }
  const [guid] = two.session.push.sendFiles([file], two.session.target.me)
  const history = one.session.push.history(one.session.target.me)
  await until(history, ({ items }) => items[0]?.uploading === true)
  const three = await open()
  expect(itemsOf(three.session)).toMatchObject([{ state: 'sending', uploading: true }])
  two.close()
  await until(history, ({ items }) => items[0]?.lost === true)
  one.session.push.retry(guid as string, file)
  await settled(one.session, 1)
  await settled(three.session, 1)
})

test('SYNC-033 SYNC-034 one window notifies, and a takeover repeats no notification [G4]', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const open = browserOf(ann)
  const [one, two] = [await open(), await open()]
  const notified: string[] = []
  for (const [name, { session }] of Object.entries({ one, two }))
    session.onNotify(({ push }) => notified.push(`${name} ${push.body}`))
  const other = await started(bob)
  await other.call(createPush, { body: 'first', email: ann.account.email })
  for (const { session } of [one, two]) await until(session.target.$unread, (unread) => unread.get(bob.account.email) === 1)
  one.close()
  await takenOver(two)
  await other.call(createPush, { body: 'second', email: ann.account.email })
  await until(two.session.target.$unread, (unread) => unread.get(bob.account.email) === 2)
  expect(notified).toEqual(['one first', 'two second'])
})
