import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox } from '../mail/test-mailbox.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let mailbox: Awaited<ReturnType<typeof startMailbox>>
let alice: { token: string; account: { iden: string } }
beforeAll(async () => {
  mailbox = await startMailbox()
  server = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url, WAYPOST_SIGNUP: 'invite' })
  alice = await server.signUp('alice@example.org', 'Alice')
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const invite = (email: unknown, token = alice.token) => server.request('/v3/send-invite', { token, body: { email } })
const me = async (token: string) => (await server.request('/v2/users/me', { token })).body

test('API-049 INVITE-001 an invitation is mailed, in the name of who invites', async () => {
  const { status, body } = await invite('friend@example.org')
  expect([status, body]).toEqual([200, {}])
  await server.app.jobs.processAll()
  const [got] = mailbox.received
  expect(got?.to).toEqual(['friend@example.org'])
  expect(got?.headers.subject).toBe('Alice invites you to Waypost')
  expect(got?.headers['reply-to']).toBe('alice@example.org')
  expect(got?.text).toContain(`${server.origin}/signin`)
})

test('INVITE-001 where accounts are by invitation, who is invited may sign up, and it is known who brought them', async () => {
  const stranger = await server.request('/provider/local/sign-up', {
    body: { email: 'stranger@example.org', password: 'correct horse' },
  })
  expect(stranger.body.error.code).toBe('sign_up_closed')
  await invite('Guest@example.org')
  const guest = await server.signUp('guest@example.org', 'Guest')
  await server.app.jobs.processAll()
  expect(await me(guest.token)).toMatchObject({ referrer_iden: alice.account.iden })
  expect(await me(alice.token)).toMatchObject({ referred_count: 1 })
  await invite('second@example.org', guest.token)
  await invite('second@example.org')
  const second = await server.signUp('second@example.org')
  await server.app.jobs.processAll()
  expect(await me(second.token)).toMatchObject({ referrer_iden: guest.account.iden })
  expect(await me(alice.token)).toMatchObject({ referred_count: 1 })
})

test('GAP-086 who was pushed to without an account is invited by that', async () => {
  await server.request('/v2/pushes', { token: alice.token, body: { body: 'hi', email: 'pushed@example.org' } })
  const pushed = await server.signUp('pushed@example.org')
  expect(pushed.token).toMatch(/^o\./)
})

test('who is a user already gets no mail, and the difference cannot be told', async () => {
  await server.app.jobs.processAll()
  const before = mailbox.received.length
  expect((await invite('alice@example.org')).body).toEqual({})
  await server.app.jobs.processAll()
  expect(mailbox.received).toHaveLength(before)
  for (const email of ['no address', 'a@example.org,b@example.org', '<a@example.org>', 7])
    expect((await invite(email)).body.error.param).toBe('email')
})
