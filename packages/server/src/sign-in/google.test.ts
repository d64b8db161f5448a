import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GoogleConfig } from '../config.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

/** Google's answers about a token, in the formats of its tokeninfo, userinfo and People APIs. */
const tokens: Record<string, { info: object; person?: object; pages?: object[] }> = {}
const clientId = 'waypost.apps.example.org'
const infoOf = (sub: string) => ({ azp: clientId, aud: clientId, sub, scope: 'openid email profile', expires_in: '3599' })
const personOf = (sub: string, email: string) => ({
  sub,
  name: 'Ana Lima',
  given_name: 'Ana',
  picture: 'https://lh3.example.org/ana.jpg',
  email,
  email_verified: true,
})

let google: Server
let server: TestServer
beforeAll(async () => {
  google = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://google')
    const token = url.searchParams.get('access_token') ?? request.headers.authorization?.replace('Bearer ', '') ?? ''
    const known = tokens[token]
    const page = Number(url.searchParams.get('pageToken') ?? 0)
    const answer =
      url.pathname === '/tokeninfo' ? known?.info : url.pathname === '/userinfo' ? known?.person : known?.pages?.[page]
    if (url.pathname === '/broken' || token === 'broken') response.writeHead(500).end('no')
    else if (answer) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    else response.writeHead(400).end(JSON.stringify({ error: 'invalid_token', error_description: 'Invalid Value' }))
  })
  await new Promise<void>((done) => google.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(google.address() as AddressInfo).port}`
  const config: GoogleConfig = {
    clientId,
    authorizeUrl: `${origin}/auth`,
    tokenInfoUrl: `${origin}/tokeninfo`,
    userInfoUrl: `${origin}/userinfo`,
    connectionsUrl: `${origin}/connections`,
  }
  server = await startTestServer({}, { config: { google: config } })
})
afterAll(async () => {
  await server.close()
  google.closeAllConnections()
  await new Promise((done) => google.close(done))
})

const signIn = (access_token: string) => server.request('/v2/authenticate', { body: { type: 'google', access_token } })

test('AUTH-007 the provider is listed with its page, only where it is configured', async () => {
  const { body } = await server.request('/v3/providers')
  expect(body.providers.map(({ type }: { type: string }) => type)).toEqual(['google', 'local'])
  expect(body.providers[0]).toMatchObject({ name: 'Google', client_id: clientId, sign_up: true })
  expect(body.providers[0].authorize_url).toMatch(/\/auth$/)
  const own = await startTestServer({ WAYPOST_GOOGLE_CLIENT_ID: 'abc' })
  const [real] = (await own.request('/v3/providers')).body.providers
  expect([real.authorize_url, real.client_id]).toEqual(['https://accounts.google.com/o/oauth2/v2/auth', 'abc'])
  await own.close()
})

test('AUTH-001 AUTH-008 a token for us signs in, with name, address and picture, and the same person again', async () => {
  tokens.ana = { info: infoOf('111'), person: personOf('111', 'ana@example.org') }
  const { status, body } = await signIn('ana')
  expect(status).toBe(200)
  expect(body).toMatchObject({ email: 'ana@example.org', name: 'Ana Lima', image_url: 'https://lh3.example.org/ana.jpg' })
  expect((await server.request('/v2/accounts', { token: body.api_key })).body.accounts[0]).toMatchObject({
    type: 'google',
    primary: true,
  })
  tokens.renamed = { info: infoOf('111'), person: personOf('111', 'ana.lima@example.org') }
  expect((await signIn('renamed')).body.iden).toBe(body.iden)
})

test('a token that Google gave to another program, that has expired or that is unknown is refused', async () => {
  const person = personOf('222', 'eve@example.org')
  tokens.other = { info: { ...infoOf('222'), aud: 'other.apps.example.org', azp: 'other.apps.example.org' }, person }
  tokens.late = { info: { ...infoOf('222'), expires_in: '0' }, person }
  tokens.swapped = { info: infoOf('222'), person: personOf('333', 'eve@example.org') }
  for (const token of ['other', 'late', 'swapped', 'unknown']) {
    const { status, body } = await signIn(token)
    expect([token, status, body.error.code]).toEqual([token, 400, 'sign_in_failed'])
  }
})

test('AUTH-021 AUTH-025 a person without an address, or with one that is not proven, is refused in the words of the specification', async () => {
  const { token } = await server.signUp('has-account@example.org')
  const { email, ...nameless } = personOf('444', 'x@example.org')
  tokens.nameless = { info: infoOf('444'), person: nameless }
  tokens.unproven = { info: infoOf('444'), person: { ...nameless, email, email_verified: false } }
  for (const access_token of ['nameless', 'unproven']) {
    const added = await server.request('/v2/accounts', { token, body: { type: 'google', access_token } })
    for (const { status, body } of [await signIn(access_token), added]) {
      expect([status, body.error.code, body.error.message]).toEqual([400, 'email_missing', 'Email address missing from account.'])
    }
  }
})

test('AUTH-023 a token of Google is added to an account of the built-in provider, and to no other one then', async () => {
  const { token, account } = await server.signUp('local@example.org')
  tokens.added = { info: infoOf('555'), person: personOf('555', 'added@example.org') }
  const add = (by: string) => server.request('/v2/accounts', { token: by, body: { type: 'google', access_token: 'added' } })
  expect((await add(token)).body).toMatchObject({ type: 'google', name: 'Ana Lima', email: 'added@example.org' })
  expect((await signIn('added')).body.iden).toBe(account.iden)
  const { token: stranger } = await server.signUp('late@example.org')
  expect((await add(stranger)).body.error.code).toBe('account_taken')
})

test('an address that has an account is not taken over by another provider', async () => {
  await server.signUp('taken@example.org')
  tokens.taken = { info: infoOf('666'), person: personOf('666', 'Taken@example.org') }
  const { status, body } = await signIn('taken')
  expect([status, body.error.code]).toEqual([400, 'email_taken'])
})

test('while Google does not answer, a token is not called wrong', async () => {
  const { status, body } = await signIn('broken')
  expect([status, body.error.code]).toEqual([503, 'unavailable'])
})

test('GAP-060 contacts come from every page, each address with its name', async () => {
  const provider = (await import('./google.ts')).googleProvider
  const origin = `http://127.0.0.1:${(google.address() as AddressInfo).port}`
  const config = {
    clientId,
    authorizeUrl: '',
    tokenInfoUrl: `${origin}/tokeninfo`,
    userInfoUrl: '',
    connectionsUrl: `${origin}/c`,
  }
  const { contacts } = provider(config, async () => true)
  const named = { names: [{ displayName: 'Bob' }], emailAddresses: [{ value: 'bob@example.org' }, { value: 'bob@work.example' }] }
  tokens.contacts = {
    info: infoOf('777'),
    pages: [
      { connections: [named, { names: [{ displayName: 'No address' }] }], nextPageToken: '1' },
      { connections: [{ emailAddresses: [{ value: 'eve@example.org' }, { value: 'nonsense' }] }] },
    ],
  }
  expect(await contacts?.('contacts')).toEqual([
    { name: 'Bob', email: 'bob@example.org' },
    { name: 'Bob', email: 'bob@work.example' },
    { email: 'eve@example.org' },
  ])
  tokens.elsewhere = { info: { ...infoOf('777'), aud: 'other', azp: 'other' }, pages: tokens.contacts.pages ?? [] }
  expect(await contacts?.('elsewhere')).toBeUndefined()
})

test('a suspended person is refused who signs in with Google', async () => {
  tokens.suspended = { info: infoOf('90'), person: personOf('90', 'suspended@example.org') }
  const { iden } = (await signIn('suspended')).body
  await server.app.db.write((tx) => tx.run('UPDATE account SET suspended = 1 WHERE iden = $1', [iden]))
  const { status, body } = await signIn('suspended')
  expect([status, body.error.code]).toEqual([403, 'account_suspended'])
})
