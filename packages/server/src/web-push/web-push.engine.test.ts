import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { type PushService, startPushService } from './test-push-service.ts'

let server: TestServer
let service: PushService
beforeAll(async () => {
  server = await startTestServer({ WAYPOST_FETCH_PRIVATE: 'allow' })
  service = await startPushService()
})
afterAll(async () => {
  await server.close()
  await service.close()
})

test('two nodes share one key pair, and send each push once, whichever node it was sent to', async () => {
  const { token } = await server.signUp('alice@example.org')
  const bob = (await server.signUp('bob@example.org')).token
  // Consecutive requests go to both nodes.
  const key = async () => (await server.request('/v3/web-push-key', { token })).body.public_key
  expect(await key()).toBe(await key())
  const browser = await service.subscribe(server, token)
  const bodies = Array.from({ length: 40 }, (_, index) => `${index}`)
  await Promise.all(
    bodies.map((body) => server.request('/v2/pushes', { token: bob, body: { body, email: 'alice@example.org' } })),
  )
  await server.app.jobs.processAll()
  const told: string[] = []
  for (const _ of bodies) {
    const { message, key: signer } = await browser.next()
    if (message.kind === 'push') told.push(message.push.body ?? '')
    expect(signer).toBe(await key())
  }
  expect(told.sort()).toEqual(bodies.sort())
  expect([browser.requests, browser.received]).toEqual([40, []])
  expect(await server.app.db.all('SELECT name FROM web_push_key')).toHaveLength(1)
})

test('a session that ends on one node gets nothing of what is sent to the other', async () => {
  const { token } = await server.signUp('carol@example.org')
  const bob = (await server.signUp('dan@example.org')).token
  const browser = await service.subscribe(server, token)
  const send = (body: string) => server.request('/v2/pushes', { token: bob, body: { body, email: 'carol@example.org' } })
  for (const body of ['one', 'two']) await send(body)
  for (let count = 0; count < 2; count++) await browser.next()
  await server.request('/v3/sign-out', { token, body: {} })
  for (const body of ['three', 'four']) await send(body)
  await server.app.jobs.processAll()
  expect(browser.requests).toBe(2)
})

test('a notification is closed, and muted ones are not sent, with the rows of this engine', async () => {
  const { token } = await server.signUp('erin@example.org')
  const bob = (await server.signUp('frank@example.org')).token
  const other = (await server.request('/v3/create-access-token', { token, body: {} })).body.access_token
  const browser = await service.subscribe(server, token)
  const send = (body: string) => server.request('/v2/pushes', { token: bob, body: { body, email: 'erin@example.org' } })
  await send('one')
  const { message } = await browser.next()
  const [{ iden, created }] = (await server.request('/v2/pushes', { token })).body.pushes
  expect(message).toMatchObject({ kind: 'push', push: { iden } })
  const markers = [{ conversation: 'email:frank@example.org', read_to: created }]
  await server.request('/v2/read_markers', { token: other, body: { markers } })
  expect((await browser.next()).message).toMatchObject({ kind: 'close', idens: [iden] })
  await server.request('/v2/pushes', { token: other, body: { body: 'to all devices' } })
  expect((await browser.next()).message).toMatchObject({ push: { body: 'to all devices' } })
  const chat = (await server.request('/v2/chats', { token })).body.chats[0]
  await server.request(`/v2/chats/${chat.iden}`, { token, body: { muted: true } })
  await send('muted')
  await server.app.jobs.processAll()
  expect(browser.requests).toBe(3)
})
