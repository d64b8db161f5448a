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
  const fields = { name: 'Lamp', redirect_uri: 'https://lamp.example.org/back' }
  client = (await server.request('/v2/clients', { token: developer, body: fields })).body
})
afterAll(() => server.close())

async function letIn(by: string): Promise<string> {
  const { body } = await server.request('/oauth2/authorize', {
    token: by,
    body: { client_id: client.client_id, response_type: 'token' },
  })
  return new URLSearchParams(new URL(body.redirect_uri).hash.slice(1)).get('access_token') ?? ''
}

test('GAP-003 an app does what its user can, but for what the account hangs on', async () => {
  const key = await letIn(token)
  expect((await server.request('/v2/pushes', { token: key, body: { type: 'note', body: 'hi' } })).status).toBe(200)
  expect((await server.request('/v2/accounts', { token: key })).status).toBe(200)
  const { body: accounts } = await server.request('/v2/accounts', { token })
  const forbidden: [string, object][] = [
    ['/v2/users/me', { method: 'DELETE' }],
    ['/v3/create-access-token', { body: {} }],
    ['/v3/delete-all-access-tokens', { body: {} }],
    ['/v2/accounts', { body: { type: 'local', access_token: 'x' } }],
    [`/v2/accounts/${accounts.accounts[0].iden}`, { method: 'DELETE' }],
    ['/v2/clients', {}],
    ['/v2/clients', { body: { name: 'x' } }],
    ['/v2/clients/x', { body: { name: 'x' } }],
    ['/v2/clients/x', { method: 'DELETE' }],
    ['/v2/grants', {}],
    ['/v2/grants/x', { method: 'DELETE' }],
    ['/oauth2/authorize', { body: { client_id: client.client_id } }],
    ['/v3/admin-become', { body: { email: 'alice@example.org' } }],
  ]
  for (const [path, options] of forbidden) {
    const { status, body } = await server.request(path, { token: key, ...options })
    expect([path, status, body.error.code]).toEqual([path, 403, 'forbidden'])
  }
  expect((await server.request('/v2/users/me', { token })).status).toBe(200)
})

test("an app's token sees neither grants nor secrets, also not among everything and on its stream", async () => {
  const key = await letIn(developer)
  const { body } = await server.request('/v2/everything?modified_after=0', { token: key })
  expect([body.clients, body.grants]).toEqual([[], []])
  expect((await server.request('/v2/everything?modified_after=0', { token: developer })).body.clients).not.toEqual([])
  const heard: string[] = []
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${key}?delta=1`)
  socket.addEventListener('message', ({ data }) => void heard.push(data))
  const until = (part: string) =>
    new Promise<void>((done) => {
      socket.addEventListener('message', ({ data }) => data.includes(part) && done())
    })
  await until('nop')
  const told = until('the last word')
  const { body: secret } = await server.request('/v2/clients', { token: developer, body: { name: 'Secret' } })
  await server.request('/v2/pushes', { token: developer, body: { type: 'note', body: 'the last word' } })
  await told
  expect(heard.join()).not.toContain(secret.client_secret)
  expect(heard.filter((frame) => frame.includes('tickle'))).toHaveLength(2)
  const closed = new Promise((done) => socket.addEventListener('close', done))
  const grant = (await server.request('/v2/grants?active=true', { token: developer })).body.grants[0]
  await server.request(`/v2/grants/${grant.iden}`, { token: developer, method: 'DELETE' })
  await closed
})
