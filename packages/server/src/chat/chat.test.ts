// On the engines too: chats are upserted, and those of the other person are joined.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let alice: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
})
afterAll(() => server.close())

const chatsOf = async (token: string) => (await server.request('/v2/chats?active=true', { token })).body.chats

test('API-026 API-087 GAP-005 a chat with a person is made once and says who it is with', async () => {
  const { status, body } = await server.request('/v2/chats', { token: alice, body: { email: 'Bob@Example.org' } })
  expect(status).toBe(200)
  expect(body.with).toEqual({
    type: 'user',
    iden: expect.any(String),
    email: 'bob@example.org',
    email_normalized: 'bob@example.org',
    name: 'Bob',
  })
  const { body: again } = await server.request('/v2/chats', { token: alice, body: { email: 'bob@example.org' } })
  expect(again).toEqual(body)
  expect(await chatsOf(alice)).toEqual([body])
  expect(await chatsOf(bob)).toEqual([])
})

test('a chat with somebody without an account is by address', async () => {
  const { body } = await server.request('/v2/chats', { token: alice, body: { email: 'Carol@example.org' } })
  expect(body.with).toEqual({ type: 'email', email: 'Carol@example.org', email_normalized: 'carol@example.org' })
})

test('GAP-016 a chat is muted and unmuted', async () => {
  const { body: chat } = await server.request('/v2/chats', { token: alice, body: { email: 'mute@example.org' } })
  expect(chat).not.toHaveProperty('muted')
  const { body: muted } = await server.request(`/v2/chats/${chat.iden}`, { token: alice, body: { muted: true } })
  expect(muted.muted).toBe(true)
  expect(muted.modified).toBeGreaterThan(chat.modified)
  const { body: same } = await server.request(`/v2/chats/${chat.iden}`, { token: alice, body: { muted: true } })
  expect(same.modified).toBe(muted.modified)
  const { body: open } = await server.request(`/v2/chats/${chat.iden}`, { token: alice, body: { muted: 'false' } })
  expect(open).not.toHaveProperty('muted')
})

test('a hidden chat is brought back under its iden by the next push', async () => {
  const { body: chat } = await server.request('/v2/chats', { token: alice, body: { email: 'hide@example.org' } })
  expect((await server.request(`/v2/chats/${chat.iden}`, { token: alice, method: 'DELETE' })).body).toEqual({})
  expect((await chatsOf(alice)).map((found: { iden: string }) => found.iden)).not.toContain(chat.iden)
  await server.request('/v2/pushes', { token: alice, body: { type: 'note', body: 'hi', email: 'hide@example.org' } })
  expect((await chatsOf(alice)).map((found: { iden: string }) => found.iden)).toContain(chat.iden)
})

test('one cannot chat with oneself, nor touch the chats of others', async () => {
  const self = await server.request('/v2/chats', { token: alice, body: { email: 'ALICE@example.org' } })
  expect([self.status, self.body.error.param]).toEqual([400, 'email'])
  const { body: chat } = await server.request('/v2/chats', { token: alice, body: { email: 'mine@example.org' } })
  for (const options of [{ body: { muted: true } }, { method: 'DELETE' }]) {
    expect((await server.request(`/v2/chats/${chat.iden}`, { token: bob, ...options })).status).toBe(404)
  }
  expect((await server.request('/v2/chats', { token: alice, body: { email: 'unknown' } })).body.error.param).toBe('email')
})
