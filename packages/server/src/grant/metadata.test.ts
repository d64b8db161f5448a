import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as oauth from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

const path = '/.well-known/oauth-authorization-server'

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

test('a library that knows only the address of the server finds the rest, with either way to authenticate a client, and with PKCE', async () => {
  const { client_id, client_secret } = client
  for (const method of [oauth.ClientSecretBasic, oauth.ClientSecretPost]) {
    const found = await oauth.discovery(new URL(server.origin), client_id, undefined, method(client_secret), {
      algorithm: 'oauth2',
      execute: [oauth.allowInsecureRequests],
    })
    const pkceCodeVerifier = oauth.randomPKCECodeVerifier()
    const wanted = oauth.buildAuthorizationUrl(found, {
      redirect_uri: 'https://lamp.example.org/back',
      scope: 'push devices',
      state: 'a state',
      code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    expect([wanted.origin, wanted.pathname]).toEqual([server.origin, '/authorize'])
    const approved = await server.request('/oauth2/authorize', { token, body: Object.fromEntries(wanted.searchParams) })
    const back = new URL(approved.body.redirect_uri)
    const given = await oauth.authorizationCodeGrant(found, back, { pkceCodeVerifier, expectedState: 'a state' })
    expect(given.scope).toBe('push devices')
    expect((await server.request('/v2/devices', { token: given.access_token })).status).toBe(200)
  }
})

test('what the document says is supported is taken, and what it leaves out is not there', async () => {
  const { body, headers } = await server.request(path)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  const { client_id } = client
  const authorize = async (more: object) =>
    (await server.request('/oauth2/authorize', { token, body: { client_id, ...more } })).body
  for (const scope of body.scopes_supported)
    expect([scope, await authorize({ scope })]).toEqual([scope, { code: expect.any(String), redirect_uri: expect.any(String) }])
  for (const response_type of body.response_types_supported) {
    const { redirect_uri } = await authorize({ response_type })
    expect([response_type, redirect_uri]).toEqual([
      response_type,
      expect.stringMatching(response_type === 'code' ? /\?code=/ : /#access_token=/),
    ])
  }
  for (const code_challenge_method of body.code_challenge_methods_supported)
    expect(await authorize({ code_challenge: 'a'.repeat(43), code_challenge_method })).toHaveProperty('code')
  expect(Object.keys(body).filter((name) => name.endsWith('_endpoint'))).toEqual(['authorization_endpoint', 'token_endpoint'])
  expect(body.grant_types_supported).toEqual(['authorization_code', 'implicit'])
  const refreshed = await server.request('/oauth2/token', {
    body: { ...client, grant_type: 'refresh_token', refresh_token: 'x' },
  })
  expect(refreshed.status).toBe(400)
})

test('the issuer is the address of the settings, or else the one that was asked, through a proxy as well', async () => {
  const issuer = async (from: TestServer, headers: Record<string, string>) => {
    const { port } = from.app.http.server.address() as AddressInfo
    const answer = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      get({ port, path, headers }, resolve).on('error', reject)
    })
    const { issuer, token_endpoint } = JSON.parse(await text(answer))
    expect(token_endpoint).toBe(`${issuer}/oauth2/token`)
    return issuer
  }
  expect(await issuer(server, { host: 'home.local:4280' })).toBe('http://home.local:4280')
  expect(await issuer(server, { host: 'home.local:80' })).toBe('http://home.local')
  const proxied = {
    host: 'inner:4280',
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'push.example.org',
  }
  expect(await issuer(server, proxied)).toBe('https://push.example.org')
  expect(await issuer(server, { host: 'a b' })).toBe(server.origin)

  const settled = await startTestServer({ WAYPOST_ORIGIN: 'https://waypost.example.org' }, { nodes: 1 })
  for (const headers of [{ host: 'other.example.org' }, proxied])
    expect(await issuer(settled, headers)).toBe('https://waypost.example.org')
  await settled.close()
})
