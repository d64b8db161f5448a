// On the engines too: an address is proved once, and what waits for it goes on.

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startMailbox } from '../../mail/test-mailbox.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { proofMilliseconds } from '../mails.ts'
import { startIssuer } from '../oidc/test-issuer.ts'
import { triesPerCode } from '../wrong-passwords-and-codes.ts'
import { proofMailsPerDay } from './proof.ts'

let mailbox: Awaited<ReturnType<typeof startMailbox>>
let issuer: Awaited<ReturnType<typeof startIssuer>>
/** Open to everyone, and reachable from other machines. */
let server: TestServer
let host: { token: string }
beforeAll(async () => {
  // The provider warns at length that it is set up for tests.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'info').mockImplementation(() => {})
  ;[mailbox, issuer] = await Promise.all([startMailbox(), startIssuer()])
  const settings = { WAYPOST_SMTP_URL: mailbox.url, ...issuer.settings }
  server = await startTestServer(settings, { config: { proveAddresses: true } })
  issuer.serve(server.origin)
  host = await server.signUp('host@example.org', 'Host')
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
  await Promise.all([issuer.close(), mailbox.close()])
})

/** Signs in with the OpenID provider, which doesn't vouch for the address unless `verified`. */
async function enter(name: string, { sub = name, verified = false } = {}) {
  const who = { sub, email: `${name}@example.org`, name, ...(verified && { email_verified: true }) }
  const access_token = await issuer.tokenOf(server.origin, who)
  return (await server.request('/v2/authenticate', { body: { type: 'oidc', access_token } })).body
}

const me = async (token: string) => (await server.request('/v2/users/me', { token })).body
const prove = (token: string, code: string) => server.request('/v3/prove-email', { token, body: { code } })
const push = (email: string, body: string) =>
  server.request('/v2/pushes', { token: host.token, body: { type: 'note', email, body } })
const bodiesOf = async (token: string) =>
  (await server.request('/v2/pushes', { token })).body.pushes.map(({ body }: { body: string }) => body)

async function mailsTo(email: string) {
  await server.app.jobs.processAll()
  return mailbox.received.filter(({ to }) => to.includes(email))
}

async function proofTo(email: string) {
  const { text = '' } = (await mailsTo(email)).findLast(({ headers }) => /is your code/.test(headers.subject ?? '')) ?? {}
  return { code: /^(\d{6})\r?$/m.exec(text)?.[1] ?? '', token: /confirm-email#token=(\w+)/.exec(text)?.[1] ?? '' }
}

test('an account with an unproven address works, but gets nothing that others send there, until the emailed code proves it', async () => {
  const ana = await enter('ana')
  expect(ana).toMatchObject({ email: 'ana@example.org', email_unproven: true })
  const token = ana.api_key
  expect((await server.request('/v2/pushes', { token, body: { type: 'note', body: 'to myself' } })).status).toBe(200)
  const { body: sent } = await push('ana@example.org', 'a secret for the owner of the mailbox')
  expect(sent).not.toHaveProperty('receiver_iden')
  expect(await bodiesOf(token)).toEqual(['to myself'])
  expect((await mailsTo('ana@example.org')).some(({ text }) => text.includes('a secret for the owner'))).toBe(true)
  const chats = async () => (await server.request('/v2/chats', { token: host.token })).body.chats
  expect((await chats())[0].with).not.toHaveProperty('iden')

  const { code } = await proofTo('ana@example.org')
  expect((await prove(token, code)).status).toBe(200)
  expect(await me(token)).not.toHaveProperty('email_unproven')
  await push('ana@example.org', 'hello')
  expect(await bodiesOf(token)).toEqual(['hello', 'to myself'])
  await server.app.jobs.processAll()
  expect((await chats())[0].with).toMatchObject({ iden: ana.iden })
})

test('the emailed link proves the address as well, once, also where nobody is signed in', async () => {
  const { api_key: token } = await enter('ben')
  const { token: link } = await proofTo('ben@example.org')
  const check = await server.request('/v3/check-email-link', { body: { token: link } })
  expect(check.body).toEqual({ email: 'ben@example.org', new_email: 'ben@example.org' })
  expect((await server.request('/v3/confirm-email', { body: { token: link } })).body).toEqual({ email: 'ben@example.org' })
  expect(await me(token)).not.toHaveProperty('email_unproven')
  expect((await server.request('/v3/confirm-email', { body: { token: link } })).body.error.code).toBe('link_expired')
})

test('five wrong codes end the codes of an address for an hour; another email can be sent, which ends the one before, and only so often', async () => {
  const { api_key: token } = await enter('cleo')
  const first = await proofTo('cleo@example.org')
  const wrong = first.code === '111111' ? '222222' : '111111'
  for (let tries = 0; tries < triesPerCode.email; tries++) expect((await prove(token, wrong)).body.error.param).toBe('code')
  expect((await prove(token, first.code)).body.error.code).toBe('ratelimited')
  const again = () => server.request('/v3/send-proof', { token, method: 'POST' })
  expect((await again()).status).toBe(200)
  const second = await proofTo('cleo@example.org')
  // A new email doesn't reset the attempts.
  expect((await prove(token, second.code)).body.error.code).toBe('ratelimited')
  expect((await server.request('/v3/confirm-email', { body: { token: first.token } })).body.error.code).toBe('link_expired')
  for (let count = 1; count < proofMailsPerDay; count++) expect((await again()).status).toBe(200)
  expect((await again()).body.error.code).toBe('ratelimited')
  expect((await prove(token, second.code)).status).not.toBe(200)
  const last = await proofTo('cleo@example.org')
  await server.app.db.write((tx) =>
    tx.run("UPDATE one_time_link SET expires = expires - $1 WHERE purpose = 'prove-email'", [proofMilliseconds * 1_000]),
  )
  expect((await prove(token, last.code)).body.error.code).toBe('link_expired')
})

test('the code of one account proves no other', async () => {
  const [dan, eve] = [await enter('dan'), await enter('eve')]
  const { code } = await proofTo('dan@example.org')
  await prove(eve.api_key, code)
  expect(await me(eve.api_key)).toMatchObject({ email_unproven: true })
  expect((await prove(dan.api_key, code)).status).toBe(200)
})

test('an address that the provider calls verified wins over an account that never proved it: its other ways in end', async () => {
  const squatter = await enter('finn', { sub: 'squatter' })
  const program = (await server.request('/v3/create-access-token', { token: squatter.api_key, body: { name: 'p' } })).body
  const owner = await enter('finn', { sub: 'owner', verified: true })
  expect(owner.iden).toBe(squatter.iden)
  expect(owner).not.toHaveProperty('email_unproven')
  for (const token of [squatter.api_key, program.access_token]) {
    await server.ended(token)
    expect((await server.request('/v2/users/me', { token })).status).toBe(401)
  }
  expect((await mailsTo('finn@example.org')).at(-1)?.headers.subject).toBe('Your Waypost account has a new way to sign in')
  const { entries } = (await server.request('/v3/audit', { token: owner.api_key })).body
  expect(entries.map(({ act }: { act: string }) => act)).toContain('claimed')
  expect((await enter('finn', { sub: 'squatter' })).error.code).toBe('email_taken')
  expect((await enter('finn', { sub: 'owner', verified: true })).iden).toBe(owner.iden)
})

test('an account that has proved its address is not claimed by a provider', async () => {
  const { api_key: token } = await enter('gus')
  await prove(token, (await proofTo('gus@example.org')).code)
  expect((await enter('gus', { sub: 'another', verified: true })).error.code).toBe('email_taken')
  expect((await me(token)).email).toBe('gus@example.org')
})

test('a verified address needs no proof, and without a mail server nothing waits for one', async () => {
  expect(await enter('hal', { verified: true })).not.toHaveProperty('email_unproven')
  const own = await startTestServer({}, { config: { proveAddresses: true } })
  try {
    const first = await own.signUp('first@example.org')
    const { token, account } = await own.signUp('second@example.org')
    expect(account).not.toHaveProperty('email_unproven')
    await own.request('/v2/pushes', { token: first.token, body: { type: 'note', email: 'second@example.org', body: 'hi' } })
    expect((await own.request('/v2/pushes', { token })).body.pushes).toHaveLength(1)
  } finally {
    await own.close()
  }
})
