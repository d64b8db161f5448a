import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let developer: string
let token: string
let client: Json
beforeAll(async () => {
  server = await startTestServer()
  developer = (await server.signUp('developer@example.org')).token
  token = (await server.signUp('alice@example.org')).token
  client = await register('Lamp')
})
afterAll(() => server.close())

const register = async (name: string): Promise<Json> =>
  (await server.request('/v2/clients', { token: developer, body: { name, redirect_uri: 'https://lamp.example.org/back' } })).body
const authorize = (body: object) => server.request('/oauth2/authorize', { token, body })
const exchange = (body: object) => server.request('/oauth2/token', { body: { grant_type: 'authorization_code', ...body } })
const keysOf = ({ client_id, client_secret }: Json) => ({ client_id, client_secret })
const postForm = (fields: Record<string, string>) =>
  server.request('/oauth2/token', {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

test('a client whose id or secret is wrong is refused with 401, whatever its code', async () => {
  const other = await register('Other')
  const { body } = await authorize({ client_id: client.client_id })
  for (const wrong of [{ client_secret: other.client_secret }, { client_id: 'unknown' }]) {
    const answer = await exchange({ ...keysOf(client), ...wrong, code: body.code })
    expect([answer.status, answer.body.error.code]).toEqual([401, 'invalid_client'])
  }
})

test('a program that sends a form, as OAuth libraries do, is refused as RFC 6749 says', async () => {
  const { body } = await authorize({ client_id: client.client_id })
  const right = { grant_type: 'authorization_code', ...keysOf(client), code: body.code }
  const tries: [wrong: object, status: number, error: string][] = [
    [{ code: 'o.wrong' }, 400, 'invalid_grant'],
    [{ client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ client_secret: '' }, 400, 'invalid_client'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ grant_type: '' }, 400, 'invalid_request'],
    [{ code: '' }, 400, 'invalid_request'],
  ]
  for (const [wrong, status, error] of tries) {
    const answer = await postForm({ ...right, ...wrong })
    expect([answer.status, answer.body.error], JSON.stringify(wrong)).toEqual([status, error])
    expect(answer.body).toEqual({ error, error_description: expect.stringMatching(/^[ -~]+$/), error_code: expect.any(String) })
    expect(answer.headers.get('cache-control')).toContain('no-store')
  }
  // A client that tried Basic authorization gets a 401, even without a secret.
  const { client_id, client_secret: _, ...rest } = { ...right }
  const basic = { authorization: `Basic ${btoa(`${client_id}:`)}` }
  const incomplete = await server.request('/oauth2/token', { method: 'POST', headers: basic, body: rest })
  expect(incomplete.status).toBe(401)
  const given = await postForm(right)
  expect([given.status, given.headers.get('cache-control'), given.headers.get('pragma')]).toEqual([
    200,
    expect.stringContaining('no-store'),
    'no-cache',
  ])
})

test('with a code_challenge, only who has its verifier exchanges the code', async () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  const asked = async (more: object) => (await authorize({ client_id: client.client_id, ...more })).body.code
  const brings = async (code: string, more: object) => (await exchange({ ...keysOf(client), code, ...more })).status
  const hashed = await asked({ code_challenge: challenge, code_challenge_method: 'S256' })
  expect(await brings(hashed, {})).toBe(400)
  expect(await brings(hashed, { code_verifier: challenge })).toBe(400)
  expect(await brings(hashed, { code_verifier: verifier })).toBe(200)
  // `plain` is what a challenge without a method means.
  const plain = await asked({ code_challenge: verifier })
  expect(await brings(plain, { code_verifier: challenge })).toBe(400)
  expect(await brings(plain, { code_verifier: verifier })).toBe(200)
  expect(await brings(await asked({}), { code_verifier: verifier })).toBe(400)
  for (const wrong of [{ code_challenge: 'short' }, { code_challenge: challenge, code_challenge_method: 'S512' }])
    expect((await authorize({ client_id: client.client_id, ...wrong })).status).toBe(400)
})
