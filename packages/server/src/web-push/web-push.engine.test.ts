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
  // Consecutive requests go to different nodes.
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

test('notifications are closed, also by the latest one that is left and by that of another person, and muted ones are not sent, with the rows of this engine', async () => {
  const { token } = await server.signUp('erin@example.org')
  const [bob, carol] = [await server.signUp('frank@example.org'), await server.signUp('grace@example.org')]
  const other = (await server.request('/v3/create-access-token', { token, body: {} })).body.access_token
  const browser = await service.subscribe(server, token)
  const send = async (body: string, from = bob) => {
    await server.request('/v2/pushes', { token: from.token, body: { body, email: 'erin@example.org' } })
    return (await browser.next()).message
  }
  const newest = async () => (await server.request('/v2/pushes?limit=1', { token })).body.pushes[0]
  const read = (conversation: string, read_to: number) =>
    server.request('/v2/read_markers', { token: other, body: { markers: [{ conversation, read_to }] } })
  const message = await send('one')
  const { iden, created } = await newest()
  expect(message).toMatchObject({ kind: 'push', push: { iden } })
  await send('two')
  const second = await newest()
  await read('email:frank@example.org', created)
  expect((await browser.next()).message).toMatchObject({ push: { body: 'two' }, closes: [iden] })
  await read('email:frank@example.org', second.created)
  expect((await browser.next()).message).toMatchObject({ kind: 'close', idens: [second.iden] })
  // As if the browser could get no more silent messages.
  await send('three')
  const third = await newest()
  await server.app.jobs.processAll()
  await server.app.db.write((tx) => tx.run('UPDATE web_push_notified SET closing = 1 WHERE push = $1', [third.iden]))
  expect(await send('of another', carol)).toMatchObject({ push: { body: 'of another' }, closes: [third.iden] })
  await server.app.jobs.processAll()
  const left = await server.app.db.all<{ push: string }>('SELECT push FROM web_push_notified WHERE device = $1', [browser.device])
  expect(left.map(({ push }) => push)).toEqual([(await newest()).iden])
  await server.request('/v2/pushes', { token: other, body: { body: 'to all devices' } })
  expect((await browser.next()).message).toMatchObject({ push: { body: 'to all devices' } })
  const { chats } = (await server.request('/v2/chats', { token })).body
  for (const { iden } of chats) await server.request(`/v2/chats/${iden}`, { token, body: { muted: true } })
  const requests = browser.requests
  await server.request('/v2/pushes', { token: bob.token, body: { body: 'muted', email: 'erin@example.org' } })
  await server.app.jobs.processAll()
  expect(browser.requests).toBe(requests)
})
