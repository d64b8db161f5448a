// On the engines too: what groups give is written for accounts and reaches open sessions on either node.

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStream } from '../../stream/test-listener.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { type Person, startIssuer } from './test-issuer.ts'

type Issuer = Awaited<ReturnType<typeof startIssuer>>
let home: Issuer
let work: Issuer
let server: TestServer
let admin: { token: string; account: { iden: string } }
beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'info').mockImplementation(() => {})
  ;[home, work] = await Promise.all([startIssuer({ name: 'HOME' }), startIssuer({ name: 'WORK' })])
  server = await startTestServer({
    WAYPOST_LOG: 'silent',
    ...home.settings,
    WAYPOST_OIDC_HOME_TITLE: 'Home',
    WAYPOST_OIDC_HOME_PICTURE: 'https://home.example.org/logo.png',
    WAYPOST_OIDC_HOME_SCOPES: 'groups',
    WAYPOST_OIDC_HOME_ADMIN_GROUP: 'admins',
    WAYPOST_OIDC_HOME_PRO_GROUP: 'pro',
    ...work.settings,
    WAYPOST_OIDC_WORK_SCOPES: 'groups',
    WAYPOST_OIDC_WORK_ADMIN_GROUP: 'admins',
    WAYPOST_OIDC_WORK_ALLOWED_GROUP: 'staff',
  })
  home.serve(server.origin)
  work.serve(server.origin)
  admin = await server.signUp('admin@example.org')
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
  await Promise.all([home.close(), work.close()])
})

const person = (name: string, groups: Person['groups']): Person => ({
  sub: name,
  email: `${name}@example.org`,
  email_verified: true,
  ...(groups !== undefined && { groups }),
})

async function signIn(issuer: Issuer, name: string, groups?: Person['groups']) {
  const access_token = await issuer.tokenOf(server.origin, person(name, groups))
  return server.request('/v2/authenticate', { body: { type: issuer.type, access_token } })
}
const enter = async (issuer: Issuer, name: string, groups?: Person['groups']) => (await signIn(issuer, name, groups)).body
const me = async (token: string) => (await server.request('/v2/users/me', { token })).body
const act = (iden: string, name: string) => server.request(`/v3/admin/people/${iden}/${name}`, { token: admin.token, body: {} })
const actsOn = async (token: string) =>
  (await server.request('/v3/audit', { token })).body.entries.map((entry: { act: string; by: string; details: object }) => [
    entry.act,
    entry.by,
    entry.details,
  ])

test('two providers at once are listed with names and pictures, and one subject at both is two people', async () => {
  const { body } = await server.request('/v3/providers')
  expect(body.providers.slice(0, 2)).toMatchObject([
    {
      type: 'oidc-home',
      name: 'Home',
      picture_url: 'https://home.example.org/logo.png',
      authorize_url: '/provider/oidc-home/start',
    },
    { type: 'oidc-work', name: '127.0.0.1', authorize_url: '/provider/oidc-work/start' },
  ])
  expect(body.providers[1]).not.toHaveProperty('picture_url')
  const at = async (issuer: Issuer, email: string) => {
    const access_token = await issuer.tokenOf(server.origin, { ...person('same', ['staff']), email })
    return (await server.request('/v2/authenticate', { body: { type: issuer.type, access_token } })).body
  }
  const [one, two] = [await at(home, 'one@example.org'), await at(work, 'two@example.org')]
  expect([one.email, two.email]).toEqual(['one@example.org', 'two@example.org'])
  expect((await at(home, 'one@example.org')).iden).toBe(one.iden)
})

test('what one provider handed out is worth nothing as if it came from the other', async () => {
  await enter(work, 'victim', ['staff'])
  const access_token = await home.tokenOf(server.origin, person('victim', []))
  const refused = await server.request('/v2/authenticate', { body: { type: 'oidc-work', access_token } })
  expect([refused.status, refused.body.error.code]).toEqual([400, 'sign_in_failed'])
})

test('an administrator by a group is one from the sign-in on, until a sign-in without the group; open sessions learn of it at once', async () => {
  const first = await enter(home, 'boss', ['people', 'admins'])
  expect(first).toMatchObject({ admin: true, pro: true })
  const stream = await openStream(server.origin, first.api_key)
  const people = () => server.request('/v3/admin/people', { token: first.api_key })
  expect((await people()).status).toBe(200)
  const second = await enter(home, 'boss', 'people staff')
  expect(second).not.toHaveProperty('admin')
  expect(await stream.next()).toBe('{"type":"tickle","subtype":"account"}')
  stream.close()
  await vi.waitFor(async () => expect((await people()).status).toBe(403))
  expect(await me(first.api_key)).not.toHaveProperty('admin')
  expect((await enter(home, 'boss', 'people,admins')).admin).toBe(true)
  expect(await actsOn(second.api_key)).toEqual([
    ['make-administrator', 'Home', { group: 'admins' }],
    ['unmake-administrator', 'Home', { group: 'admins' }],
    ['make-administrator', 'Home', { group: 'admins' }],
  ])
  await enter(home, 'boss')
})

test('Pro by a group comes and goes with it', async () => {
  const first = await enter(home, 'player', ['pro'])
  expect(first.pro).toBe(true)
  const cancel = await server.request('/v3/downgrade-pro', { token: first.api_key, body: {} })
  expect(cancel.body.error.code).toBe('not_pro')
  expect(await enter(home, 'player', [])).not.toHaveProperty('pro')
  expect(await actsOn(first.api_key)).toEqual([
    ['take-pro', 'Home', { group: 'pro' }],
    ['give-pro', 'Home', { group: 'pro' }],
  ])
})

test('a group takes neither what an administrator gave, nor a plan that is paid for, nor what another provider gave', async () => {
  const { iden, api_key: token } = await enter(home, 'kept', [])
  for (const name of ['give-pro', 'make-administrator']) expect((await act(iden, name)).status).toBe(200)
  expect(await enter(home, 'kept', ['admins', 'pro'])).toMatchObject({ admin: true, pro: true })
  expect(await enter(home, 'kept', [])).toMatchObject({ admin: true, pro: true })
  expect((await act(iden, 'unmake-administrator')).status).toBe(200)
  expect((await me(token)).pro).toBe(true)

  const buyer = await enter(home, 'buyer', [])
  await server.request('/v3/upgrade-pro', { token: buyer.api_key, body: { token_id: 'tok_test_1', plan_id: 'monthly' } })
  await enter(home, 'buyer', ['pro'])
  expect(await enter(home, 'buyer', [])).toMatchObject({ pro: true, plan_id: 'monthly' })

  const both = await enter(work, 'both', ['staff', 'admins'])
  const access_token = await home.tokenOf(server.origin, person('both', []))
  const added = await server.request('/v2/accounts', { token: both.api_key, body: { type: 'oidc-home', access_token } })
  expect(added.status).toBe(200)
  expect((await enter(home, 'both', [])).admin).toBe(true)
  expect(await enter(work, 'both', ['staff'])).not.toHaveProperty('admin')
})

test('what a group gave goes when the identity is disconnected', async () => {
  const { token } = await server.signUp('linked-2@example.org')
  const access_token = await home.tokenOf(server.origin, person('linked', ['admins', 'pro']))
  const { body: login } = await server.request('/v2/accounts', { token, body: { type: 'oidc-home', access_token } })
  expect(await enter(home, 'linked', ['admins', 'pro'])).toMatchObject({ email: 'linked-2@example.org', admin: true, pro: true })
  expect((await server.request(`/v2/accounts/${login.iden}`, { token, method: 'DELETE' })).status).toBe(200)
  await vi.waitFor(async () => expect(await me(token)).not.toHaveProperty('pro'))
  expect(await me(token)).not.toHaveProperty('admin')
})

test('only members of the group that a provider lets in come in, and a person who has left it is no administrator any more', async () => {
  const boss = await enter(work, 'chief', ['staff', 'admins'])
  expect(boss.admin).toBe(true)
  const refused = await signIn(work, 'chief', ['admins-of-old'])
  expect([refused.status, refused.body.error.code]).toEqual([403, 'group_needed'])
  expect(refused.body.error.message).toBe('Your account at 127.0.0.1 is not in the group that may use this server.')
  expect(await me(boss.api_key)).not.toHaveProperty('admin')
  const stranger = await signIn(work, 'stranger', ['admins'])
  expect(stranger.body.error.code).toBe('group_needed')
  expect((await server.request('/v3/admin/people?search=stranger', { token: admin.token })).body.total).toBe(0)
  const { token } = await server.signUp('other@example.org')
  const access_token = await work.tokenOf(server.origin, person('stranger', []))
  const added = await server.request('/v2/accounts', { token, body: { type: 'oidc-work', access_token } })
  expect(added.body.error.code).toBe('group_needed')
})

test('the last administrator stays one without the group, which the log says', async () => {
  const log = vi.spyOn(server.app.http.log, 'warn')
  const last = await enter(home, 'last', ['admins'])
  expect((await act(admin.account.iden, 'unmake-administrator')).status).toBe(200)
  expect((await enter(home, 'last', [])).admin).toBe(true)
  expect(log.mock.calls.flat().join()).toContain('The last administrator has left the group of administrators.')
  expect(await actsOn(last.api_key)).toEqual([['make-administrator', 'Home', { group: 'admins' }]])
  // Once there is another one, the group counts again.
  await server.request(`/v3/admin/people/${admin.account.iden}/make-administrator`, { token: last.api_key, body: {} })
  expect(await enter(home, 'last', [])).not.toHaveProperty('admin')
  log.mockRestore()
})
