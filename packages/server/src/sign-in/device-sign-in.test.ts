// On the engines too: a code is used once, on either node.

import { nameLength, userCodeLetters } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultRateLimits, noRateLimits } from '../http/rate-limits.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'
import { deviceSignInMilliseconds } from './device-sign-in-rows.ts'

let server: TestServer
let people = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const person = async (at = server) => (await at.signUp(`person-${people++}@example.org`)).token
const begin = async (at = server, name = 'media-server'): Promise<Json> =>
  (await at.request('/v3/device-sign-in', { body: { name, type: 'linux' } })).body
const poll = (device_code: string, at = server) => at.request('/v3/device-sign-in/token', { body: { device_code } })
const find = (token: string, user_code: string, at = server) =>
  at.request('/v3/device-sign-in/find', { token, body: { user_code } })
const reply = (token: string, user_code: string, approve: boolean, at = server) =>
  at.request('/v3/device-sign-in/answer', { token, body: { user_code, approve } })
const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code]

test('a machine without a browser is signed in by its code, typed by somebody who is signed in', async () => {
  const token = await person()
  const { device_code, user_code, ...rest } = await begin()
  expect(user_code).toMatch(new RegExp(`^[${userCodeLetters}]{4}-[${userCodeLetters}]{4}$`))
  expect(rest).toEqual({
    verification_uri: `${server.origin}/device`,
    verification_uri_complete: `${server.origin}/device?code=${user_code}`,
    expires_in: 600,
    interval: 0,
  })
  expect(codeOf(await poll(device_code))).toEqual([400, 'authorization_pending'])
  const typed = ` ${user_code.toLowerCase().replace('-', ' ')}`
  const { body: found } = await find(token, typed)
  expect(found).toMatchObject({ user_code, name: 'media-server', type: 'linux', address: '127.0.0.1' })
  expect(Math.abs(found.created - Date.now() / 1_000)).toBeLessThan(60)
  expect(codeOf(await poll(device_code))).toEqual([400, 'authorization_pending'])
  expect((await reply(token, typed, true)).status).toBe(200)
  const { body: given } = await poll(device_code)
  expect(given).toEqual({ access_token: expect.any(String), token_type: 'Bearer' })
  const me = await server.request('/v2/users/me', { token: given.access_token })
  expect(me.body.iden).toBe((await server.request('/v2/users/me', { token })).body.iden)
  expect(given.access_token).not.toBe(token)
})

test('the token is handed over once, also to two that ask at the same time', async () => {
  const token = await person()
  const { device_code, user_code } = await begin()
  await reply(token, user_code, true)
  const both = await Promise.all([poll(device_code), poll(device_code)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(codeOf(await poll(device_code))).toEqual([400, 'expired_token'])
})

test('with one-time codes, a session that was proved long ago signs in no machine until it is elevated, but turns one away', async () => {
  const token = await person()
  const { iden } = (await server.request('/v2/users/me', { token })).body
  await server.app.db.write(async (tx) => {
    await tx.run('INSERT INTO one_time_code (account, secret, created, confirmed, last_step) VALUES ($1, $2, 0, 1, 0)', [
      iden,
      'JBSWY3DPEHPK3PXP',
    ])
    await tx.run('UPDATE access_token SET proved = NULL WHERE account = $1', [iden])
  })
  const { device_code, user_code } = await begin()
  expect(codeOf(await reply(token, user_code, true))).toEqual([403, 'elevation_needed'])
  expect(codeOf(await poll(device_code))).toEqual([400, 'authorization_pending'])
  expect((await reply(token, user_code, false)).status).toBe(200)
  const next = await begin()
  await server.app.db.write((tx) => tx.run('UPDATE access_token SET proved = $2 WHERE account = $1', [iden, Date.now() * 1_000]))
  expect((await reply(token, next.user_code, true)).status).toBe(200)
})

test('a program, whatever its token may do, neither sees nor answers the code of a machine', async () => {
  const token = await person()
  const { access_token } = (await server.request('/v3/create-access-token', { token, body: { days: 1 } })).body
  const { device_code, user_code } = await begin()
  expect(codeOf(await find(access_token, user_code))).toEqual([403, 'forbidden'])
  expect(codeOf(await reply(access_token, user_code, true))).toEqual([403, 'forbidden'])
  expect(codeOf(await poll(device_code))).toEqual([400, 'authorization_pending'])
  const again = await server.request('/v3/create-access-token', { token: access_token, body: {} })
  expect([again.status, again.body.error.message]).toEqual([
    403,
    'A token for programs may not do this. Sign in to Waypost and do it there.',
  ])
})

test('a sign-in that was refused gives no token, and a code is answered once', async () => {
  const [owner, other] = [await person(), await person()]
  const { device_code, user_code } = await begin()
  expect((await reply(owner, user_code, false)).status).toBe(200)
  expect(codeOf(await reply(other, user_code, true))).toEqual([404, 'not_found'])
  expect(codeOf(await find(other, user_code))).toEqual([404, 'not_found'])
  expect(codeOf(await poll(device_code))).toEqual([400, 'access_denied'])
  expect(codeOf(await poll(device_code))).toEqual([400, 'expired_token'])
})

test('a code expires after ten minutes, for its machine and for its owner, approved or not', async () => {
  const token = await person()
  const [approved, waiting] = [await begin(), await begin()]
  await reply(token, approved.user_code, true)
  const past = deviceSignInMilliseconds * 1_000
  await server.app.db.write((tx) => tx.run('UPDATE device_sign_in SET expires = expires - $1', [past]))
  expect(codeOf(await find(token, waiting.user_code))).toEqual([404, 'not_found'])
  expect(codeOf(await reply(token, waiting.user_code, true))).toEqual([404, 'not_found'])
  for (const { device_code } of [approved, waiting]) expect(codeOf(await poll(device_code))).toEqual([400, 'expired_token'])
  await begin()
  const rows = await server.app.db.all('SELECT 1 AS one FROM device_sign_in')
  expect(rows).toHaveLength(1)
})

test('the code that the owner types gives no token, and the one of the machine is kept only as a hash', async () => {
  const token = await person()
  const { device_code, user_code } = await begin()
  await reply(token, user_code, true)
  for (const wrong of [user_code, device_code.slice(0, -1), device_code.toLowerCase(), "' OR 1=1 --"])
    expect(codeOf(await poll(wrong))).toEqual([400, 'expired_token'])
  expect(JSON.stringify(await server.app.db.all('SELECT * FROM device_sign_in'))).not.toContain(device_code)
})

test('an account that ends its tokens, or itself, revokes approvals that were not fetched yet', async () => {
  for (const [path, method] of [
    ['/v3/delete-all-access-tokens', 'POST'],
    ['/v2/users/me', 'DELETE'],
  ] as const) {
    const token = await person()
    const { device_code, user_code } = await begin()
    await reply(token, user_code, true)
    expect((await server.request(path, { method, token })).status).toBe(200)
    expect(codeOf(await poll(device_code))).toEqual([400, 'expired_token'])
  }
})

test('codes cannot be guessed by trying: neither one account nor one address gets far, and a good code costs no try', async () => {
  const own = await startTestServer({}, { nodes: 1, rateLimits: { ...noRateLimits, userCode: { burst: 3, every: 60_000 } } })
  try {
    const [token, other] = [await person(own), await person(own)]
    const { user_code } = await begin(own)
    for (let times = 0; times < 5; times++) expect((await find(token, user_code, own)).status).toBe(200)
    for (let times = 0; times < 3; times++) expect(codeOf(await find(token, 'BBBB-BBBB', own))).toEqual([404, 'not_found'])
    const refused = await reply(token, user_code, true, own)
    expect(codeOf(refused)).toEqual([429, 'ratelimited'])
    // Another account at the same address gets no more guesses, but is unaffected elsewhere.
    expect(codeOf(await find(other, 'CCCC-CCCC', own))).toEqual([429, 'ratelimited'])
    const elsewhere = (token: string) =>
      own.request('/v3/device-sign-in/find', { token, body: { user_code }, headers: { 'x-forwarded-for': '192.0.2.7' } })
    expect((await elsewhere(other)).status).toBe(200)
    expect(codeOf(await elsewhere(token))).toEqual([429, 'ratelimited'])
  } finally {
    await own.close()
  }
})

test('a machine that asks too often is told to slow down, and one address begins only so many', async () => {
  const deviceSignIn = { burst: 2, every: 60_000 }
  const own = await startTestServer(
    {},
    { nodes: 1, rateLimits: { ...noRateLimits, deviceSignIn, devicePoll: defaultRateLimits.devicePoll } },
  )
  try {
    const { device_code, interval } = await begin(own)
    expect(interval).toBe(5)
    const codes = []
    for (let times = 0; times < 3; times++) codes.push(codeOf(await poll(device_code, own))[1])
    expect(codes).toEqual(['authorization_pending', 'authorization_pending', 'slow_down'])
    await begin(own)
    expect(codeOf(await own.request('/v3/device-sign-in', { body: { name: 'third' } }))).toEqual([429, 'ratelimited'])
  } finally {
    await own.close()
  }
})

test('an app that a person let in cannot sign machines in, and names are bounded', async () => {
  const token = await person()
  const client = await server.request('/v2/clients', { token, body: { name: 'Lamp', redirect_uri: 'https://lamp.example.org/' } })
  const { client_id } = client.body
  const { body } = await server.request('/oauth2/authorize', {
    token,
    body: { client_id, redirect_uri: 'https://lamp.example.org/', response_type: 'token' },
  })
  const app = new URLSearchParams(new URL(body.redirect_uri).hash.slice(1)).get('access_token') ?? ''
  const { user_code } = await begin()
  for (const answer of [await find(app, user_code), await reply(app, user_code, true)])
    expect(codeOf(answer)).toEqual([403, 'forbidden'])
  for (const name of ['', ' ', 'x'.repeat(nameLength + 1), 7])
    expect(codeOf(await server.request('/v3/device-sign-in', { body: { name } }))).toEqual([400, 'invalid_param'])
})
