// On the engines too: of two writes at once the later must see the earlier one.

import { afterEach, expect, test } from 'vitest'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
afterEach(() => server.close())

const call = (path: string, token: string, body?: object, method?: string) =>
  server.request(path, { token, ...(body && { body }), ...(method && { method }) })
const deleteOwn = (token: string) => call('/v2/users/me', token, undefined, 'DELETE')
const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code]

test('the last administrator cannot delete their own account while there are others, and is told what to do; then they can', async () => {
  server = await startTestServer()
  const ada = await server.signUp('ada@example.org')
  const bo = await server.signUp('bo@example.org')
  const refused = await deleteOwn(ada.token)
  expect(codeOf(refused)).toEqual([403, 'forbidden'])
  expect(refused.body.error.message).toBe(
    'This is the last administrator. Make somebody else an administrator first, in the section Administration.',
  )
  expect((await call('/v2/users/me', ada.token)).status).toBe(200)
  expect((await call(`/v3/admin/people/${bo.account.iden}/make-administrator`, ada.token, {})).status).toBe(200)
  expect((await deleteOwn(ada.token)).status).toBe(200)
  expect(codeOf(await call(`/v3/admin/people/${bo.account.iden}/unmake-administrator`, bo.token, {}))).toEqual([403, 'forbidden'])
  expect((await deleteOwn(bo.token)).status).toBe(200)
})

test('the only person on a server may delete their account, and the next one is the administrator', async () => {
  server = await startTestServer()
  const ada = await server.signUp('ada@example.org')
  expect((await deleteOwn(ada.token)).status).toBe(200)
  expect((await server.signUp('bo@example.org')).account.admin).toBe(true)
})

test('of two administrators who delete their accounts or end each other at the same time, one stays', async () => {
  server = await startTestServer()
  const ada = await server.signUp('ada@example.org')
  const bo = await server.signUp('bo@example.org')
  await server.signUp('cy@example.org')
  await call(`/v3/admin/people/${bo.account.iden}/make-administrator`, ada.token, {})
  const answers = await Promise.all([deleteOwn(ada.token), deleteOwn(bo.token)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  const [left] = await server.app.db.all<{ count: number }>('SELECT COUNT(*) AS count FROM account WHERE admin = 1')
  expect(Number(left?.count)).toBe(1)
})
