// On the engines too: a guid makes one push, also for two writes at once.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let alice: string
let aliceIden: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  const { token, account } = await server.signUp('alice@example.org', 'Alice')
  alice = token
  aliceIden = account.iden
  bob = (await server.signUp('bob@example.org', 'Bob')).token
})
afterAll(() => server.close())

const send = async (body: unknown, token = alice) => server.request('/v2/pushes', { token, body })
const list = async (query = '', token = alice) => (await server.request(`/v2/pushes${query}`, { token })).body
const bodies = (answer: { pushes: { body?: string }[] }) => answer.pushes.map((push) => push.body)

describe('creating', () => {
  test('API-021 API-080 a note to oneself is one push of direction self', async () => {
    const { status, body } = await send({ type: 'note', title: 'T', body: 'B', guid: 'self-1' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      active: true,
      type: 'note',
      title: 'T',
      body: 'B',
      guid: 'self-1',
      direction: 'self',
      dismissed: false,
      sender_iden: aliceIden,
      sender_email: 'alice@example.org',
      receiver_iden: aliceIden,
    })
    expect(body.iden).toMatch(new RegExp(`^${aliceIden}sj[A-Za-z0-9]+$`))
    expect(body.created).toBe(body.modified)
  })

  test('API-081 a push to a user is outgoing here, incoming there, and both have the chat', async () => {
    const { body: sent } = await send({
      type: 'link',
      url: 'https://example.org',
      body: 'look',
      email: 'Bob@example.org',
      guid: 'x',
    })
    expect(sent).toMatchObject({
      direction: 'outgoing',
      sender_email_normalized: 'alice@example.org',
      receiver_email_normalized: 'bob@example.org',
      receiver_email: 'bob@example.org',
    })
    const [got] = (await list('', bob)).pushes
    expect(got).toMatchObject({
      direction: 'incoming',
      type: 'link',
      url: 'https://example.org',
      body: 'look',
      sender_name: 'Alice',
      sender_email: 'alice@example.org',
      receiver_email: 'bob@example.org',
    })
    expect(got).not.toHaveProperty('guid')
    for (const [token, email] of [
      [alice, 'bob@example.org'],
      [bob, 'alice@example.org'],
    ] as const) {
      const { body } = await server.request('/v2/chats', { token })
      expect(body.chats.map((chat: { with: { email: string } }) => chat.with.email)).toContain(email)
    }
  })

  test('a push to the own address is a push to oneself', async () => {
    const { body } = await send({ type: 'note', body: 'me', email: 'ALICE@example.org' })
    expect(body.direction).toBe('self')
  })

  test('a push to a device names it, and its source', async () => {
    const { body: device } = await server.request('/v2/devices', { token: alice, body: { nickname: 'L' } })
    const { body } = await send({ type: 'note', body: 'there', device_iden: device.iden, source_device_iden: device.iden })
    expect(body).toMatchObject({ direction: 'self', target_device_iden: device.iden, source_device_iden: device.iden })
  })

  test('empty fields are as good as absent, unknown ones are ignored', async () => {
    const { status, body } = await send({
      type: 'note',
      body: 'b',
      title: '',
      url: null,
      device_iden: '',
      device_id: 7,
      sound: 'ding',
    })
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('title')
    expect(body).not.toHaveProperty('sound')
    expect(body).not.toHaveProperty('target_device_iden')
  })

  test('address and list pushes keep their words under both names', async () => {
    const { body: address } = await send({ type: 'address', name: 'Harbour Hall', address: '4 Quay Street' })
    expect(address).toMatchObject({
      title: 'Harbour Hall',
      body: '4 Quay Street',
      name: 'Harbour Hall',
      address: '4 Quay Street',
    })
    const { body: shopping } = await send({ type: 'list', title: 'Shopping', items: ['milk', { text: 'bread', checked: true }] })
    expect(shopping).toMatchObject({
      title: 'Shopping',
      body: 'milk\nbread',
      items: [
        { checked: false, text: 'milk' },
        { checked: false, text: 'bread' },
      ],
    })
  })

  test('a push without a type is what its fields make of it', async () => {
    const url = 'https://x.example/a'
    for (const [fields, type] of [
      [{ file_url: url, url }, 'file'],
      [{ url }, 'link'],
      [{ title: 'T' }, 'note'],
    ] as const)
      expect((await send(fields)).body.type).toBe(type)
  })

  test('a file push that is a picture carries its picture', async () => {
    const { body } = await send({
      type: 'file',
      file_name: 'a.png',
      file_type: 'image/png',
      file_url: 'https://x.example/a.png',
      image_width: 3,
    })
    expect(body).toMatchObject({ file_name: 'a.png', image_url: 'https://x.example/a.png', image_width: 3 })
  })
})

describe('one guid, one push', () => {
  test('a repeated guid answers the push that it made [F1]', async () => {
    const { body: first } = await send({ type: 'note', body: 'once', guid: 'g-1' })
    const { body: second } = await send({ type: 'note', body: 'twice', guid: 'g-1' })
    expect(second).toEqual(first)
  })

  test('fifty at once make one push, here and at the receiver [F1]', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send({ type: 'note', body: 'race', guid: 'g-race', email: 'bob@example.org' })),
    )
    expect(new Set(answers.map(({ body }) => body.iden)).size).toBe(1)
    expect(bodies(await list('', bob)).filter((body) => body === 'race')).toHaveLength(1)
  })

  test('a guid is its own sender’s: another account may use the same one [F1]', async () => {
    const { body: mine } = await send({ type: 'note', body: 'mine', guid: 'g-shared' })
    const { body: theirs } = await send({ type: 'note', body: 'theirs', guid: 'g-shared' }, bob)
    expect(theirs.iden).not.toBe(mine.iden)
    expect(theirs.body).toBe('theirs')
  })

  test('a late retry does not bring a deleted push back', async () => {
    const { body: push } = await send({ type: 'note', body: 'gone', guid: 'g-gone' })
    await server.request(`/v2/pushes/${push.iden}`, { token: alice, method: 'DELETE' })
    const { body: retried } = await send({ type: 'note', body: 'gone', guid: 'g-gone' })
    expect(retried).toMatchObject({ iden: push.iden, active: false })
    expect(bodies(await list('?active=true'))).not.toContain('gone')
  })
})

describe('changing', () => {
  test('SYNC-030 a push is dismissed once: saying it again changes nothing', async () => {
    const { body: push } = await send({ type: 'note', body: 'see' })
    const { body: dismissed } = await server.request(`/v2/pushes/${push.iden}`, { token: alice, body: { dismissed: true } })
    expect(dismissed).toMatchObject({ dismissed: true, body: 'see' })
    expect(dismissed.modified).toBeGreaterThan(push.modified)
    for (const body of [{ dismissed: true }, { dismissed: false }, {}]) {
      expect((await server.request(`/v2/pushes/${push.iden}`, { token: alice, body })).body).toEqual(dismissed)
    }
  })

  test('PUSH-027 API-025 a deleted push leaves only its tombstone; the receiver keeps a copy', async () => {
    const { body: push } = await send({ type: 'note', body: 'between us', email: 'bob@example.org' })
    expect((await server.request(`/v2/pushes/${push.iden}`, { token: alice, method: 'DELETE' })).body).toEqual({})
    const [tombstone] = (await list('?email=bob@example.org')).pushes
    expect(tombstone).toEqual({ iden: push.iden, active: false, created: push.created, modified: expect.any(Number) })
    expect(JSON.stringify(await server.app.db.all('SELECT * FROM push WHERE iden = $1', [push.iden]))).not.toContain('between us')
    expect(bodies(await list('?email=alice@example.org', bob))).toContain('between us')
    expect((await server.request(`/v2/pushes/${push.iden}`, { token: alice, method: 'DELETE' })).body).toEqual({})
    expect((await list('?email=bob@example.org')).pushes[0]).toEqual(tombstone)
  })

  test("GAP-003 a stranger's push is not found, whatever is asked of it", async () => {
    const { body: push } = await send({ type: 'note', body: 'private' })
    for (const options of [{}, { body: { dismissed: true } }, { method: 'DELETE' }]) {
      expect((await server.request(`/v2/pushes/${push.iden}`, { token: bob, ...options })).status).toBe(404)
    }
    expect((await server.request(`/v2/pushes/${push.iden}`, { token: alice })).body).toEqual(push)
  })
})
