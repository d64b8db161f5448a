// On the engines too: people are searched, sorted and paged in SQL, and changes reach the other node.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '../stream/test-listener.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let admin: { token: string; account: { iden: string } }
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signUp('admin@example.org', 'Ada')
})
afterAll(() => server.close())

const get = async (path: string, token = admin.token) => (await server.request(path, { token })).body
const act = (iden: string, name: string, token = admin.token) =>
  server.request(`/v3/admin/people/${iden}/${name}`, { token, body: {} })
const tokenWith = async (token: string, scope: string) =>
  (await server.request('/v3/create-access-token', { token, body: { scope } })).body.access_token
const emails = (body: Json) => body.people.map(({ email }: Json) => email)

test('the list of people has what an administrator needs to know of each', async () => {
  const { token } = await server.signUp('lima@example.org', 'Ana Lima')
  await server.request('/v2/pushes', { token, body: { type: 'note', body: 'x'.repeat(5_000) } })
  // Each node saves the uses it has seen when asked, otherwise within a minute.
  await get('/v3/admin/people')
  const { people, total } = await get('/v3/admin/people?search=ANA%20L')
  expect(total).toBe(1)
  expect(people).toMatchObject([{ email: 'lima@example.org', name: 'Ana Lima', sessions: 1, plan: 'free' }])
  const [{ created, last_seen, storage, ...rest }] = people
  expect(Math.abs(last_seen - Date.now() / 1_000)).toBeLessThan(60)
  expect(Math.abs(created - Date.now() / 1_000)).toBeLessThan(60)
  expect(storage).toBeGreaterThan(5_000)
  expect(Object.keys(rest).toSorted()).toEqual(['email', 'iden', 'name', 'plan', 'sessions', 'storage_limit'])
})

test('the list is sorted and limited, and its pages have everybody once', async () => {
  for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) await server.signUp(`${name}@pages.example.org`)
  for (const order of ['created', 'last_seen', 'storage', 'email']) {
    const found: string[] = []
    let cursor = ''
    do {
      const body = await get(`/v3/admin/people?search=pages&limit=2&order=${order}${cursor && `&cursor=${cursor}`}`)
      expect(body.total).toBe(5)
      found.push(...emails(body))
      cursor = body.cursor ?? ''
    } while (cursor)
    expect(found.toSorted(), order).toEqual(['p1', 'p2', 'p3', 'p4', 'p5'].map((name) => `${name}@pages.example.org`))
    if (order === 'email') expect(found).toEqual(found.toSorted())
  }
  expect(emails(await get('/v3/admin/people?only=administrators'))).toEqual(['admin@example.org'])
  expect(emails(await get('/v3/admin/people?only=suspended'))).toEqual([])
  for (const cursor of ['x', Buffer.from('[1,2]').toString('base64url'), Buffer.from('["a","b"]').toString('base64url')]) {
    const { status, body } = await server.request(`/v3/admin/people?cursor=${cursor}`, { token: admin.token })
    expect([status, body.error.code]).toEqual([400, 'invalid_cursor'])
  }
})

test('an administrator makes and unmakes others, but not the last one; a token with the scope admin alone makes none', async () => {
  const bo = await server.signUp('bo@example.org')
  const scoped = await tokenWith(admin.token, 'admin')
  expect((await act(bo.account.iden, 'make-administrator', scoped)).status).toBe(403)
  const support = (await server.request('/v3/admin-become', { token: admin.token, body: { email: 'bo@example.org' } })).body
  expect((await act(bo.account.iden, 'make-administrator')).body.admin).toBe(true)
  // A support session must not become an administrator's.
  await server.ended(support.access_token)
  expect((await get('/v2/users/me', bo.token)).admin).toBe(true)
  expect((await get('/v3/admin/people', bo.token)).people.length).toBeGreaterThan(1)
  for (const name of ['suspend', 'give-pro', 'unmake-administrator'])
    expect([name, (await act(bo.account.iden, name, scoped)).status]).toEqual([name, 403])
  expect((await act(bo.account.iden, 'suspend')).status).toBe(403)
  expect((await act(bo.account.iden, 'unmake-administrator')).status).toBe(200)
  expect((await server.request('/v3/admin/people', { token: bo.token })).status).toBe(403)
  const last = await act(admin.account.iden, 'unmake-administrator')
  expect([last.status, last.body.error.message]).toEqual([403, expect.stringContaining('last administrator')])
})

test('of two administrators who end each other at once, one stays', async () => {
  const cy = await server.signUp('cy@example.org')
  await act(cy.account.iden, 'make-administrator')
  const both = await Promise.all([
    act(cy.account.iden, 'unmake-administrator', admin.token),
    act(admin.account.iden, 'unmake-administrator', cy.token),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
  const { count } = (await server.app.db.one<{ count: number }>('SELECT COUNT(*) AS count FROM account WHERE admin = 1')) as Json
  expect(Number(count)).toBe(1)
  if (both[1]?.status === 200) await act(admin.account.iden, 'make-administrator', cy.token)
  if (both[1]?.status === 200) await act(cy.account.iden, 'unmake-administrator')
})

test('Pro is given and taken; a paid plan is not revoked', async () => {
  const dee = await server.signUp('dee@example.org')
  expect((await act(dee.account.iden, 'give-pro')).body).toMatchObject({ plan: 'given', pro: true })
  const { pro, plan_id, pro_until } = await get('/v2/users/me', dee.token)
  expect([pro, plan_id, pro_until]).toEqual([true, undefined, undefined])
  expect((await act(dee.account.iden, 'give-pro')).body.error.code).toBe('already_pro')
  const cancelled = await server.request('/v3/downgrade-pro', { token: dee.token, body: {} })
  expect([cancelled.status, cancelled.body.error.code]).toEqual([400, 'not_pro'])
  expect((await act(dee.account.iden, 'take-pro')).body.plan).toBe('free')
  expect((await get('/v2/users/me', dee.token)).pro).toBeUndefined()
  const buy = { token_id: 'tok_test_card', plan_id: 'yearly' }
  expect((await server.request('/v3/upgrade-pro', { token: dee.token, body: buy })).status).toBe(200)
  const refused = await act(dee.account.iden, 'take-pro')
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('pays for Pro')])
})

test('an administrator signs out all devices of a person; tokens of programs stay', async () => {
  const eve = await server.signUp('eve@example.org')
  const program = await tokenWith(eve.token, 'everything')
  const { body } = await server.request(`/v3/admin/people/${eve.account.iden}/sessions`, { token: admin.token, method: 'DELETE' })
  expect(body).toEqual({ ended: 1 })
  await server.ended(eve.token)
  expect((await server.request('/v2/users/me', { token: program })).status).toBe(200)
})

test('a person is deleted with the typed address as confirmation, and the address is free again', async () => {
  const finn = await server.signUp('finn@example.org')
  const remove = (email: string) =>
    server.request(`/v3/admin/people/${finn.account.iden}?email=${email}`, { token: admin.token, method: 'DELETE' })
  const wrong = await remove('eve@example.org')
  expect([wrong.status, wrong.body.error.param]).toEqual([400, 'email'])
  expect((await server.request('/v2/users/me', { token: finn.token })).status).toBe(200)
  expect((await remove('FINN@example.org')).status).toBe(200)
  await server.ended(finn.token)
  expect((await server.signUp('finn@example.org')).account.iden).not.toBe(finn.account.iden)
  expect((await remove('finn@example.org')).status).toBe(404)
  const own = `/v3/admin/people/${admin.account.iden}?email=admin@example.org`
  expect((await server.request(own, { token: admin.token, method: 'DELETE' })).status).toBe(403)
})

test('every act stands in the audit log, also in that of the person concerned', async () => {
  const gus = await server.signUp('gus@example.org')
  for (const name of ['suspend', 'unsuspend', 'give-pro', 'take-pro', 'make-administrator', 'unmake-administrator'])
    expect((await act(gus.account.iden, name)).status).toBe(200)
  expect((await act(gus.account.iden, 'take-pro')).status).toBe(400)
  await server.request('/v3/admin-set-reply-count', { token: admin.token, body: { email: 'gus@example.org', reply_count: 3 } })
  const own = (await get('/v3/audit', gus.token)).entries
  expect(own.map(({ act }: Json) => act).toReversed()).toEqual([
    'suspend',
    'unsuspend',
    'give-pro',
    'take-pro',
    'make-administrator',
    'unmake-administrator',
    'set-sms-count',
  ])
  expect(own[0]).toMatchObject({ by: 'Ada', details: { count: 3 } })
  expect((await get('/v3/admin/audit?search=gus', admin.token)).entries).toHaveLength(7)
})

test('a session for support says so, ends after four hours, and does nothing that only the owner may do', async () => {
  const hal = await server.signUp('hal@example.org')
  const { access_token: token } = (
    await server.request('/v3/admin-become', { token: admin.token, body: { email: 'hal@example.org' } })
  ).body
  expect((await get('/v2/users/me', token)).opened_by).toBe('Ada')
  expect((await get('/v2/users/me', hal.token)).opened_by).toBeUndefined()
  expect((await server.request('/v2/devices', { token, body: { nickname: 'Helped' } })).status).toBe(200)
  for (const [path, method] of [
    ['/v3/create-access-token', 'POST'],
    ['/v2/users/me', 'DELETE'],
    ['/v3/sessions', 'DELETE'],
  ] as const) {
    const { status, body } = await server.request(path, { token, method, ...(method === 'POST' && { body: {} }) })
    expect([path, status, body.error.message]).toEqual([path, 403, expect.stringContaining('signed in for support')])
  }
  const sessions = (await get('/v3/sessions', hal.token)).sessions
  expect(sessions.filter(({ opened_by }: Json) => opened_by === 'Ada')).toHaveLength(1)
  const row = await server.app.db.one<{ left: number }>(
    'SELECT expires - created AS left FROM access_token WHERE admin IS NOT NULL AND account = $1',
    [hal.account.iden],
  )
  expect(Math.round(Number(row?.left) / 3.6e9)).toBe(4)
  expect((await server.request('/v3/sign-out', { token, body: {} })).status).toBe(200)
  await server.ended(token)
})

test('an open window of a person learns at once that it has become an administrator', async () => {
  const ida = await server.signUp('ida@example.org')
  const stream = await openStream(server.origin, ida.token)
  await act(ida.account.iden, 'make-administrator')
  expect(JSON.parse(await stream.next())).toEqual({ type: 'tickle', subtype: 'account' })
  expect((await get('/v2/users/me', ida.token)).admin).toBe(true)
  await act(ida.account.iden, 'unmake-administrator')
  stream.close()
})
