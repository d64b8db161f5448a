// On the engines too: the log is searched and paged in SQL.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../audit/rows.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let admin: string
let alice: { token: string; account: { iden: string } }
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.signUp('admin@example.org', 'Ada')).token
  alice = await server.signUp('alice@example.org')
  await server.signUp('bob_b@example.org')
})
afterAll(() => server.close())

const call = (path: string, body: object, token = admin) => server.request(path, { token, body })
const log = async (query = '') => (await server.request(`/v3/admin/audit${query}`, { token: admin })).body

test('the audit log tells who made a link to a new password and who became somebody, without any secret', async () => {
  const { url } = (await call('/v3/admin/reset-link', { email: 'alice@example.org' })).body
  const { access_token } = (await call('/v3/admin-become', { email: 'alice@example.org' })).body
  const { body } = await server.request('/v3/admin/audit', { token: admin })
  expect(body.entries).toMatchObject([
    { act: 'become', by: 'admin@example.org', about: 'alice@example.org' },
    { act: 'reset-link', by: 'admin@example.org', about: 'alice@example.org' },
  ])
  for (const secret of [url.split('=')[1], access_token]) expect(JSON.stringify(body)).not.toContain(secret)
})

test('the person concerned reads the entries about themselves, with the name of the administrator, and no others', async () => {
  await call('/v3/admin/reset-link', { email: 'bob_b@example.org' })
  const { body } = await server.request('/v3/audit', { token: alice.token })
  expect(body.entries.map(({ act, by, about }: Json) => [act, by, about])).toEqual([
    ['become', 'Ada', 'alice@example.org'],
    ['reset-link', 'Ada', 'alice@example.org'],
  ])
})

test('the log is searched by a part of an address, literally, and by act', async () => {
  expect((await log('?search=BOB_B')).entries).toHaveLength(1)
  // In LIKE, these match anything.
  for (const pattern of ['b%b', 'a_ice', '!', '%'])
    expect((await log(`?search=${encodeURIComponent(pattern)}`)).entries).toEqual([])
  expect((await log('?act=become')).entries.map(({ act }: Json) => act)).toEqual(['become'])
})

test('entries of one millisecond are listed in the order in which they were made', async () => {
  const about = { iden: 'uj-hasty', email: 'hasty@example.org' }
  const counts = Array.from({ length: 20 }, (_, count) => count)
  await server.app.db.write(async (tx) => {
    for (const count of counts) await audit(tx, { act: 'become', by: 'command line', about, details: { count } })
  })
  const { entries } = await log('?search=hasty')
  expect(entries.map(({ details }: Json) => details.count)).toEqual(counts.toReversed())
})

test('the log comes in pages, and a malformed cursor is refused', async () => {
  const about = { iden: 'uj-paged', email: 'paged@example.org' }
  for (let count = 0; count < 5; count++)
    await server.app.db.write((tx) => audit(tx, { act: 'become', by: 'command line', about, details: { count } }))
  const found: number[] = []
  let cursor = ''
  do {
    const page = await log(`?search=paged&limit=2${cursor && `&cursor=${cursor}`}`)
    expect(page.entries.length).toBeLessThanOrEqual(2)
    expect(page.entries.every(({ by }: Json) => by === undefined)).toBe(true)
    found.push(...page.entries.map(({ details }: Json) => details.count))
    cursor = page.cursor ?? ''
  } while (cursor)
  expect(found.toSorted()).toEqual([0, 1, 2, 3, 4])
  const refused = await server.request('/v3/admin/audit?cursor=zzz', { token: admin })
  expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_cursor'])
})

test('an entry is deleted after a year', async () => {
  const about = { iden: 'uj-old', email: 'old@example.org' }
  const { db } = server.app
  await db.write((tx) => audit(tx, { act: 'become', by: 'command line', about }))
  await db.write((tx) => tx.run("UPDATE audit_entry SET created = created - 31600000000000 WHERE about = 'uj-old'"))
  expect((await log('?search=old@')).entries).toEqual([])
  await db.write((tx) => audit(tx, { act: 'become', by: 'command line' }))
  expect(await db.all("SELECT * FROM audit_entry WHERE about = 'uj-old'")).toEqual([])
})

test('only administrators read the whole log', async () => {
  expect((await server.request('/v3/admin/audit', { token: alice.token })).status).toBe(403)
})
