// On the engines too: a link is used once, also by two at once.

import { once } from 'node:events'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { defaultRateLimits, noRateLimits } from '../../http/rate-limits.ts'
import { startMailbox } from '../../mail/test-mailbox.ts'
import { type Json, startTestServer, type TestServer } from '../../test-server.ts'
import { resetLinkMilliseconds } from '../mails.ts'
import { unmatchedHash } from './local.ts'
import { resetMailsPerDay } from './passwords.ts'

const old = 'a password for tests'
const next = 'lamp river seventeen'

let mailbox: Awaited<ReturnType<typeof startMailbox>>
let server: TestServer
beforeAll(async () => {
  mailbox = await startMailbox()
  server = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url })
  await server.signUp('first@example.org')
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const local = (path: string, body: object, at = server) => at.request(`/provider/local/${path}`, { body })
const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code]

async function signIn(email: string, password: string, at = server): Promise<string> {
  const { body } = await local('sign-in', { email, password }, at)
  return body.error?.code ?? (await authenticate(body.access_token, at))
}

async function authenticate(access_token: string, at = server): Promise<string> {
  return (await at.request('/v2/authenticate', { body: { type: 'local', access_token } })).body.api_key
}

const works = async (token: string) => (await server.request('/v2/users/me', { token })).status === 200

async function ask(email: string, at = server, box = mailbox) {
  expect(await local('forgot', { email }, at)).toMatchObject({ status: 200, body: {} })
  await at.app.jobs.processAll()
  return box.received.filter(({ to }) => to[0] === email.trim().toLowerCase())
}

const secretIn = (mail: { text: string } | undefined) => /\/provider\/local#reset=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''

test('a changed password signs in and the old one does not; other sessions end with their streams, this one and programs stay', async () => {
  const { token } = await server.signUp('change@example.org', 'Cleo')
  const other = await signIn('change@example.org', old)
  const { body: made } = await server.request('/v3/create-access-token', { token, body: {} })
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${other}`)
  await once(socket, 'open')
  const closed = once(socket, 'close')
  const body = { password: old, new_password: next }
  const answer = await server.request('/provider/local/change-password', { token, body })
  expect([answer.status, answer.body]).toEqual([200, { ended: 1 }])
  await closed
  await server.ended(other)
  expect([await works(token), await works(made.access_token)]).toEqual([true, true])
  expect(await signIn('change@example.org', old)).toBe('sign_in_failed')
  expect(await works(await signIn('change@example.org', next))).toBe(true)
  await server.app.jobs.processAll()
  expect(mailbox.received.filter(({ to }) => to[0] === 'change@example.org').map(({ headers }) => headers.subject)).toEqual([
    'Your Waypost password was changed',
  ])
})

test('a change needs the current password, and a new one that is not easy to guess; otherwise nothing changes', async () => {
  const { token } = await server.signUp('keep@example.org', 'Keith')
  const other = await signIn('keep@example.org', old)
  const change = (password: string, new_password: string) =>
    server.request('/provider/local/change-password', { token, body: { password, new_password } })
  const wrong = await change('not this one', next)
  expect([...codeOf(wrong), wrong.body.error.param]).toEqual([400, 'sign_in_failed', 'password'])
  for (const weak of ['Passw0rd!', 'keith1234', 'keep@example.org', 'abcdefgh', 'aaaaaaaaaa']) {
    const refused = await change(old, weak)
    expect([weak, ...codeOf(refused), refused.body.error.param]).toEqual([weak, 400, 'password_weak', 'new_password'])
  }
  expect(codeOf(await change(old, 'short'))).toEqual([400, 'invalid_param'])
  expect(await works(other)).toBe(true)
  expect(await works(await signIn('keep@example.org', old))).toBe(true)
})

test('a sign-in that began with the old password is not completed after the change', async () => {
  const { token } = await server.signUp('race@example.org')
  const { body: begun } = await local('sign-in', { email: 'race@example.org', password: old })
  await server.request('/provider/local/change-password', { token, body: { password: old, new_password: next } })
  expect(await authenticate(begun.access_token)).toBeUndefined()
})

test('the current password cannot be guessed by changing it, and guesses with a stolen session do not keep the owner from signing in', async () => {
  const rateLimits = { ...noRateLimits, forAccount: { burst: 3, every: 60_000 } }
  const own = await startTestServer({}, { rateLimits, nodes: 1 })
  const { token } = await own.signUp('guess@example.org')
  const guess = () => own.request('/provider/local/change-password', { token, body: { password: 'x', new_password: next } })
  for (let tries = 0; tries < 3; tries++) expect(codeOf(await guess())).toEqual([400, 'sign_in_failed'])
  expect(codeOf(await guess())).toEqual([429, 'ratelimited'])
  expect(await signIn('guess@example.org', old, own)).not.toBe('ratelimited')
  await own.close()
})

test('a sign-up with a common password, or one of own words, is refused with what to do', async () => {
  const refused = await local('sign-up', { email: 'weak@example.org', password: 'sunshine2024', name: 'W' })
  expect(codeOf(refused)).toEqual([400, 'password_weak'])
  expect(refused.body.error).toMatchObject({ param: 'password', message: expect.stringContaining('Use a few unrelated words') })
  expect(codeOf(await local('sign-up', { email: 'weak@example.org', password: 'Willow123', name: 'Willow' }))).toEqual([
    400,
    'password_weak',
  ])
})

test('a forgotten password is reset by the emailed link, which ends all sessions and signs in', async () => {
  const { token, account } = await server.signUp('forgot@example.org')
  const { body: made } = await server.request('/v3/create-access-token', { token, body: {} })
  const [mail, ...more] = await ask(' Forgot@Example.org')
  expect(more).toEqual([])
  expect(mail?.text).toContain(`${server.origin}/provider/local#reset=`)
  expect(mail?.text).toContain('within 30 minutes')
  const { status, body } = await local('reset', { token: secretIn(mail), password: next })
  expect([status, body.expires_in]).toEqual([200, 600])
  await server.ended(token)
  const fresh = await authenticate(body.access_token)
  expect((await server.request('/v2/users/me', { token: fresh })).body.iden).toBe(account.iden)
  expect(await works(made.access_token)).toBe(true)
  expect(await signIn('forgot@example.org', old)).toBe('sign_in_failed')
  expect(await works(await signIn('forgot@example.org', next))).toBe(true)
})

test('a link works once, until a newer one is asked for, and is not used up by a password that is refused', async () => {
  await server.signUp('links@example.org')
  const [first] = await ask('links@example.org')
  const [, second] = await ask('links@example.org')
  expect(codeOf(await local('reset', { token: secretIn(first), password: next }))).toEqual([400, 'link_expired'])
  expect(codeOf(await local('reset', { token: secretIn(second), password: 'links@example.org' }))).toEqual([400, 'password_weak'])
  expect(codeOf(await local('reset', { token: secretIn(second), password: 'short' }))).toEqual([400, 'invalid_param'])
  expect((await local('check-reset', { token: secretIn(second) })).body).toEqual({ email: 'links@example.org' })
  expect(codeOf(await local('check-reset', { token: secretIn(first) }))).toEqual([400, 'link_expired'])
  expect((await local('reset', { token: secretIn(second), password: next })).status).toBe(200)
  expect(codeOf(await local('reset', { token: secretIn(second), password: 'another password' }))).toEqual([400, 'link_expired'])
  expect(codeOf(await local('reset', { token: 'x', password: next }))).toEqual([400, 'link_expired'])
})

test('checking a password for an unknown address costs as much as for a known one, and fails', async () => {
  const cost = { memoryCost: 1_024, timeCost: 3 }
  const unmatched = unmatchedHash(cost)
  expect(parseOptions(unmatched)).toEqual(parseOptions(await hash(old, cost)))
  expect(await verify(unmatched, old)).toBe(false)
})

test('of several attempts at once with one link, one succeeds', async () => {
  // Hashing at the real cost takes long enough for all of them to find the link.
  const own = await startTestServer({}, { usualPasswordCost: true })
  const { token } = await own.signUp('admin@example.org')
  const { body } = await own.request('/v3/admin/reset-link', { token, body: { email: 'admin@example.org' } })
  const secret = secretIn({ text: body.url })
  const attempts = ['one', 'two', 'three', 'four'].map((word) => local('reset', { token: secret, password: next + word }, own))
  expect((await Promise.all(attempts)).map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
  await own.close()
})

test('a link ends after 30 minutes, and when the password is changed', async () => {
  const { token } = await server.signUp('late@example.org')
  const [first] = await ask('late@example.org')
  const early = (resetLinkMilliseconds - 60_000) * 1_000
  await server.app.db.write((tx) => tx.run('UPDATE one_time_link SET expires = expires - $1', [early]))
  const [row] = await server.app.db.all<{ hash: string; expires: number; created: number }>(
    "SELECT * FROM one_time_link WHERE subject = 'late@example.org'",
  )
  expect(row && row.expires - row.created).toBe(60_000_000)
  expect(row?.hash).not.toContain(secretIn(first))
  await server.app.db.write((tx) => tx.run('UPDATE one_time_link SET expires = expires - $1', [61_000_000]))
  expect(codeOf(await local('reset', { token: secretIn(first), password: next }))).toEqual([400, 'link_expired'])
  const [, second] = await ask('late@example.org')
  await server.request('/provider/local/change-password', { token, body: { password: old, new_password: next } })
  expect(codeOf(await local('reset', { token: secretIn(second), password: 'another password' }))).toEqual([400, 'link_expired'])
})

test('the answer is the same for a stranger, who gets no mail; a mailbox cannot be flooded', async () => {
  await server.signUp('flood@example.org')
  expect(await ask('stranger@example.org')).toEqual([])
  for (let asked = 0; asked < resetMailsPerDay + 3; asked++) await ask('flood@example.org')
  const mails = await ask('flood@example.org')
  expect(mails).toHaveLength(resetMailsPerDay)
  // A failed request does not end the last link.
  expect((await local('reset', { token: secretIn(mails.at(-1)), password: next })).status).toBe(200)
})

test('one network address may ask only so often', async () => {
  const rateLimits = { ...noRateLimits, passwordReset: defaultRateLimits.passwordReset }
  const own = await startTestServer({}, { rateLimits, nodes: 1 })
  const answers = await Promise.all(Array.from({ length: 31 }, (_, at) => local('forgot', { email: `p${at}@example.org` }, own)))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  await own.close()
})

test('a person who signs in with another provider is told so instead', async () => {
  const { account } = await server.signUp('elsewhere@example.org')
  await server.app.db.write(async (tx) => {
    await tx.run("UPDATE login SET type = 'google', subject = '7' WHERE owner = $1", [account.iden])
    await tx.run("DELETE FROM local_identity WHERE email_normalized = 'elsewhere@example.org'")
  })
  const [mail] = await ask('elsewhere@example.org')
  expect(mail?.text).toContain('This account has no password. Sign in with Google instead')
  expect(secretIn(mail)).toBe('')
})

test('providers say whether the server emails links, or its administrator has to make them', async () => {
  const own = await startTestServer()
  const reset = async (at: TestServer) => (await at.request('/v3/providers')).body.providers[0].password_reset
  expect([await reset(server), await reset(own)]).toEqual(['email', 'administrator'])
  await own.close()
})

test('an administrator makes a link for an account with a password, others do not', async () => {
  const own = await startTestServer()
  const admin = await own.signUp('admin@example.org')
  const { token } = await own.signUp('lost@example.org')
  const link = (by: string, email: string) => own.request('/v3/admin/reset-link', { token: by, body: { email } })
  expect(codeOf(await link(token, 'lost@example.org'))).toEqual([403, 'forbidden'])
  expect(codeOf(await link(admin.token, 'nobody@example.org'))).toEqual([404, 'not_found'])
  const { body } = await link(admin.token, 'Lost@example.org')
  expect(body.url).toMatch(new RegExp(`^${own.origin}/provider/local#reset=[A-Za-z0-9]{32}$`))
  expect(Math.abs(body.expires - Date.now() / 1_000 - 1_800)).toBeLessThan(60)
  expect((await local('reset', { token: secretIn({ text: body.url }), password: next }, own)).status).toBe(200)
  await own.close()
})
