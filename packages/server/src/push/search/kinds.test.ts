// On the engines too: kinds are indexed by other SQL on PostgreSQL.

import type { Push } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, startTestServer, type TestServer } from '../../test-server.ts'

let server: TestServer
let alice: string
let bob: string
const toBob = { email: 'bob@example.org' }
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
  const file = { type: 'file', file_url: 'https://files.example/x' }
  await send({ body: 'plain' })
  await send({ ...file, file_name: 'pond.png', file_type: 'image/png' })
  await send({ ...file, file_name: 'pond.pdf', file_type: 'application/pdf' })
  await send({ ...file, file_name: 'map.pdf', file_type: 'application/pdf', ...toBob })
  await send({ type: 'link', url: 'https://pond.example/' })
  await send({ body: 'see HTTP://tides.example/today, and bring boots' })
  await send({ body: 'https and nothing after it' })
  await send({ type: 'list', body: 'milk\nbread' })
})
afterAll(() => server.close())

const send = async (fields: object, token = alice): Promise<Json> =>
  (await server.request('/v2/pushes', { token, body: { type: 'note', ...fields } })).body
const search = (query: string, token = alice) => server.request(`/v3/search?${query}`, { token })
const found = async (query: string, token = alice): Promise<(string | undefined)[]> =>
  (await search(query, token)).body.pushes.map((push: Push) => push.file_name ?? push.url ?? push.body)

const kinds: [string, string[]][] = [
  ['pictures', ['pond.png']],
  ['files', ['map.pdf', 'pond.pdf']],
  ['links', ['see HTTP://tides.example/today, and bring boots', 'https://pond.example/']],
  ['lists', ['milk\nbread']],
]

test.each(kinds)('a search is narrowed to %s, by the index and among the latest changes', async (kind, expected) => {
  expect(await found(`kind=${kind}`)).toEqual(expected)
  server.app.indexer.isBehind((await server.request('/v2/users/me', { token: alice })).body.iden)
  await server.app.indexer.idle()
  expect(await found(`kind=${kind}`)).toEqual(expected)
})

test('a kind goes with words, with a conversation, and page after page', async () => {
  expect(await found('kind=files&q=pond')).toEqual(['pond.pdf'])
  expect(await found('kind=files&conversation=email:BOB@example.org')).toEqual(['map.pdf'])
  expect(await found('kind=files&conversation=self')).toEqual(['pond.pdf'])
  expect(await found('conversation=email:bob@example.org')).toEqual(['map.pdf'])
  const { body: first } = await search('kind=files&limit=1')
  expect(first.pushes.map(({ file_name }: Push) => file_name)).toEqual(['map.pdf'])
  expect(await found(`kind=files&limit=1&cursor=${first.cursor}`)).toEqual(['pond.pdf'])
  expect(await found('')).toEqual([])
})

test('the conversation of a device has the own pushes to it and from it alone', async () => {
  const { body: phone } = await server.request('/v2/devices', { token: bob, body: { nickname: 'Phone' } })
  const list = { type: 'list', body: 'salt' }
  await send({ ...list, device_iden: phone.iden }, bob)
  await send({ ...list, body: 'pepper', source_device_iden: phone.iden }, bob)
  await send({ ...list, body: 'for Alice', source_device_iden: phone.iden, email: 'alice@example.org' }, bob)
  expect(await found(`kind=lists&conversation=device:${phone.iden}`, bob)).toEqual(['pepper', 'salt'])
})

test('reminders are the pushes that are to come back', async () => {
  const { iden } = await send({ body: 'call the vet' })
  const remind_at = Math.floor(Date.now() / 1_000) + 3_600
  await server.request(`/v2/pushes/${iden}`, { token: alice, body: { remind_at } })
  expect(await found('kind=reminders')).toEqual(['call the vet'])
  expect(await found('kind=reminders&q=vet&conversation=self')).toEqual(['call the vet'])
  expect(await found('kind=reminders&q=dog')).toEqual([])
  expect(await found('kind=reminders&conversation=email:bob@example.org')).toEqual([])
  expect(await found('kind=reminders', bob)).toEqual([])
  await server.request(`/v2/pushes/${iden}`, { token: alice, body: { remind_at: 0 } })
  expect(await found('kind=reminders')).toEqual([])
})

test('other kinds, and names that no conversation has, are refused', async () => {
  for (const query of ['kind=picture', 'kind=Lists', 'kind=constructor', 'kind=lists&kind=links', 'conversation=nobody']) {
    const { status, body } = await search(query)
    expect([query, status, body.error?.code]).toEqual([query, 400, 'invalid_param'])
  }
})
