// On the engines too: all types are read by one stamp.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.signUp('alice@example.org', 'Alice')).token
  await server.signUp('bob@example.org', 'Bob')
  for (let index = 0; index < 5; index++) {
    await server.request('/v2/devices', { token, body: { nickname: `device ${index}` } })
    await server.request('/v2/pushes', { token, body: { body: `push ${index}`, email: 'bob@example.org' } })
  }
})
afterAll(() => server.close())

const everything = async (query: string) => (await server.request(`/v2/everything${query}`, { token })).body

test('API-020 all that changed after a stamp comes page by page, the earliest change first, each once [A4]', async () => {
  const seen: { iden: string; modified: number }[] = []
  let cursor: string | undefined
  do {
    const page = await everything(`?modified_after=0&limit=3${cursor ? `&cursor=${cursor}` : ''}`)
    const rows = [...page.chats, ...page.devices, ...page.pushes]
    expect(rows.length).toBeLessThanOrEqual(3)
    const earlier = Math.max(0, ...seen.map(({ modified }) => modified))
    for (const row of rows) expect(row.modified).toBeGreaterThan(earlier)
    seen.push(...rows)
    cursor = page.cursor
  } while (cursor)
  expect(seen).toHaveLength(11)
  expect(new Set(seen.map(({ iden }) => iden)).size).toBe(11)
})

test('API-020 without a stamp the latest changes come, and no cursor', async () => {
  const page = await everything('?limit=2')
  expect(page.pushes.map((push: { body: string }) => push.body)).toEqual(['push 4'])
  expect(page.devices.map((device: { nickname: string }) => device.nickname)).toEqual(['device 4'])
  expect(page).not.toHaveProperty('cursor')
})

test('API-020 GAP-079 profiles name the people whom the objects mention', async () => {
  const { profiles } = await everything('?modified_after=0')
  expect(profiles).toEqual([
    { iden: expect.any(String), email: 'bob@example.org', email_normalized: 'bob@example.org', name: 'Bob' },
  ])
})

test('API-078 a deletion is a change like any other [A5]', async () => {
  const before = await everything('?limit=1')
  const newest = [...before.pushes, ...before.devices, ...before.chats][0]
  const { body: device } = await server.request('/v2/devices', { token, body: { nickname: 'short-lived' } })
  await server.request(`/v2/devices/${device.iden}`, { token, method: 'DELETE' })
  const after = await everything(`?modified_after=${newest.modified}`)
  expect(after.devices).toEqual([{ iden: device.iden, active: false, created: device.created, modified: expect.any(Number) }])
  expect((await everything(`?modified_after=${newest.modified}&active_only=true`)).devices).toEqual([])
})

test('a box without anything answers every list empty', async () => {
  const { token: fresh } = await server.signUp('fresh@example.org')
  const { modified } = (await server.request('/v2/everything', { token: fresh })).body.accounts[0]
  const { body } = await server.request(`/v2/everything?modified_after=${modified}`, { token: fresh })
  expect(JSON.stringify(body)).toBe(
    '{"accounts":[],"blocks":[],"channels":[],"chats":[],"clients":[],"contacts":[],"devices":[],"grants":[],"pushes":[],"profiles":[],"subscriptions":[],"texts":[]}',
  )
})
