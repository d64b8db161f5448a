import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startMailbox } from '../../mail/test-mailbox.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { startIssuer } from './test-issuer.ts'

// Rules by the domain of an address: a provider's, and the whole server's.

type Issuer = Awaited<ReturnType<typeof startIssuer>>
let home: Issuer
let free: Issuer
let server: TestServer
let admin: string
let mailbox: Awaited<ReturnType<typeof startMailbox>>
beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'info').mockImplementation(() => {})
  ;[home, free, mailbox] = await Promise.all([startIssuer({ name: 'HOME' }), startIssuer({ name: 'FREE' }), startMailbox()])
  const settings = { ...home.settings, ...free.settings, WAYPOST_OIDC_HOME_DOMAINS: 'home.org, home.net' }
  server = await startTestServer({ ...settings, WAYPOST_SMTP_URL: mailbox.url }, { config: { proveAddresses: true } })
  home.serve(server.origin)
  free.serve(server.origin)
  admin = (await server.signUp('admin@example.org')).token
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
  await Promise.all([home.close(), free.close(), mailbox.close()])
})

async function enter(issuer: Issuer, email: string, { verified = true, invite }: { verified?: boolean; invite?: string } = {}) {
  const access_token = await issuer.tokenOf(server.origin, { sub: email, email, ...(verified && { email_verified: true }) })
  const { body } = await server.request('/v2/authenticate', { body: { type: issuer.type, access_token, invite } })
  return body.error ? [body.error.code, body.error.message] : body.email
}
async function set(settings: object) {
  const { body } = await server.request('/v3/admin/settings', { token: admin, body: settings })
  for (const _node of [1, 2])
    await vi.waitFor(async () => {
      const { body: now } = await server.request('/v3/admin/settings', { token: admin })
      expect(now).toEqual(body)
    })
  return body
}
const signUp = async (email: string) =>
  (await server.request('/provider/local/sign-up', { body: { email, password: 'a password for tests' } })).body
const ofProvider = ['domain_refused', 'The sign-in provider lets in verified email addresses of certain domains only.']

test('a provider with domains signs up their verified addresses alone, also where others need an invitation, and never where sign-up is closed', async () => {
  expect(await enter(home, 'ana@home.org')).toBe('ana@home.org')
  expect(await enter(home, 'ana@elsewhere.org')).toEqual(ofProvider)
  expect(await enter(home, 'bea@home.org', { verified: false })).toEqual(ofProvider)
  expect(await enter(free, 'ana@elsewhere.org')).toBe('ana@elsewhere.org')
  await set({ sign_up: 'invite' })
  expect(await enter(home, 'cleo@home.net')).toBe('cleo@home.net')
  expect(await enter(home, 'cleo@sub.home.net')).toEqual(ofProvider)
  expect((await enter(free, 'dan@home.org'))[0]).toBe('sign_up_closed')
  await set({ sign_up: 'closed' })
  expect((await enter(home, 'dan@home.org'))[0]).toBe('sign_up_closed')
  expect(await enter(home, 'ana@home.org')).toBe('ana@home.org')
  await set({ defaults: ['sign_up'] })
})

test('a provider with domains does not open an account whose address it may not sign up', async () => {
  await enter(free, 'late@elsewhere.org', { verified: false })
  expect(await enter(home, 'late@elsewhere.org')).toEqual(ofProvider)
})

test('the domains of the server hold for every way to sign up and for invitations, but for no account that exists', async () => {
  const { body: sent } = await server.request('/v3/send-invite', { token: admin, body: { email: 'guest@outside.org' } })
  const shown = await set({ sign_up_domains: 'Home.org, @work.org' })
  expect(shown.sign_up_domains).toEqual({ value: 'home.org, work.org', usual: null, source: 'administrator' })
  const refused = ['domain_refused', 'New accounts here need an email address of home.org or work.org.']
  const { error } = await signUp('eve@outside.org')
  expect([error.code, error.message]).toEqual(refused)
  expect((await signUp('eve@work.org')).handle).toBeDefined()
  expect(await enter(free, 'eve@outside.org')).toEqual(refused)
  expect(await enter(free, 'eve@home.org')).toBe('eve@home.org')
  // An address that its provider does not vouch for could be anybody's.
  expect(await enter(free, 'mallory@home.org', { verified: false })).toEqual([
    'domain_refused',
    'The sign-in provider does not confirm that this email address is yours.',
  ])
  expect(await enter(free, 'guest@outside.org', { invite: sent.url.split('invite=')[1] })).toEqual(refused)
  const invited = await server.request('/v3/send-invite', { token: admin, body: { email: 'late@outside.org' } })
  expect([invited.status, invited.body.error.code]).toEqual([403, 'domain_refused'])
  expect(await enter(free, 'ana@elsewhere.org')).toBe('ana@elsewhere.org')
  // Both rules apply to a provider that has its own.
  expect(await enter(home, 'fay@home.net')).toEqual(refused)
  expect((await set({ defaults: ['sign_up_domains'] })).sign_up_domains.source).toBe('default')
  expect(await enter(free, 'eve@outside.org')).toBe('eve@outside.org')
})

test('a sign-up that waits for proof ends where its domain is taken away meanwhile', async () => {
  const { handle } = await signUp('waits@outside.org')
  await server.app.jobs.processAll()
  const mail = mailbox.received.find(({ to }) => to.includes('waits@outside.org'))
  const code = /^(\d{6})\r?$/m.exec(mail?.text ?? '')?.[1]
  await set({ sign_up_domains: 'home.org' })
  const { body } = await server.request('/provider/local/confirm-sign-up', { body: { handle, code } })
  expect(body.error.code).toBe('domain_refused')
  await set({ defaults: ['sign_up_domains'] })
})

test('only domains can be set', async () => {
  for (const sign_up_domains of ['https://home.org', '*.home.org', 'a b c!', 'x'.repeat(2_001)]) {
    const { status, body } = await server.request('/v3/admin/settings', { token: admin, body: { sign_up_domains } })
    expect([sign_up_domains.slice(0, 20), status, body.error?.param]).toEqual([
      sign_up_domains.slice(0, 20),
      400,
      'sign_up_domains',
    ])
  }
})
