// On the engines too: identities are unique, also for two at once.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const password = 'correct horse'

async function identity(email: string, name?: string): Promise<{ type: string; access_token: string }> {
  const { body } = await server.request('/provider/local/sign-up', { body: { email, password, name } })
  return { type: 'local', access_token: body.access_token }
}

async function signInAs(email: string) {
  const { body: granted } = await server.request('/provider/local/sign-in', { body: { email, password } })
  return server.request('/v2/authenticate', { body: { type: 'local', access_token: granted.access_token } })
}

const accountsOf = async (token: string) => (await server.request('/v2/accounts?active_only=true', { token })).body.accounts

test('API-010 API-101 SETT-005 the first sign-in is the first connected account, and primary', async () => {
  const { token, account } = await server.signUp('first@example.org', 'Fay')
  expect(await accountsOf(token)).toEqual([
    {
      iden: expect.stringMatching(`^${account.iden}sj`),
      active: true,
      created: expect.any(Number),
      modified: expect.any(Number),
      type: 'local',
      name: 'Fay',
      email: 'first@example.org',
      primary: true,
    },
  ])
})

test('API-101 a connected account has the picture that its provider gave', async () => {
  const { token, account } = await server.signUp('pictured@example.org')
  const picture = 'https://example.org/ana.png'
  await server.app.db.write((tx) => tx.run('UPDATE login SET image_url = $2 WHERE owner = $1', [account.iden, picture]))
  expect(await accountsOf(token)).toMatchObject([{ type: 'local', image_url: picture }])
})

test('API-010 connected accounts are listed page by page', async () => {
  const { token } = await server.signUp('pages@example.org')
  await server.request('/v2/accounts', { token, body: await identity('pages-2@example.org') })
  const { body: first } = await server.request('/v2/accounts?limit=1', { token })
  expect(first.accounts.map(({ email }: { email: string }) => email)).toEqual(['pages-2@example.org'])
  const { body: second } = await server.request(`/v2/accounts?limit=1&cursor=${first.cursor}`, { token })
  expect(second.accounts.map(({ email }: { email: string }) => email)).toEqual(['pages@example.org'])
  expect(second).not.toHaveProperty('cursor')
})

test('API-056 AUTH-023 SETT-008 a further way in is added to the account, and opens it', async () => {
  const { token, account } = await server.signUp('add@example.org')
  const before = (await server.request('/v2/everything', { token })).body.accounts[0].modified
  const { status, body } = await server.request('/v2/accounts', { token, body: await identity('add-2@example.org', 'Second') })
  expect(status).toBe(200)
  expect(body).toMatchObject({ active: true, type: 'local', email: 'add-2@example.org', name: 'Second' })
  expect(body).not.toHaveProperty('primary')
  expect((await server.request(`/v2/everything?modified_after=${before}`, { token })).body.accounts).toEqual([body])
  const { body: other } = await signInAs('add-2@example.org')
  expect([other.iden, other.email]).toEqual([account.iden, 'add@example.org'])
})

test('API-056 adding the same again answers the one there is', async () => {
  const { token } = await server.signUp('same@example.org')
  const { body: first } = await server.request('/v2/accounts', { token, body: await identity('same-2@example.org') })
  const { body: granted } = await server.request('/provider/local/sign-in', { body: { email: 'same-2@example.org', password } })
  const again = { type: 'local', access_token: granted.access_token }
  expect((await server.request('/v2/accounts', { token, body: again })).body).toEqual(first)
  expect(await accountsOf(token)).toHaveLength(2)
})

test("AUTH-024 AUTH-026 somebody else's way in is refused in the words of the specification", async () => {
  const { token } = await server.signUp('wants@example.org')
  const granted = await identity('owned@example.org')
  await server.request('/v2/authenticate', { body: granted })
  const { body: again } = await server.request('/provider/local/sign-in', { body: { email: 'owned@example.org', password } })
  const { status, body } = await server.request('/v2/accounts', { token, body: { type: 'local', ...again } })
  expect([status, body.error.code, body.error.message]).toEqual([400, 'account_taken', 'Another user already owns this account.'])
  expect(await accountsOf(token)).toHaveLength(1)
})

test('API-056 a token that is wrong or was used, and an unknown provider, add nothing', async () => {
  const { token } = await server.signUp('nothing@example.org')
  const used = await identity('used@example.org')
  await server.request('/v2/authenticate', { body: used })
  const tries: [object, string][] = [
    [used, 'sign_in_failed'],
    [{ type: 'local', access_token: 'o.wrong' }, 'sign_in_failed'],
    [{ type: 'facebook', access_token: 'x' }, 'provider_unknown'],
    [{ type: 'local' }, 'invalid_param'],
  ]
  for (const [body, code] of tries) {
    const answer = await server.request('/v2/accounts', { token, body })
    expect([answer.status, answer.body.error.code]).toEqual([400, code])
  }
  expect(await accountsOf(token)).toHaveLength(1)
})

test('GAP-003 SETT-006 the primary connected account cannot be disconnected', async () => {
  const { token } = await server.signUp('primary@example.org')
  await server.request('/v2/accounts', { token, body: await identity('primary-2@example.org') })
  const [primary] = (await accountsOf(token)).filter((account: { primary?: boolean }) => account.primary)
  const { status, body } = await server.request(`/v2/accounts/${primary.iden}`, { token, method: 'DELETE' })
  expect([status, body.error.code]).toEqual([403, 'forbidden'])
  expect(await accountsOf(token)).toHaveLength(2)
})

test('SETT-007 another one can: it leaves a tombstone, opens nothing any more, and its address is free', async () => {
  const { token, account } = await server.signUp('leave@example.org')
  const { body: second } = await server.request('/v2/accounts', { token, body: await identity('leave-2@example.org') })
  const path = `/v2/accounts/${second.iden}`
  const deleted = await server.request(path, { token, method: 'DELETE' })
  expect([deleted.status, deleted.body]).toEqual([200, {}])
  expect((await server.request(path, { token, method: 'DELETE' })).status).toBe(200)
  expect((await server.request('/v2/accounts', { token })).body.accounts[0]).toEqual({
    iden: second.iden,
    active: false,
    created: second.created,
    modified: expect.any(Number),
  })
  expect((await server.request('/provider/local/sign-in', { body: { email: 'leave-2@example.org', password } })).status).toBe(400)
  const { account: again } = await server.signUp('leave-2@example.org')
  expect(again.iden).not.toBe(account.iden)
})

test("GAP-003 a stranger's connected account is not found", async () => {
  const { token } = await server.signUp('mine@example.org')
  const stranger = await server.signUp('stranger@example.org')
  const { body: second } = await server.request('/v2/accounts', { token, body: await identity('mine-2@example.org') })
  const { status, body } = await server.request(`/v2/accounts/${second.iden}`, { token: stranger.token, method: 'DELETE' })
  expect([status, body.error.code]).toEqual([404, 'not_found'])
  expect(await accountsOf(token)).toHaveLength(2)
})

test('two first sign-ins at once with one identity make one account', async () => {
  await identity('twice@example.org')
  const grant = async () =>
    (await server.request('/provider/local/sign-in', { body: { email: 'twice@example.org', password } })).body
  const granted = await Promise.all([grant(), grant(), grant()])
  const answers = await Promise.all(
    granted.map(({ access_token }) => server.request('/v2/authenticate', { body: { type: 'local', access_token } })),
  )
  expect(new Set(answers.map(({ body }) => body.iden)).size).toBe(1)
  expect(await accountsOf(answers[0]?.body.api_key)).toHaveLength(1)
})
