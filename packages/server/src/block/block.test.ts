// On the engines too: one of each address is upserted, and pages are cut in SQL.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '../stream/test-listener.ts'
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

const block = (email: string, token = alice) => server.request('/v2/blocks', { token, body: { email } })
const blocksOf = async (query = '', token = alice) => (await server.request(`/v2/blocks${query}`, { token })).body.blocks

test('API-027 API-088 GAP-005 GAP-014 blocking an address makes one block, however often and however it is written', async () => {
  const { status, body } = await block('Bob@Example.org')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    active: true,
    created: expect.any(Number),
    user: { iden: expect.any(String), name: 'Bob', email: 'bob@example.org', email_normalized: 'bob@example.org' },
  })
  expect((await block('bob@example.org')).body).toEqual(body)
  expect(await blocksOf()).toEqual([body])
})

test('API-011 the list has every type, pages and knows what changed', async () => {
  const { token } = await server.signUp('lists@example.org')
  for (const name of ['one', 'two', 'three']) await block(`${name}@example.org`, token)
  const { body: first } = await server.request('/v2/blocks?limit=2', { token })
  expect(first.blocks.map((found: { user: { email: string } }) => found.user.email)).toEqual([
    'three@example.org',
    'two@example.org',
  ])
  expect(first.devices).toEqual([])
  const { body: second } = await server.request(`/v2/blocks?limit=2&cursor=${first.cursor}`, { token })
  expect(second.blocks).toHaveLength(1)
  expect(second).not.toHaveProperty('cursor')
  expect(await blocksOf(`?modified_after=${first.blocks[1].modified}`, token)).toEqual([first.blocks[0]])
})

test('GAP-015 an unblocked person is a tombstone, and blocked again the same block as before', async () => {
  const { body: made } = await block('again@example.org')
  const removed = await server.request(`/v2/blocks/${made.iden}`, { token: alice, method: 'DELETE' })
  expect([removed.status, removed.body]).toEqual([200, {}])
  const [tombstone] = await blocksOf()
  expect(tombstone).toEqual({ iden: made.iden, active: false, created: made.created, modified: expect.any(Number) })
  expect((await server.request(`/v2/blocks/${made.iden}`, { token: alice, method: 'DELETE' })).status).toBe(200)
  const { body: again } = await block('again@example.org')
  expect(again).toMatchObject({ iden: made.iden, active: true, created: made.created, user: { email: 'again@example.org' } })
  expect(again.modified).toBeGreaterThan(tombstone.modified)
})

test('people cannot block themselves, and a stranger finds no block of others', async () => {
  const own = await block('ALICE@example.org')
  expect([own.status, own.body.error.code, own.body.error.param]).toEqual([400, 'invalid_param', 'email'])
  expect((await block('no address')).body.error.param).toBe('email')
  const { body: made } = await block('carol@example.org')
  const response = await server.request(`/v2/blocks/${made.iden}`, { token: bob, method: 'DELETE' })
  expect([response.status, response.body.error.code]).toEqual([404, 'not_found'])
  expect(await blocksOf('', bob)).toEqual([])
})

test('GAP-014 a push of somebody blocked looks sent and is nowhere at the receiver, also not in the stream', async () => {
  const carol = await server.signUp('carol-blocks@example.org', 'Carol')
  const dave = await server.signUp('dave@example.org', 'Dave')
  const { body: made } = await block('dave@example.org', carol.token)
  const stream = await openStream(server.origin, carol.token)
  const push = { type: 'note', body: 'hello?', email: 'carol-blocks@example.org' }
  const { status, body: sent } = await server.request('/v2/pushes', { token: dave.token, body: push })
  expect(status).toBe(200)
  expect(sent).toMatchObject({ direction: 'outgoing', receiver_iden: carol.account.iden, body: 'hello?' })
  expect((await server.request('/v2/pushes', { token: carol.token })).body.pushes).toEqual([])
  expect((await server.request('/v2/chats', { token: carol.token })).body.chats).toEqual([])

  await server.request(`/v2/blocks/${made.iden}`, { token: carol.token, method: 'DELETE' })
  expect(await stream.next()).toBe('{"type":"tickle","subtype":"block"}')
  await server.request('/v2/pushes', { token: dave.token, body: push })
  expect([await stream.next(), await stream.next()].join()).toContain('push')
  expect((await server.request('/v2/pushes', { token: carol.token })).body.pushes).toHaveLength(1)
  stream.close()
})

test('a block is told live with what changed, and is among everything', async () => {
  const stream = await openStream(server.origin, bob, '?delta=1')
  const { body: made } = await block('alice@example.org', bob)
  expect(JSON.parse(await stream.next())).toMatchObject({ subtype: 'block', objects: { blocks: [made] } })
  expect((await server.request('/v2/everything?modified_after=0', { token: bob })).body.blocks).toEqual([made])
  stream.close()
})
