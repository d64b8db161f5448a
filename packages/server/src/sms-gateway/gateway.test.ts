// On the engines too: texts go out once each, whichever node is asked.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '../stream/test-listener.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { GatewayApp } from './test-gateway-app.ts'

let server: TestServer
const apps: GatewayApp[] = []
let people = 0
let operator: string
beforeAll(async () => {
  server = await startTestServer()
  operator = (await server.signUp('operator@example.org')).token
})
afterAll(async () => {
  for (const app of apps) app.leave()
  await server.close()
})

const post = async (token: string, path: string, body: object = {}) => server.request(path, { token, body })
const codeFor = async (token: string) => (await post(token, '/v3/sms-gateway-code')).body as { address: string; code: string }

async function withPhone() {
  const { token, account } = await server.signUp(`ana${++people}@example.org`)
  const { address, code } = await codeFor(token)
  const app = new GatewayApp(address)
  apps.push(app)
  expect(await app.register(code)).toBe(201)
  await app.update()
  const send = async (message: string, addresses = ['+1 555 0100'], more: object = {}) =>
    post(token, '/v3/create-text', {
      data: { target_device_iden: app.id, addresses, message, guid: crypto.randomUUID(), ...more },
    })
  const kept = async (key: string) => (await post(token, '/v3/get-permanent', { key })).body.data
  const threads = async () => (await kept(`${app.id}_threads`)).threads ?? []
  const thread = async (id: string) => (await kept(`${app.id}_thread_${id}`)).thread ?? []
  const texts = async () => (await server.request('/v2/texts?active=true', { token })).body.texts
  return { token, account, app, send, threads, thread, texts, address }
}

test('a code lets one phone in, which is a device that sends SMS; a wrong, a used and an old code do not', async () => {
  const { token } = await server.signUp(`ana${++people}@example.org`)
  const { address, code } = await codeFor(token)
  expect(address).toMatch(/^http:\/\/[^/]+\/v3\/sms\/[a-z2-9]{6}$/)
  expect(code).toMatch(/^\d{6}$/)
  const app = new GatewayApp(address)
  const wrong = code === '000000' ? '111111' : '000000'
  expect(await app.register(wrong)).toBe(401)
  expect(await app.register(code)).toBe(201)
  expect(await new GatewayApp(address).register(code)).toBe(401)
  const { devices } = (await server.request('/v2/devices', { token })).body
  expect(devices).toMatchObject([
    {
      iden: app.id,
      nickname: 'Google redfin',
      type: 'android',
      has_sms: true,
      fingerprint: expect.stringMatching(/^sms-gateway /),
    },
  ])
  for (const [key, data] of [
    [`${app.id}_threads`, { threads: [] }],
    [`phonebook_${app.id}`, { phonebook: [] }],
  ] as const)
    expect((await server.request(`/v2/permanents/${key}`, { token })).body).toEqual(data)
  const next = await codeFor(token)
  expect(next.address).toBe(address)
  await codeFor(token)
  expect(await new GatewayApp(address).register(next.code)).toBe(401)
})

test('five wrong guesses end a code; guesses at another address count for nothing', async () => {
  const { token } = await server.signUp(`ana${++people}@example.org`)
  const { address, code } = await codeFor(token)
  const guess = code === '000000' ? '111111' : '000000'
  for (let tries = 0; tries < 10; tries++) expect(await new GatewayApp(`${address}x`).register(guess)).toBe(401)
  for (let tries = 0; tries < 5; tries++) expect(await new GatewayApp(address).register(guess)).toBe(401)
  expect(await new GatewayApp(address).register(code)).toBe(401)
})

test('another phone is let in by the login of the first, or a code that that one shows; five phones are enough', async () => {
  const { app, address, token } = await withPhone()
  const second = new GatewayApp(address)
  expect(await second.registerBeside(app)).toBe(201)
  const basic = `Basic ${Buffer.from(`${app.login}:${app.password}`).toString('base64')}`
  const shown = (await (await app.request('/user/code', { headers: { authorization: basic } })).json()) as { code: string }
  expect(await new GatewayApp(address).register(shown.code)).toBe(201)
  for (let phones = 3; phones < 5; phones++) expect(await new GatewayApp(address).registerBeside(app)).toBe(201)
  expect(await new GatewayApp(address).registerBeside(app)).toBe(403)
  expect((await post(token, '/v3/sms-gateway-code')).status).toBe(403)
})

test('50 texts go out once each through a restart of the server, and their states come back', async () => {
  const { token, app, send, thread, threads, texts } = await withPhone()
  await app.listen()
  for (let index = 0; index < 25; index++) expect((await send(`text ${index}`)).status).toBe(200)
  await app.heard('MessageEnqueued')
  const first = await app.pull()
  expect(first).toHaveLength(25)
  expect(first[0]).toMatchObject({ textMessage: { text: 'text 0' }, phoneNumbers: ['+1 555 0100'], state: 'Pending' })
  await app.report(
    'Processed',
    first.slice(0, 10).map(({ id }) => id),
  )
  await server.restart()
  for (let index = 25; index < 50; index++) expect((await send(`text ${index}`)).status).toBe(200)
  const second = await app.pull()
  expect(second.map(({ textMessage: { text } }) => text)).toEqual(Array.from({ length: 25 }, (_, index) => `text ${index + 25}`))
  const all = [...first, ...second].map(({ id }) => id)
  expect(await app.report('Sent', all.slice(0, 48))).toBe(204)
  expect(await app.report('Delivered', all.slice(0, 5))).toBe(204)
  // A late report never moves the state backwards.
  expect(await app.report('Processed', all.slice(0, 5))).toBe(204)
  expect(await app.report('Failed', all.slice(48), 'No signal')).toBe(204)
  expect(await app.pull()).toEqual([])
  const states = (await texts()).map(({ data }: { data: { status: string } }) => data.status)
  expect([
    states.filter((state: string) => state === 'sent').length,
    states.filter((state: string) => state === 'failed').length,
  ]).toEqual([48, 2])
  const failed = (await texts()).find(({ data }: { data: { status: string } }) => data.status === 'failed')
  expect(failed.data.reason).toBe('No signal')
  const [{ id, latest }] = await threads()
  expect(latest).toMatchObject({ body: 'text 49', direction: 'outgoing', status: 'failed' })
  expect((await thread(id)).map(({ body }: { body: string }) => body)).toHaveLength(50)
  expect((await server.request('/v2/devices', { token })).status).toBe(200)
})

test('a text that arrives is in its thread, told of live, once, and joins what was sent to that number in another form', async () => {
  const { token, app, send, thread, threads } = await withPhone()
  await send('are you there?', ['0171 2345678'])
  const stream = await openStream(server.origin, token)
  expect(await app.receive('+491712345678', 'yes, here', { id: 'one' })).toBe(204)
  const told = JSON.parse(await stream.next())
  expect(told.push).toMatchObject({
    type: 'sms_changed',
    source_device_iden: app.id,
    notifications: [{ title: '+491712345678', body: 'yes, here' }],
  })
  stream.close()
  expect(await app.receive('+491712345678', 'yes, here', { id: 'one' })).toBe(204)
  const all = await threads()
  expect(all).toHaveLength(1)
  expect(await thread(all[0].id)).toMatchObject([
    { direction: 'incoming', body: 'yes, here', type: 'sms' },
    { direction: 'outgoing', body: 'are you there?', status: 'queued' },
  ])
})

test('an event needs the signature of this phone, made within a day', async () => {
  const { app, threads } = await withPhone()
  expect(await app.receive('+15550100', 'forged', { key: 'another key' })).toBe(403)
  expect(await app.receive('+15550100', 'old', { at: Math.floor(Date.now() / 1_000) - 2 * 86_400 })).toBe(403)
  expect(await threads()).toEqual([])
})

test('a picture of an MMS is a file of the account, and stands in the thread', async () => {
  const { app, thread, threads } = await withPhone()
  const data = Buffer.from('ffd8ffe000104a464946', 'hex').toString('base64')
  const payload = { messageId: 'm', sender: '+15550100', phoneNumber: '+15550100', body: 'look', subject: null }
  const attachments = [
    { partId: 1, contentType: 'application/smil', name: null, size: 3, data: 'YWJj' },
    { partId: 2, contentType: 'image/jpeg', name: 'x.jpg', size: 10, data },
  ]
  expect(await app.post('mms:downloaded', { ...payload, attachments, receivedAt: new Date().toISOString() })).toBe(204)
  const [message] = await thread((await threads())[0].id)
  expect(message).toMatchObject({ type: 'mms', body: 'look', image_urls: [expect.stringMatching(/Picture%201\.jpg$/)] })
  const picture = await fetch(message.image_urls[0])
  expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(data)
})

test('a text that is taken back is cancelled on the phone, and is gone from the thread', async () => {
  const { token, app, send, threads } = await withPhone()
  await app.listen()
  const { iden } = (await send('never mind')).body
  await app.pull()
  await post(token, '/v3/delete-text', { iden })
  expect(JSON.parse(await app.heard('MessageCancelled'))).toEqual({ messageId: iden })
  expect(await (await app.request('/message')).json()).toMatchObject([{ id: iden, state: 'Cancelling' }])
  expect(await threads()).toEqual([])
  await app.report('Cancelled', [iden])
  expect(await (await app.request('/message')).json()).toEqual([])
})

test('a text that the phone does not take within an hour has failed', async () => {
  const { app, send, threads } = await withPhone()
  await send('late')
  await server.app.jobs.processAll((Date.now() + 3_700_000) * 1_000)
  expect((await threads())[0].latest).toMatchObject({ body: 'late', status: 'failed' })
  expect(await app.pull()).toEqual([])
})

test('pictures and encrypted texts are refused with a sentence', async () => {
  const { token, app, send } = await withPhone()
  const data = { target_device_iden: app.id, addresses: ['+15550100'], message: 'look' }
  const picture = await post(token, '/v3/create-text', { data, file_url: 'https://example.org/a.jpg' })
  expect([picture.status, picture.body.error.message]).toEqual([400, expect.stringContaining('sends no pictures')])
  const sealed = await send('', [], { addresses: undefined, message: undefined, encrypted: true, ciphertext: 'MXA=' })
  expect([sealed.status, sealed.body.error.message]).toEqual([400, expect.stringContaining('end-to-end password')])
})

test('older messages and conversations come in pages; a phone whose app listens answers a ping', async () => {
  const { token, app, thread, threads } = await withPhone()
  for (let index = 0; index < 205; index++) expect(await app.receive('+15550100', `text ${index}`)).toBe(204)
  const [{ id }] = await threads()
  const known = await thread(id)
  expect(known).toHaveLength(200)
  const stream = await openStream(server.origin, token)
  const push = { source_user_iden: 'x', target_device_iden: app.id, guid: 'g', type: 'sms_page_request' }
  await post(token, '/v2/ephemerals', { type: 'push', push: { ...push, thread_id: id, after: known.at(-1).id } })
  expect(JSON.parse(await stream.next()).push.type).toBe('sms_page_request')
  const page = JSON.parse(await stream.next()).push
  expect([page.type, page.guid, page.more]).toEqual(['sms_page', 'g', false])
  expect(page.thread.map(({ body }: { body: string }) => body)).toEqual(['text 4', 'text 3', 'text 2', 'text 1', 'text 0'])
  await app.listen()
  await app.heard('SettingsUpdated')
  await post(token, '/v2/ephemerals', { type: 'push', push: { type: 'ping', source_user_iden: 'x' } })
  expect(JSON.parse(await stream.next()).push.type).toBe('ping')
  expect(JSON.parse(await stream.next()).push).toEqual({ type: 'pong', device_iden: app.id })
  stream.close()
})

test('a removed phone is refused, its stream ends, and nothing of its messages stays', async () => {
  const { token, app, threads } = await withPhone()
  await app.receive('+15550100', 'hello')
  await server.request(`/v2/devices/${app.id}`, { token, method: 'DELETE' })
  expect((await app.request('/message')).status).toBe(401)
  expect(await app.receive('+15550100', 'again')).toBe(404)
  await server.app.jobs.processAll()
  expect(await threads()).toEqual([])
})

test('strangers, wrong values and unknown addresses are refused in JSON, never with a 500', async () => {
  const { app, token } = await withPhone()
  const asked = async (path: string, options: Parameters<GatewayApp['request']>[1] = {}) => {
    const response = await app.request(path, options)
    expect(((await response.json()) as { message: string }).message).toMatch(/\.$/)
    return response.status
  }
  expect(await asked('/message', { headers: { authorization: 'Bearer nobody' } })).toBe(401)
  expect(await asked('/message', { headers: { authorization: `Bearer ${token}` } })).toBe(401)
  expect(await asked('/message', { method: 'PATCH', body: '[{"id":1}]' })).toBe(400)
  expect(await asked('/message', { method: 'PATCH', body: '['.repeat(5_000) })).toBe(400)
  expect(await asked('/message', { method: 'PATCH', body: `[${'{},'.repeat(200_000)}{}]` })).toBe(413)
  expect(await asked('/device', { method: 'POST', body: 'no JSON', headers: { authorization: 'Code 123456' } })).toBe(400)
  expect(await asked('/nothing')).toBe(404)
  expect(await asked('/user/password', { method: 'PATCH', body: {} })).toBe(403)
  expect(await app.report('Sent', ['unknown'])).toBe(204)
  expect((await (await app.request('/device', { headers: { authorization: '' } })).json()) as object).toEqual({
    externalIp: expect.any(String),
  })
  expect((await server.request('/v3/access-tokens', { token: app.token })).status).toBe(401)
})

test('a text that is on its way is not changed, but moves to another phone; one that is too long is refused', async () => {
  const { token, app, send, threads, address } = await withPhone()
  const second = new GatewayApp(address)
  expect(await second.registerBeside(app)).toBe(201)
  const { iden } = (await send('first')).body
  const change = (data: object) => post(token, `/v2/texts/${iden}`, { data })
  expect((await change({ message: 'second' })).status).toBe(400)
  expect((await change({ status: 'queued' })).status).toBe(200)
  expect((await change({ target_device_iden: second.id })).status).toBe(200)
  expect((await second.pull()).map(({ id }) => id)).toEqual([iden])
  expect(await (await app.request('/message')).json()).toMatchObject([{ id: iden, state: 'Cancelling' }])
  expect(await threads()).toEqual([])
  const long = await send('x'.repeat(10_001))
  expect([long.status, long.body.error.message]).toEqual([400, expect.stringContaining('at most 10,000 characters')])
})

test('all texts that wait are given at once, in either order', async () => {
  const { app, send } = await withPhone()
  for (let index = 0; index < 90; index++) expect((await send(`text ${index}`, [`+155501${index}`])).status).toBe(200)
  const newest = await app.pull('lifo')
  expect([newest.length, newest[0]?.textMessage.text]).toEqual([90, 'text 89'])
  expect(((await (await app.request('/message')).json()) as { textMessage: { text: string } }[])[0]?.textMessage.text).toBe(
    'text 0',
  )
})

test('the phone of a suspended account is refused', async () => {
  const { app, account } = await withPhone()
  expect((await post(operator, `/v3/admin/people/${account.iden}/suspend`)).status).toBe(200)
  expect((await app.request('/message')).status).toBe(403)
  expect(await app.receive('+15550100', 'hello')).toBe(403)
})
