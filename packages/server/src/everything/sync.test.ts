// On the engines too: sync reads all types by their stamps.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.signUp('alice@example.org')).token
  await server.signUp('bob@example.org', 'Bob')
})
afterAll(() => server.close())

const sync = async (cursor?: string) => (await server.request('/v2/sync', { token, body: { cursor } })).body

test('API-020 sync returns all objects, then only the changes, the earliest first', async () => {
  const empty = await sync()
  expect(empty).toMatchObject({
    devices: [],
    chats: [],
    pushes: [],
    texts: [],
    profiles: [],
    more: false,
    cursor: expect.any(String),
  })
  const { body: phone } = await server.request('/v2/devices', { token, body: { has_sms: true } })
  await server.request('/v2/pushes', { token, body: { body: 'one', email: 'bob@example.org' } })
  const data = { target_device_iden: phone.iden, addresses: ['1'], message: 'hi' }
  const { body: text } = await server.request('/v3/create-text', { token, body: { data } })
  const first = await sync(empty.cursor)
  expect(first.devices).toEqual([phone])
  expect(first.texts).toEqual([text])
  expect(first.chats).toHaveLength(1)
  expect(first.profiles).toMatchObject([{ email: 'bob@example.org', name: 'Bob' }])
  expect(first.more).toBe(false)
  expect(await sync(first.cursor)).toMatchObject({
    devices: [],
    chats: [],
    pushes: [],
    texts: [],
    cursor: first.cursor,
    more: false,
  })
  const fresh = await sync()
  expect([fresh.devices, fresh.texts, fresh.cursor]).toEqual([[phone], [text], first.cursor])

  await server.request('/v2/pushes', { token, body: { body: 'two' } })
  await server.request('/v2/pushes', { token, body: { body: 'three' } })
  const next = await sync(first.cursor)
  expect(next.pushes.map((push: { body: string }) => push.body)).toEqual(['two', 'three'])
})

test('API-020 sync says that there is more while a page is full', async () => {
  const start = (await sync()).cursor
  await Promise.all(
    Array.from({ length: 501 }, (_, index) => server.request('/v2/pushes', { token, body: { body: `push ${index}` } })),
  )
  const first = await sync(start)
  expect([first.pushes.length, first.more]).toEqual([500, true])
  const second = await sync(first.cursor)
  expect([second.pushes.length, second.more]).toEqual([1, false])
  const stamps = [...first.pushes, ...second.pushes].map((push: { modified: number }) => push.modified)
  expect(stamps).toEqual([...stamps].sort((a, b) => a - b))
  expect((await server.request('/v2/sync', { token, body: { cursor: 'not one!' } })).body.error.code).toBe('invalid_cursor')
})
