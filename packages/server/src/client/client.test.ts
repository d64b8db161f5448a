// On the engines too: clients are written, paged and deleted in SQL.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let token: string
let stranger: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.signUp('developer@example.org')).token
  stranger = (await server.signUp('stranger@example.org')).token
})
afterAll(() => server.close())

const fields = {
  name: 'Lamp',
  website_url: 'https://lamp.example.org',
  image_url: 'https://lamp.example.org/lamp.png',
  redirect_uri: 'https://lamp.example.org/back?from=waypost',
  allowed_origin: 'https://lamp.example.org',
}
const create = (body: object = fields) => server.request('/v2/clients', { token, body })

test('API-014 API-102 OAUTH-001 a developer registers a client and reads its id and secret again at any time', async () => {
  const { status, body } = await create()
  expect(status).toBe(200)
  expect(body).toMatchObject({ ...fields, active: true })
  expect(body.client_id).toMatch(/^[A-Za-z0-9]{32}$/)
  expect(body.client_secret).toMatch(/^[A-Za-z0-9]{32}$/)
  expect(body.client_secret).not.toBe(body.client_id)
  const { body: listed } = await server.request('/v2/clients?active_only=true', { token })
  expect(listed.clients[0]).toEqual(body)
  expect((await server.request('/v2/everything', { token })).body.clients[0]).toEqual(body)
  expect((await server.request('/v2/clients', { token: stranger })).body.clients).toEqual([])
})

test('API-014 clients come page by page', async () => {
  for (const name of ['One', 'Two']) await create({ name })
  const { body: first } = await server.request('/v2/clients?limit=1', { token })
  const { body: second } = await server.request(`/v2/clients?limit=1&cursor=${first.cursor}`, { token })
  expect([first.clients[0].name, second.clients[0].name]).toEqual(['Two', 'One'])
})

test('a client is changed field by field, its keys stay', async () => {
  const { body: client } = await create()
  const { body } = await server.request(`/v2/clients/${client.iden}`, { token, body: { name: 'Bulb', client_secret: 'mine' } })
  expect(body).toEqual({ ...client, name: 'Bulb', modified: expect.any(Number) })
  expect(body.modified).toBeGreaterThan(client.modified)
})

test('a deleted client leaves a tombstone and is known no more', async () => {
  const { body: client } = await create()
  const path = `/v2/clients/${client.iden}`
  expect((await server.request(path, { token, method: 'DELETE' })).body).toEqual({})
  expect((await server.request(path, { token, method: 'DELETE' })).status).toBe(200)
  expect((await server.request('/v2/clients', { token })).body.clients[0]).toEqual({
    iden: client.iden,
    active: false,
    created: client.created,
    modified: expect.any(Number),
  })
  expect((await server.request(path, { token, body: { name: 'Back' } })).status).toBe(404)
  expect((await server.request(`/oauth2/client-info?client_id=${client.client_id}`)).status).toBe(400)
})

test("GAP-003 a stranger's client is not found, whatever is asked of it", async () => {
  const { body: client } = await create()
  for (const options of [{ body: { name: 'Mine' } }, { method: 'DELETE' }]) {
    const { status, body } = await server.request(`/v2/clients/${client.iden}`, { token: stranger, ...options })
    expect([status, body.error.code]).toEqual([404, 'not_found'])
  }
})

test('addresses that a browser must not be sent to are refused by name, and nothing is written', async () => {
  const count = async () => (await server.request('/v2/clients', { token })).body.clients.length
  const before = await count()
  const bad: [object, string][] = [
    [{ redirect_uri: 'javascript:alert(1)' }, 'redirect_uri'],
    [{ redirect_uri: 'JaVaScRiPt:alert(1)' }, 'redirect_uri'],
    [{ redirect_uri: 'java\tscript:alert(1)' }, 'redirect_uri'],
    [{ redirect_uri: 'data:text/html,x' }, 'redirect_uri'],
    [{ redirect_uri: 'file:///etc/passwd' }, 'redirect_uri'],
    [{ redirect_uri: 'blob:https://x.org/1' }, 'redirect_uri'],
    [{ redirect_uri: 'http://lamp.example.org/back' }, 'redirect_uri'],
    [{ redirect_uri: 'https://lamp.example.org/back#part' }, 'redirect_uri'],
    [{ redirect_uri: 'https://user@lamp.example.org/back' }, 'redirect_uri'],
    [{ redirect_uri: '/back' }, 'redirect_uri'],
    [{ website_url: 'javascript:alert(1)' }, 'website_url'],
    [{ image_url: 'data:image/png;base64,' }, 'image_url'],
    [{ allowed_origin: 'https://lamp.example.org/path' }, 'allowed_origin'],
    [{ allowed_origin: '*' }, 'allowed_origin'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(1_001) }, 'name'],
  ]
  for (const [body, param] of bad) {
    const answer = await create({ ...fields, ...body })
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([400, 'invalid_param', param])
  }
  expect(await count()).toBe(before)
})

test('https, the own machine and the scheme of an app are taken', async () => {
  const good = ['https://x.org', 'http://localhost:8080/back', 'http://127.0.0.1/back', 'http://[::1]:9/back', 'lamp-app://back']
  for (const redirect_uri of good) expect((await create({ name: 'x', redirect_uri })).body.redirect_uri).toBe(redirect_uri)
})

test('API-067 anybody reads who a client is, and never its secret', async () => {
  const { body: client } = await create()
  const { status, body } = await server.request(`/oauth2/client-info?client_id=${client.client_id}`)
  expect(status).toBe(200)
  expect(body).toEqual({ iden: client.iden, client_id: client.client_id, ...fields, scopes: ['everything'] })
})

test('API-067 an unknown client_id is refused by name', async () => {
  for (const path of ['/oauth2/client-info?client_id=unknown', '/oauth2/client-info']) {
    const { status, body } = await server.request(path)
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_param', 'client_id'])
  }
})

test('OAUTH-018 client-info says where a browser may be sent, also with a refusal of the user', async () => {
  const { body: client } = await create()
  const info = (uri: string) =>
    server.request(`/oauth2/client-info?client_id=${client.client_id}&redirect_uri=${encodeURIComponent(uri)}`)
  const requested = 'https://lamp.example.org/back?room=2'
  expect((await info(requested)).body.redirect_uri).toBe(requested)
  const wrong = await info('https://evil.example.org/back')
  expect([wrong.status, wrong.body.error.param]).toEqual([400, 'redirect_uri'])
})
