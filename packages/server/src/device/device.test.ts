// On the engines too: devices are written and listed in SQL, with booleans and numbers.

import type { Account } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { devices } from './rows.ts'

let server: TestServer
let token: string
let account: Account
let stranger: string
beforeAll(async () => {
  server = await startTestServer()
  ;({ token, account } = await server.signUp('alice@example.org'))
  stranger = (await server.signUp('bob@example.org')).token
})
afterAll(() => server.close())

test('API-023 API-083 API-084 a device is made with what is known of it', async () => {
  const { status, body } = await server.request('/v2/devices', {
    token,
    body: {
      nickname: 'Pixel',
      model: 'Pixel 8',
      manufacturer: 'Google',
      type: 'android',
      icon: 'phone',
      app_version: 300,
      has_sms: true,
      has_mms: true,
      remote_files: 'enabled',
      shared_folders: 2,
      mirroring: 'disabled',
      key_fingerprint: 'abc',
      fingerprint: '{}',
      push_token: 'gcm',
      device_id: 12,
      owner: 'somebody else',
    },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    active: true,
    nickname: 'Pixel',
    type: 'android',
    kind: 'android',
    icon: 'phone',
    pushable: true,
    app_version: 300,
    has_sms: true,
    has_mms: true,
    remote_files: 'enabled',
    shared_folders: 2,
    mirroring: 'disabled',
    key_fingerprint: 'abc',
  })
  expect(body.created).toBe(body.modified)
  expect(body).not.toHaveProperty('owner')
  expect((await server.request(`/v2/devices/${body.iden}`, { token })).body).toEqual(body)
})

test('API-083 a device without an icon has one by its type, wherever it is read, and its own once it has one', async () => {
  const make = async (fields: object) =>
    (await server.request('/v2/devices', { token, body: { nickname: 'Any', ...fields } })).body
  const types: [type: string | undefined, icon: string][] = [
    ['android', 'phone'],
    ['ios', 'phone'],
    ['chrome', 'browser'],
    ['firefox', 'browser'],
    ['opera', 'browser'],
    ['safari', 'browser'],
    ['windows', 'desktop'],
    ['mac', 'desktop'],
    ['linux', 'desktop'],
    ['Windows', 'desktop'],
    ['tablet', 'tablet'],
    ['constructor', 'system'],
    ['toaster', 'system'],
    [undefined, 'system'],
  ]
  for (const [type, icon] of types) expect([type, (await make({ type, icon: '' })).icon]).toEqual([type, icon])
  expect((await make({ kind: 'android' })).icon).toBe('phone')
  expect((await make({ type: 'android', icon: 'watch' })).icon).toBe('watch')

  // The icon is not stored: older rows have one too, and it follows the type.
  const { iden } = await make({ type: 'chrome' })
  const stored = await devices.find(server.app.db, account.iden, iden)
  expect(stored?.icon).toBeNull()
  const changed = await server.request(`/v2/devices/${iden}`, { token, body: { type: 'android' } })
  expect(changed.body.icon).toBe('phone')
  const { body: listed } = await server.request('/v2/devices?limit=1', { token })
  expect(listed.devices).toMatchObject([{ iden, icon: 'phone' }])
  const { body: everything } = await server.request('/v2/everything?limit=1', { token })
  expect(everything.devices).toMatchObject([{ iden, icon: 'phone' }])
  const own = await server.request(`/v2/devices/${iden}`, { token, body: { icon: 'tablet' } })
  expect(own.body.icon).toBe('tablet')
  await server.request(`/v2/devices/${iden}`, { token, method: 'DELETE' })
  expect((await server.request(`/v2/devices/${iden}`, { token })).body).not.toHaveProperty('icon')
})

test('has_sms is always said, as a boolean, and empty fields are left out', async () => {
  const { body } = await server.request('/v2/devices', { token, body: { nickname: 'Laptop', model: '', manufacturer: null } })
  expect(body.has_sms).toBe(false)
  expect(Object.keys(body).sort()).toEqual([
    'active',
    'created',
    'has_sms',
    'icon',
    'iden',
    'kind',
    'modified',
    'nickname',
    'pushable',
  ])
})

test('API-024 an update changes the given fields and moves the device to the top of the list', async () => {
  const { body: first } = await server.request('/v2/devices', { token, body: { nickname: 'One', type: 'chrome' } })
  await server.request('/v2/devices', { token, body: { nickname: 'Two' } })
  const { body: changed } = await server.request(`/v2/devices/${first.iden}`, { token, body: { nickname: 'Uno' } })
  expect(changed).toMatchObject({ iden: first.iden, nickname: 'Uno', type: 'chrome', created: first.created })
  expect(changed.modified).toBeGreaterThan(first.modified)
  const { body: list } = await server.request('/v2/devices', { token })
  expect(list.devices[0].iden).toBe(first.iden)
})

test('a form does the same as JSON, with words for booleans and digits for numbers', async () => {
  const { body } = await server.request('/v2/devices', { token, body: 'nickname=Form+device&has_sms=true&app_version=12' })
  expect(body).toMatchObject({ nickname: 'Form device', has_sms: true, app_version: 12 })
})

test('API-025 GAP-004 a deleted device answers {}, leaves a tombstone and is refused from then on', async () => {
  const { body: device } = await server.request('/v2/devices', { token, body: { nickname: 'Old' } })
  const deleted = await server.request(`/v2/devices/${device.iden}`, { token, method: 'DELETE' })
  expect([deleted.status, deleted.body]).toEqual([200, {}])
  const { body: all } = await server.request('/v2/devices', { token })
  expect(all.devices[0]).toEqual({ iden: device.iden, active: false, created: device.created, modified: expect.any(Number) })
  const { body: active } = await server.request('/v2/devices?active=true', { token })
  expect(active.devices.map((found: { iden: string }) => found.iden)).not.toContain(device.iden)
  expect((await server.request(`/v2/devices/${device.iden}`, { token, body: { nickname: 'Back' } })).status).toBe(404)
  expect((await server.request(`/v2/devices/${device.iden}`, { token, method: 'DELETE' })).status).toBe(200)
})

test("GAP-003 a stranger's device is not found, whatever is asked of it", async () => {
  const { body: device } = await server.request('/v2/devices', { token, body: { nickname: 'Mine' } })
  const path = `/v2/devices/${device.iden}`
  for (const options of [{}, { body: { nickname: 'Yours' } }, { method: 'DELETE' }]) {
    const { status, body } = await server.request(path, { token: stranger, ...options })
    expect([status, body.error.code]).toEqual([404, 'not_found'])
  }
  expect((await server.request(path, { token })).body).toEqual(device)
  expect((await server.request('/v2/devices', { token: stranger })).body.devices).toEqual([])
})

test('fields of the wrong type are refused by name, and nothing is written', async () => {
  const before = (await server.request('/v2/devices', { token })).body.devices.length
  const longName = 'x'.repeat(1_001)
  const bad: [Record<string, unknown>, string][] = [
    [{ nickname: 12 }, 'nickname'],
    [{ nickname: longName }, 'nickname'],
    [{ has_sms: 'maybe' }, 'has_sms'],
    [{ app_version: 1.5 }, 'app_version'],
    [{ app_version: 'many' }, 'app_version'],
    [{ remote_files: 'sometimes' }, 'remote_files'],
    [{ shared_folders: -1 }, 'shared_folders'],
    [{ mirroring: true }, 'mirroring'],
    [{ model: { toString: 'x' } }, 'model'],
  ]
  for (const [body, param] of bad) {
    const answer = await server.request('/v2/devices', { token, body })
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([400, 'invalid_param', param])
    const tooLong = body.nickname === longName
    expect(answer.body.error.message).toBe(
      tooLong ? 'nickname: at most 1,000 characters' : `The param '${param}' has an invalid value.`,
    )
  }
  expect((await server.request('/v2/devices', { token })).body.devices).toHaveLength(before)
})
