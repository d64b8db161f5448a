// On the engines too: imported people become many rows, one for each address.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

const clientId = 'waypost.apps.example.org'
let connections: object[] = []
let provider: Server
let server: TestServer
beforeAll(async () => {
  provider = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider')
    const token = searchParams.get('access_token') ?? request.headers.authorization?.replace('Bearer ', '')
    const answer = pathname === '/tokeninfo' ? { aud: clientId, sub: '1', expires_in: '3599' } : { connections }
    response.writeHead(token === 'good' ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const google = {
    clientId,
    authorizeUrl: `${origin}/auth`,
    tokenInfoUrl: `${origin}/tokeninfo`,
    userInfoUrl: `${origin}/userinfo`,
    connectionsUrl: `${origin}/connections`,
  }
  server = await startTestServer({}, { config: { google } })
})
afterAll(async () => {
  await server.close()
  provider.closeAllConnections()
  await new Promise((done) => provider.close(done))
})

const person = (name: string, ...emails: string[]) => ({
  names: [{ displayName: name }],
  emailAddresses: emails.map((value) => ({ value })),
})

test('API-048 GAP-060 contacts of a provider become own ones, once each; a name that was given here stays', async () => {
  const { token } = await server.signUp('alice@example.org')
  const { body: own } = await server.request('/v2/contacts', { token, body: { name: 'Annie', email: 'ann@example.org' } })
  connections = [
    person('Ann Lee', 'Ann@example.org', 'ann.lee@example.net'),
    person('Me', 'alice@example.org'),
    person('Broken', 'no address'),
    ...Array.from({ length: 450 }, (_, index) => person(`Person ${index}`, `p${index}@example.org`)),
  ]
  const body = { type: 'google', access_token: 'good' }
  const { status, body: imported } = await server.request('/v3/import-targets', { token, body })
  expect(status).toBe(200)
  expect(imported.targets).toHaveLength(452)
  const listed = async () => (await server.request('/v2/contacts', { token })).body.contacts
  const contacts = await listed()
  expect(contacts).toHaveLength(452)
  expect(contacts).toContainEqual(own)
  expect(contacts.map(({ email }: { email: string }) => email)).toContain('ann.lee@example.net')
  await server.request('/v3/import-targets', { token, body })
  expect(await listed()).toEqual(contacts)
})

test('API-048 a token that the provider refuses imports nothing', async () => {
  const { token } = await server.signUp('bob@example.org')
  const { status, body } = await server.request('/v3/import-targets', { token, body: { type: 'google', access_token: 'bad' } })
  expect([status, body.error.code]).toEqual([400, 'sign_in_failed'])
  expect((await server.request('/v2/contacts', { token })).body.contacts).toEqual([])
})
