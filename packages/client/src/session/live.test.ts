import { createAccessToken, createPush, setAppState } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { inMemoryStore } from '../ground/key-value-store.ts'
import { until } from '../ground/until.ts'
import { isDismissedByItself } from '../tabs/notices.ts'
import type { Ephemeral, Seal } from './ephemeral.ts'
import type { Session } from './session.ts'
import { open, server, setUpPeople, signUp, started } from './test-people.ts'
import { gate, hasty, itemsOf, mute, settled, watched } from './test-sessions.ts'

setUpPeople()

function heard(session: Session, count: number): Promise<Ephemeral[]> {
  const all: Ephemeral[] = []
  return new Promise((resolve) => {
    session.onEphemeral((ephemeral) => {
      all.push(ephemeral)
      if (all.length === count) resolve(all)
    })
  })
}

test('SYNC-019 ephemerals of every type are relayed unchanged', async () => {
  const ann = await signUp()
  const [here, there] = [await started(ann), await started(ann)]
  const kinds = ['sms_changed', 'pong', 'mirror', 'remote_directory', 'remote_thumbnail', 'remote_file_request_confirmed']
  const all = heard(there, kinds.length)
  for (const type of kinds) await here.sendEphemeral({ type, nested: { null: null } })
  expect(await all).toEqual(kinds.map((type) => ({ type, nested: { null: null } })))
})

test('SYNC-020 encrypted ephemerals are decrypted in order; those that cannot be decrypted are dropped', async () => {
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

test('SYNC-034 an incoming push notifies once; one that is old, changed, muted or an own one does not', async () => {
  const [ann, bob, eve] = [await signUp(), await signUp(), await signUp()]
  const [sender, loud] = [await started(bob), await started(eve)]
  await sender.call(createPush, { body: 'before', email: ann.account.email })
  const session = await started(ann)
  await session.mirror.catchUp()
  const notified: string[] = []
  session.onNotify(({ push, target }) => notified.push(`${target.name}: ${push.body}`))
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
  // A change to a push that was already notified is not news.
  await session.push.dismiss(itemsOf(session, target)[0]?.push.iden ?? '')
  expect(notified).toEqual([`${bob.account.name}: after`, `${eve.account.name}: hello`])
  // The browser is not awake, so nothing is dismissed automatically.
  expect(session.target.$unread.get().get(bob.account.email)).toBe(2)
})

test('SYNC-034 pushes that arrived while the page was closed are shown when it opens, but not notified of', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const saved = inMemoryStore()
  const sender = await started(bob)
  const before = await started(ann, { saved })
  before.close()
  await sender.call(createPush, { body: 'meanwhile', email: ann.account.email })
  const session = open(ann, { saved })
  const notified: unknown[] = []
  session.onNotify(({ push }) => notified.push(push.body))
  await session.start()
  await until(session.$connection, (connection) => connection === 'connected')
  await session.mirror.catchUp()
  await sender.call(createPush, { body: 'now', email: ann.account.email })
  await until(session.target.$unread, (unread) => unread.get(bob.account.email) === 2)
  expect(notified).toEqual(['now'])
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

test('SYNC-031 SYNC-032 SYNC-033 SYNC-035 while the browser is awake, arriving pushes are dismissed automatically and notify once', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const reported = gate()
  const { platform } = watched(async (call, send) => {
    const answer = await send()
    if (call === 'POST /v3/set-app-state') reported.open()
    return answer
  })
  const session = await started(ann, { platform, appGuid: 'web-1' })
  const sender = await started(bob)
  const notified: unknown[] = []
  session.onNotify(({ push }) => notified.push([push.body, push.dismissed]))
  session.presence.report({ mainPage: true, awake: true })
  await until(session.presence.$awake, (awake) => awake)
  await reported.passed
  // The server knew and dismissed it. The browser was awake, so it notifies anyway.
  await sender.call(createPush, { body: 'seen', email: ann.account.email })
  const target = await until(session.target.$people, (all) => all.length === 1).then(([first]) => first)
  await settled(session, 1, target)
  expect(itemsOf(session, target)[0]?.push).toMatchObject({ dismissed: true, awake_app_guids: ['web-1'] })
  // The server does not know, so the session dismisses it.
  await session.call(setAppState, { guid: 'web-1', awake: false })
  await sender.call(createPush, { body: 'race', email: ann.account.email })
  await server.request('/v2/pushes', { token: ann.token, body: { body: 'from a script' } })
  await until(
    session.push.history(target as never),
    ({ items }) => items.length === 2 && items.every((item) => item.push.dismissed === true),
  )
  await until(session.push.history(session.target.me), ({ items }) => items[0]?.push.dismissed === true)
  expect(notified).toEqual([
    ['seen', true],
    ['race', false],
  ])
  // Dismissed does not mean read: that needs a window that shows the conversation.
  expect([...session.target.$unread.get().values()]).toEqual([2])
})

test('a browser that is looked at counts as awake again after its live stream was cut off', async () => {
  const ann = await signUp()
  const { calls, platform } = watched()
  const sockets: ReturnType<typeof platform.openSocket>[] = []
  const openSocket: typeof platform.openSocket = (url) => {
    const socket = platform.openSocket(url)
    sockets.push(socket)
    return socket
  }
  const session = await started(ann, { platform: hasty(50, { ...platform, openSocket }), appGuid: 'web-1' })
  const awake = async () => (await server.request('/v3/get-app-states', { token: ann.token, body: {} })).body.awake_app_guids
  session.presence.report({ mainPage: true, awake: true })
  await expect.poll(awake).toEqual(['web-1'])
  sockets.at(-1)?.close()
  await expect.poll(() => calls.filter((call) => call === 'POST /v3/set-app-state').length).toBe(2)
  await expect.poll(awake).toEqual(['web-1'])
})

test('SYNC-032 which pushes are dismissed automatically', () => {
  const push = (fields: object) => ({ iden: 'p', active: true, created: 1, modified: 1, ...fields })
  expect(isDismissedByItself(push({ direction: 'self' }))).toBe(true)
  expect(isDismissedByItself(push({ direction: 'self', source_device_iden: 'd' }))).toBe(false)
  expect(isDismissedByItself(push({ direction: 'outgoing' }))).toBe(false)
  expect(isDismissedByItself(push({ direction: 'incoming', dismissed: true }))).toBe(false)
})

test('API-100 API-043 API-044 preferences are shared by all sessions, changed one at a time, and reverted when refused', async () => {
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

test('an older response with the account does not undo preferences that are being saved or were just saved', async () => {
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
  // The live stream would refresh the account.
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
  expect(session.$account.get()).toMatchObject({ preferences: { setup_done: true }, generated_access_token: true })
  expect([...seen]).toEqual([true])
})
