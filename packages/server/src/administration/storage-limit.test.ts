// On the engines too: what an account stores is counted in SQL.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let admin: string
let people = 0
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.signUp('admin@example.org')).token
})
afterAll(() => server.close())

const mega = 2 ** 20
const call = (path: string, token: string, body?: object) => server.request(path, { token, ...(body && { body }) })
const someone = () => server.signUp(`person-${people++}@example.org`)
const limit = (iden: string, bytes?: number, token = admin) => call(`/v3/admin/people/${iden}/storage-limit`, token, { bytes })
const usage = async (token: string) => (await call('/v3/usage', token)).body
const startUpload = (token: string, size: number) => call('/v3/start-upload', token, { name: 'a.bin', size })
const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code]

test('the limit of one account holds in place of its plan: uploads obey it, the person sees it, and it is recorded', async () => {
  const { account, token } = await someone()
  expect((await limit(account.iden, 3 * mega)).body).toMatchObject({ storage_limit: 3 * mega, own_storage_limit: true })
  expect((await usage(token)).storage_limit).toBe(3 * mega)
  expect((await call('/v2/users/me', token)).body.max_upload_size).toBe(3 * mega)
  expect(codeOf(await startUpload(token, 3 * mega + 1))).toEqual([400, 'storage_quota'])
  expect((await startUpload(token, 2 * mega)).status).toBe(200)
  const refused = await startUpload(token, 2 * mega)
  expect(refused.body.error.code).toBe('storage_quota')
  // Pro wouldn't raise the limit.
  expect(refused.body.error.message).not.toContain('Pro')
  expect((await call('/v3/admin/audit?act=storage-limit', admin)).body.entries[0]).toMatchObject({
    about: account.email,
    by: 'admin@example.org',
    details: { bytes: 3 * mega },
  })

  const { body } = await limit(account.iden)
  expect([body.storage_limit, body.own_storage_limit]).toEqual([2 * 2 ** 30, undefined])
  expect((await usage(token)).storage_limit).toBe(2 * 2 ** 30)
  expect((await call('/v3/admin/audit?act=storage-limit', admin)).body.entries[0].details).toEqual({ bytes: 'default' })
})

test('a limit above that of the plan holds too, and goes on when the person gets Pro or plans are switched off', async () => {
  const { account, token } = await someone()
  await limit(account.iden, 2 ** 40)
  expect((await usage(token)).storage_limit).toBe(2 ** 40)
  await call(`/v3/admin/people/${account.iden}/give-pro`, admin, {})
  expect((await usage(token)).storage_limit).toBe(2 ** 40)
  await call(`/v3/admin/people/${account.iden}/take-pro`, admin, {})
  await call('/v3/admin/settings', admin, { plans: 'off' })
  expect((await usage(token)).storage_limit).toBe(2 ** 40)
  const other = await someone()
  expect((await usage(other.token)).storage_limit).toBeUndefined()
  await call('/v3/admin/settings', admin, { defaults: ['plans'] })
})

test('a message is refused as soon as the limit is below the storage in use, although room for it was claimed before', async () => {
  const { account, token } = await someone()
  const send = () => call('/v2/pushes', token, { type: 'note', body: 'x'.repeat(1_000) })
  expect((await startUpload(token, 2 * mega)).status).toBe(200)
  expect((await send()).status).toBe(200)
  await limit(account.iden, mega)
  expect((await send()).body.error?.code).toBe('storage_quota')
  await limit(account.iden)
  expect((await send()).status).toBe(200)
})

test('a limit that is no size, an unknown person, another than an administrator, and a limited token for an administrator are refused', async () => {
  const { account, token } = await someone()
  for (const bytes of [0, -1, 1.5, 2 ** 51, 'much'])
    expect(codeOf(await limit(account.iden, bytes as number)), String(bytes)).toEqual([400, 'invalid_param'])
  expect(codeOf(await limit('none', mega))).toEqual([404, 'not_found'])
  expect(codeOf(await limit(account.iden, mega, token))).toEqual([403, 'forbidden'])
  const own = (await call('/v2/users/me', admin)).body.iden
  const { access_token } = (await call('/v3/create-access-token', admin, { scope: 'admin' })).body
  expect(codeOf(await limit(own, mega, access_token))).toEqual([403, 'forbidden'])
  expect((await limit(account.iden, mega, access_token)).status).toBe(200)
})
