// On the engines too: rows of all tables and files are deleted by jobs.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../db/migrations/migrations.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.signUp('admin@example.org')
})
afterAll(() => server.close())

const deleteMe = (token: string) => server.request('/v2/users/me', { token, method: 'DELETE' })
const post = (token: string, path: string, body: object) => server.request(path, { token, body })
const minute = 60_000_000

async function settle(): Promise<void> {
  await server.app.jobs.processAll()
  await server.app.jobs.processAll(Date.now() * 1_000 + 2 * minute)
}

async function traces(iden: string): Promise<string[]> {
  const { db } = server.app
  const made = migrations('sqlite').flatMap(({ sql }) => [...sql.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)])
  const found: string[] = []
  for (const [, name] of made) {
    // The words of the index, without their pushes.
    if (name === 'push_search_words') continue
    const rows = await db.all<Record<string, unknown>>(`SELECT * FROM ${name}`)
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value === 'string' && value.startsWith(iden)) found.push(`${name}.${column}`)
      }
    }
  }
  return [...new Set(found)]
}

test('API-058 SETT-011 a deleted account is gone at once: its keys, its streams and its address', async () => {
  const { token, account } = await server.signUp('gone@example.org')
  const { body: second } = await post(token, '/v3/create-access-token', {})
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${token}`)
  await new Promise((done) => socket.addEventListener('message', done, { once: true }))
  const closed = new Promise((done) => socket.addEventListener('close', done))
  const { status, body } = await deleteMe(token)
  expect([status, body]).toEqual([200, {}])
  await closed
  for (const key of [token, second.access_token]) {
    await server.ended(key)
    expect((await deleteMe(key)).status).toBe(401)
  }
  const signIn = { email: 'gone@example.org', password: 'a password for tests' }
  expect((await server.request('/provider/local/sign-in', { body: signIn })).status).toBe(400)
  const again = await server.signUp('gone@example.org')
  expect(again.account.iden).not.toBe(account.iden)
  await settle()
  expect((await server.request('/v2/users/me', { token: again.token })).status).toBe(200)
  expect((await server.request('/v2/accounts', { token: again.token })).body.accounts).toHaveLength(1)
})

test('API-058 a deletion asked for twice at once is one deletion', async () => {
  const { token } = await server.signUp('twice@example.org')
  const answers = await Promise.all([deleteMe(token), deleteMe(token)])
  for (const { status } of answers) expect([200, 401]).toContain(status)
  const jobs = await server.app.db.all("SELECT * FROM job WHERE type = 'account-ended' AND payload LIKE '%twice@example.org%'")
  expect(jobs.length).toBeLessThanOrEqual(1)
  await settle()
})

test('API-058 what an account had follows, in every table, in slices, also after a restart', async () => {
  const { token, account } = await server.signUp('full@example.org', 'Fay Full')
  const friend = await server.signUp('friend@example.org')
  await post(token, '/v2/devices', { nickname: 'Phone' })
  // More than two slices.
  for (let count = 0; count < 1_100; count += 100) {
    await Promise.all(Array.from({ length: 100 }, () => post(token, '/v2/pushes', { type: 'note', body: 'x' })))
  }
  await post(token, '/v2/pushes', { type: 'note', body: 'to a friend', email: 'friend@example.org' })
  await post(friend.token, '/v2/pushes', { type: 'note', body: 'back', email: 'full@example.org' })
  await post(token, '/v2/channels', { tag: 'fullnews', name: 'News' })
  await post(token, '/v2/blocks', { email: 'spam@example.org' })
  await post(token, '/v3/set-permanent', { key: 'web_preferences', data: { setup_done: true } })
  await post(token, '/v2/error-report', { subject: 'Help', body: 'It does not work', reply_to: 'full@example.org' })
  const { body: app } = await post(token, '/v2/clients', { name: 'Lamp', redirect_uri: 'https://lamp.example.org/' })
  const lent = new URL(
    (await post(friend.token, '/oauth2/authorize', { client_id: app.client_id, response_type: 'token' })).body.redirect_uri,
  )
  const key = new URLSearchParams(lent.hash.slice(1)).get('access_token') ?? ''
  expect((await server.request('/v2/users/me', { token: key })).status).toBe(200)
  expect(await traces(account.iden)).toContain('push.owner')

  await deleteMe(token)
  await server.restart()
  await settle()

  // A friend keeps the pushes between them, with their sender and the original of each copy, and a tombstone keeps its name.
  const kept = ['push.with_iden', 'push.original', 'push.payer', 'app_grant.client_iden', 'job.key']
  expect((await traces(account.iden)).filter((place) => !kept.includes(place))).toEqual([])
  await server.ended(key)
  const { body: friends } = await server.request('/v2/everything?modified_after=0', { token: friend.token })
  expect(friends.grants.filter((grant: Json) => grant.active)).toEqual([])
  expect(friends.pushes).toHaveLength(2)
})

test("other people's chats turn to the address when an account ends, and back when one begins", async () => {
  const { token: alice } = await server.signUp('alice@example.org')
  const withBob = async () =>
    (await server.request('/v2/chats', { token: alice })).body.chats.find(
      (chat: Json) => chat.with?.email_normalized === 'bob@example.org',
    )
  await post(alice, '/v2/chats', { email: 'Bob@example.org' })
  expect((await withBob()).with.type).toBe('email')

  const bob = await server.signUp('bob@example.org', 'Bob')
  await server.app.jobs.processAll()
  const turned = await withBob()
  expect(turned.with).toEqual({
    type: 'user',
    iden: bob.account.iden,
    email: 'bob@example.org',
    email_normalized: 'bob@example.org',
    name: 'Bob',
  })

  await deleteMe(bob.token)
  await settle()
  const back = await withBob()
  expect(back.with).toEqual({ type: 'email', email: 'bob@example.org', email_normalized: 'bob@example.org' })
  expect(back.iden).toBe(turned.iden)
  expect(back.modified).toBeGreaterThan(turned.modified)
})

test('more chats than one slice holds all turn', async () => {
  const people = await Promise.all(Array.from({ length: 60 }, (_, index) => server.signUp(`fan-${index}@example.org`)))
  await Promise.all(people.map(({ token }) => post(token, '/v2/chats', { email: 'star@example.org' })))
  const star = await server.signUp('star@example.org')
  await server.app.jobs.processAll()
  const turned = () => server.app.db.one<Json>('SELECT count(*) AS count FROM chat WHERE with_iden = $1', [star.account.iden])
  expect((await turned()).count).toBe(60)
  await deleteMe(star.token)
  await settle()
  expect((await turned()).count).toBe(0)
})
