import { createAccessToken, createPush, setAppState } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isDismissedByItself, mayNotify } from '../tabs/notices.ts'
import type { Ephemeral, Seal } from './ephemeral.ts'
import { savedInMemory } from './saved.ts'
import type { Session } from './session.ts'
import { gate, itemsOf, mute, settled, testSessions, watched } from './test-sessions.ts'
import { until } from './until.ts'

let server: TestServer
let people = 0
const { open, started, closeAll } = testSessions(() => server.origin)

beforeAll(async () => {
  server = await startTestServer()
})
afterEach(closeAll)
afterAll(() => server.close())

const signUp = () => server.signUp(`person-${++people}@example.org`, `Person ${people}`)

/** The next so many ephemerals that a client hears. */
function heard(session: Session, count: number): Promise<Ephemeral[]> {
  const all: Ephemeral[] = []
  return new Promise((resolve) => {
    session.onEphemeral((ephemeral) => {
      all.push(ephemeral)
      if (all.length === count) resolve(all)
    })
  })
}

test('SYNC-019 what passes through the live stream is told as it is, of each kind', async () => {
  const ann = await signUp()
  const [here, there] = [await started(ann), await started(ann)]
  const kinds = ['sms_changed', 'pong', 'mirror', 'remote_directory', 'remote_thumbnail', 'remote_file_request_confirmed']
  const all = heard(there, kinds.length)
  for (const type of kinds) await here.sendEphemeral({ type, nested: { null: null } })
  expect(await all).toEqual(kinds.map((type) => ({ type, nested: { null: null } })))
})

test('SYNC-020 sealed ephemerals are opened in order; what cannot be opened is dropped', async () => {
  const ann = await signUp()
  const slow = gate()
  const seal: Seal = {
    async open({ ciphertext }) {
      if (ciphertext === 'slow') await slow.passed
      return ciphertext === 'wrong' ? undefined : { type: 'mirror', title: ciphertext }
    },
    close: async (ephemeral) => ({ encrypted: true, ciphertext: ephemeral.type }),
  }
  const [here, there, blind] = [await started(ann, { seal }), await started(ann, { seal }), await started(ann)]
  const two = heard(there, 3)
  const none = heard(blind, 1)
  for (const type of ['slow', 'wrong', 'quick']) await here.sendEphemeral({ type })
  const body = { type: 'push', push: { type: 'plain' } }
  await server.request('/v2/ephemerals', { token: ann.token, body })
  slow.open()
  expect(await two).toEqual([{ type: 'mirror', title: 'slow' }, { type: 'mirror', title: 'quick' }, { type: 'plain' }])
  expect(await none).toEqual([{ type: 'plain' }])
})

test('SYNC-034 a push that comes in notifies once; one that was there, was dismissed, is muted or is an own one does not', async () => {
  const [ann, bob, eve] = [await signUp(), await signUp(), await signUp()]
  const [sender, loud] = [await started(bob), await started(eve)]
  await sender.call(createPush, { body: 'before', email: ann.account.email })
  const session = await started(ann)
  await session.mirror.catchUp()
  const told: string[] = []
  session.onNotify(({ push, target }) => told.push(`${target.name}: ${push.body}`))
  await sender.call(createPush, { body: 'after', email: ann.account.email })
  await loud.call(createPush, { body: 'hello', email: ann.account.email })
  await until(session.target.$people, (all) => all.length === 2)
  const chat = session.target.find('people', eve.account.email)?.obj
  await session.chat.setMuted(chat?.iden ?? '', true)
  await loud.call(createPush, { body: 'muted', email: ann.account.email })
  await session.call(createPush, { body: 'own' })
  const target = session.target.find('people', eve.account.email)
  await settled(session, 2, target)
  await settled(session, 1)
  // A change to one that was notified of is no news.
  await session.push.dismiss(itemsOf(session, target)[0]?.push.iden ?? '')
  expect(told).toEqual([`${bob.account.name}: after`, `${eve.account.name}: hello`])
  // Nobody looks, so nothing is dismissed by itself.
  expect(session.target.$unread.get().get(bob.account.email)).toBe(2)
})

test('SYNC-034 what came while the page was closed is there when it opens, and notifies nobody', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const saved = savedInMemory()
  const sender = await started(bob)
  const before = await started(ann, { saved })
  before.close()
  await sender.call(createPush, { body: 'meanwhile', email: ann.account.email })
  const session = open(ann, { saved })
  const told: unknown[] = []
  session.onNotify(({ push }) => told.push(push.body))
  await session.start()
  await until(session.$connection, (connection) => connection === 'connected')
  await session.mirror.catchUp()
  await sender.call(createPush, { body: 'now', email: ann.account.email })
  await until(session.target.$unread, (unread) => unread.get(bob.account.email) === 2)
  expect(told).toEqual(['now'])
})

test('SYNC-030 a notification closes when its push is dismissed or deleted anywhere', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const [here, there, sender] = [await started(ann), await started(ann), await started(bob)]
  const closed: unknown[] = []
  here.onDismissed(({ body }) => closed.push(body))
  for (const body of ['one', 'two']) await sender.call(createPush, { body, email: ann.account.email })
  const target = await until(there.target.$people, (all) => all.length === 1).then(([first]) => first)
  await settled(there, 2, target)
  const [one, two] = itemsOf(there, target)
  await there.push.dismiss(one?.push.iden ?? '')
  await there.push.delete(two?.push.iden ?? '')
  await until(here.push.history(target as never), ({ items }) => items.length === 1)
  expect(closed).toEqual(['one', 'two'])
})

test('SYNC-031 SYNC-032 SYNC-033 SYNC-035 while somebody looks, what arrives is dismissed by itself and notifies once', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const said = gate()
  const { platform } = watched(async (call, send) => {
    const answer = await send()
    if (call === 'POST /v3/set-app-state') said.open()
    return answer
  })
  const session = await started(ann, { platform, appGuid: 'web-1' })
  const sender = await started(bob)
  const told: unknown[] = []
  session.onNotify(({ push }) => told.push([push.body, push.dismissed]))
  session.presence.report({ mainPage: true, awake: true })
  await until(session.presence.$awake, (awake) => awake)
  await said.passed
  // The server knew, and dismissed it; the browser was awake, so it is told of all the same.
  await sender.call(createPush, { body: 'seen', email: ann.account.email })
  const target = await until(session.target.$people, (all) => all.length === 1).then(([first]) => first)
  await settled(session, 1, target)
  expect(itemsOf(session, target)[0]?.push).toMatchObject({ dismissed: true, awake_app_guids: ['web-1'] })
  // The server does not know, so the client dismisses it.
  await session.call(setAppState, { guid: 'web-1', awake: false })
  await sender.call(createPush, { body: 'race', email: ann.account.email })
  await server.request('/v2/pushes', { token: ann.token, body: { body: 'from a script' } })
  await until(
    session.push.history(target as never),
    ({ items }) => items.length === 2 && items.every((item) => item.push.dismissed === true),
  )
  await until(session.push.history(session.target.me), ({ items }) => items[0]?.push.dismissed === true)
  expect(told).toEqual([
    ['seen', true],
    ['race', false],
  ])
  // Dismissed is not read: that takes a window that shows the conversation.
  expect([...session.target.$unread.get().values()]).toEqual([2])
})

test('SYNC-032 SYNC-034 SYNC-035 what may notify, and what is dismissed by itself', () => {
  const push = (fields: object) => ({ iden: 'p', active: true, created: 1, modified: 1, ...fields })
  expect(mayNotify(push({ direction: 'incoming' }), undefined)).toBe(true)
  expect(mayNotify(push({ direction: 'incoming', dismissed: true }), 'web-1')).toBe(false)
  expect(mayNotify(push({ direction: 'incoming', dismissed: true, awake_app_guids: ['web-2'] }), 'web-1')).toBe(false)
  expect(mayNotify(push({ direction: 'incoming', dismissed: true, awake_app_guids: ['web-1'] }), 'web-1')).toBe(true)
  expect(mayNotify(push({ direction: 'self' }), 'web-1')).toBe(false)
  expect(isDismissedByItself(push({ direction: 'self' }))).toBe(true)
  expect(isDismissedByItself(push({ direction: 'self', source_device_iden: 'd' }))).toBe(false)
  expect(isDismissedByItself(push({ direction: 'outgoing' }))).toBe(false)
  expect(isDismissedByItself(push({ direction: 'incoming', dismissed: true }))).toBe(false)
})

test('API-100 API-043 API-044 preferences are kept for every web client, one change at a time, and go back when refused', async () => {
  const ann = await signUp()
  let refuses = false
  const { platform } = watched((call, send) => {
    if (!refuses || call !== 'POST /v3/set-permanent') return send()
    return Promise.resolve({ status: 403, text: async () => '{}' })
  })
  const [here, there] = [await started(ann, { platform }), await started(ann)]
  expect(here.preferences.$all.get()).toEqual({})
  const both = [
    here.preferences.set({ setup_devices: true, setup_a: 1 }),
    here.preferences.set({ setup_done: true, setup_a: undefined }),
  ]
  expect(here.preferences.$all.get()).toEqual({ setup_devices: true, setup_done: true })
  expect(await Promise.all(both)).toEqual([true, true])
  await until(there.preferences.$all, (all) => all?.setup_done === true)
  await there.preferences.set({ setup_done: false })
  await here.preferences.set({ setup_invite: true })
  expect(here.preferences.$all.get()).toEqual({ setup_devices: true, setup_done: false, setup_invite: true })
  refuses = true
  const titles: string[] = []
  here.onFailure(({ title }) => titles.push(title))
  expect(await here.preferences.set({ setup_more: 1 })).toBe(false)
  expect(here.preferences.$all.get()).toEqual({ setup_devices: true, setup_done: false, setup_invite: true })
  expect(titles).toEqual(['Error updating Account'])
  await there.preferences.load()
  expect(there.preferences.$all.get()).toEqual(here.preferences.$all.get())
})

test('an older answer about the account is taken, but does not undo preferences that are on their way, or that the server has just taken', async () => {
  const ann = await signUp()
  const [reached, writing, older] = [gate(), gate(), gate()]
  let isHeld = false
  const { platform } = watched(async (call, send) => {
    if (call === 'POST /v3/set-permanent') {
      reached.open()
      await writing.passed
    }
    const waits = isHeld && call === 'GET /v2/users/me'
    const answer = await send()
    if (waits) await older.passed
    return answer
  })
  // The live stream would have the account asked for again.
  const session = open(ann, { platform: mute(platform) })
  await session.start()
  const written = session.preferences.set({ setup_done: true })
  const seen = new Set<unknown>()
  session.preferences.$all.subscribe((all) => seen.add(all?.setup_done))
  await reached.passed
  await session.refreshAccount()
  await session.call(createAccessToken, {})
  isHeld = true
  const refreshed = session.refreshAccount()
  isHeld = false
  writing.open()
  expect(await written).toBe(true)
  older.open()
  await refreshed
  // What else it says counts.
  expect(session.$account.get()).toMatchObject({ preferences: { setup_done: true }, generated_access_token: true })
  expect([...seen]).toEqual([true])
})
