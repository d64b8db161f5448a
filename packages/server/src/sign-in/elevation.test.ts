import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noRateLimits } from '../http/rate-limits.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.signUp('first@example.org')).token
})
afterAll(() => server.close())

const password = 'a password for tests'
const next = 'lamp river seventeen'
const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code]
const needed = [403, 'elevation_needed']
const shown = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

const pass = (minutes: number, at = server) =>
  at.app.db.write((tx) => tx.run('UPDATE access_token SET proved = proved - $1', [minutes * 60_000_000]))

const elevate = (token: string, body: object, at = server) => at.request('/v3/elevate', { token, body })

async function signIn(email: string): Promise<string> {
  const { access_token } = (await server.request('/provider/local/sign-in', { body: { email, password } })).body
  return (await server.request('/v2/authenticate', { body: { type: 'local', access_token } })).body.api_key
}

async function switchCodesOn(token: string): Promise<string> {
  const { body } = await server.request('/v3/factors/codes', { token, body: {} })
  await server.request('/v3/factors/codes/confirm', { token, body: { code: shown(body.secret) } })
  // As if the first code had never been used.
  await server.app.db.write((tx) => tx.run('UPDATE one_time_code SET last_step = 0'))
  return body.secret
}

const guarded = (login: string): [path: string, method: string, body?: object][] => [
  ['/v3/factors/codes', 'POST', {}],
  ['/v3/factors/codes/confirm', 'POST', { code: '123456' }],
  ['/v3/factors/codes', 'DELETE'],
  ['/v3/factors/recovery-codes', 'POST', {}],
  ['/v3/change-email', 'POST', { email: 'new@example.org', password }],
  ['/provider/local/change-password', 'POST', { password, new_password: next }],
  ['/v2/accounts', 'POST', { type: 'local', access_token: 'x' }],
  [`/v2/accounts/${login}`, 'DELETE'],
  ['/v2/users/me', 'DELETE'],
]

test('a sign-in elevates its session for ten minutes, and guarded calls need it', async () => {
  const { token, account } = await server.signUp('ana@example.org')
  await switchCodesOn(token)
  const call = (path: string, method: string, body?: object) => server.request(path, { token, method, body })
  await pass(9)
  const { elevated_until } = (await server.request('/v3/factors', { token })).body
  expect(Math.abs(elevated_until - Date.now() / 1_000 - 60)).toBeLessThan(30)
  expect(codeOf(await call('/v3/factors/codes', 'POST', {}))).toEqual([403, 'forbidden'])
  await pass(2)
  expect((await server.request('/v3/factors', { token })).body).not.toHaveProperty('elevated_until')
  for (const [path, method, body] of guarded(account.iden))
    expect([path, method, ...codeOf(await call(path, method, body))]).toEqual([path, method, ...needed])
  expect((await call('/v2/users/me', 'GET')).status).toBe(200)
})

test('the password elevates an account without other factors; a wrong one or none does not', async () => {
  const { token } = await server.signUp('plain@example.org')
  const other = await signIn('plain@example.org')
  await pass(11)
  const remove = () => server.request('/v2/users/me', { token, method: 'DELETE' })
  for (const body of [{}, { password: 'not this one' }, { code: '123456' }, { type: 'local', access_token: 'x' }]) {
    const refused = await elevate(token, body)
    expect([...codeOf(refused), refused.body.error.param]).toEqual([400, 'sign_in_failed', 'password'])
  }
  expect(codeOf(await remove())).toEqual(needed)
  const { body } = await elevate(token, { password })
  expect(Math.abs(body.elevated_until - Date.now() / 1_000 - 600)).toBeLessThan(30)
  expect(codeOf(await server.request('/v2/users/me', { token: other, method: 'DELETE' }))).toEqual(needed)
  expect((await remove()).status).toBe(200)
})

test('calls that take the password need nothing else of an account without other factors', async () => {
  const { token } = await server.signUp('direct@example.org')
  await pass(11)
  const body = { password, new_password: next }
  expect((await server.request('/provider/local/change-password', { token, body })).status).toBe(200)
  const change = { email: 'direct-2@example.org', password: next }
  expect((await server.request('/v3/change-email', { token, body: change })).status).toBe(200)
})

test('with one-time codes the password alone elevates nothing, nor a code alone; both do', async () => {
  const { token } = await server.signUp('both@example.org')
  const secret = await switchCodesOn(token)
  await pass(11)
  const needs = await elevate(token, { password })
  expect([...codeOf(needs), needs.body.error.param]).toEqual([400, 'code_needed', 'code'])
  expect(codeOf(await elevate(token, { code: shown(secret) }))).toEqual([400, 'sign_in_failed'])
  expect(codeOf(await elevate(token, { code: shown(secret), password: 'x' }))).toEqual([400, 'sign_in_failed'])
  expect(codeOf(await elevate(token, { code: '000000', password }))).toEqual([400, 'code_wrong'])
  const body = { password, new_password: next }
  const change = () => server.request('/provider/local/change-password', { token, body })
  expect(codeOf(await change())).toEqual(needed)
  expect((await elevate(token, { code: shown(secret), password })).status).toBe(200)
  expect(codeOf(await elevate(token, { code: shown(secret), password }))).toEqual([400, 'code_wrong'])
  expect((await change()).status).toBe(200)
})

test('what other sessions have proved without a code no longer counts once codes are on', async () => {
  const { token } = await server.signUp('two@example.org')
  const other = await signIn('two@example.org')
  await switchCodesOn(token)
  expect(codeOf(await server.request('/v3/factors/codes', { token: other, method: 'DELETE' }))).toEqual(needed)
  expect((await server.request('/v3/factors/codes', { token, method: 'DELETE' })).status).toBe(200)
})

test("neither a program's token, nor a device signed in by a code, nor an administrator's session is elevated by itself", async () => {
  const { token } = await server.signUp('kinds@example.org')
  const { body: made } = await server.request('/v3/create-access-token', { token, body: {} })
  const { body: device } = await server.request('/v3/device-sign-in', { body: { name: 'box' } })
  await server.request('/v3/device-sign-in/answer', { token, body: { user_code: device.user_code, approve: true } })
  const { body: machine } = await server.request('/v3/device-sign-in/token', { body: { device_code: device.device_code } })
  const { body: helper } = await server.request('/v3/admin-become', { token: admin, body: { email: 'kinds@example.org' } })
  const remove = (one: string) => server.request('/v2/users/me', { token: one, method: 'DELETE' })
  expect(codeOf(await remove(machine.access_token))).toEqual(needed)
  for (const one of [made, helper]) expect(codeOf(await remove(one.access_token))).toEqual([403, 'forbidden'])
  // Even with the password, a token that is not the owner's sign-in can't be elevated.
  for (const one of [made, helper]) expect(codeOf(await elevate(one.access_token, { password }))).toEqual([403, 'forbidden'])
  expect((await elevate(machine.access_token, { password })).status).toBe(200)
  expect((await remove(machine.access_token)).status).toBe(200)
})

test('the password cannot be guessed by elevating a stolen session', async () => {
  const rateLimits = { ...noRateLimits, forAccount: { burst: 3, every: 60_000 } }
  const own = await startTestServer({}, { rateLimits, nodes: 1 })
  const { token } = await own.signUp('stolen@example.org')
  for (let tries = 0; tries < 3; tries++)
    expect(codeOf(await elevate(token, { password: 'x' }, own))).toEqual([400, 'sign_in_failed'])
  expect(codeOf(await elevate(token, { password }, own))).toEqual([429, 'ratelimited'])
  const change = await own.request('/provider/local/change-password', { token, body: { password, new_password: next } })
  expect(codeOf(change)).toEqual([429, 'ratelimited'])
  await own.close()
})
