import { permits, type Scope, scopes } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openStream } from '../../stream/test-listener.ts'
import { ask, calls, changedBy, type Person, person, server, setUpServer, sound } from './test-hostile.ts'

// Every served call, with a token of every scope. The list of calls is the server's own, so new calls are covered automatically.

setUpServer()

async function tokenWith(owner: Person, ...granted: Scope[]): Promise<string> {
  const body = { scope: granted.join(' ') }
  return (await server.request('/v3/create-access-token', { token: owner.token, body })).body.access_token
}

test('every call that needs an account names the scope that permits it', () => {
  const nameless = calls.filter(({ who, scope }) => who === 'account' && scope === undefined)
  expect(nameless.map(({ name }) => name)).toEqual([])
})

for (const scope of scopes) {
  test(`a token with the scope ${scope} makes the calls of this scope, and changes nothing by any other`, async () => {
    const owner = await person()
    const token = await tokenWith(owner, scope)
    const gated = calls.filter(({ who }) => who !== 'anyone')
    const wrong: unknown[] = []
    const changed = await changedBy(server, async () => {
      for (const call of gated.filter((call) => !permits([scope], call) || call.who === 'session')) {
        const { status, body } = await ask(server, call, sound(call), { token })
        if (status !== 403 || body.error.code !== 'forbidden') wrong.push([call.name, status, body])
      }
    })
    expect(changed).toEqual([])
    // Administrators' calls are refused for another reason. Calls that end the token come last, each with its own token.
    const ending = ['signOut', 'deleteAllAccessTokens', 'deleteMe']
    const own = gated.filter((call) => permits([scope], call) && call.who !== 'session')
    const others = own.filter((call) => call.scope !== 'admin' && !ending.includes(call.name))
    for (const call of others) {
      const { status, body } = await ask(server, call, sound(call), { token })
      if (status === 401 || (status === 403 && /scope|only send pushes/.test(body.error.message)) || status >= 500) {
        wrong.push([call.name, status, body])
      }
    }
    expect(wrong).toEqual([])
  })
}

test('a token for programs leaves nothing behind that outlasts it, whatever its owner is: no token, session, way in, app or administrator', async () => {
  const owner = await person()
  await server.app.db.write((tx) => tx.run('UPDATE account SET admin = 1 WHERE iden = $1', [owner.iden]))
  const other = await person()
  const { user_code } = (await server.request('/v3/device-sign-in', { body: { name: 'box' } })).body
  const token = await tokenWith(owner, 'everything')
  const gated = calls.filter(({ who, name }) => who !== 'anyone' && name !== 'signOut')
  const allowed: string[] = []
  for (const victim of [owner, other]) {
    const changed = await changedBy(server, async () => {
      for (const call of gated) {
        const aimed = { email: victim.email, user_code, approve: true, ...(call.path.includes(':iden') && { iden: victim.iden }) }
        const input = { ...sound(call), ...aimed }
        if ((await ask(server, call, input, { token })).status === 200) allowed.push(call.name)
      }
    })
    const ways =
      /^\+ (access_token|access_code|app_grant|client|device_sign_in|local_identity|local_token|login|one_time_code|one_time_link|passkey\w*|recovery_code|sign_in_step) /
    expect(changed.filter((row) => ways.test(row) && !/"purpose":"invite-/.test(row))).toEqual([])
    expect(changed.filter((row) => /^\+ account .*"admin":1/.test(row) && !row.includes(owner.iden))).toEqual([])
  }
  // The test is meaningful: the token works.
  expect(allowed).toContain('createPush')
})

test('OAUTH-023 a token that may send its user pushes sends them to no other account, and reads nothing', async () => {
  const [owner, other] = [await person(), await person()]
  const token = await tokenWith(owner, 'push')
  const push = (more: object) => server.request('/v2/pushes', { token, body: { type: 'note', body: 'hello', ...more } })
  expect((await push({})).status).toBe(200)
  expect((await push({ email: owner.email.toUpperCase() })).status).toBe(200)
  for (const target of [{ email: other.email }, { channel_tag: 'garden' }, { client_iden: 'x' }]) {
    expect([target, (await push(target)).status]).toEqual([target, 403])
  }
  for (const path of ['/v2/users/me', '/v2/pushes', '/v2/everything', '/v2/devices']) {
    expect([path, (await server.request(path, { token })).status]).toEqual([path, 403])
  }
  const refused = await new Promise((resolve) => {
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${token}`)
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode))
    socket.on('error', () => {})
    socket.on('open', () => resolve('open'))
  })
  expect(refused).toBe(403)
})

test('a stream reports only what the scopes of its token permit to read', async () => {
  const owner = await person()
  const stream = await openStream(server.origin, await tokenWith(owner, 'push:read', 'channels'), '?delta=1')
  const call = (path: string, body: object) => server.request(path, { token: owner.token, body })
  await call('/v2/devices', { nickname: 'Phone' })
  await call('/v2/chats', { email: 'friend@example.org' })
  await call('/v2/ephemerals', { type: 'push', push: { type: 'clip', body: 'a secret' } })
  await call('/v2/pushes', { type: 'note', body: 'the last word' })
  const frame = JSON.parse(await stream.next())
  expect(Object.keys(frame.objects)).toEqual(['pushes'])
  expect(frame.objects.pushes).toMatchObject([{ body: 'the last word' }])
  stream.close()
})
