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
