import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultRateLimits, noRateLimits } from '../http/rate-limits.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { readSocket, send } from './test-ntfy.ts'

const password = 'a password for tests'

let server: TestServer
let alice: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
})
afterAll(() => server.close())

const base64 = (text: string) => Buffer.from(text).toString('base64')
const basic = (user: string, secret: string) => `Basic ${base64(`${user}:${secret}`)}`
const inQuery = (header: string) => Buffer.from(header).toString('base64url')
const as = (authorization: string, path = '/mine', at = server) => send(at, path, { body: 'x', headers: { authorization } })

test('a token and a password count in every form that clients send them in', async () => {
  for (const header of [
    `Bearer ${alice}`,
    `bearer  ${alice}`,
    basic('', alice),
    basic('alice@example.org', alice),
    basic('anyone', alice),
    basic(alice, ''),
    basic('alice@example.org', password),
    basic('Alice@Example.org', password),
  ]) {
    expect([header, (await as(header)).status]).toEqual([header, 200])
    for (const name of ['auth', 'authorization'])
      expect((await send(server, `/mine?${name}=${inQuery(header)}`, { body: 'x' })).status).toBe(200)
  }
  expect((await as(`Bearer ${alice}`, `/mine?auth=${inQuery('Bearer wrong')}`)).status).toBe(401)
  expect((await as('Bearer wrong', `/mine?auth=${inQuery(`Bearer ${alice}`)}`)).status).toBe(200)
})

test('wrong and broken credentials are refused everywhere, and those of other kinds count for nothing', async () => {
  for (const header of [
    'Bearer wrong',
    'Bearer',
    'Basic',
    'Basic !!!',
    basic('', ''),
    basic('alice@example.org', 'wrong'),
    basic('x', `o.${'x'.repeat(32)}`),
  ])
    for (const path of ['/mine', '/mine/json?poll=1', '/v1/account']) {
      const method = path === '/mine' ? 'POST' : 'GET'
      const { status, json } = await send(server, path, { method, headers: { authorization: header } })
      expect([header, path, status, json.code]).toEqual([header, path, 401, 40101])
    }
  for (const header of ['vapid t=a, k=b', 'WebPush abc', 'Digest x'])
    expect([header, (await as(header)).json.code]).toEqual([header, 40301])
  expect((await send(server, '/v1/health', { method: 'GET', headers: { authorization: 'Bearer wrong' } })).status).toBe(200)
})

test('these forms count in this interface alone', async () => {
  const query = `auth=${inQuery(`Bearer ${alice}`)}`
  expect((await server.request(`/v2/users/me?${query}`)).status).toBe(401)
  expect((await server.request('/v2/users/me', { headers: { authorization: basic('', alice) } })).status).toBe(401)
  expect(
    (await server.request('/v2/users/me', { headers: { authorization: basic('alice@example.org', password) } })).status,
  ).toBe(401)
})

test('a token may only do what it was made for', async () => {
  const make = async (scope: string) =>
    (await server.request('/v3/create-access-token', { token: alice, body: { scope } })).body.access_token
  const writer = await make('push:write')
  expect((await as(`Bearer ${writer}`)).status).toBe(200)
  const reading = { method: 'GET', token: writer }
  expect((await send(server, '/mine/json?poll=1', reading)).json.code).toBe(40301)
  await expect(readSocket(server, '/mine/ws', writer)).rejects.toThrow('403')
  const reader = await make('push:read')
  expect((await send(server, '/mine/json?poll=1', { ...reading, token: reader })).status).toBe(200)
  expect((await as(`Bearer ${reader}`)).json.code).toBe(40301)
})

test('a program makes a token with the password, and ends it', async () => {
  const headers = { authorization: basic('alice@example.org', password) }
  const body = JSON.stringify({ label: 'Home Assistant', expires: 0 })
  const { json: made } = await send(server, '/v1/account/token', { body, headers })
  expect(made).toEqual({
    token: expect.stringMatching(/^tk_[a-z0-9]{29}$/),
    label: 'Home Assistant',
    last_access: expect.any(Number),
    last_origin: expect.any(String),
    expires: 0,
  })
  expect((await as(`Bearer ${made.token}`)).status).toBe(200)
  expect((await as(basic('', made.token))).status).toBe(200)
  const { body: listed } = await server.request('/v3/access-tokens', { token: alice })
  expect(listed.access_tokens[0]).toMatchObject({ name: 'Home Assistant', scopes: ['everything'] })
  const stored = await server.app.db.all<{ hash: string }>('SELECT hash FROM access_token')
  expect(JSON.stringify(stored)).not.toContain(made.token)
  const again = await send(server, '/v1/account/token', { body, token: made.token })
  expect(again.json.token).toBe(made.token)
  const stream = await readSocket(server, '/mine/ws', made.token)
  await stream.next()
  expect(
    (await send(server, '/v1/account/token', { method: 'DELETE', headers: { ...headers, 'X-Token': made.token } })).json,
  ).toEqual({
    success: true,
  })
  await stream.ended
  await server.ended(made.token)
  expect((await as(`Bearer ${made.token}`)).status).toBe(401)
})

test('a token of another account is not ended', async () => {
  const bob = (await server.signUp('bob@example.org', 'Bob')).token
  const headers = { authorization: basic('alice@example.org', password) }
  const { json: made } = await send(server, '/v1/account/token', { body: '{}', headers })
  expect(made.expires).toBeGreaterThan(Date.now() / 1_000 + 70 * 3_600)
  const ended = await send(server, '/v1/account/token', { method: 'DELETE', token: bob, headers: { 'X-Token': made.token } })
  expect(ended.json.code).toBe(40023)
  expect((await as(`Bearer ${made.token}`)).status).toBe(200)
})

test('a password no longer counts once it is changed, and never beside a second factor', async () => {
  const { token } = await server.signUp('carol@example.org', 'Carol')
  const signed = (secret: string) => as(basic('carol@example.org', secret), '/of-carol')
  expect((await signed(password)).status).toBe(200)
  const next = 'lamp river seventeen'
  await server.request('/provider/local/change-password', { token, body: { password, new_password: next } })
  expect((await signed(password)).json.code).toBe(40101)
  expect((await signed(next)).status).toBe(200)
  const { body } = await server.request('/v2/users/me', { token })
  await server.app.db.write((tx) =>
    tx.run('INSERT INTO one_time_code (account, secret, created, confirmed, last_step) VALUES ($1, $2, 0, 1, 0)', [
      body.iden,
      'x',
    ]),
  )
  expect((await signed(next)).json.code).toBe(40101)
  expect((await as(basic('carol@example.org', token), '/of-carol')).status).toBe(200)
})

test('a suspended account neither writes nor reads, and nobody writes to what it left open', async () => {
  const { token, account } = await server.signUp('dave@example.org', 'Dave')
  await server.request('/v2/sources', { token, body: { name: 'D', topic: 'of-dave', open: true } })
  const stream = await readSocket(server, '/of-dave/ws', token)
  await stream.next()
  await server.request(`/v3/admin/people/${account.iden}/suspend`, { token: alice, body: {} })
  await stream.ended
  expect((await as(`Bearer ${token}`, '/of-dave')).status).toBe(403)
  expect((await as(basic('dave@example.org', password), '/of-dave')).status).toBe(403)
  expect((await send(server, '/of-dave', { body: 'x' })).json.code).toBe(40301)
})

test('passwords are tried as often here as at the sign-in, and no more', async () => {
  const rateLimits = { ...noRateLimits, forAccount: { ...defaultRateLimits.forAccount, burst: 3 } }
  const own = await startTestServer({}, { rateLimits, nodes: 1 })
  await own.signUp('eve@example.org')
  const codes: number[] = []
  for (let tries = 0; tries < 4; tries++) codes.push((await as(basic('eve@example.org', `guess ${tries}`), '/x', own)).json.code)
  expect(codes).toEqual([40101, 40101, 40101, 42901])
  const answer = await as(basic('eve@example.org', password), '/x', own)
  expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
  await own.close()
})

test('many requests with a right password are many messages, and one verification', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => as(basic('alice@example.org', password))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
