import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let token: string
let client: Json
beforeAll(async () => {
  server = await startTestServer()
  const developer = (await server.signUp('developer@example.org')).token
  token = (await server.signUp('alice@example.org')).token
  const fields = { name: 'Lamp', redirect_uri: 'https://lamp.example.org/back' }
  client = (await server.request('/v2/clients', { token: developer, body: fields })).body
})
afterAll(() => server.close())

const authorize = (body: object) => server.request('/oauth2/authorize', { token, body })
const exchange = (code: string) => {
  const { client_id, client_secret } = client
  return server.request('/oauth2/token', { body: { grant_type: 'authorization_code', client_id, client_secret, code } })
}

test('OAUTH-022 an app gets the scopes that it asks for, and everything without any', async () => {
  for (const [scope, given] of [
    [undefined, 'everything'],
    ['everything', 'everything'],
    ['push everything', 'everything'],
    ['push', 'push'],
    ['devices push:read devices', 'devices push:read'],
  ]) {
    const { body } = await authorize({ client_id: client.client_id, ...(scope && { scope }) })
    const exchanged = (await exchange(body.code)).body
    expect([scope, exchanged.scope]).toEqual([scope, given])
    const { status } = await server.request('/v2/chats', { token: exchanged.access_token })
    expect([scope, status]).toEqual([scope, given === 'everything' ? 200 : 403])
    const [grant] = (await server.request('/v2/grants?active=true', { token })).body.grants
    expect(grant.scopes.join(' ')).toBe(given)
  }
  const direct = await authorize({ client_id: client.client_id, response_type: 'token', scope: 'push' })
  expect(new URLSearchParams(new URL(direct.body.redirect_uri).hash.slice(1)).get('scope')).toBe('push')
})

test('an unknown scope or response_type is refused before the consent, and again with it', async () => {
  const info = (query: object) =>
    server.request(`/oauth2/client-info?${new URLSearchParams({ client_id: client.client_id, ...query })}`)
  expect((await info({ scope: 'push devices', response_type: 'code' })).body.scopes).toEqual(['push', 'devices'])
  expect((await info({})).body.scopes).toEqual(['everything'])
  const scope = (await info({ scope: 'push read:pushes' })).body.error
  expect([scope.code, scope.param]).toEqual(['invalid_param', 'scope'])
  expect((await info({ response_type: 'id_token' })).body.error.param).toBe('response_type')
  expect((await authorize({ client_id: client.client_id, scope: 'read:pushes' })).body.error).toContain("'read:pushes'")
  expect((await authorize({ client_id: client.client_id, response_type: 'id_token' })).body.error.param).toBe('response_type')
})
