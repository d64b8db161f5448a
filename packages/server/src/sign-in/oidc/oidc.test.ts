// On the engines too: a sign-in that began on one node ends on the other, once.

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { identityOf } from '../provider.ts'
import { type Person, startIssuer, startOf, TestBrowser } from './test-issuer.ts'

const others = { other: 'a secret of others' }
let issuer: Awaited<ReturnType<typeof startIssuer>>
let server: TestServer
let inviting: TestServer
const ana = {
  sub: 'ana',
  email: 'ana@example.org',
  email_verified: true,
  name: 'Ana Lima',
  picture: 'https://example.org/ana.png',
}

beforeAll(async () => {
  // It warns at length that it is set up for tests.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'info').mockImplementation(() => {})
  issuer = await startIssuer({ clients: others })
  server = await startTestServer(issuer.settings)
  inviting = await startTestServer({ ...issuer.settings, WAYPOST_SIGNUP: 'invite' })
  issuer.serve(server.origin, inviting.origin)
  issuer.person = ana
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
  await inviting.close()
  await issuer.close()
})

class Browser extends TestBrowser {
  constructor() {
    super([server.origin, inviting.origin])
  }
}

const start = (fields: Record<string, string> = {}, { origin } = server) =>
  startOf(origin, 'oidc', { response_type: 'token', state: 'state of the client', prompt: 'select_account', ...fields })
const hashOf = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
const authenticate = (access_token: string | undefined) =>
  server.request('/v2/authenticate', { body: { type: 'oidc', access_token } })

/** Goes to the issuer and returns up to the last redirect. */
async function toTheDoor(browser: Browser): Promise<URL> {
  browser.stopAt = `${server.origin}/provider/oidc/callback`
  const url = await browser.visit(start())
  browser.stopAt = undefined
  return url
}

test('AUTH-007 the provider is listed with a page of our own', async () => {
  const { body } = await server.request('/v3/providers')
  expect(body.providers[0]).toEqual({
    type: 'oidc',
    name: '127.0.0.1',
    authorize_url: '/provider/oidc/start',
    client_id: 'waypost',
    sign_up: true,
  })
})

test('AUTH-001 AUTH-012 somebody whom the issuer knows signs in, and the same person again', async () => {
  issuer.person = ana
  const back = await new Browser().visit(start())
  expect([back.origin, back.pathname]).toEqual([server.origin, '/'])
  const { access_token, state, expires_in } = hashOf(back)
  expect([state, expires_in]).toEqual(['state of the client', '120'])
  const { status, body } = await authenticate(access_token)
  expect(status).toBe(200)
  expect(body).toMatchObject({ email: 'ana@example.org', name: 'Ana Lima', image_url: 'https://example.org/ana.png' })
  const again = await authenticate(hashOf(await new Browser().visit(start())).access_token)
  expect(again.body.iden).toBe(body.iden)
})

test('a person whose provider tells no name gets their given names, or their preferred username', async () => {
  const names: [Record<string, string>, string][] = [
    [{ given_name: 'Ana', family_name: 'Lima', preferred_username: 'ana' }, 'Ana Lima'],
    [{ name: ' ', preferred_username: '\u202eana.lima' }, 'ana.lima'],
  ]
  for (const [claims, name] of names) expect(identityOf('1', claims)).toMatchObject({ name })
  expect(identityOf('1', {})).not.toHaveProperty('name')
})

test('a suspended person is refused who comes from the issuer', async () => {
  const { body } = await authenticate(hashOf(await new Browser().visit(start())).access_token)
  const suspend = (since: number | null) =>
    server.app.db.write((tx) => tx.run('UPDATE account SET suspended = $2 WHERE iden = $1', [body.iden, since]))
  await suspend(1)
  const refused = await authenticate(hashOf(await new Browser().visit(start())).access_token)
  expect([refused.status, refused.body.error.code]).toEqual([403, 'account_suspended'])
  await suspend(null)
  expect((await authenticate(hashOf(await new Browser().visit(start())).access_token)).status).toBe(200)
})

test('the token that the browser gets is valid once, for two minutes, and kept as a hash', async () => {
  const { access_token } = hashOf(await new Browser().visit(start()))
  expect(JSON.stringify(await server.app.db.all('SELECT * FROM oidc_token'))).not.toContain(access_token)
  expect((await authenticate(access_token)).status).toBe(200)
  expect((await authenticate(access_token)).body.error.code).toBe('sign_in_failed')
  const late = hashOf(await new Browser().visit(start())).access_token
  await server.app.db.write((tx) => tx.run('UPDATE oidc_token SET expires = expires - 120000000'))
  expect((await authenticate(late)).body.error.code).toBe('sign_in_failed')
})

test('a browser that did not begin cannot be led into the sign-in of another', async () => {
  const mallory = new Browser()
  const door = await toTheDoor(mallory)
  const victim = await new Browser().visit(door.href)
  expect([victim.pathname, victim.hash]).toEqual(['/auth_error', ''])
  const begun = new Browser()
  await toTheDoor(begun)
  expect((await begun.visit(door.href)).pathname).toBe('/auth_error')
  const forger = new Browser()
  for (const name of mallory.cookies.keys()) forger.cookies.set(name, 'o.forged')
  expect((await forger.visit(door.href)).pathname).toBe('/auth_error')
  // The forger has used it up; it signs no one in any more.
  expect((await mallory.visit(door.href)).pathname).toBe('/auth_error')
  const honest = await toTheDoor(mallory)
  expect(hashOf(await mallory.visit(honest.href)).access_token).toBeDefined()
  expect((await mallory.visit(honest.href)).pathname).toBe('/auth_error')
})

test('a visit to the issuer signs in once: of two that come back with it at once, and of those after them, no other gets in', async () => {
  issuer.person = ana
  const browser = new Browser()
  const door = await toTheDoor(browser)
  const comeBack = async () => {
    const copy = new Browser()
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    const { pathname, hash } = await copy.visit(door.href)
    return hash.startsWith('#access_token=') ? 'signed in' : pathname + hash
  }
  const first = await Promise.all([comeBack(), comeBack(), comeBack()])
  expect(first.sort()).toEqual(['/auth_error', '/auth_error', 'signed in'])
  expect(await comeBack()).toBe('/auth_error')
})

test('the cookie cannot be read by scripts and goes to no other page', async () => {
  const response = await fetch(start(), { redirect: 'manual' })
  const [cookie = ''] = response.headers.getSetCookie()
  expect(cookie).toMatch(/; Path=\/provider\/oidc\/callback; Max-Age=600; HttpOnly; SameSite=Lax$/)
  const query = new URL(response.headers.get('location') ?? '').searchParams
  expect([query.get('response_type'), query.get('code_challenge_method')]).toEqual(['code', 'S256'])
  expect(query.get('state')).not.toBe('state of the client')
  const secure = await startTestServer({
    WAYPOST_ORIGIN: 'https://push.example.org',
    WAYPOST_OIDC_ISSUER: issuer.url,
    WAYPOST_OIDC_CLIENT_ID: 'waypost',
  })
  const address = `${secure.app.http.listeningOrigin}/provider/oidc/start?redirect_uri=https://push.example.org/`
  const [safe = ''] = (await fetch(address, { redirect: 'manual' })).headers.getSetCookie()
  expect(safe).toMatch(/; Secure$/)
  await secure.close()
})

test('only our own pages get a token', async () => {
  const wrong = [
    'https://evil.example.org/',
    `${server.origin}.evil.org/`,
    '//evil.example.org/',
    `${server.origin}/#x`,
    'nonsense:',
  ]
  for (const redirect_uri of wrong) {
    const response = await fetch(start({ redirect_uri }), { redirect: 'manual' })
    const { error } = (await response.json()) as { error: { param: string } }
    expect([response.status, error.param]).toEqual([400, 'redirect_uri'])
  }
})

test('a token and a code that the issuer gave to another program are refused', async () => {
  const browser = new Browser()
  const door = await toTheDoor(browser)
  const code_verifier = 'v'.repeat(43)
  const { createHash } = await import('node:crypto')
  const challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const theirs = new Browser()
  theirs.stopAt = `${server.origin}/provider/oidc/callback`
  const redirect_uri = `${server.origin}/provider/oidc/callback`
  const theirCode = async () => {
    const query = { client_id: 'other', response_type: 'code', scope: 'openid email', redirect_uri, code_challenge: challenge }
    const back = await theirs.visit(`${issuer.url}/auth?${new URLSearchParams({ ...query, code_challenge_method: 'S256' })}`)
    return back.searchParams.get('code') ?? ''
  }
  const given = await fetch(`${issuer.url}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`other:${encodeURIComponent(others.other)}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code: await theirCode(), redirect_uri, code_verifier }),
  })
  const { access_token, id_token } = (await given.json()) as { access_token: string; id_token: string }
  for (const token of [access_token, id_token]) expect((await authenticate(token)).body.error.code).toBe('sign_in_failed')
  door.searchParams.set('code', await theirCode())
  const back = hashOf(await browser.visit(door.href))
  expect(back).toEqual({ error: 'server_error', state: 'state of the client' })
})

test('who turns back at the issuer comes back with the word, and AUTH-021 without an address there is no account', async () => {
  issuer.person = 'turns back'
  expect(hashOf(await new Browser().visit(start()))).toEqual({ error: 'access_denied', state: 'state of the client' })
  issuer.person = { sub: 'nameless', name: 'No Address' }
  const { body } = await authenticate(hashOf(await new Browser().visit(start())).access_token)
  expect([body.error.code, body.error.message]).toEqual(['email_missing', 'Email address missing from account.'])
})

test('where invitations are needed, an invited address that the issuer has verified comes in, an unverified one only with the secret', async () => {
  const { token } = await inviting.signUp('host@example.org')
  const uninvited = { sub: 'uninvited', email: 'uninvited@example.org', email_verified: true }
  const unproven = { sub: 'unproven', email: 'unproven@example.org' }
  const enter = async (person: Person, invite?: string) => {
    issuer.person = person
    const { access_token } = hashOf(await new Browser().visit(start({}, inviting)))
    return (await inviting.request('/v2/authenticate', { body: { type: 'oidc', access_token, invite } })).body
  }
  const invite = async (email: string) =>
    (await inviting.request('/v3/send-invite', { token, body: { email } })).body.url.split('invite=')[1]
  const forAna = await invite('ana@example.org')
  expect((await enter(uninvited)).error.code).toBe('sign_up_closed')
  expect((await enter(uninvited, forAna)).error.code).toBe('invite_other')
  expect((await enter(ana)).email).toBe('ana@example.org')
  expect((await enter(uninvited, forAna)).error.code).toBe('invite_ended')
  const secret = await invite('unproven@example.org')
  expect((await enter(unproven)).error.code).toBe('sign_up_closed')
  expect((await enter(unproven, secret)).email).toBe('unproven@example.org')
})

test('an issuer that is away leads to the error page, and is asked again the next time', async () => {
  const away = await startTestServer({
    WAYPOST_LOG: 'silent',
    WAYPOST_OIDC_ISSUER: 'http://127.0.0.1:9',
    WAYPOST_OIDC_CLIENT_ID: 'waypost',
  })
  for (let count = 0; count < 2; count++) {
    const response = await fetch(`${away.origin}/provider/oidc/start?redirect_uri=${away.origin}/`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/auth_error'])
  }
  await away.close()
})
