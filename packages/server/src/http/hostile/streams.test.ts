import { scopes } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { insertToken } from '../../access-token/rows.ts'
import { microseconds } from '../../change.ts'
import { openStream } from '../../stream/test-listener.ts'
import { appToken, type Person, person, server, setUpServer } from './test-hostile.ts'

// Every way to open a live stream, by every kind of caller.

setUpServer()

const ways = ['/websocket/', '/subscribe/', '/streaming/']

const openedBy = async (token: string) =>
  Object.fromEntries(await Promise.all(ways.map(async (way) => [way, await attempt(way, token)] as const)))

const all = (outcome: number | 'open') => Object.fromEntries(ways.map((way) => [way, outcome]))

async function attempt(way: string, token: string): Promise<number | 'open'> {
  if (way === '/streaming/') {
    const leave = new AbortController()
    const { status } = await fetch(`${server.origin}${way}${token}`, { signal: leave.signal })
    leave.abort()
    return status === 200 ? 'open' : status
  }
  return new Promise((resolve) => {
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}${way}${token}`)
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => {})
    socket.on('open', () => {
      resolve('open')
      socket.close()
    })
  })
}

const tokenWith = async (owner: Person, scope: string): Promise<string> =>
  (await server.request('/v3/create-access-token', { token: owner.token, body: { scope } })).body.access_token

test('nobody, an ended session, a revoked token and an expired one open no stream', async () => {
  const owner = await person()
  const session = await server.app.db.write((tx) => insertToken(tx, owner.iden, {}))
  await server.request('/v3/sign-out', { token: session, body: {} })
  const revoked = await tokenWith(owner, 'everything')
  const { access_tokens } = (await server.request('/v3/access-tokens', { token: owner.token })).body
  await server.request(`/v3/access-tokens/${access_tokens[0].iden}`, { token: owner.token, method: 'DELETE' })
  const expired = await server.app.db.write((tx) => insertToken(tx, owner.iden, { generated: 1, expires: microseconds() - 1 }))
  for (const token of [session, revoked]) await server.ended(token)
  for (const token of ['o.nobodys', owner.iden, session, revoked, expired]) expect(await openedBy(token)).toEqual(all(401))
  expect(await openedBy(owner.token)).toEqual(all('open'))
})

test('a suspended account opens no stream, with a session, a token of each scope, or one of an app', async () => {
  const [owner, developer] = [await person(), await person()]
  const tokens = [owner.token, await appToken(server, owner, developer)]
  for (const scope of scopes) tokens.push(await tokenWith(owner, scope))
  await server.app.db.write((tx) => tx.run('UPDATE account SET suspended = 1 WHERE iden = $1', [owner.iden]))
  // The row is changed directly in the database, so caches are dropped as after the suspending call.
  await server.restart()
  for (const token of tokens) expect(await openedBy(token)).toEqual(all(403))
})

/** The scopes with which a stream reports anything. */
const seeing = ['everything', 'push:read', 'devices', 'channels', 'texts']

for (const scope of scopes) {
  const opens = seeing.includes(scope)
  test(`a token with the scope ${scope} opens ${opens ? 'every stream' : 'no stream'}`, async () => {
    expect(await openedBy(await tokenWith(await person(), scope))).toEqual(all(opens ? 'open' : 403))
  })
}

test('a stream reports what happens to its own account alone, also to an administrator', async () => {
  const [owner, stranger, admin] = [await person(), await person(), await person()]
  await server.app.db.write((tx) => tx.run('UPDATE account SET admin = 1 WHERE iden = $1', [admin.iden]))
  const [own, ...others] = await Promise.all(
    [owner, stranger, admin].map(({ token }) => openStream(server.origin, token, '?delta=1')),
  )
  const note = (token: string, body: string) => server.request('/v2/pushes', { token, body: { type: 'note', body } })
  await note(owner.token, 'a secret')
  for (const { token } of [stranger, admin]) await note(token, 'their own')
  expect(await own?.next()).toContain('a secret')
  for (const stream of others) {
    const frame = await stream.next()
    expect([frame.includes('their own'), frame.includes('a secret')]).toEqual([true, false])
  }
  for (const stream of [own, ...others]) stream?.close()
})
