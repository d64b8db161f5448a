// On the engines too: an invitation is used once, also by two at once.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitationMilliseconds } from '../invitation/rows.ts'
import { startMailbox } from '../mail/test-mailbox.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let mailbox: Awaited<ReturnType<typeof startMailbox>>
let alice: { token: string; account: { iden: string } }
let bob: { token: string; account: { iden: string } }
beforeAll(async () => {
  mailbox = await startMailbox()
  server = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url, WAYPOST_SIGNUP: 'invite' })
  alice = await server.signUp('alice@example.org', 'Alice')
  bob = await join('bob@example.org', alice.token)
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const invite = (email: unknown, token = alice.token, more = {}) =>
  server.request('/v3/send-invite', { token, body: { email, ...more } })
const me = async (token: string) => (await server.request('/v2/users/me', { token })).body
const list = async (token = alice.token) => (await server.request('/v3/invitations', { token })).body.invitations
const invitationOf = async (email: string, token = alice.token) =>
  (await list(token)).find((one: { email: string }) => one.email === email)
const signUp = (email: string, secret?: string) =>
  server.request('/provider/local/sign-up', { body: { email, password: 'lamp river seventeen', invite: secret } })
const enter = (access_token: string) => server.request('/v2/authenticate', { body: { type: 'local', access_token } })
const secretIn = (words: string) => /[#&?]invite=(\w+)/.exec(words)?.[1] as string

async function mailed(email: string): Promise<string> {
  await server.app.jobs.processAll()
  return secretIn(mailbox.received.findLast(({ to }) => to.includes(email))?.text ?? '')
}

async function join(email: string, by: string) {
  await invite(email, by)
  const { body } = await signUp(email, await mailed(email))
  const account = (await enter(body.access_token)).body
  return { token: account.api_key as string, account }
}

test('API-049 INVITE-001 an invitation is mailed in the name of the person who invites, with a link that carries a secret', async () => {
  const { status, body } = await invite('friend@example.org')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    iden: expect.any(String),
    sent: true,
    url: expect.stringContaining(`${server.origin}/signin#invite=`),
  })
  const secret = await mailed('friend@example.org')
  const got = mailbox.received.at(-1)
  expect(got?.to).toEqual(['friend@example.org'])
  expect(got?.headers.subject).toBe('Alice invites you to Waypost')
  expect(got?.headers['reply-to']).toBe('alice@example.org')
  expect(got?.text).toContain(`${server.origin}/signin#invite=${secret}`)
  expect(secretIn(body.url)).not.toBe(secret)
  const rows = JSON.stringify([
    await server.app.db.all('SELECT * FROM one_time_link'),
    await server.app.db.all('SELECT * FROM invite'),
  ])
  for (const each of [secret, secretIn(body.url)]) expect(rows).not.toContain(each)
})

test('an invited address alone lets no one in; its secret does, once, and then the invitation is used', async () => {
  await invite('guest@example.org')
  const secret = await mailed('guest@example.org')
  expect((await signUp('guest@example.org')).body).not.toHaveProperty('access_token')
  expect((await signUp('guest@example.org', 'a made up secret')).body.error.code).toBe('invite_ended')
  expect((await signUp('other@example.org', secret)).body.error.code).toBe('invite_other')
  expect((await server.request('/v3/check-invitation', { body: { invite: secret } })).body).toEqual({
    email: 'guest@example.org',
    invited_by: 'Alice',
  })
  const { body: granted } = await signUp('Guest@example.org', secret)
  expect((await enter(granted.access_token)).body).toMatchObject({ email: 'Guest@example.org' })
  expect(await invitationOf('guest@example.org')).toMatchObject({ state: 'used', sent: true })
  for (const email of ['guest@example.org', 'third@example.org'])
    expect((await signUp(email, secret)).body.error.code).toBe('invite_ended')
  expect((await server.request('/v3/check-invitation', { body: { invite: secret } })).body.error.code).toBe('invite_ended')
})

test('a copied link works like the mailed one, without an email', async () => {
  await server.app.jobs.processAll()
  const before = mailbox.received.length
  const { body } = await invite('quiet@example.org', alice.token, { send: false })
  expect(body.sent).toBe(false)
  await server.app.jobs.processAll()
  expect(mailbox.received).toHaveLength(before)
  expect(await invitationOf('quiet@example.org')).toMatchObject({ state: 'open', sent: false })
  expect((await signUp('quiet@example.org', secretIn(body.url))).status).toBe(200)
})

test('of two sign-ups at once with the same secret one account comes', async () => {
  await invite('twins@example.org')
  const secret = await mailed('twins@example.org')
  const both = await Promise.all([signUp('twins@example.org', secret), signUp('twins@example.org', secret)])
  const entered = await Promise.all(both.map(({ body }) => enter(body.access_token ?? 'none')))
  expect(new Set(entered.filter(({ status }) => status === 200).map(({ body }) => body.iden)).size).toBe(1)
  const accounts = await server.app.db.all("SELECT * FROM account WHERE email_normalized = 'twins@example.org'")
  expect(accounts).toHaveLength(1)
})

test('a revoked invitation and one that is over let in no more; only the person who invited revokes it', async () => {
  const { body } = await invite('late@example.org')
  const mail = await mailed('late@example.org')
  const { iden } = await invitationOf('late@example.org')
  const revoke = (token: string) => server.request(`/v3/invitations/${iden}`, { method: 'DELETE', token })
  expect((await revoke(bob.token)).status).toBe(404)
  expect((await revoke(alice.token)).status).toBe(200)
  expect((await revoke(alice.token)).status).toBe(404)
  expect(await invitationOf('late@example.org')).toMatchObject({ state: 'revoked' })
  for (const secret of [mail, secretIn(body.url)])
    expect((await signUp('late@example.org', secret)).body.error.code).toBe('invite_ended')
  await invite('late@example.org')
  expect((await signUp('late@example.org', mail)).body.error.code).toBe('invite_ended')
  const fresh = await mailed('late@example.org')
  await server.app.db.write((tx) =>
    tx.run("UPDATE invite SET expires = expires - $1 WHERE email_normalized = 'late@example.org'", [
      invitationMilliseconds * 1_000,
    ]),
  )
  expect(await invitationOf('late@example.org')).toMatchObject({ state: 'expired' })
  expect((await signUp('late@example.org', fresh)).body.error.code).toBe('invite_ended')
})

test('an invitation that is revoked between sign-up and sign-in lets in no more', async () => {
  await invite('midway@example.org')
  const { body } = await signUp('midway@example.org', await mailed('midway@example.org'))
  const { iden } = await invitationOf('midway@example.org')
  await server.request(`/v3/invitations/${iden}`, { method: 'DELETE', token: alice.token })
  expect((await enter(body.access_token)).body.error.code).toBe('sign_up_closed')
})

test('GAP-086 a push to an address without an account invites it, each with a link that works, until that was revoked', async () => {
  const push = (body: string) =>
    server.request('/v2/pushes', { token: alice.token, body: { type: 'note', body, email: 'pushed@example.org' } })
  await push('one')
  const first = await mailed('pushed@example.org')
  await push('two')
  const second = await mailed('pushed@example.org')
  expect(second).not.toBe(first)
  const { iden } = await invitationOf('pushed@example.org')
  await server.request(`/v3/invitations/${iden}`, { method: 'DELETE', token: alice.token })
  await push('three')
  expect(await mailed('pushed@example.org')).toBeUndefined()
  expect((await signUp('pushed@example.org', first)).body.error.code).toBe('invite_ended')
  await invite('pushed@example.org')
  expect((await signUp('pushed@example.org', await mailed('pushed@example.org'))).status).toBe(200)
})

test('INVITE-001 it is known who brought an account: the first who invited it', async () => {
  await invite('second@example.org', bob.token)
  await invite('second@example.org')
  const second = await join('second@example.org', alice.token)
  await server.app.jobs.processAll()
  expect(await me(second.token)).toMatchObject({ referrer_iden: bob.account.iden })
  expect(await me(bob.token)).toMatchObject({ referred_count: 1 })
  expect(await invitationOf('second@example.org', bob.token)).toMatchObject({ state: 'used' })
})

test('an address with an account gets no mail, and the answer does not show it', async () => {
  await server.app.jobs.processAll()
  const before = mailbox.received.length
  const [known, unknown] = [(await invite('bob@example.org')).body, (await invite('unknown@example.net')).body]
  const shape = (body: Record<string, unknown>) =>
    Object.entries(body).map(([name, value]) => [name, typeof value, value === true])
  expect(shape(known)).toEqual(shape(unknown))
  await server.app.jobs.processAll()
  expect(mailbox.received.slice(before).map(({ to }) => to)).toEqual([['unknown@example.net']])
  for (const email of ['no address', 'a@example.org,b@example.org', '<a@example.org>', 7])
    expect((await invite(email)).body.error.param).toBe('email')
})

test('administrators see and revoke the invitations of all; others do not', async () => {
  await invite('seen@example.org', bob.token)
  const all = (token: string) => server.request('/v3/admin/invitations', { token })
  expect((await all(bob.token)).body.error.code).toBe('forbidden')
  const found = (await all(alice.token)).body.invitations.find((one: { email: string }) => one.email === 'seen@example.org')
  expect(found).toMatchObject({ state: 'open', by: { iden: bob.account.iden, email: 'bob@example.org' } })
  const revoke = (token: string) => server.request(`/v3/admin/invitations/${found.iden}`, { method: 'DELETE', token })
  expect((await revoke(bob.token)).body.error.code).toBe('forbidden')
  expect((await revoke(alice.token)).status).toBe(200)
  expect(await invitationOf('seen@example.org', bob.token)).toMatchObject({ state: 'revoked' })
  const { entries } = (await server.request('/v3/admin/audit', { token: alice.token })).body
  expect(entries[0]).toMatchObject({ act: 'revoke-invitation', about: 'bob@example.org', details: { email: 'seen@example.org' } })
})

test('an invitation of a deleted account lets in no more', async () => {
  const gone = await join('gone@example.org', alice.token)
  await invite('orphan@example.org', gone.token)
  const secret = await mailed('orphan@example.org')
  await server.request('/v2/users/me', { method: 'DELETE', token: gone.token })
  await server.app.jobs.processAll()
  expect((await signUp('orphan@example.org', secret)).body.error.code).toBe('invite_ended')
})

test('a sign-up that was never finished does not keep the invited person out', async () => {
  const own = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url })
  try {
    const { token } = await own.signUp('host@example.org')
    const begin = (body: object) => own.request('/provider/local/sign-up', { body: { email: 'slow@example.org', ...body } })
    expect((await begin({ password: 'seventeen rivers of lamp' })).status).toBe(200)
    expect((await begin({ password: 'lamp river seventeen' })).body.error.code).toBe('email_taken')
    const { body } = await own.request('/v3/send-invite', { token, body: { email: 'slow@example.org' } })
    expect((await begin({ password: 'lamp river seventeen', invite: secretIn(body.url) })).status).toBe(200)
    const signIn = (password: string) => own.request('/provider/local/sign-in', { body: { email: 'slow@example.org', password } })
    expect([(await signIn('seventeen rivers of lamp')).status, (await signIn('lamp river seventeen')).status]).toEqual([400, 200])
  } finally {
    await own.close()
  }
})

test('without a mail server the answer says that no email goes out, and its link lets the person in', async () => {
  const own = await startTestServer({ WAYPOST_SIGNUP: 'invite' })
  try {
    const { token } = await own.signUp('host@example.org')
    const { body } = await own.request('/v3/send-invite', { token, body: { email: 'new@example.org' } })
    expect(body.sent).toBe(false)
    const credentials = { email: 'new@example.org', password: 'lamp river seventeen', invite: secretIn(body.url) }
    expect((await own.request('/provider/local/sign-up', { body: credentials })).status).toBe(200)
  } finally {
    await own.close()
  }
})
