// On the engines too: a code is used once, also by two at once, and ended tokens are refused on either node.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { noRateLimits } from '../http/rate-limits.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let developer: string
let token: string
let stranger: string
let client: Json
beforeAll(async () => {
  server = await startTestServer()
  developer = (await server.signUp('developer@example.org')).token
  token = (await server.signUp('alice@example.org')).token
  stranger = (await server.signUp('mallory@example.org')).token
  client = await register()
})
afterAll(() => server.close())

const redirect_uri = 'https://lamp.example.org/back?from=waypost'

async function register(fields: object = {}): Promise<Json> {
  const body = {
    name: 'Lamp',
    website_url: 'https://lamp.example.org',
    image_url: 'https://lamp.example.org/l.png',
    redirect_uri,
  }
  return (await server.request('/v2/clients', { token: developer, body: { ...body, ...fields } })).body
}

const authorize = (body: object, by = token) => server.request('/oauth2/authorize', { token: by, body })
const exchange = (body: object, headers?: Record<string, string>) =>
  server.request('/oauth2/token', { body: { grant_type: 'authorization_code', ...body }, ...(headers && { headers }) })
const keysOf = ({ client_id, client_secret }: Json) => ({ client_id, client_secret })
const works = async (key: string) => (await server.request('/v2/users/me', { token: key })).status === 200
const grantsOf = async (by: string) => (await server.request('/v2/grants?active_only=true', { token: by })).body.grants

async function letIn(app: Json, by = token): Promise<string> {
  const { body } = await authorize({ client_id: app.client_id }, by)
  return (await exchange({ ...keysOf(app), code: body.code })).body.access_token
}

test('API-066 OAUTH-017 OAUTH-020 approving sends the browser back with a code, and the query stays', async () => {
  const { status, body } = await authorize({
    client_id: client.client_id,
    response_type: 'code',
    scope: 'everything',
    state: 'a b&c',
  })
  expect(status).toBe(200)
  expect(body.redirect_uri.startsWith(`${redirect_uri}&code=`)).toBe(true)
  const query = new URL(body.redirect_uri).searchParams
  expect([query.get('from'), query.get('code'), query.get('state')]).toEqual(['waypost', body.code, 'a b&c'])
})

test('GAP-052 a code is exchanged for a token that opens the account', async () => {
  const { body } = await authorize({ client_id: client.client_id })
  const given = await exchange({ ...keysOf(client), code: body.code })
  expect(given.status).toBe(200)
  expect(given.body).toEqual({
    access_token: expect.stringMatching(/^o\.[A-Za-z0-9]{32}$/),
    token_type: 'Bearer',
    scope: 'everything',
  })
  const me = await server.request('/v2/users/me', { token: given.body.access_token })
  expect(me.body.email).toBe('alice@example.org')
  const expiring = 'SELECT hash FROM access_token WHERE client_iden IS NOT NULL AND expires IS NOT NULL'
  expect(await server.app.db.all(expiring)).toEqual([])
})

test('GAP-052 the keys may come as Basic authorization, and all of it as a form', async () => {
  const { body: one } = await authorize({ client_id: client.client_id })
  const basic = `Basic ${Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')}`
  expect((await exchange({ code: one.code }, { authorization: basic })).body.token_type).toBe('Bearer')
  const { body: two } = await authorize({ client_id: client.client_id })
  const form = new URLSearchParams({ grant_type: 'authorization_code', ...keysOf(client), code: two.code }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await server.request('/oauth2/token', { body: form, headers })).body.token_type).toBe('Bearer')
})

test('GAP-052 response_type token puts the token into the hash', async () => {
  const { body } = await authorize({ client_id: client.client_id, response_type: 'token', state: 'x' })
  expect(body.redirect_uri.startsWith(`${redirect_uri}#access_token=`)).toBe(true)
  const hash = new URLSearchParams(new URL(body.redirect_uri).hash.slice(1))
  expect(hash.get('state')).toBe('x')
  expect(await works(hash.get('access_token') ?? '')).toBe(true)
  expect(body).not.toHaveProperty('code')
})

test('a redirect_uri at the registered place is taken, with a query of its own', async () => {
  const requested = 'https://lamp.example.org/back?room=kitchen'
  const { body } = await authorize({ client_id: client.client_id, redirect_uri: requested })
  expect(body.redirect_uri).toBe(`${requested}&code=${body.code}`)
  const bare = 'https://lamp.example.org/back'
  const { body: other } = await authorize({ client_id: client.client_id, redirect_uri: bare })
  expect(other.redirect_uri).toBe(`${bare}?code=${other.code}`)
})

test('API-066 OAUTH-021 any other redirect_uri, and an unknown client, is an error with a sentence and no redirect', async () => {
  const before = (await grantsOf(stranger)).length
  const wrong = [
    'https://lamp.example.org/other',
    'https://lamp.example.org/back/',
    'https://lamp.example.org/back/../other',
    'http://lamp.example.org/back',
    'https://lamp.example.org:8443/back',
    'https://evil.example.org/back',
    'https://lamp.example.org.evil.org/back',
    'https://lamp.example.org@evil.org/back',
    'https://evil.org\\@lamp.example.org/back',
    'https://lamp.example.org/back#hash',
    '//lamp.example.org/back',
    'javascript:alert(1)',
    'no address',
  ]
  for (const requested of wrong) {
    for (const response_type of ['code', 'token']) {
      const { status, body } = await authorize({ client_id: client.client_id, redirect_uri: requested, response_type }, stranger)
      expect([status, Object.keys(body)]).toEqual([200, ['error']])
    }
  }
  const { body } = await authorize({ client_id: 'unknown' }, stranger)
  expect(body).toEqual({ error: 'There is no app with this client_id.' })
  expect(await grantsOf(stranger)).toHaveLength(before)
})

test('a client without a redirect_uri is given a code to hand over, and never a token in an address', async () => {
  const { body: bare } = await server.request('/v2/clients', { token: developer, body: { name: 'Terminal' } })
  expect(Object.keys((await authorize({ client_id: bare.client_id })).body)).toEqual(['code'])
  for (const requested of [{ response_type: 'token' }, { redirect_uri: 'https://x.org/' }]) {
    expect(Object.keys((await authorize({ client_id: bare.client_id, ...requested })).body)).toEqual(['error'])
  }
})

test('a code is good once: who brings it again ends the token that it gave', async () => {
  const { body } = await authorize({ client_id: client.client_id })
  const { body: given } = await exchange({ ...keysOf(client), code: body.code })
  expect(await works(given.access_token)).toBe(true)
  const again = await exchange({ ...keysOf(client), code: body.code })
  expect([again.status, again.body.error.code]).toEqual([400, 'invalid_grant'])
  await server.ended(given.access_token)
})

test('of two who bring a code at once, one at most keeps a token', async () => {
  const { body } = await authorize({ client_id: client.client_id })
  const given = await Promise.all([1, 2, 3].map(() => exchange({ ...keysOf(client), code: body.code })))
  expect(given.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
})

test("a code is its client's, its address's, and good for ten minutes", async () => {
  const other = await register({ name: 'Other' })
  const { body } = await authorize({ client_id: client.client_id })
  const tries = [
    { ...keysOf(other), code: body.code },
    { ...keysOf(client), code: 'o.wrong' },
    { ...keysOf(client), code: body.code, redirect_uri: 'https://lamp.example.org/back' },
  ]
  for (const requested of tries) {
    const answer = await exchange(requested)
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_grant'])
  }
  await server.app.db.write((tx) => tx.run('UPDATE access_code SET expires = expires - 600000000'))
  const late = await exchange({ ...keysOf(client), code: body.code })
  expect([late.status, late.body.error.code]).toEqual([400, 'invalid_grant'])
  const { body: fresh } = await authorize({ client_id: client.client_id })
  expect((await exchange({ ...keysOf(client), code: fresh.code, redirect_uri })).status).toBe(200)
})

test('what is missing in an exchange is refused by name', async () => {
  const tries: [object, string][] = [
    [{ client_secret: 'x', code: 'x' }, 'client_id'],
    [{ client_id: 'x', code: 'x' }, 'client_secret'],
    [keysOf(client), 'code'],
    [{ ...keysOf(client), code: 'x', grant_type: 'password' }, 'grant_type'],
  ]
  for (const [body, param] of tries) {
    const answer = await exchange(body)
    expect([answer.status, answer.body.error.param]).toEqual([400, param])
  }
})

test('API-017 API-095 API-096 LIST-012 a grant says whom it lets in, once for each client', async () => {
  const { token: fresh } = await server.signUp('grants@example.org')
  const app = await register({ name: 'Toaster' })
  await letIn(app, fresh)
  await letIn(app, fresh)
  const expected = {
    iden: expect.any(String),
    active: true,
    created: expect.any(Number),
    modified: expect.any(Number),
    scopes: ['everything'],
    client: {
      iden: app.iden,
      name: 'Toaster',
      website_url: 'https://lamp.example.org',
      image_url: 'https://lamp.example.org/l.png',
      email: 'developer@example.org',
    },
  }
  expect(await grantsOf(fresh)).toEqual([expected])
  expect((await server.request('/v2/everything', { token: fresh })).body.grants).toEqual([expected])
})

test('API-097 the name by which grants are sorted is what the client calls itself now', async () => {
  const app = await register({ name: 'Before' })
  await letIn(app)
  await server.request(`/v2/clients/${app.iden}`, { token: developer, body: { name: 'After' } })
  await server.app.jobs.processAll()
  const names = (await grantsOf(token)).map((grant: Json) => grant.client.name)
  expect(names).toContain('After')
  expect(names).not.toContain('Before')
})

test('a grant that is deleted a second time is left as it is: nothing is changed', async () => {
  const app = await register({ name: 'Twice' })
  await letIn(app)
  const grant = (await grantsOf(token)).find((found: Json) => found.client.iden === app.iden)
  const remove = () => server.request(`/v2/grants/${grant.iden}`, { token, method: 'DELETE' })
  const everything = async () => (await server.request('/v2/everything?modified_after=0', { token })).body
  expect((await remove()).status).toBe(200)
  const before = await everything()
  const again = await remove()
  expect([again.status, again.body]).toEqual([200, {}])
  expect(await everything()).toEqual(before)
})

test('API-033 LIST-011 a grant that is deleted ends its tokens and codes at once, and only its own', async () => {
  const app = await register({ name: 'Short' })
  const [mine, others] = [await letIn(app), await letIn(app, stranger)]
  const { body: waiting } = await authorize({ client_id: app.client_id })
  const grant = (await grantsOf(token)).find((found: Json) => found.client.iden === app.iden)
  const path = `/v2/grants/${grant.iden}`
  expect((await server.request(path, { token: stranger, method: 'DELETE' })).status).toBe(404)
  expect(await works(mine)).toBe(true)
  expect((await server.request(path, { token, method: 'DELETE' })).body).toEqual({})
  await server.ended(mine)
  expect([await works(others), await works(token)]).toEqual([true, true])
  expect((await exchange({ ...keysOf(app), code: waiting.code })).body.error.code).toBe('invalid_grant')
  expect((await grantsOf(token)).map((found: Json) => found.iden)).not.toContain(grant.iden)
  expect((await server.request('/v2/grants', { token })).body.grants[0]).toEqual({
    iden: grant.iden,
    active: false,
    created: grant.created,
    modified: expect.any(Number),
  })
  expect(await works(await letIn(app))).toBe(true)
})

test('deleting a client ends its tokens at once, and its grants everywhere', async () => {
  const app = await register({ name: 'Gone' })
  const keys = [await letIn(app), await letIn(app, stranger)]
  for (const key of keys) expect(await works(key)).toBe(true)
  await server.request(`/v2/clients/${app.iden}`, { token: developer, method: 'DELETE' })
  for (const key of keys) await server.ended(key)
  await server.app.jobs.processAll()
  for (const by of [token, stranger]) {
    expect((await grantsOf(by)).map((grant: Json) => grant.client.iden)).not.toContain(app.iden)
  }
})

test('API-060 SETT-009 resetting all tokens takes those of apps with it, and the codes on their way', async () => {
  const { token: fresh } = await server.signUp('reset@example.org')
  const key = await letIn(client, fresh)
  const { body: waiting } = await authorize({ client_id: client.client_id }, fresh)
  await server.request('/v3/delete-all-access-tokens', { token: fresh, body: {} })
  for (const gone of [fresh, key]) await server.ended(gone)
  expect((await exchange({ ...keysOf(client), code: waiting.code })).status).toBe(400)
})

test('codes cannot be read in the data folder', async () => {
  const { body } = await authorize({ client_id: client.client_id })
  const rows = JSON.stringify(await server.app.db.all('SELECT * FROM access_code'))
  expect(rows).not.toContain(body.code)
})

test('trying secrets is slowed down, and the refusal says until when', async () => {
  const own = await startTestServer({}, { rateLimits: { ...noRateLimits, exchange: { burst: 2, every: 60_000 } } })
  const body = { grant_type: 'authorization_code', client_id: 'x', client_secret: 'x', code: 'x' }
  const answers = []
  for (let tried = 0; tried < 5; tried++) answers.push((await own.request('/oauth2/token', { body })).body.error)
  expect(answers.slice(0, 2).map(({ code }) => code)).toEqual(['invalid_client', 'invalid_client'])
  expect([answers[4].code, answers[4].message]).toEqual(['ratelimited', 'Too many attempts. Try again in 1 minute.'])
  await own.close()
})
