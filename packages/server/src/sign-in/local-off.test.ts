import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { exampleOf } from '../reference/examples.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { startIssuer, startOf, TestBrowser } from './oidc/test-issuer.ts'
import { createSignInLink } from './sign-in-links.ts'

let issuer: Awaited<ReturnType<typeof startIssuer>>
let server: TestServer
let ana: { api_key: string; iden: string }
beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'info').mockImplementation(() => {})
  issuer = await startIssuer()
  server = await startTestServer({ ...issuer.settings, WAYPOST_LOCAL_SIGN_IN: 'off' })
  issuer.serve(server.origin)
  ana = await enter('ana')
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
  await issuer.close()
})

async function enter(name: string) {
  const access_token = await issuer.tokenOf(server.origin, { sub: name, email: `${name}@example.org`, email_verified: true })
  return (await server.request('/v2/authenticate', { body: { type: 'oidc', access_token } })).body
}
const linkFor = (email: string) => server.app.db.write((tx) => createSignInLink(tx, email))
const authenticate = (type: string, access_token: string) => server.request('/v2/authenticate', { body: { type, access_token } })

test('a server whose people sign in elsewhere offers no passwords and passkeys, and refuses every call on them with the same code', async () => {
  const { body } = await server.request('/v3/providers')
  expect(body.providers.map(({ type }: { type: string }) => type)).toEqual(['oidc'])
  const refused = ['startPasskey', 'createPasskey', 'adminCreateResetLink']
  const calls = server.app.calls.filter(({ name, path }) => path.startsWith('/provider/') || refused.includes(name))
  expect(calls.length).toBeGreaterThanOrEqual(14)
  for (const call of calls) {
    const { status, body } = await server.request(call.path, { token: ana.api_key, body: exampleOf(call) })
    expect([call.name, status, body.error?.code]).toEqual([call.name, 403, 'local_off'])
  }
  expect((await authenticate('local', 'x')).body.error.code).toBe('local_off')
  expect((await authenticate('passkey', 'x')).body.error.code).toBe('local_off')
})

test('a password from before does not elevate a session; a sign-in at the provider does', async () => {
  // As if the account had got a password while that was possible.
  await server.app.db.write(async (tx) => {
    const columns = 'email_normalized, email, password_hash, name, created, proven, invited'
    await tx.run(`INSERT INTO local_identity (${columns}) VALUES ('ana@example.org', 'ana@example.org', 'x', NULL, 1, 1, 0)`)
    await tx.run(
      `INSERT INTO login (iden, owner, active, created, modified, type, subject, email, is_primary)
       VALUES ('old', $1, 1, 1, 1, 'local', 'ana@example.org', 'ana@example.org', 0)`,
      [ana.iden],
    )
    await tx.run('UPDATE access_token SET proved = NULL')
  })
  const token = ana.api_key
  expect((await server.request('/v3/factors', { token })).body).toMatchObject({ password: false, providers: ['oidc'] })
  const refused = await server.request('/v3/elevate', { token, body: { password: 'x' } })
  expect([refused.status, refused.body.error.code]).toEqual([400, 'sign_in_failed'])
  issuer.person = { sub: 'ana', email: 'ana@example.org', email_verified: true }
  const back = await new TestBrowser([server.origin]).visit(startOf(server.origin, 'oidc', { prompt: 'login' }))
  const access_token = new URLSearchParams(back.hash.slice(1)).get('access_token')
  expect((await server.request('/v3/elevate', { token, body: { type: 'oidc', access_token } })).status).toBe(200)
})

test('a link from the command line signs in once, elevated, and stands in the audit log', async () => {
  const secret = await linkFor('ana@example.org')
  const { status, body } = await authenticate('link', secret)
  expect([status, body.iden]).toEqual([200, ana.iden])
  expect((await server.request('/v3/factors', { token: body.api_key })).body.elevated_until).toBeGreaterThan(Date.now() / 1_000)
  expect((await authenticate('link', secret)).body.error.code).toBe('link_expired')
  expect((await authenticate('link', 'x')).body.error.code).toBe('link_expired')
  const { entries } = (await server.request('/v3/audit', { token: body.api_key })).body
  expect(entries[0]).toMatchObject({ act: 'sign-in-link', about: 'ana@example.org' })
  expect(entries[0]).not.toHaveProperty('by')
  expect(JSON.stringify(await server.app.db.all('SELECT * FROM one_time_link'))).not.toContain(secret)
})

test('another link ends the one before, half an hour ends it too, and neither opens a suspended account', async () => {
  const first = await linkFor('ana@example.org')
  const second = await linkFor('ana@example.org')
  expect((await authenticate('link', first)).body.error.code).toBe('link_expired')
  await server.app.db.write((tx) => tx.run('UPDATE one_time_link SET expires = expires - 1800000000'))
  expect((await authenticate('link', second)).body.error.code).toBe('link_expired')
  const { iden } = await enter('ben')
  await server.request(`/v3/admin/people/${iden}/suspend`, { token: ana.api_key, body: {} })
  expect((await authenticate('link', await linkFor('ben@example.org'))).body.error.code).toBe('account_suspended')
})

test('local sign-in is on unless it is switched off, which needs another provider', () => {
  expect(readConfig({}).localSignIn).toBe('on')
  expect(readConfig({ WAYPOST_LOCAL_SIGN_IN: 'off', WAYPOST_GOOGLE_CLIENT_ID: 'abc' }).localSignIn).toBe('off')
  expect(() => readConfig({ WAYPOST_LOCAL_SIGN_IN: 'off' })).toThrow(/^WAYPOST_LOCAL_SIGN_IN is 'off', which leaves no way to /)
  expect(() => readConfig({ WAYPOST_LOCAL_SIGN_IN: 'no' })).toThrow("WAYPOST_LOCAL_SIGN_IN is 'no'; set it to one of on, off.")
})
