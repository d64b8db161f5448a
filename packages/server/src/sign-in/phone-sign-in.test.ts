// On the engines too: a token is handed over once, by whichever node is asked.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertToken } from '../access-token/rows.ts'
import { defaultRateLimits, noRateLimits } from '../http/rate-limits.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'
import { phoneSignInMilliseconds } from './phone-sign-in.ts'

let server: TestServer
let people = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'
const key = 'the-key-that-the-phone-made'
const otherKey = 'the-key-that-a-stranger-made'

const person = async (at = server) => {
  const email = `phone-${people++}@example.org`
  return { email, token: (await at.signUp(email)).token }
}
const call = (
  path: string,
  body: object,
  options: { token?: string; at?: TestServer; headers?: Record<string, string> } = {},
) => {
  const { at = server, token, headers } = options
  return at.request(`/v3/phone-sign-in${path}`, { method: 'POST', body, ...(token && { token }), ...(headers && { headers }) })
}
const start = async (token: string, at = server): Promise<{ iden: string; secret: string; body: Json }> => {
  const { body } = await call('', {}, { token, at })
  return { iden: body.iden, secret: new URL(body.address).hash.slice(1), body }
}
const find = (token: string, iden: string, at = server) => call('/find', { iden }, { token, at })
const answer = (token: string, iden: string, approve = true, at = server) => call('/answer', { iden, approve }, { token, at })
const open = (secret: string, by = key, at = server) =>
  call('/open', { secret, key: by }, { at, headers: { 'user-agent': iPhone, 'x-forwarded-for': '192.0.2.44' } })
const poll = (secret: string, by = key, at = server) => call('/token', { secret, key: by }, { at })
const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code]
const sessionsOf = async (token: string) => (await server.request('/v3/sessions', { token })).body.sessions as Json[]
const whose = async (token: string) => (await server.request('/v2/users/me', { token })).body.email

test('a phone that opened the address is signed in after the press on the computer, which shows its number, and not before', async () => {
  const { token, email } = await person()
  const { iden, secret, body } = await start(token)
  expect(body.address).toBe(`${server.origin}/phone#${secret}`)
  expect(body).toMatchObject({ expires_in: 300, interval: 2, only_here: true })
  expect((await find(token, iden)).body).toEqual({ state: 'unopened' })
  const { body: opened } = await open(secret)
  expect(opened).toMatchObject({ number: expect.stringMatching(/^[1-9]\d$/), email, interval: 2 })
  expect(opened.expires_in).toBeGreaterThan(290)
  expect(codeOf(await poll(secret))).toEqual([400, 'authorization_pending'])
  const asks = { state: 'asks', number: opened.number, name: 'Safari on iPhone', address: '192.0.2.44', place: 'local' }
  expect((await find(token, iden)).body).toEqual(asks)
  expect((await answer(token, iden)).status).toBe(200)
  expect((await find(token, iden)).body).toEqual({ ...asks, state: 'approved' })
  const { body: given } = await poll(secret)
  expect(given).toEqual({ access_token: expect.any(String), token_type: 'Bearer' })
  expect(await whose(given.access_token)).toBe(email)
  expect(codeOf(await find(token, iden))).toEqual([404, 'not_found'])
  const [phone] = (await sessionsOf(token)).filter(({ name }) => name === 'Safari on iPhone')
  expect(phone).toMatchObject({ current: false, place: 'local' })
  expect((await server.request(`/v3/sessions/${phone?.iden}`, { token, method: 'DELETE' })).status).toBe(200)
  expect((await server.request('/v2/users/me', { token: given.access_token })).status).toBe(401)
})

test('the owner reads of it among the security events', async () => {
  const { token } = await person()
  const { iden, secret } = await start(token)
  await open(secret)
  await answer(token, iden)
  const { body } = await server.request('/v3/audit', { token })
  expect(body.entries[0]).toMatchObject({
    act: 'phone-sign-in',
    own: true,
    details: { device: 'Safari on iPhone', place: 'local' },
  })
})

test('without the press a phone gets nothing, and nothing after a refusal', async () => {
  const { token } = await person()
  const { iden, secret } = await start(token)
  await open(secret)
  for (let polls = 0; polls < 3; polls++) expect(codeOf(await poll(secret))).toEqual([400, 'authorization_pending'])
  expect((await answer(token, iden, false)).status).toBe(200)
  expect(codeOf(await answer(token, iden))).toEqual([404, 'not_found'])
  expect(codeOf(await poll(secret))).toEqual([400, 'access_denied'])
  expect(codeOf(await poll(secret))).toEqual([400, 'expired_token'])
  expect(await sessionsOf(token)).toHaveLength(1)
})

test('nothing can be allowed before a phone has opened the address', async () => {
  const { token } = await person()
  const { iden, secret } = await start(token)
  expect(codeOf(await answer(token, iden))).toEqual([404, 'not_found'])
  expect(codeOf(await poll(secret))).toEqual([400, 'expired_token'])
})

test('the address works for the first phone alone, which may open it again; a photograph of the code is of no use to the second', async () => {
  const { token } = await person()
  const { iden, secret } = await start(token)
  const { body: first } = await open(secret)
  expect(codeOf(await open(secret, otherKey))).toEqual([400, 'link_expired'])
  expect((await open(secret)).body.number).toBe(first.number)
  await answer(token, iden)
  expect(codeOf(await poll(secret, otherKey))).toEqual([400, 'expired_token'])
  expect((await poll(secret)).status).toBe(200)
  for (const late of [await open(secret), await open(secret, otherKey)]) expect(codeOf(late)).toEqual([400, 'link_expired'])
})

test('of two phones that open the address at the same time, one gets in', async () => {
  const { token } = await person()
  const { secret } = await start(token)
  const both = await Promise.all([open(secret), open(secret, otherKey)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('the token is handed over once, also to two polls at the same time', async () => {
  const { token } = await person()
  const { iden, secret } = await start(token)
  await open(secret)
  await answer(token, iden)
  const both = await Promise.all([poll(secret), poll(secret)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await sessionsOf(token)).toHaveLength(2)
})

test('neither another account nor another session of the same account sees the phone or lets it in', async () => {
  const [owner, stranger] = [await person(), await person()]
  const { body: made } = await server.request('/v3/create-access-token', { token: owner.token, body: {} })
  const { iden, secret } = await start(owner.token)
  await open(secret)
  const me = (await server.request('/v2/users/me', { token: owner.token })).body
  const other = (await server.app.db.write((tx) => insertToken(tx, me.iden))) as string
  const refusals = [
    [stranger.token, [404, 'not_found']],
    [other, [404, 'not_found']],
    [made.access_token, [403, 'forbidden']],
  ] as const
  for (const [token, refusal] of refusals)
    for (const refused of [await find(token, iden), await answer(token, iden), await answer(token, iden, false)])
      expect(codeOf(refused)).toEqual(refusal)
  expect(codeOf(await poll(secret))).toEqual([400, 'authorization_pending'])
})

test('guessed secrets open nothing, and the server keeps neither the secret nor the key of the phone', async () => {
  const { token } = await person()
  const { secret } = await start(token)
  await open(secret)
  for (const wrong of [secret.slice(0, -1), secret.toLowerCase(), `${secret}x`, "' OR 1=1 --", '%'])
    for (const refused of [await open(wrong, otherKey), await poll(wrong)]) expect(refused.status).toBe(400)
  for (const body of [{ secret }, { secret, key: 'short' }, { secret, key: 'x'.repeat(101) }, { secret: 7, key }])
    expect(codeOf(await call('/open', body))).toEqual([400, 'invalid_param'])
  const rows = JSON.stringify(await server.app.db.all('SELECT * FROM one_time_link'))
  expect(rows).not.toContain(secret)
  expect(rows).not.toContain(key)
})

test('an address expires after five minutes, opened and allowed or not', async () => {
  const [waiting, allowed] = [await person(), await person()]
  const [one, other] = [await start(waiting.token), await start(allowed.token)]
  await open(other.secret)
  await answer(allowed.token, other.iden)
  const past = phoneSignInMilliseconds * 1_000
  await server.app.db.write((tx) => tx.run("UPDATE one_time_link SET expires = expires - $1 WHERE purpose = 'phone'", [past]))
  expect(codeOf(await open(one.secret))).toEqual([400, 'link_expired'])
  expect(codeOf(await find(waiting.token, one.iden))).toEqual([404, 'not_found'])
  expect(codeOf(await poll(other.secret))).toEqual([400, 'expired_token'])
})

test('a new code ends the earlier one of the account', async () => {
  const { token } = await person()
  const first = await start(token)
  await open(first.secret)
  const second = await start(token)
  expect(codeOf(await answer(token, first.iden))).toEqual([404, 'not_found'])
  expect(codeOf(await poll(first.secret))).toEqual([400, 'expired_token'])
  expect((await open(second.secret)).status).toBe(200)
})

test('an account that ends its sessions or tokens, or itself, revokes approvals that were not fetched yet', async () => {
  for (const [path, method] of [
    ['/v3/sessions', 'DELETE'],
    ['/v3/delete-all-access-tokens', 'POST'],
    ['/v2/users/me', 'DELETE'],
  ] as const) {
    const { token } = await person()
    const { iden, secret } = await start(token)
    await open(secret)
    await answer(token, iden)
    expect((await server.request(path, { method, token })).status).toBe(200)
    expect(codeOf(await poll(secret))).toEqual([400, 'expired_token'])
  }
})

test('a suspended account lets no phone in', async () => {
  const { token, email } = await person()
  const { iden, secret } = await start(token)
  await open(secret)
  await answer(token, iden)
  await server.app.db.write((tx) => tx.run('UPDATE account SET suspended = $2 WHERE email = $1', [email, Date.now() * 1_000]))
  expect(codeOf(await poll(secret))).toEqual([403, 'account_suspended'])
})

test('a phone has proved nothing yet: what needs an elevated session asks it for the password', async () => {
  const { token } = await person()
  const { iden, secret } = await start(token)
  await open(secret)
  await answer(token, iden)
  const { access_token } = (await poll(secret)).body
  const removed = await server.request('/v2/users/me', { token: access_token, method: 'DELETE' })
  expect(codeOf(removed)).toEqual([403, 'elevation_needed'])
})

test('with one-time codes, a session that was proved long ago lets no phone in until it is elevated, but turns one away', async () => {
  const { token, email } = await person()
  await server.app.db.write(async (tx) => {
    const [{ iden }] = (await tx.all('SELECT iden FROM account WHERE email = $1', [email])) as [{ iden: string }]
    await tx.run('INSERT INTO one_time_code (account, secret, created, confirmed, last_step) VALUES ($1, $2, 0, 1, 0)', [
      iden,
      'JBSWY3DPEHPK3PXP',
    ])
    await tx.run('UPDATE access_token SET proved = NULL WHERE account = $1', [iden])
  })
  const first = await start(token)
  await open(first.secret)
  expect(codeOf(await answer(token, first.iden))).toEqual([403, 'elevation_needed'])
  expect(codeOf(await poll(first.secret))).toEqual([400, 'authorization_pending'])
  expect((await answer(token, first.iden, false)).status).toBe(200)
})

test('a phone that asks too often is told to slow down, and an account makes only so many codes', async () => {
  const rateLimits = { ...noRateLimits, phonePoll: defaultRateLimits.phonePoll, phoneSignIn: { burst: 2, every: 60_000 } }
  const own = await startTestServer({}, { nodes: 1, rateLimits })
  try {
    const { token } = await person(own)
    const { secret } = await start(token, own)
    await open(secret, key, own)
    const codes = []
    for (let polls = 0; polls < 4; polls++) codes.push(codeOf(await poll(secret, key, own))[1])
    expect(codes).toEqual([...Array(3).fill('authorization_pending'), 'slow_down'])
    await start(token, own)
    expect(codeOf(await call('', {}, { token, at: own }))).toEqual([429, 'ratelimited'])
  } finally {
    await own.close()
  }
})

test('an administrator who is signed in for support signs no phone in', async () => {
  const { token: admin } = await server.signUp('first-of-phones@example.org')
  const { email } = await person()
  await server.app.db.write((tx) => tx.run("UPDATE account SET admin = 1 WHERE email = 'first-of-phones@example.org'"))
  const { body } = await server.request('/v3/admin-become', { token: admin, body: { email } })
  if (!body.access_token) throw new Error(JSON.stringify(body))
  expect(codeOf(await call('', {}, { token: body.access_token }))).toEqual([403, 'forbidden'])
})
