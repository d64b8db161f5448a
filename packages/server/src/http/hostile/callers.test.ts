import { scopes } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { insertToken } from '../../access-token/rows.ts'
import { microseconds } from '../../change.ts'
import { appToken, ask, calls, changedBy, type Person, person, server, setUpServer, sound } from './test-hostile.ts'

// Every served call, by callers who may make none or only some: an ended session, an expired token, a suspended account, a support session,
// and an administrator. The list of calls is the server's own, so new calls are covered automatically.

setUpServer()

const gated = () => calls.filter(({ who }) => who !== 'anyone')
const forAdministrators = () => calls.filter(({ scope }) => scope === 'admin')

/** Makes every call that needs an account; returns those not refused with the expected status and code, and the rows that changed. */
async function refusedBy(token: string, expected: readonly [number, string], asked = gated()) {
  const wrong: unknown[] = []
  const changed = await changedBy(server, async () => {
    for (const call of asked) {
      const { status, body } = await ask(server, call, sound(call), { token })
      if (status !== expected[0] || body.error.code !== expected[1]) wrong.push([call.name, status, body])
    }
  })
  return { wrong, changed }
}

const nothing = { wrong: [], changed: [] }

async function makeAdministrator({ iden }: Person): Promise<void> {
  await server.app.db.write((tx) => tx.run('UPDATE account SET admin = 1 WHERE iden = $1', [iden]))
}

async function suspend({ iden }: Person): Promise<void> {
  await server.app.db.write((tx) => tx.run('UPDATE account SET suspended = 1 WHERE iden = $1', [iden]))
}

test('a token that has expired makes no call', async () => {
  const { iden } = await person()
  const token = await server.app.db.write((tx) => insertToken(tx, iden, { generated: 1, expires: microseconds() - 1 }))
  expect(await refusedBy(token, [401, 'invalid_access_token'])).toEqual(nothing)
})

test('a session that was ended makes no call', async () => {
  const { token } = await person()
  await server.request('/v3/sign-out', { token, body: {} })
  await server.ended(token)
  expect(await refusedBy(token, [401, 'invalid_access_token'])).toEqual(nothing)
})

test('a token that was revoked makes no call', async () => {
  const owner = await person()
  const body = { scope: 'everything' }
  const { access_token } = (await server.request('/v3/create-access-token', { token: owner.token, body })).body
  const { access_tokens } = (await server.request('/v3/access-tokens', { token: owner.token })).body
  await server.request(`/v3/access-tokens/${access_tokens[0].iden}`, { token: owner.token, method: 'DELETE' })
  await server.ended(access_token)
  expect(await refusedBy(access_token, [401, 'invalid_access_token'])).toEqual(nothing)
})

test('a suspended account makes no call, with a session, a token of each scope, one of an app, or as an administrator', async () => {
  const [owner, developer] = [await person(), await person()]
  await makeAdministrator(owner)
  const tokens = [owner.token, await appToken(server, owner, developer)]
  for (const scope of scopes)
    tokens.push((await server.request('/v3/create-access-token', { token: owner.token, body: { scope } })).body.access_token)
  const cached = await person()
  expect((await server.request('/v2/users/me', { token: cached.token })).status).toBe(200)
  await suspend(owner)
  // The rows are changed directly in the database, so caches are dropped as after the suspending call.
  await server.restart()
  for (const token of tokens) expect(await refusedBy(token, [403, 'account_suspended'])).toEqual(nothing)
  for (const call of calls.filter(({ who }) => who === 'anyone')) {
    const { status, body } = await ask(server, call, sound(call), { token: owner.token })
    expect([call.name, status < 500 && body.error?.code !== 'invalid_access_token']).toEqual([call.name, true])
  }
})

test('every call for administrators is refused to all others, whatever token they have, and changes nothing', async () => {
  const [mallory, developer, admin] = [await person(), await person(), await person()]
  const tokens = [mallory.token, await appToken(server, mallory, developer)]
  for (const scope of scopes)
    tokens.push((await server.request('/v3/create-access-token', { token: mallory.token, body: { scope } })).body.access_token)
  // An administrator's restricted tokens, and the token of an app to which an administrator granted everything.
  await makeAdministrator(admin)
  tokens.push(await appToken(server, admin, developer))
  for (const scope of scopes.filter((scope) => scope !== 'everything' && scope !== 'admin'))
    tokens.push((await server.request('/v3/create-access-token', { token: admin.token, body: { scope } })).body.access_token)
  tokens.push(
    (await server.request('/v3/admin-become', { token: admin.token, body: { email: mallory.email } })).body.access_token,
  )
  expect(forAdministrators().length).toBeGreaterThan(14)
  for (const token of tokens) {
    for (const victim of [mallory, developer]) {
      const aimed = forAdministrators()
      const wrong: unknown[] = []
      const changed = await changedBy(server, async () => {
        for (const call of aimed) {
          const input = { ...sound(call), email: victim.email, ...(call.path.includes(':iden') && { iden: victim.iden }) }
          const { status, body } = await ask(server, call, input, { token })
          if (status !== 403 || body.error.code !== 'forbidden') wrong.push([call.name, status, body])
        }
      })
      expect({ wrong, changed }).toEqual(nothing)
    }
  }
})

test('an administrator makes the calls for administrators, also with a token of this scope alone', async () => {
  const admin = await person()
  await makeAdministrator(admin)
  const { access_token } = (await server.request('/v3/create-access-token', { token: admin.token, body: { scope: 'admin' } }))
    .body
  const wrong: unknown[] = []
  for (const call of forAdministrators()) {
    for (const token of [admin.token, access_token]) {
      const victim = await person()
      const input = { ...sound(call), email: victim.email, ...(call.path.includes(':iden') && { iden: victim.iden }) }
      const { status, body } = await ask(server, call, input, { token })
      const sessionOnly = token === access_token && call.who === 'session'
      if (status === 401 || status >= 500 || (status === 403) !== sessionOnly) wrong.push([call.name, status, body])
    }
  }
  expect(wrong).toEqual([])
})

test('a token with the scope admin alone gets no more by any call: no administrator changes, and it becomes none', async () => {
  const [admin, other] = [await person(), await person()]
  await makeAdministrator(admin)
  await makeAdministrator(other)
  const { access_token } = (await server.request('/v3/create-access-token', { token: admin.token, body: { scope: 'admin' } }))
    .body
  for (const target of [admin, other]) {
    const changed = await changedBy(
      server,
      async () => {
        for (const call of forAdministrators().filter(({ method }) => method !== 'GET')) {
          const input = { ...sound(call), email: target.email, ...(call.path.includes(':iden') && { iden: target.iden }) }
          await ask(server, call, input, { token: access_token })
        }
      },
      target,
    )
    expect(changed.filter((row) => /^. (account|access_token|login|plan) /.test(row))).toEqual([])
  }
})

test('a session for support does nothing that only the owner may do', async () => {
  const [admin, owner] = [await person(), await person()]
  await makeAdministrator(admin)
  const { access_token } = (await server.request('/v3/admin-become', { token: admin.token, body: { email: owner.email } })).body
  const ofOwner = calls.filter(({ who, method }) => (who === 'owner' || who === 'session') && method !== 'GET')
  expect(await refusedBy(access_token, [403, 'forbidden'], ofOwner)).toEqual(nothing)
})
