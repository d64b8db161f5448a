// On the engines too: settings are read by both nodes when one changes them.

import { freeLimits, largestFileBytes, proLimits, serverNameLength, serverPictureBytes } from '@waypost/protocol'
import { afterEach, expect, test, vi } from 'vitest'
import { startMailbox } from '../mail/test-mailbox.ts'
import { saveSetting } from '../settings/rows.ts'
import { settingsChangedJob } from '../settings/settings.ts'
import { openStream } from '../stream/test-listener.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let admin: string
async function start(environment: Record<string, string> = {}) {
  server = await startTestServer(environment)
  admin = (await server.signUp('admin@example.org', 'Ada')).token
}
let mailbox: Awaited<ReturnType<typeof startMailbox>> | undefined
afterEach(async () => {
  await server.close()
  await mailbox?.close()
  mailbox = undefined
})

const read = async () => (await server.request('/v3/admin/settings', { token: admin })).body
const set = (body: object, token = admin) => server.request('/v3/admin/settings', { token, body })
const me = async (token: string) => (await server.request('/v2/users/me', { token })).body
const signUp = (email: string) => server.request('/provider/local/sign-up', { body: { email, password: 'a password for tests' } })
/** Consecutive requests go to different nodes, and the other node learns of a change a moment later. */
const onEveryNode = async (look: () => Promise<void>) => {
  for (const _node of [1, 2]) await vi.waitFor(look, { interval: 5 })
}

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

test('a setting that no administrator has set has its default, and says so', async () => {
  await start()
  expect(await read()).toEqual({
    server_name: { value: 'Waypost', usual: 'Waypost', source: 'default' },
    picture: { value: null, usual: null, source: 'default' },
    sign_up: { value: 'open', usual: 'open', source: 'default' },
    sign_up_domains: { value: null, usual: null, source: 'default' },
    plans: { value: 'on', usual: 'on', source: 'default' },
    free_storage: { value: freeLimits.storageBytes, usual: freeLimits.storageBytes, source: 'default' },
    pro_storage: { value: proLimits.storageBytes, usual: proLimits.storageBytes, source: 'default' },
    paying: 0,
  })
})

test('sign-up that an administrator closes is closed at once for everybody, also after a restart, until it is opened again', async () => {
  await start()
  expect((await set({ sign_up: 'closed' })).body.sign_up).toEqual({ value: 'closed', usual: 'open', source: 'administrator' })
  const closed = async () => {
    const refused = await signUp('early@example.org')
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'sign_up_closed'])
    const { body } = await server.request('/v3/providers')
    expect(body.providers.map(({ sign_up }: { sign_up: boolean }) => sign_up)).toEqual([false])
  }
  await onEveryNode(closed)
  await server.restart()
  await onEveryNode(closed)
  expect((await set({ defaults: ['sign_up'] })).body.sign_up.source).toBe('default')
  await onEveryNode(async () => expect((await signUp(`late-${Math.random()}@example.org`)).status).toBe(200))
})

test('a variable of the environment wins over the database, and the setting is refused with its name', async () => {
  await start({ WAYPOST_SIGNUP: 'open', WAYPOST_PLANS: 'on' })
  await server.app.db.write((tx) => saveSetting(tx, { name: 'sign_up', value: '"closed"' }))
  await server.restart()
  expect((await read()).sign_up).toEqual({ value: 'open', usual: 'open', source: 'environment', variable: 'WAYPOST_SIGNUP' })
  expect((await signUp('new@example.org')).status).toBe(200)
  for (const [name, value, variable] of [
    ['sign_up', 'closed', 'WAYPOST_SIGNUP'],
    ['plans', 'off', 'WAYPOST_PLANS'],
  ] as const) {
    const { status, body } = await set({ [name]: value, server_name: 'Unchanged' })
    expect([status, body.error.code, body.error.param]).toEqual([400, 'setting_fixed', name])
    expect(body.error.message).toContain(variable)
  }
  expect((await read()).server_name.value).toBe('Waypost')
})

test('without plans everybody has what Pro has, hears of it on open streams, and can buy nothing; with plans again they are free', async () => {
  await start()
  const { token } = await server.signUp('free@example.org')
  expect(await me(token)).not.toHaveProperty('pro')
  const stream = await openStream(server.origin, token)
  await set({ plans: 'off' })
  expect(await stream.next()).toBe('{"type":"tickle","subtype":"account"}')
  await onEveryNode(async () =>
    expect(await me(token)).toMatchObject({ pro: true, plans_off: true, max_upload_size: largestFileBytes }),
  )
  expect((await server.request('/v3/checkout')).body).toEqual({})
  expect((await server.request('/v3/server')).body).toEqual({ name: 'Waypost', sign_up: 'open', plans: 'off' })
  const refused = await server.request('/v3/upgrade-pro', { token, body: { token_id: 'tok_test_1', plan_id: 'yearly' } })
  expect([refused.status, refused.body.error.code]).toEqual([400, 'already_pro'])
  await set({ defaults: ['plans'] })
  expect(await stream.next()).toBe('{"type":"tickle","subtype":"account"}')
  stream.close()
  await onEveryNode(async () => {
    const account = await me(token)
    expect(account).not.toHaveProperty('pro')
    expect(account).not.toHaveProperty('plans_off')
  })
})

test('plans stay on while a subscription renews, and can be switched off once it is cancelled; a plan that was given pays nothing', async () => {
  await start()
  const { token } = await server.signUp('buyer@example.org')
  await server.request('/v3/upgrade-pro', { token, body: { token_id: 'tok_test_1', plan_id: 'monthly' } })
  expect((await read()).paying).toBe(1)
  const refused = await set({ plans: 'off' })
  expect([refused.status, refused.body.error]).toMatchObject([400, { code: 'plans_in_use', param: 'plans' }])
  expect(refused.body.error.message).toBe(
    'One account pays for Pro. Plans can be switched off once its subscription is cancelled.',
  )
  await onEveryNode(async () => expect((await read()).plans.value).toBe('on'))
  await server.request('/v3/downgrade-pro', { token, body: {} })
  const given = await server.signUp('given@example.org')
  expect((await server.request(`/v3/admin/people/${given.account.iden}/give-pro`, { token: admin, body: {} })).status).toBe(200)
  expect((await set({ plans: 'off' })).body).toMatchObject({ plans: { value: 'off' }, paying: 0 })
})

test('a limit of storage holds at once, and names no Pro where there are no plans', async () => {
  await start()
  const { token } = await server.signUp('ann@example.org')
  const upload = (size: number) => server.request('/v3/start-upload', { token, body: { name: 'a.bin', size } })
  expect((await upload(3 * 2 ** 20)).status).toBe(200)
  expect((await set({ free_storage: 4 * 2 ** 20 })).body.free_storage).toMatchObject({
    value: 4 * 2 ** 20,
    source: 'administrator',
  })
  await onEveryNode(async () => {
    const full = await upload(2 * 2 ** 20)
    expect([full.body.error?.code, full.body.error?.message]).toEqual([
      'storage_quota',
      expect.stringContaining('3 MB of 4 MB are used'),
    ])
    expect(full.body.error.message).toContain('upgrade to Pro for 100 GB')
  })
  expect((await me(token)).max_upload_size).toBe(4 * 2 ** 20)
  await set({ plans: 'off', pro_storage: 5 * 2 ** 20 })
  await onEveryNode(async () => {
    const { message } = (await upload(4 * 2 ** 20)).body.error ?? {}
    expect(message).toContain('3 MB of 5 MB are used')
    expect(message).not.toContain('Pro')
  })
  await set({ defaults: ['pro_storage'] })
  expect((await read()).pro_storage).toEqual({ value: null, usual: null, source: 'default' })
  await onEveryNode(async () => expect((await upload(4 * 2 ** 20)).status).toBe(200))
})

test('a push that fitted before a limit was lowered is measured again', async () => {
  await start()
  const { token } = await server.signUp('ann@example.org')
  const push = () => server.request('/v2/pushes', { token, body: { type: 'note', body: 'short' } })
  await server.request('/v3/start-upload', { token, body: { name: 'a.bin', size: 2 ** 21 } })
  for (const _node of [1, 2]) expect((await push()).status).toBe(200)
  await set({ free_storage: 2 ** 20 })
  await onEveryNode(async () => expect((await push()).body.error?.code).toBe('storage_quota'))
})

test('the name and the picture stand in what the server says of itself, and emails come from the name', async () => {
  mailbox = await startMailbox()
  await start({ WAYPOST_SMTP_URL: mailbox.url })
  const { body } = await set({ server_name: '  The Grove ', picture: png })
  expect(body.server_name).toEqual({ value: 'The Grove', usual: 'Waypost', source: 'administrator' })
  const address = body.picture.value as string
  expect(address).toMatch(new RegExp(`^${server.origin}/server-picture\\?v=[\\w-]{12}$`))
  await onEveryNode(async () =>
    expect((await server.request('/v3/server')).body).toEqual({
      name: 'The Grove',
      picture_url: address,
      sign_up: 'open',
      plans: 'on',
    }),
  )
  const picture = await fetch(address)
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(picture.headers.get('cache-control')).toContain('immutable')
  expect(picture.headers.get('content-security-policy')).toBe("default-src 'none'")
  expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(png.split(',')[1])
  await server.request('/provider/local/forgot', { body: { email: 'admin@example.org' } })
  await server.app.jobs.processAll()
  expect(mailbox.received.at(-1)?.headers.from).toMatch(/^"?The Grove"? </)
  await set({ defaults: ['server_name', 'picture'] })
  await onEveryNode(async () =>
    expect((await server.request('/v3/server')).body).toEqual({ name: 'Waypost', sign_up: 'open', plans: 'on' }),
  )
  await onEveryNode(async () => expect((await fetch(address)).status).toBe(404))
})

test('a picture that could run something, is no picture, or is too big is refused', async () => {
  await start()
  const url = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`
  const head = Buffer.from(png.split(',')[1] as string, 'base64')
  for (const picture of [
    url('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')),
    url('image/png', Buffer.from('<!doctype html><script>alert(1)</script>')),
    url('image/png', Buffer.concat([head, Buffer.alloc(serverPictureBytes)])),
    'https://example.org/picture.png',
  ]) {
    const { status, body } = await set({ picture })
    expect([status, body.error?.param]).toEqual([400, 'picture'])
  }
  for (const server_name of ['   ', 'x'.repeat(serverNameLength + 1), 'two\nlines'])
    expect((await set({ server_name })).status).toBe(400)
})

test('people who are no administrators neither read nor change the settings', async () => {
  await start()
  const { token } = await server.signUp('ann@example.org')
  expect((await server.request('/v3/admin/settings', { token })).status).toBe(403)
  expect((await set({ sign_up: 'closed' }, token)).status).toBe(403)
  expect((await read()).sign_up.value).toBe('open')
})

test('a program beside the server changes a setting, and every node reads it when it runs the job that says so', async () => {
  await start()
  await server.app.db.write(async (tx) => {
    await saveSetting(tx, { name: 'server_name', value: '"Grove"' })
    await saveSetting(tx, { name: 'of a later version', value: '{' })
    await server.app.jobs.add(tx, settingsChangedJob)
  })
  await server.app.jobs.processAll()
  await onEveryNode(async () => expect((await server.request('/v3/server')).body.name).toBe('Grove'))
})

test('the audit log tells who changed which settings, and has no picture in it', async () => {
  await start()
  await set({ sign_up: 'closed', picture: png, free_storage: 2 ** 30 })
  await set({ defaults: ['sign_up'] })
  const { entries } = (await server.request('/v3/admin/audit', { token: admin })).body
  expect(entries).toMatchObject([
    { act: 'settings', by: 'admin@example.org', details: { sign_up: 'default' } },
    { act: 'settings', details: { sign_up: 'closed', picture: 'changed', free_storage: 2 ** 30 } },
  ])
})
