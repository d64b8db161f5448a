import { gatewayFingerprint, phoneFingerprint, preferencesKey, samePhonesPreference } from '@waypost/protocol'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'
import { type PushService, startPushService } from './test-push-service.ts'

let server: TestServer
let service: PushService
let people = 0
let alice: { token: string; iden: string }
let browser: Awaited<ReturnType<PushService['subscribe']>>

beforeAll(async () => {
  // Each node counts separately.
  server = await startTestServer({ WAYPOST_FETCH_PRIVATE: 'allow' }, { nodes: 1 })
  service = await startPushService()
})
beforeEach(async () => {
  const { token, account } = await server.signUp(`alice-${++people}@example.org`)
  alice = { token, iden: account.iden }
  browser = await service.subscribe(server, token)
})
afterAll(async () => {
  await server.close()
  await service.close()
})

const relay = (push: object) => server.request('/v2/ephemerals', { token: alice.token, body: { type: 'push', push } })
const mirror = (fields: object = {}) => ({
  type: 'mirror',
  source_user_iden: alice.iden,
  source_device_iden: 'phone',
  package_name: 'org.example.chat',
  notification_id: '7',
  notification_tag: null,
  title: 'Ana',
  body: 'hello',
  ...fields,
})
const sms = (...notifications: object[]) => ({ type: 'sms_changed', source_device_iden: 'phone', notifications })

async function relayed(which = browser): Promise<Json> {
  const { message, ...rest } = await which.next()
  if (message.kind !== 'ephemeral') throw new Error(`A message of the kind ${message.kind} came.`)
  expect(message.user_iden).toBe(alice.iden)
  return { ...rest, push: message.push }
}

/** Checks that nothing arrived before the message sent now. */
async function nothingElse(): Promise<void> {
  const end = mirror({ notification_id: 'the end' })
  await relay(end)
  expect((await relayed()).push).toEqual(end)
}

test('a text and a mirrored notification come as they are, for a day, and nothing of them is stored', async () => {
  const text = sms({ thread_id: '1', title: 'Ana', body: 'a secret word', timestamp: 1_760_000_000 })
  await relay(text)
  const { push, headers } = await relayed()
  expect(push).toEqual(text)
  expect(headers).toMatchObject({ ttl: '86400', urgency: 'high' })
  expect(headers).not.toHaveProperty('topic')
  await relay(mirror({ icon: 'AAA=', body: 'a secret word' }))
  expect((await relayed()).push).toEqual(mirror({ icon: 'AAA=', body: 'a secret word' }))
  expect(await server.app.db.all("SELECT type FROM job WHERE payload LIKE '%secret%'")).toEqual([])
})

test('what is too long comes without its picture, with shorter texts, and the latest texts only', async () => {
  await relay(mirror({ icon: 'A'.repeat(20_000), actions: [{ label: 'x'.repeat(3_000) }] }))
  expect((await relayed()).push).toEqual(mirror())
  await relay(mirror({ body: 'é'.repeat(10_000) }))
  const { push, size } = await relayed()
  expect([push.body.length, size <= 3_072]).toEqual([500, true])
  const many = Array.from({ length: 40 }, (_, index) => ({
    thread_id: `${index}`,
    title: 'Ana',
    body: 'x'.repeat(300),
    timestamp: index,
    image_url: `https://example.org/${'x'.repeat(500)}`,
  }))
  await relay(sms(...many))
  const texts = (await relayed()).push.notifications
  expect(texts.map(({ thread_id }: Json) => thread_id)).toEqual(['35', '36', '37', '38', '39'])
  expect(texts[0]).not.toHaveProperty('image_url')
  await relay(mirror({ package_name: 'x'.repeat(4_000) }))
  await nothingElse()
})

test('only what browsers show comes: no requests for files, clipboard, and texts without a notification', async () => {
  const others = [
    { type: 'remote_file_request', target_device_iden: browser.device, path: '~', guid: 'g' },
    { type: 'clip', body: 'copied' },
    { type: 'ping' },
    sms(),
    { type: 'sms_changed', notifications: 'none' },
    mirror({ source_device_iden: browser.device }),
    { encrypted: true, ciphertext: '' },
    {},
  ]
  for (const push of others) await relay(push)
  await nothingElse()
})

test('the end of a notification comes once, and only if it was mirrored', async () => {
  const end = (fields: object = {}) => {
    const { title: _, body: _body, source_device_iden: _source, ...named } = mirror(fields)
    return { ...named, type: 'dismissal' }
  }
  await relay(end())
  await relay(mirror())
  expect((await relayed()).push.type).toBe('mirror')
  for (let count = 0; count < 2; count++) await relay(end())
  const { push, headers } = await relayed()
  expect([push, headers.urgency]).toEqual([end(), 'normal'])
  await nothingElse()
})

test('what is encrypted comes as it is, if it is short enough', async () => {
  for (const encrypted of [true, 'true']) {
    await relay({ encrypted, ciphertext: 'MXA=' })
    expect((await relayed()).push).toEqual({ encrypted, ciphertext: 'MXA=' })
  }
  await relay({ encrypted: true, ciphertext: 'A'.repeat(4_000) })
  await nothingElse()
  await relay({ encrypted: true, ciphertext: 'MXA=', whole: 'A'.repeat(40_000) })
  expect((await relayed()).push).toEqual({ encrypted: true, ciphertext: 'MXA=' })
})

test('a mirrored notification keeps its actions where its icon or the rest of its text must go', async () => {
  const actions = [{ label: 'Like', trigger_key: 'like' }]
  await relay(mirror({ icon: 'A'.repeat(20_000), actions }))
  expect((await relayed()).push).toEqual(mirror({ actions }))
  await relay(mirror({ body: 'x'.repeat(10_000), actions }))
  const { push } = await relayed()
  expect([push.body.length, push.actions]).toEqual([500, actions])
})

test('a browser gets the ends of four notifications at once', async () => {
  for (let count = 1; count <= 5; count++) {
    const mirrored = mirror({ notification_id: String(count) })
    await relay(mirrored)
    await relayed()
    const { title: _, body: _body, source_device_iden: _source, ...named } = mirrored
    await relay({ ...named, type: 'dismissal' })
    if (count <= 4) expect((await relayed()).push).toMatchObject({ type: 'dismissal', notification_id: String(count) })
  }
  await nothingElse()
})

test('a browser gets twenty messages at once that are encrypted; one that failed does not count', async () => {
  const sealed = { encrypted: true, ciphertext: 'MXA=' }
  service.answer(browser, { status: 413 })
  const refused = browser.refused()
  await relay(sealed)
  await refused
  await nothingElse()
  for (let count = 0; count < 21; count++) await relay(sealed)
  for (let count = 0; count < 20; count++) expect((await relayed()).push).toEqual(sealed)
  await nothingElse()
  const other = await service.subscribe(server, alice.token)
  await relay(sealed)
  expect((await relayed(other)).push).toEqual(sealed)
  await nothingElse()
})

test('a browser whose user looks at it gets none, others do', async () => {
  const other = await service.subscribe(server, alice.token)
  const guid = browser.subscription.app_guid
  await server.request('/v3/set-app-state', { token: alice.token, body: { guid, awake: true } })
  await relay(mirror({ body: 'for the other' }))
  expect((await relayed(other)).push.body).toBe('for the other')
  await server.request('/v3/set-app-state', { token: alice.token, body: { guid, awake: false } })
  await nothingElse()
})

test('one that a push service does not take or refuses is tried again, and the log warns of that; a browser that is gone is forgotten', async () => {
  service.answer(browser, { status: 503 })
  await relay(mirror({ body: 'twice' }))
  expect((await relayed()).push.body).toBe('twice')
  expect(browser.requests).toBe(2)
  service.answer(browser, { status: 401 })
  const warn = vi.spyOn(server.app.http.log, 'warn')
  await relay(mirror({ body: 'refused once' }))
  expect((await relayed()).push.body).toBe('refused once')
  expect(warn.mock.calls.map(([, sentence]) => sentence)).toEqual([
    'A push service refuses the messages of this server: status 401: because',
  ])
  warn.mockRestore()
  const isFailing = async () =>
    (await server.app.db.one('SELECT 1 AS one FROM web_push_subscription WHERE device = $1 AND failing_since > 0', [
      browser.device,
    ])) !== undefined
  while (await isFailing()) await new Promise(setImmediate)
  service.answer(browser, { status: 410 })
  const refused = browser.refused()
  await relay(mirror())
  await refused
  const device = async () => (await server.request(`/v2/devices/${browser.device}`, { token: alice.token })).body
  while ((await device()).web_push) await new Promise(setImmediate)
})

test('a text that two devices of one phone tell of comes once, and those of two phones come twice', async () => {
  const device = async (fingerprint: string) => {
    const body = { nickname: 'Pixel', type: 'android', fingerprint }
    return (await server.request('/v2/devices', { token: alice.token, body })).body.iden as string
  }
  const [paired, gateway] = [await device(phoneFingerprint('desk', 'pixel')), await device(gatewayFingerprint('1'))]
  const told = (source: string, address: string, timestamp: number) => ({
    ...sms({ thread_id: '1', title: 'Ana', body: 'hello', timestamp, address }),
    source_device_iden: source,
  })
  const [first, again] = [told(gateway, '0170 1234567', 1_760_000_000), told(paired, '+491701234567', 1_760_000_060)]
  for (const each of [first, again]) {
    await relay(each)
    expect((await relayed()).push).toEqual(each)
  }

  const data = { [samePhonesPreference]: { [gateway]: paired } }
  await server.request('/v3/set-permanent', { token: alice.token, body: { key: preferencesKey, data } })
  await relay(first)
  expect((await relayed()).push).toEqual(first)
  await relay(again)
  await nothingElse()
})
