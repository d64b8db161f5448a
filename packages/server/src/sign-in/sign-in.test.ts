// On the engines too: an address signs up once, also for two at once; tokens are found on either node.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // The first account is an administrator, who has Pro.
  await server.signUp('admin@example.org')
})
afterAll(() => server.close())

const local = (path: string, body: object) => server.request(`/provider/local/${path}`, { body })

test('API-055 API-057 API-098 API-099 signing up, then authenticate, answers the account with a key that works', async () => {
  const { body: granted } = await local('sign-up', { email: ' Ana@Example.org ', password: 'correct horse', name: 'Ana' })
  expect(granted.expires_in).toBe(600)
  const { status, body } = await server.request('/v2/authenticate', {
    body: { access_token: granted.access_token, type: 'local', tracking: { source: 'web', client_id: 'c', session_id: 's' } },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    email: 'Ana@Example.org',
    email_normalized: 'ana@example.org',
    name: 'Ana',
    max_upload_size: 26214400,
  })
  expect(body.id).toBe(body.iden)
  expect(Math.abs(body.created - Date.now() / 1_000)).toBeLessThan(60)
  const me = await server.request('/v2/users/me', { token: body.api_key })
  expect(me.body).toEqual({ ...body, api_key: undefined })
})

test('API-099 an account says whether its owner has made an access token, until all are deleted', async () => {
  const { token, account } = await server.signUp('maker@example.org')
  expect(account).not.toHaveProperty('generated_access_token')
  const me = async (by: string) => (await server.request('/v2/users/me', { token: by })).body
  expect(await me(token)).not.toHaveProperty('generated_access_token')
  const { body } = await server.request('/v3/create-access-token', { token, body: {} })
  expect(await me(token)).toMatchObject({ generated_access_token: true })
  expect((await server.request('/v3/delete-all-access-tokens', { token: body.access_token, body: {} })).status).toBe(403)
  await server.request('/v3/delete-all-access-tokens', { token, body: {} })
  const { body: signed } = await local('sign-in', { email: 'maker@example.org', password: 'a password for tests' })
  const again = await server.request('/v2/authenticate', { body: { access_token: signed.access_token, type: 'local' } })
  expect(again.status).toBe(200)
  expect(await me(again.body.api_key)).not.toHaveProperty('generated_access_token')
})

test('the first account looks after the server, the next ones do not', async () => {
  const own = await startTestServer()
  const first = await own.signUp('first@example.org')
  const second = await own.signUp('second@example.org')
  expect(first.account.admin).toBe(true)
  expect(second.account.admin).toBeUndefined()
  await own.close()
})

test('AUTH-012 what the provider handed out opens the account once only', async () => {
  const { body: granted } = await local('sign-up', { email: 'once@example.org', password: 'correct horse' })
  const body = { access_token: granted.access_token, type: 'local' }
  expect((await server.request('/v2/authenticate', { body })).status).toBe(200)
  const again = await server.request('/v2/authenticate', { body })
  expect([again.status, again.body.error.code]).toEqual([400, 'sign_in_failed'])
})

test('signing in again gives the same account and one more key', async () => {
  const { token, account } = await server.signUp('again@example.org')
  const { body: granted } = await local('sign-in', { email: 'AGAIN@example.org', password: 'a password for tests' })
  const { body } = await server.request('/v2/authenticate', { body: { access_token: granted.access_token, type: 'local' } })
  expect(body.iden).toBe(account.iden)
  expect(body.api_key).not.toBe(token)
  for (const key of [token, body.api_key]) expect((await server.request('/v2/users/me', { token: key })).status).toBe(200)
})

test('a wrong password and an unknown address are refused in the same words', async () => {
  await server.signUp('known@example.org')
  const wrong = await local('sign-in', { email: 'known@example.org', password: 'not this one' })
  const unknown = await local('sign-in', { email: 'unknown@example.org', password: 'not this one' })
  expect(wrong.status).toBe(400)
  expect(wrong.body).toEqual(unknown.body)
  expect(wrong.body.error.code).toBe('sign_in_failed')
})

test('an address signs up once, however it is written, also when two try at once', async () => {
  const body = { email: 'twice@example.org', password: 'correct horse' }
  const answers = await Promise.all([local('sign-up', body), local('sign-up', { ...body, email: 'TWICE@example.org' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(answers.find(({ status }) => status === 400)?.body.error.code).toBe('email_taken')
})

test('what cannot be an address or a password is refused by name', async () => {
  const bad: [object, string][] = [
    [{ email: 'no at sign', password: 'correct horse' }, 'email'],
    [{ email: 'a b@example.org', password: 'correct horse' }, 'email'],
    [{ email: 'a@example.org' }, 'password'],
    [{ email: 'a@example.org', password: 'short' }, 'password'],
    [{ email: 'a@example.org', password: 'x'.repeat(1_001) }, 'password'],
    [{ email: ['a@example.org'], password: 'correct horse' }, 'email'],
  ]
  for (const [body, param] of bad) {
    const answer = await local('sign-up', body)
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([400, 'invalid_param', param])
  }
})

test('an unknown provider is refused', async () => {
  const { status, body } = await server.request('/v2/authenticate', { body: { access_token: 'x', type: 'unknown' } })
  expect([status, body.error.code]).toEqual([400, 'provider_unknown'])
})

test('GET /v3/providers lists the built-in provider and whether it takes new people', async () => {
  const { body } = await server.request('/v3/providers')
  expect(body.providers).toEqual([
    {
      type: 'local',
      name: 'Waypost',
      authorize_url: '/provider/local',
      client_id: 'waypost',
      sign_up: true,
      password_reset: 'administrator',
    },
  ])
})

test('WAYPOST_SIGNUP=closed takes the first account and no other', async () => {
  const own = await startTestServer({ WAYPOST_SIGNUP: 'closed' })
  await own.signUp('first@example.org')
  const { status, body } = await own.request('/provider/local/sign-up', {
    body: { email: 'b@example.org', password: 'correct horse' },
  })
  expect([status, body.error.code]).toEqual([403, 'sign_up_closed'])
  expect((await own.request('/v3/providers')).body.providers[0].sign_up).toBe(false)
  await own.close()
})

test('API-059 API-060 SETT-009 SETT-010 a further token works until all are ended', async () => {
  const { token } = await server.signUp('tokens@example.org')
  const other = await server.signUp('other-tokens@example.org')
  const { body } = await server.request('/v3/create-access-token', { token, body: {} })
  expect(body.access_token).toMatch(/^o\.[A-Za-z0-9]{32}$/)
  expect((await server.request('/v2/users/me', { token: body.access_token })).status).toBe(200)
  expect((await server.request('/v3/delete-all-access-tokens', { token, body: {} })).body).toEqual({})
  for (const ended of [token, body.access_token]) {
    const refused = await server.request('/v2/users/me', { token: ended })
    expect([refused.status, refused.body.error.message]).toEqual([401, 'Access token is missing or invalid.'])
  }
  expect((await server.request('/v2/users/me', { token: other.token })).status).toBe(200)
})

test('API-001 GAP-019 the three forms of the token are the same, and without one a call does nothing', async () => {
  const { token, account } = await server.signUp('forms@example.org')
  const forms: Record<string, string>[] = [
    { 'access-token': token },
    { authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` },
    { authorization: `Bearer ${token}` },
  ]
  for (const headers of forms) expect((await server.request('/v2/users/me', { headers })).body.iden).toBe(account.iden)
  const wrong: Record<string, string>[] = [
    {},
    { authorization: 'Basic' },
    { authorization: 'Basic !!!' },
    { 'access-token': 'o.wrong' },
  ]
  for (const headers of wrong) {
    const { status, body } = await server.request('/v2/users/me', { headers })
    expect(status).toBe(401)
    expect(body).toEqual({
      error: {
        code: 'invalid_access_token',
        type: 'invalid_request',
        message: 'Access token is missing or invalid.',
        cat: expect.any(String),
      },
      error_code: 'invalid_access_token',
    })
  }
})

test('neither tokens nor passwords can be read in the data folder', async () => {
  const { token } = await server.signUp('secret@example.org')
  const everything = JSON.stringify(
    await Promise.all(
      ['access_token', 'local_identity', 'local_token', 'login'].map((table) => server.app.db.all(`SELECT * FROM ${table}`)),
    ),
  )
  expect(everything).toContain('secret@example.org')
  expect(everything).not.toContain(token)
  expect(everything).not.toContain('a password for tests')
  expect(everything).toContain('$argon2id$')
})

test('a password costs 19 MiB and two passes to try', async () => {
  const usual = await startTestServer({}, { usualPasswordCost: true })
  await usual.signUp('costly@example.org')
  const kept = await usual.app.db.one<{ password_hash: string }>('SELECT password_hash FROM local_identity')
  expect(kept?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await usual.close()
})
