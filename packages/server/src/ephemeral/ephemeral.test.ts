// On the engines too: ephemerals and who is awake go over the bus.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '../stream/test-listener.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let alice: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org')).token
  bob = (await server.signUp('bob@example.org')).token
})
afterAll(() => server.close())

const relay = (body: unknown, token = alice) => server.request('/v2/ephemerals', { token, body })

test('API-050 GAP-011 SYNC-019 an ephemeral reaches every open stream of its account as it is, and no other', async () => {
  const streams = [await openStream(server.origin, alice), await openStream(server.origin, alice, '?delta=1')]
  const stranger = await openStream(server.origin, bob)
  const pushes = [
    { type: 'ping' },
    { type: 'pong', device_iden: 'ujd' },
    { type: 'sms_changed', source_device_iden: 'ujd', notifications: [] },
    { type: 'mirror', icon: 'AAA=', title: '', body: null, has_root: false, notification_id: '-8', actions: [{ label: null }] },
    { type: 'remote_directory', guid: 'g', path: '~', parent_path: null, contents: [{ name: 'a', size: 0, is_drive: false }] },
    { type: 'remote_thumbnail', guid: 'g', path: '~/a.png', thumbnail: 'AAA=' },
    { type: 'remote_file_request_confirmed', guid: 'g', path: '~/a.png' },
  ]
  for (const push of pushes) {
    const { status, body } = await relay({ type: 'push', push })
    expect([status, body]).toEqual([200, {}])
    for (const stream of streams) expect(await stream.next()).toBe(JSON.stringify({ type: 'push', push }))
  }
  await relay({ type: 'push', push: {} }, bob)
  expect(await stranger.next()).toBe('{"type":"push","push":{}}')
  expect(stranger.frames).toEqual([])
  for (const stream of [...streams, stranger]) stream.close()
})

test('API-051 E2E-007 what is encrypted is relayed as it is, whatever form the word has, and so are targets', async () => {
  const stream = await openStream(server.origin, alice)
  for (const encrypted of [true, 'true']) {
    await relay({ type: 'push', push: { encrypted, ciphertext: 'MXA=' }, targets: ['stream', 'android'] })
    expect(await stream.next()).toBe(
      JSON.stringify({ type: 'push', push: { encrypted, ciphertext: 'MXA=' }, targets: ['stream', 'android'] }),
    )
  }
  stream.close()
})

test('GAP-011 nothing of an ephemeral is kept', async () => {
  const before = (await server.request('/v2/everything?modified_after=0', { token: alice })).body
  await relay({ type: 'push', push: { type: 'clip', body: 'a secret word' } })
  expect((await server.request('/v2/everything?modified_after=0', { token: alice })).body).toEqual(before)
})

test('what cannot be an ephemeral is refused, by name', async () => {
  const bad: [unknown, string][] = [
    [{ type: 'note', push: {} }, 'type'],
    [{ push: {} }, 'type'],
    [{ type: 'push' }, 'push'],
    [{ type: 'push', push: [1] }, 'push'],
    [{ type: 'push', push: 'ping' }, 'push'],
    ['type=push&push=%7B%7D', 'push'],
    [{ type: 'push', push: {}, targets: 'stream' }, 'targets'],
    [`{"type":"push","push":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`, 'push'],
  ]
  for (const [body, param] of bad) {
    const answer = await relay(body)
    expect([answer.status, answer.body.error.param]).toEqual([400, param])
  }
  const long = await relay({ type: 'push', push: { body: 'x'.repeat(600_000) } })
  expect([long.status, long.body.error.code]).toEqual([413, 'request_too_large'])
  expect((await server.request('/v2/ephemerals', { body: { type: 'push', push: {} } })).status).toBe(401)
})

test('API-037 GAP-008 GAP-023 an app that is looked at is among the awake ones, until it is not', async () => {
  const { token } = await server.signUp('awake@example.org')
  const set = (guid: unknown, awake: unknown) => server.request('/v3/set-app-state', { token, body: { guid, awake } })
  const states = async (of = token) => (await server.request('/v3/get-app-states', { token: of, body: {} })).body
  expect((await set('one', true)).body).toEqual({})
  await set('two', 'true')
  expect(await states()).toEqual({ awake_app_guids: ['one', 'two'] })
  expect(await states(bob)).toEqual({ awake_app_guids: [] })
  await set('one', false)
  expect(await states()).toEqual({ awake_app_guids: ['two'] })
  for (const [guid, awake, param] of [
    ['', true, 'guid'],
    ['x'.repeat(256), true, 'guid'],
    ['one', 'perhaps', 'awake'],
  ]) {
    expect((await set(guid, awake)).body.error.param).toBe(param)
  }
})

test('SYNC-025 (deviates) an app whose last report was lost with its page is not taken for awake: its live stream has ended', async () => {
  const { token } = await server.signUp('closes@example.org')
  const { hub } = server.app
  const other = await openStream(server.origin, token)
  const before = hub.size
  const one = await openStream(server.origin, token)
  await server.request('/v3/set-app-state', { token, body: { guid: 'tab', awake: true } })
  const states = async () => (await server.request('/v3/get-app-states', { token, body: {} })).body.awake_app_guids
  one.close()
  await expect.poll(() => hub.size).toBe(before)
  expect(await states()).toEqual(['tab'])
  other.close()
  // Consecutive requests go to different nodes.
  await expect.poll(async () => [...(await states()), ...(await states())]).toEqual([])
  expect((await server.request('/v2/pushes', { token, body: { body: 'later' } })).body.dismissed).toBe(false)
})

test('GAP-008 SYNC-031 SYNC-032 pushes that arrive while an app is looked at say which, and count as seen', async () => {
  const carol = (await server.signUp('carol@example.org')).token
  await server.request('/v3/set-app-state', { token: carol, body: { guid: 'tab', awake: true } })
  const { body: own } = await server.request('/v2/pushes', { token: carol, body: { body: 'self' } })
  expect(own).toMatchObject({ direction: 'self', dismissed: true, awake_app_guids: ['tab'] })
  const { body: sent } = await server.request('/v2/pushes', { token: alice, body: { body: 'x', email: 'carol@example.org' } })
  expect(sent.dismissed).toBe(false)
  expect(sent).not.toHaveProperty('awake_app_guids')
  const [got] = (await server.request('/v2/pushes', { token: carol })).body.pushes
  expect(got).toMatchObject({ direction: 'incoming', dismissed: true, awake_app_guids: ['tab'] })
  await server.request('/v3/set-app-state', { token: carol, body: { guid: 'tab', awake: false } })
  const { body: later } = await server.request('/v2/pushes', { token: carol, body: { body: 'self' } })
  expect(later.dismissed).toBe(false)
})
