// On the engines too: topics are made once, and streams go over the bus.

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { poll, readSocket, send } from './test-ntfy.ts'

let server: TestServer
let alice: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
})
afterAll(() => server.close())

const sealed = {
  'content-encoding': 'aes128gcm',
  ttl: '2419200',
  urgency: 'high',
  topic: 'replaceable',
  authorization: 'vapid t=x, k=y',
}

test('an app subscribes to a topic of its own, and who knows its address pushes to it: nobody else reads', async () => {
  const topic = 'upRbQ7aX91kLmZ'
  const address = `/${topic}?up=1`
  expect((await send(server, address, { method: 'GET' })).json).toEqual({ unifiedpush: { version: 1 } })
  expect((await send(server, address, { body: 'early', headers: sealed })).status).toBe(507)
  const phone = await readSocket(server, `/${topic}/ws`, alice)
  await phone.next()
  const bytes = randomBytes(3_000)
  expect((await send(server, address, { body: bytes, headers: sealed })).status).toBe(200)
  const got = await phone.next()
  expect(got).toMatchObject({ event: 'message', topic, encoding: 'base64' })
  expect(Buffer.from(got.message, 'base64').equals(bytes)).toBe(true)
  // A publisher that doesn't declare encryption, and a text that must not be trimmed.
  await send(server, address, { body: ' plain \n' })
  const plain = await phone.next()
  expect([plain.message, plain.encoding]).toEqual([' plain \n', undefined])
  for (const token of [undefined, bob]) {
    const sent = { method: 'GET', ...(token !== undefined && { token }) }
    for (const path of [`/${topic}/json?poll=1`, `/${topic}/auth`, `/${topic}/sse`, `/${topic}/raw?poll=1`])
      expect([path, (await send(server, path, sent)).json.code]).toEqual([path, 40301])
  }
  await expect(readSocket(server, `/${topic}/ws`, bob)).rejects.toThrow('403')
  expect((await poll(server, `/${topic}/json`, { token: alice })).map(({ encoding }) => encoding)).toEqual(['base64', undefined])
  phone.close()
})

test('a message of UnifiedPush has at most 4,096 bytes', async () => {
  const phone = await readSocket(server, '/upAAAAAAAAAAAA/ws', alice)
  await phone.next()
  const most = randomBytes(4_096)
  expect((await send(server, '/upAAAAAAAAAAAA', { body: most, headers: sealed })).status).toBe(200)
  expect(Buffer.from((await phone.next()).message, 'base64').equals(most)).toBe(true)
  const { status, json } = await send(server, '/upAAAAAAAAAAAA', { body: randomBytes(4_097), headers: sealed })
  expect([status, json.code]).toEqual([413, 41301])
  phone.close()
})

test('a topic of this kind takes neither files nor withdrawals of strangers, and another topic takes nothing', async () => {
  const phone = await readSocket(server, '/upBBBBBBBBBBBB/ws', alice)
  await phone.next()
  expect((await send(server, '/upBBBBBBBBBBBB', { body: 'x', headers: { filename: 'a.txt' } })).json.code).toBe(40014)
  expect((await send(server, '/upBBBBBBBBBBBB/seq', { method: 'DELETE' })).json.code).toBe(40301)
  await (await readSocket(server, '/upbeat/ws', alice)).next()
  expect((await send(server, '/upbeat?up=1', { body: 'x' })).json.code).toBe(40301)
  phone.close()
})

test('a Matrix homeserver pushes through the gateway, and is told which addresses to forget', async () => {
  const phone = await readSocket(server, '/upMMMMMMMMMMMM/ws', alice)
  await phone.next()
  const notify = (pushkey: unknown) => {
    const body = JSON.stringify({ notification: { event_id: '$x', devices: [{ app_id: 'a', pushkey }, { pushkey: 'other' }] } })
    return send(server, '/_matrix/push/v1/notify', { body })
  }
  const own = `${server.origin}/upMMMMMMMMMMMM?up=1`
  expect((await notify(own)).json).toEqual({ rejected: [] })
  expect(JSON.parse((await phone.next()).message).notification.event_id).toBe('$x')
  for (const foreign of ['https://push.example.org/upMMMMMMMMMMMM?up=1', `${server.origin}/docs`, `${server.origin}/a%20b`])
    expect((await notify(foreign)).json).toEqual({ rejected: [foreign] })
  await send(server, '/closed', { body: 'x', token: alice })
  expect((await notify(`${server.origin}/closed`)).json).toEqual({ rejected: [`${server.origin}/closed`] })
  expect((await notify(`${server.origin}/upNNNNNNNNNNNN?up=1`)).status).toBe(507)
  expect((await notify(5)).json.code).toBe(40019)
  phone.close()
})
