// On the engines too: sessions are found, used and ended on either node.

import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { microseconds } from '../change.ts'
import { openStream } from '../stream/test-listener.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { placeOf } from './requesting-device.ts'
import { insertToken } from './rows.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ WAYPOST_TRUST_PROXY: '127.0.0.1,::1' })
})
afterAll(() => server.close())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function signIn(email: string, headers: Record<string, string> = {}): Promise<string> {
  const body = { email, password: 'a password for tests' }
  const { access_token } = (await server.request('/provider/local/sign-in', { body })).body
  const authenticated = await server.request('/v2/authenticate', { body: { type: 'local', access_token }, headers })
  return authenticated.body.api_key
}

const sessionsOf = async (token: string) => (await server.request('/v3/sessions', { token })).body.sessions
const status = async (token: string) => (await server.request('/v2/users/me', { token })).status

async function untilClosed(token: string): Promise<{ closed: Promise<unknown> }> {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${token}`)
  await once(socket, 'message')
  return { closed: once(socket, 'close') }
}

test('every sign-in is a session with its device, its place, and the last use', async () => {
  const { token } = await server.signUp('ana@example.org')
  const other = await signIn('ana@example.org', { 'user-agent': firefox, 'x-forwarded-for': '91.198.174.192' })
  const program = await signIn('ana@example.org', { 'user-agent': 'node', 'x-user-agent': 'waypost-cli/3' })
  const sessions = await sessionsOf(token)
  expect(
    sessions.map(({ name, place, current }: { name: string; place: string; current: boolean }) => [name, place, current]),
  ).toEqual(
    expect.arrayContaining([
      ['Firefox on Linux', 'NL', false],
      ['waypost-cli', 'local', false],
      ['node', 'local', true],
    ]),
  )
  const own = sessions.find(({ current }: { current: boolean }) => current)
  expect(own.last_used).toBeGreaterThanOrEqual(own.created)
  expect(JSON.stringify(sessions)).not.toContain(token)
  expect(JSON.stringify(sessions)).not.toContain('91.198')
  // It's now used from elsewhere on every node; each saves the uses it has seen within a minute, or when asked.
  expect([await status(other), await status(other)]).toEqual([200, 200])
  const { place, last_used } = (await sessionsOf(token)).find(({ name }: { name: string }) => name === 'Firefox on Linux')
  expect([place, last_used > 0, await status(program)]).toEqual(['local', true, 200])
})

test('a place is a country, the own network, or unknown', async () => {
  const places = (...addresses: string[]) => Promise.all(addresses.map(placeOf))
  expect(await places('91.198.174.192', '::ffff:91.198.174.192')).toEqual(['NL', 'NL'])
  expect(await places('127.0.0.1', '192.168.1.7', 'fe80::1', '::1')).toEqual(Array(4).fill('local'))
  expect(await places('2a00:1450:4001:81b::200e', 'nonsense')).toEqual([undefined, undefined])
})

test('signing out ends the session: the token is refused and its stream is closed; others go on', async () => {
  const { token } = await server.signUp('bea@example.org')
  const other = await signIn('bea@example.org')
  const stream = await untilClosed(other)
  const kept = await openStream(server.origin, token)
  expect((await server.request('/v3/sign-out', { token: other, body: {} })).body).toEqual({})
  await stream.closed
  await server.ended(other)
  const { status: refused, body } = await server.request('/v2/users/me', { token: other })
  expect([refused, body.error.code]).toEqual([401, 'invalid_access_token'])
  expect(await status(token)).toBe(200)
  expect(JSON.parse(await kept.next())).toEqual({ type: 'tickle', subtype: 'account' })
  kept.close()
})

test('a session is ended from another one, once, and by its owner alone', async () => {
  const { token } = await server.signUp('cleo@example.org')
  const stranger = (await server.signUp('eve@example.org')).token
  const lost = await signIn('cleo@example.org')
  const stream = await untilClosed(lost)
  const { iden } = (await sessionsOf(token)).find(({ current }: { current: boolean }) => !current)
  const end = (by: string) => server.request(`/v3/sessions/${iden}`, { token: by, method: 'DELETE' })
  expect((await end(stranger)).status).toBe(404)
  expect(await status(lost)).toBe(200)
  expect((await end(token)).body).toEqual({})
  await stream.closed
  await server.ended(lost)
  expect((await end(token)).body.error.message).toBe('This session has ended already.')
})

test('all other sessions end at once; tokens for programs stay', async () => {
  const { token } = await server.signUp('dora@example.org')
  const { access_token } = (await server.request('/v3/create-access-token', { token, body: { name: 'Backup' } })).body
  const others = [await signIn('dora@example.org'), await signIn('dora@example.org')]
  const streams = await Promise.all(others.map(untilClosed))
  expect((await server.request('/v3/sessions', { token, method: 'DELETE' })).body).toEqual({ ended: 2 })
  for (const { closed } of streams) await closed
  for (const other of others) await server.ended(other)
  expect([await status(token), await status(access_token)]).toEqual([200, 200])
  expect(await sessionsOf(token)).toHaveLength(1)
})

test('an administrator who opens a session of somebody else is named in their list', async () => {
  const admin = await server.signUp('fay@example.org', 'Fay')
  await server.app.db.write((tx) => insertToken(tx, admin.account.iden, { name: 'Phone', place: 'local' }))
  const gil = await server.signUp('gil@example.org')
  await server.app.db.write((tx) =>
    insertToken(tx, gil.account.iden, { name: 'Laptop', place: 'local', admin: admin.account.iden }),
  )
  const opened = (await sessionsOf(gil.token)).filter(({ name }: { name: string }) => name === 'Laptop')
  expect(opened).toMatchObject([{ opened_by: 'Fay', current: false }])
  expect((await sessionsOf(admin.token)).some((session: object) => 'opened_by' in session)).toBe(false)
})

test('a sign-in beyond 500 sessions ends the one that was not used for the longest time', async () => {
  const { token, account } = await server.signUp('hugo@example.org')
  const stream = await untilClosed(token)
  await server.app.db.write(async (tx) => {
    for (let count = 1; count < 500; count++) await insertToken(tx, account.iden, { name: `Device ${count}`, place: undefined })
  })
  expect(await status(token)).toBe(200)
  const last = await signIn('hugo@example.org')
  await stream.closed
  await server.ended(token)
  const names = (await sessionsOf(last)).map(({ name }: { name: string }) => name)
  expect(names).toHaveLength(500)
  expect(names).toEqual(expect.arrayContaining(['Device 1', 'Device 499']))
})

test('a token for a program has a name, is listed without itself, and is revoked alone', async () => {
  const { token } = await server.signUp('ida@example.org')
  const create = async (body: object) => (await server.request('/v3/create-access-token', { token, body })).body
  const backup = await create({ name: 'Backup' })
  const nameless = await create({})
  const listed = async () => (await server.request('/v3/access-tokens', { token })).body.access_tokens
  expect((await listed()).map(({ name }: { name: string }) => name)).toEqual(['Access token', 'Backup'])
  expect(JSON.stringify(await listed())).not.toContain(backup.access_token)
  const stream = await untilClosed(backup.access_token)
  const revoke = (by: string) => server.request(`/v3/access-tokens/${backup.iden}`, { token: by, method: 'DELETE' })
  expect((await revoke((await server.signUp('jan@example.org')).token)).status).toBe(404)
  expect((await revoke(token)).body).toEqual({})
  await stream.closed
  await server.ended(backup.access_token)
  expect([await status(nameless.access_token), await status(token)]).toEqual([200, 200])
  expect((await listed()).map(({ iden }: { iden: string }) => iden)).toEqual([nameless.iden])
})

test('a token that expires is listed with its end; past it, calls are refused and its stream is closed', async () => {
  const { token, account } = await server.signUp('kim@example.org')
  const { access_token, iden } = (await server.request('/v3/create-access-token', { token, body: { days: 30 } })).body
  const [listed] = (await server.request('/v3/access-tokens', { token })).body.access_tokens
  expect(listed.iden).toBe(iden)
  expect(listed.expires - Date.now() / 1_000).toBeCloseTo(30 * 86_400, -2)
  expect(await status(access_token)).toBe(200)
  for (const days of [0, -1, 1.5, 1e6, 'soon']) {
    expect((await server.request('/v3/create-access-token', { token, body: { days } })).body.error.param).toBe('days')
  }
  const soon = { generated: 1, expires: microseconds() + 300_000 } as const
  const short = await server.app.db.write((tx) => insertToken(tx, account.iden, soon))
  const stream = await untilClosed(short)
  expect(await status(short)).toBe(200)
  await server.ended(short)
  // The next frame finds the stream expired.
  await server.request('/v2/pushes', { token, body: { type: 'note', body: 'not for the expired token' } })
  await stream.closed
})
