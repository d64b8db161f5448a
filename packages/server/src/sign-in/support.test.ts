import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let admin: string
let alice: { token: string; account: { iden: string } }
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.signUp('admin@example.org')).token
  alice = await server.signUp('alice@example.org')
})
afterAll(() => server.close())

const become = (token: string, body: object) => server.request('/v3/admin-become', { token, body })

test('AUTH-044 an administrator becomes somebody, by address or iden, and the log says so', async () => {
  const warn = vi.spyOn(server.app.http.log, 'warn')
  for (const body of [{ email: 'ALICE@example.org' }, { iden: alice.account.iden }]) {
    const { body: given } = await become(admin, body)
    expect((await server.request('/v2/users/me', { token: given.access_token })).body.iden).toBe(alice.account.iden)
  }
  expect(warn).toHaveBeenCalledTimes(2)
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ account: alice.account.iden })
  warn.mockRestore()
})

test('no administrator becomes an administrator, and no token for programs makes a link to a password or a session of anyone', async () => {
  const scoped = (await server.request('/v3/create-access-token', { token: admin, body: { scope: 'admin' } })).body.access_token
  const other = await server.signUp('other-admin@example.org')
  await server.app.db.write((tx) => tx.run('UPDATE account SET admin = 1 WHERE iden = $1', [other.account.iden]))
  for (const token of [admin, scoped])
    for (const email of ['admin@example.org', 'other-admin@example.org'])
      expect((await become(token, { email })).status).toBe(403)
  const link = (token: string, email: string) => server.request('/v3/admin/reset-link', { token, body: { email } })
  const full = (await server.request('/v3/create-access-token', { token: admin, body: {} })).body.access_token
  for (const token of [scoped, full]) {
    expect((await become(token, { email: 'alice@example.org' })).status).toBe(403)
    for (const email of ['admin@example.org', 'other-admin@example.org', 'alice@example.org'])
      expect((await link(token, email)).status).toBe(403)
  }
  expect((await link(admin, 'other-admin@example.org')).status).toBe(200)
})

test('AUTH-044 GAP-003 no one else does, and a missing account is not found', async () => {
  expect((await become(alice.token, { email: 'admin@example.org' })).status).toBe(403)
  expect((await become(admin, { email: 'unknown@example.org' })).status).toBe(404)
  expect((await become(admin, {})).status).toBe(404)
})
