import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { startIssuer, startOf, TestBrowser } from './test-issuer.ts'

// Sessions that begin at a provider: proving one's identity again, and signing out.

type Issuer = Awaited<ReturnType<typeof startIssuer>>
let issuer: Issuer
/** A provider without a sign-out page. */
let plain: Issuer
let server: TestServer
beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'info').mockImplementation(() => {})
  ;[issuer, plain] = await Promise.all([startIssuer(), startIssuer({ name: 'PLAIN', logout: false })])
  server = await startTestServer({ ...issuer.settings, ...plain.settings })
  issuer.serve(server.origin)
  plain.serve(server.origin)
  await server.signUp('admin@example.org')
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
  await Promise.all([issuer.close(), plain.close()])
})

const tokenIn = ({ hash }: URL) => new URLSearchParams(hash.slice(1)).get('access_token') ?? ''
const me = (token: string) => server.request('/v2/users/me', { token })
const remove = (token: string) => server.request('/v2/users/me', { token, method: 'DELETE' })

async function signedIn(name: string, at = issuer) {
  at.person = { sub: name, email: `${name}@example.org`, email_verified: true }
  const browser = new TestBrowser([server.origin])
  const visit = async (fields: Record<string, string> = {}) =>
    tokenIn(await browser.visit(startOf(server.origin, at.type, fields)))
  const signIn = async () => {
    const access_token = await visit()
    return (await server.request('/v2/authenticate', { body: { type: at.type, access_token } })).body.api_key as string
  }
  return { browser, visit, signIn, token: await signIn() }
}

const elevate = (token: string, access_token: string, type = 'oidc') =>
  server.request('/v3/elevate', { token, body: { type, access_token } })

test('a session is elevated by a sign-in at the provider that it was asked for anew, not by one that it remembered', async () => {
  const { visit, signIn } = await signedIn('ana')
  const asked = issuer.asked
  // The provider remembers this browser, so the new session doesn't prove who is using it.
  const token = await signIn()
  expect(issuer.asked).toBe(asked)
  expect((await remove(token)).body.error.code).toBe('elevation_needed')
  const remembered = await elevate(token, await visit())
  expect([remembered.status, remembered.body.error.code]).toEqual([400, 'sign_in_failed'])
  expect(remembered.body.error.message).toBe('The sign-in provider did not ask who you are. Try again.')
  expect(issuer.asked).toBe(asked)
  const fresh = await visit({ prompt: 'login' })
  expect(issuer.asked).toBe(asked + 1)
  expect((await elevate(token, fresh)).status).toBe(200)
  expect((await remove(token)).status).toBe(200)
})

test('a browser that takes the wish to be asked out of the address is not elevated', async () => {
  const { browser, visit, token } = await signedIn('ben')
  await server.app.db.write((tx) => tx.run('UPDATE access_token SET proved = NULL'))
  const asked = issuer.asked
  browser.tamper = (url) => {
    for (const name of ['prompt', 'max_age']) url.searchParams.delete(name)
  }
  const refused = await elevate(token, await visit({ prompt: 'login' }))
  expect(issuer.asked).toBe(asked)
  expect([refused.status, refused.body.error.code]).toEqual([400, 'sign_in_failed'])
})

test('the identity of another person at the provider elevates nothing', async () => {
  const { token } = await signedIn('cleo')
  const other = await signedIn('dan')
  const refused = await elevate(token, await other.visit({ prompt: 'login' }))
  expect([refused.body.error.code, refused.body.error.message]).toEqual([
    'sign_in_failed',
    'This sign-in belongs to another account.',
  ])
})

test('signing out ends the session here first, then at the provider, which asks who it is the next time', async () => {
  const { browser, signIn, token } = await signedIn('eve')
  const asked = issuer.asked
  expect((await me(await signIn())).status).toBe(200)
  expect(issuer.asked).toBe(asked)
  const { body } = await server.request('/v3/sign-out', { token, body: {} })
  expect((await me(token)).status).toBe(401)
  const address = new URL(body.continue_at)
  expect([address.origin, address.searchParams.get('post_logout_redirect_uri')]).toEqual([issuer.url, `${server.origin}/signin`])
  expect(address.searchParams.get('client_id')).toBe('waypost')
  expect(address.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3)
  const page = await (await browser.load(address)).text()
  const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? []
  const done = await browser.load(action, { xsrf, logout: 'yes' })
  expect(done.headers.get('location')).toBe(`${server.origin}/signin?state=signed-out`)
  expect((await me(await signIn())).status).toBe(200)
  expect(issuer.asked).toBe(asked + 1)
})

test('the ID token of a session is deleted with it, and no list shows it', async () => {
  const { token } = await signedIn('fay')
  const stored = () => server.app.db.all<{ id_token: string }>('SELECT id_token FROM access_token WHERE id_token IS NOT NULL')
  const before = (await stored()).length
  await server.request('/v3/sign-out', { token, body: {} })
  expect((await stored()).length).toBe(before - 1)
  const listed = await signedIn('gus')
  expect(JSON.stringify((await server.request('/v3/sessions', { token: listed.token })).body)).not.toContain('id_token')
})

test('a provider without a page to sign out, one that is told not to, and a session that began elsewhere lead nowhere', async () => {
  const { token } = await signedIn('hal', plain)
  expect((await server.request('/v3/sign-out', { token, body: {} })).body).toEqual({})
  const local = await server.signUp('local@example.org')
  expect((await server.request('/v3/sign-out', { token: local.token, body: {} })).body).toEqual({})
  const quiet = await startIssuer()
  const own = await startTestServer({ ...quiet.settings, WAYPOST_OIDC_LOGOUT: 'off' })
  quiet.serve(own.origin)
  const access_token = await quiet.tokenOf(own.origin, { sub: 'ana', email: 'ana@example.org' })
  const { api_key } = (await own.request('/v2/authenticate', { body: { type: 'oidc', access_token } })).body
  expect((await own.request('/v3/sign-out', { token: api_key, body: {} })).body).toEqual({})
  await own.close()
  await quiet.close()
})

test('a provider that is away does not keep the session open', async () => {
  const away = await startIssuer()
  const own = await startTestServer({ ...away.settings, WAYPOST_LOG: 'silent' })
  away.serve(own.origin)
  const access_token = await away.tokenOf(own.origin, { sub: 'ana', email: 'ana@example.org' })
  const { api_key: token } = (await own.request('/v2/authenticate', { body: { type: 'oidc', access_token } })).body
  await own.restart()
  await away.close()
  expect((await own.request('/v3/sign-out', { token, body: {} })).body).toEqual({})
  expect((await own.request('/v2/users/me', { token })).status).toBe(401)
  await own.close()
})
