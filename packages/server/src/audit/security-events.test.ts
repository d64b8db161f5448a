// On the engines too: events are upserted, paged and cut to a number in SQL.

import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox } from '../mail/test-mailbox.ts'
import { createSoftPasskey } from '../sign-in/passkeys/test-authenticator.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'
import { recordEvent } from './rows.ts'

let mailbox: Awaited<ReturnType<typeof startMailbox>>
let server: TestServer
let admin: string
let people = 0
beforeAll(async () => {
  mailbox = await startMailbox()
  server = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url, WAYPOST_TRUST_PROXY: '127.0.0.1,::1' })
  admin = (await server.signUp('admin@example.org', 'Ada')).token
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const password = 'a password for tests'
const someone = async () => {
  const email = `person-${people++}@example.org`
  return { email, ...(await server.signUp(email)) }
}
const call = (path: string, token: string, body?: object, method?: string) =>
  server.request(path, { token, ...(body && { body }), ...(method && { method }) })
const eventsOf = async (token: string): Promise<Json[]> => (await call('/v3/audit', token)).body.entries
const namesOf = async (token: string) =>
  (await eventsOf(token)).map(({ act, details }) => (details ? [act, details] : [act])).toReversed()

async function signIn(email: string, agent: string, from = '10.0.0.7', code?: string): Promise<string> {
  const { access_token } = (await server.request('/provider/local/sign-in', { body: { email, password } })).body
  const headers = { 'user-agent': agent, 'x-forwarded-for': from }
  return (await server.request('/v2/authenticate', { body: { type: 'local', access_token, code }, headers })).body.api_key
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

test('a sign-in on a new device is recorded once, with the device and the country, and the first one of an account is not', async () => {
  const { email, token } = await someone()
  // Signs in again on the device of the sign-up, which is still signed in.
  await signIn(email, 'node')
  expect(await namesOf(token)).toEqual([])
  await signIn(email, firefox, '8.8.8.8')
  await signIn(email, firefox, '8.8.8.8')
  expect(await namesOf(token)).toEqual([['sign-in', { device: 'Firefox on Linux', place: 'US' }]])
  expect(JSON.stringify(await server.app.db.all('SELECT * FROM audit_entry'))).not.toContain('8.8.8.8')
  await call('/v3/sessions', token, undefined, 'DELETE')
  await signIn(email, firefox, '8.8.8.8')
  expect((await namesOf(token)).filter(([act]) => act === 'sign-in')).toHaveLength(1)
  await signIn(email, firefox)
  expect((await namesOf(token)).at(-1)).toEqual(['sign-in', { device: 'Firefox on Linux', place: 'local' }])
})

test('devices signed out by another one are recorded, and one that signs itself out is not', async () => {
  const { email, token } = await someone()
  const other = await signIn(email, 'Lamp/1.0')
  const session = (await call('/v3/sessions', token)).body.sessions.find(({ name }: Json) => name === 'Lamp')
  await call(`/v3/sessions/${session.iden}`, token, undefined, 'DELETE')
  await server.ended(other)
  expect((await namesOf(token)).at(-1)).toEqual(['end-session', { device: 'Lamp' }])
  await call('/v3/sign-out', await signIn(email, 'Lamp/1.0'), {})
  expect((await namesOf(token)).at(-1)).toEqual(['end-session', { device: 'Lamp' }])
  await signIn(email, 'Lamp/1.0')
  await call('/v3/sessions', token, undefined, 'DELETE')
  expect((await namesOf(token)).at(-1)).toEqual(['end-other-sessions', { ended: 1 }])
  await call('/v3/sessions', token, undefined, 'DELETE')
  expect((await namesOf(token)).filter(([act]) => act === 'end-other-sessions')).toHaveLength(1)
})

test('a changed and a reset password and a new address are recorded, without any secret', async () => {
  const { email, token } = await someone()
  const next = 'lamp river seventeen'
  await call('/provider/local/change-password', token, { password, new_password: next })
  await call('/v3/change-email', token, { email: `new-${email}`, password: next })
  await server.app.jobs.processAll()
  const confirm = /#token=(\w+)/.exec(mailbox.received.findLast(({ to }) => to.includes(`new-${email}`))?.text ?? '')?.[1]
  expect((await server.request('/v3/confirm-email', { body: { token: confirm } })).status).toBe(200)
  const { url } = (await call('/v3/admin/reset-link', admin, { email: `new-${email}` })).body
  const reset = url.split('=')[1]
  const last = 'seven rivers of lamps'
  const { access_token } = (await server.request('/provider/local/reset', { body: { token: reset, password: last } })).body
  const again = (await server.request('/v2/authenticate', { body: { type: 'local', access_token } })).body.api_key
  expect((await namesOf(again)).filter(([act]) => act !== 'sign-in')).toEqual([
    ['change-password'],
    ['change-email', { from: email, to: `new-${email}` }],
    ['reset-link'],
    ['reset-password'],
  ])
  const log = JSON.stringify(await server.app.db.all('SELECT * FROM audit_entry'))
  for (const secret of [password, next, last, confirm, reset]) expect(log).not.toContain(secret)
})

test('one-time codes, a used recovery code and passkeys are recorded, without any secret', async () => {
  const { email, token } = await someone()
  const { secret } = (await call('/v3/factors/codes', token, {})).body
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const { recovery_codes } = (await call('/v3/factors/codes/confirm', token, { code: code() })).body
  await signIn(email, firefox, '10.0.0.7', recovery_codes[0])
  await call('/v3/factors/recovery-codes', token, {})
  const { options } = (await call('/v3/passkey-options', token, {})).body
  const { response } = createSoftPasskey(server.origin, options)
  const { iden } = (await call('/v3/passkeys', token, { passkey: response, name: 'Phone' })).body
  await call(`/v3/passkeys/${iden}`, token, undefined, 'DELETE')
  await call('/v3/factors/codes', token, undefined, 'DELETE')
  expect((await namesOf(token)).filter(([act]) => act !== 'sign-in')).toEqual([
    ['codes-on'],
    ['recovery-code-used', { left: 9 }],
    ['recovery-codes'],
    ['passkey-added', { name: 'Phone' }],
    ['passkey-removed', { name: 'Phone' }],
    ['codes-off'],
  ])
  const log = JSON.stringify(await server.app.db.all('SELECT * FROM audit_entry'))
  for (const kept of [secret, recovery_codes[0]]) expect(log).not.toContain(kept)
})

test('tokens made and revoked are recorded with their names and scopes, never the token', async () => {
  const { token } = await someone()
  const { access_token, iden } = (await call('/v3/create-access-token', token, { name: 'Lamp', scope: 'push:write' })).body
  await call(`/v3/access-tokens/${iden}`, token, undefined, 'DELETE')
  expect(await namesOf(token)).toEqual([
    ['token-created', { name: 'Lamp', scopes: 'push:write' }],
    ['token-revoked', { name: 'Lamp' }],
  ])
  expect(JSON.stringify(await server.app.db.all('SELECT * FROM audit_entry'))).not.toContain(access_token)
})

test('the events of a person stand beside what administrators did; administrators list them apart, and others never see them', async () => {
  const { email, token, account } = await someone()
  const stranger = await someone()
  await call('/v3/create-access-token', token, { name: 'Lamp' })
  await call('/v3/admin-become', admin, { email })
  expect(await eventsOf(token)).toMatchObject([
    { act: 'become', by: 'Ada', about: email },
    { act: 'token-created', own: true, about: email },
  ])
  expect((await eventsOf(token))[1]).not.toHaveProperty('by')
  expect(await eventsOf(stranger.token)).toEqual([])
  const listed = async (kind: string) =>
    (await call(`/v3/admin/audit?search=${email}${kind}`, admin)).body.entries.map(({ act }: Json) => act)
  expect(await listed('')).toEqual(['become', 'token-created'])
  expect(await listed('&kind=people')).toEqual(['token-created'])
  expect(await listed('&kind=administrators')).toEqual(['become'])
  await call(`/v3/admin/people/${account.iden}?email=${email}`, admin, undefined, 'DELETE')
  await server.app.jobs.processAll()
  expect(await listed('')).toEqual(['delete', 'become'])
})

const day = 24 * 60 * 60_000_000

test('a flood of events pushes none of the last 90 days out of the log, and of older ones the newest hundred of each kind stay', async () => {
  const { account, token } = await someone()
  const { db } = server.app
  const record = (act: 'token-created' | 'token-revoked', details: object) =>
    db.write((tx) => recordEvent(tx, account, act, details as Record<string, string>))
  const age = (days: number) =>
    db.write((tx) =>
      tx.run('UPDATE audit_entry SET created = created - $2 WHERE about = $1 AND created > $3', [
        account.iden,
        days * day,
        Date.now() * 1_000 - day,
      ]),
    )
  const names = async () =>
    (await db.all<{ details: string }>('SELECT details FROM audit_entry WHERE about = $1', [account.iden])).map(
      ({ details }) => JSON.parse(details).name as string,
    )
  await record('token-created', { name: 'the one that matters' })
  for (const days of [1, 2, 3]) {
    for (let count = 0; count < 90; count++) await record('token-created', { name: `${days}/${count}` })
    await age(2)
  }
  expect(await names()).toHaveLength(271)
  expect(await names()).toContain('the one that matters')
  await db.write((tx) => tx.run('UPDATE audit_entry SET created = created - $2 WHERE about = $1', [account.iden, 90 * day]))
  await record('token-created', { name: 'new' })
  expect(await names()).toHaveLength(101)
  expect(await names()).toContain('3/89')
  expect((await eventsOf(token))[0]).toMatchObject({ act: 'token-created', details: { name: 'new' } })
})

test('an account makes so many events a day: what would let something in is refused then, what shuts it out is not, and is counted', async () => {
  const { account, token } = await someone()
  const { db } = server.app
  const create = (name: string) => call('/v3/create-access-token', token, { name })
  const { body: made } = await create('first')
  await db.write(async (tx) => {
    for (let count = 0; count < 98; count++) await recordEvent(tx, account, 'token-created', { name: `${count}` })
  })
  expect((await create('last')).status).toBe(200)
  const { status, body } = await create('one too many')
  expect([status, body.error.code, body.error.message]).toEqual([
    429,
    'ratelimited',
    'This account had 100 changes of its protection within a day. Try again tomorrow.',
  ])
  expect((await call('/v3/access-tokens', token)).body.access_tokens).toHaveLength(2)
  expect((await call(`/v3/access-tokens/${made.iden}`, token, undefined, 'DELETE')).status).toBe(200)
  for (let count = 0; count < 3; count++) await db.write((tx) => recordEvent(tx, account, 'change-password'))
  expect((await eventsOf(token)).slice(0, 2)).toMatchObject([
    { act: 'change-password', count: 3, last: expect.any(Number) },
    { act: 'token-revoked', details: { name: 'first' } },
  ])
  // Only identical events are counted: another device gets its own entry.
  for (const device of ['Lamp', 'Phone', 'Lamp']) await db.write((tx) => recordEvent(tx, account, 'end-session', { device }))
  const [phone, lamp] = await eventsOf(token)
  expect([phone, lamp]).toMatchObject([{ details: { device: 'Phone' } }, { details: { device: 'Lamp' }, count: 2 }])
  await db.write((tx) => tx.run('UPDATE audit_entry SET created = created - $2 WHERE about = $1', [account.iden, day]))
  expect((await create('one more')).status).toBe(200)
})

test('changes at the same time, on several nodes too, make no more events and tokens than one after another', async () => {
  const { account, token } = await someone()
  const { db } = server.app
  await db.write(async (tx) => {
    for (let count = 0; count < 98; count++) await recordEvent(tx, account, 'token-created', { name: `${count}` })
  })
  const atOnce = Array.from({ length: 12 }, (_, index) => call('/v3/create-access-token', token, { name: `at once ${index}` }))
  const statuses = (await Promise.all(atOnce)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 200, ...Array(10).fill(429)])
  expect((await call('/v3/access-tokens', token)).body.access_tokens).toHaveLength(2)
})
