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

  test('a form, JSON that is labelled as a form and JSON without a label all work', async () => {
    const type = 'application/x-www-form-urlencoded'
    const form = await server.request('/v2/pushes', {
      token: alice,
      body: 'type=note&body=a+form%21',
      headers: { 'content-type': type },
    })
    expect(form.body.body).toBe('a form!')
    const labelled = await server.request('/v2/pushes', {
      token: alice,
      body: '{"type":"note","body":"labelled"}',
      headers: { 'content-type': type },
    })
    expect(labelled.body.body).toBe('labelled')
    const json = await server.request('/v2/pushes', {
      token: alice,
      body: '{"type":"note","body":"x"}',
      headers: { 'content-type': 'json' },
    })
    expect(json.body.body).toBe('x')
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
  test('a repeated guid answers the push that it made', async () => {
    const { body: first } = await send({ type: 'note', body: 'once', guid: 'g-1' })
    const { body: second } = await send({ type: 'note', body: 'twice', guid: 'g-1' })
    expect(second).toEqual(first)
  })

  test('fifty at once make one push, here and at the receiver', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send({ type: 'note', body: 'race', guid: 'g-race', email: 'bob@example.org' })),
    )
    expect(new Set(answers.map(({ body }) => body.iden)).size).toBe(1)
    expect(bodies(await list('', bob)).filter((body) => body === 'race')).toHaveLength(1)
  })

  test('a guid is its own sender’s: another account may use the same one', async () => {
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

describe('reading', () => {
  let carol: string
  beforeAll(async () => {
    carol = (await server.signUp('carol@example.org', 'Carol')).token
    for (const body of ['1', '2', '3']) await send({ type: 'note', body: `self ${body}` }, carol)
    for (const body of ['1', '2']) await send({ type: 'note', body: `to bob ${body}`, email: 'bob@example.org' }, carol)
    await send({ type: 'note', body: 'from alice', email: 'carol@example.org' })
  })

  test('API-007 API-019 the latest change comes first, and every list is there by name', async () => {
    const answer = await list('', carol)
    expect(bodies(answer)).toEqual(['from alice', 'to bob 2', 'to bob 1', 'self 3', 'self 2', 'self 1'])
    expect(Object.keys(answer)).toEqual([
      'accounts',
      'blocks',
      'channels',
      'chats',
      'clients',
      'contacts',
      'devices',
      'grants',
      'pushes',
      'profiles',
      'subscriptions',
      'texts',
    ])
  })

  test('API-019 GAP-079 self and email pick one conversation', async () => {
    expect(bodies(await list('?self=true', carol))).toEqual(['self 3', 'self 2', 'self 1'])
    expect(bodies(await list('?email=BOB@example.org', carol))).toEqual(['to bob 2', 'to bob 1'])
    expect(bodies(await list('?email=alice@example.org', carol))).toEqual(['from alice'])
    expect(bodies(await list('?client_iden=nobody', carol))).toEqual([])
    const unknown = await server.request('/v2/pushes?channel_tag=none', { token: carol })
    expect([unknown.status, unknown.body.error.param]).toEqual([400, 'channel_tag'])
  })

  test('API-007 pages follow one another by cursor, and the last one has none', async () => {
    const seen: (string | undefined)[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const page = await list(`?limit=2${cursor ? `&cursor=${cursor}` : ''}`, carol)
      seen.push(...bodies(page))
      if (page.cursor) expect(Object.keys(page).at(-1)).toBe('cursor')
      cursor = page.cursor
      pages++
    } while (cursor)
    expect(seen).toEqual(['from alice', 'to bob 2', 'to bob 1', 'self 3', 'self 2', 'self 1'])
    expect(pages).toBe(3)
  })

  test('API-008 a page has 500 rows at most, whatever is asked for', async () => {
    const { token } = await server.signUp('many@example.org')
    for (let round = 0; round < 11; round++) {
      await Promise.all(Array.from({ length: 50 }, (_, index) => send({ type: 'note', body: `${round} ${index}` }, token)))
    }
    for (const query of ['', '?limit=9999']) {
      const page = await list(query, token)
      expect(page.pushes).toHaveLength(500)
      expect((await list(`?cursor=${page.cursor}`, token)).pushes).toHaveLength(50)
    }
  })

  test('modified_after is strict: what was seen is not answered again', async () => {
    const [newest, second] = (await list('', carol)).pushes
    expect(bodies(await list(`?modified_after=${newest.modified}`, carol))).toEqual([])
    expect(bodies(await list(`?modified_after=${second.modified}`, carol))).toEqual([newest.body])
    expect((await list('?modified_after=0', carol)).pushes).toHaveLength(6)
    expect((await list('?modified_after=1.4e%2B09', carol)).pushes).toHaveLength(6)
    expect(await list(`?modified_after=${newest.modified + 1}`, carol)).not.toHaveProperty('cursor')
  })

  test('a malformed query is refused by name', async () => {
    const bad: [string, string, string | undefined][] = [
      ['?cursor=%27%3B--', 'invalid_cursor', undefined],
      ['?cursor=zzzzzzzzzzzzzzzzzzz', 'invalid_cursor', undefined],
      ['?limit=0', 'invalid_param', 'limit'],
      ['?limit=ten', 'invalid_param', 'limit'],
      ['?modified_after=yesterday', 'invalid_param', 'modified_after'],
      ['?modified_after=-1', 'invalid_param', 'modified_after'],
      ['?active=perhaps', 'invalid_param', 'active'],
      ['?email=none', 'invalid_param', 'email'],
    ]
    for (const [query, code, param] of bad) {
      const { status, body } = await server.request(`/v2/pushes${query}`, { token: carol })
      expect([query, status, body.error.code, body.error.param]).toEqual([query, 400, code, param])
    }
  })

  test('GET /v2/pushes/{iden} answers one push to its owner alone', async () => {
    const [push] = (await list('', carol)).pushes
    expect((await server.request(`/v2/pushes/${push.iden}`, { token: carol })).body).toEqual(push)
    expect((await server.request(`/v2/pushes/${push.iden}`, { token: alice })).status).toBe(404)
    expect((await server.request('/v2/pushes/unknown', { token: carol })).body.error.code).toBe('not_found')
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
  })

  test("GAP-003 a stranger's push is not found, whatever is asked of it", async () => {
    const { body: push } = await send({ type: 'note', body: 'private' })
    for (const options of [{}, { body: { dismissed: true } }, { method: 'DELETE' }]) {
      expect((await server.request(`/v2/pushes/${push.iden}`, { token: bob, ...options })).status).toBe(404)
    }
    expect((await server.request(`/v2/pushes/${push.iden}`, { token: alice })).body).toEqual(push)
  })
})

describe('refusing', () => {
  test('what cannot be delivered is refused by name and nothing is written', async () => {
    const { body: theirs } = await server.request('/v2/devices', { token: bob, body: { nickname: 'theirs' } })
    const { body: gone } = await server.request('/v2/devices', { token: alice, body: { nickname: 'gone' } })
    await server.request(`/v2/devices/${gone.iden}`, { token: alice, method: 'DELETE' })
    const before = (await list()).pushes.length
    const bad: [object, string][] = [
      [{ device_iden: 'unknown' }, 'device_iden'],
      [{ device_iden: theirs.iden }, 'device_iden'],
      [{ device_iden: gone.iden }, 'device_iden'],
      [{ source_device_iden: theirs.iden }, 'source_device_iden'],
      [{ channel_tag: 'nobody-has-this' }, 'channel_tag'],
      [{ client_iden: 'unknown' }, 'client_iden'],
      [{ email: 'no at sign' }, 'email'],
      [{ email: 'bob@example.org', device_iden: theirs.iden }, 'email'],
      [{ type: 'poem' }, 'type'],
      [{ type: 5 }, 'type'],
      [{ body: ['a'] }, 'body'],
      [{ title: 'x'.repeat(8_193) }, 'title'],
      [{ title: 'a NUL: \u0000' }, 'title'],
      [{ guid: '\u0000' }, 'guid'],
      [{ guid: 'x'.repeat(256) }, 'guid'],
      [{ image_width: 'wide' }, 'image_width'],
      [{ items: 'milk' }, 'items'],
    ]
    for (const [fields, param] of bad) {
      const { status, body } = await send({ body: 'never', ...fields })
      expect([param, status, body.error.code, body.error.param]).toEqual([param, 400, 'invalid_param', param])
    }
    expect((await list()).pushes).toHaveLength(before)
  })

  test('a body that is no JSON, or JSON of another kind, is refused', async () => {
    for (const body of ['{"type":"note"', '[1,2]', '{"a":']) {
      const answer = await send(body)
      expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request'])
    }
  })

  test('5 MB of title is refused before it is read', async () => {
    const { status, body } = await send({ type: 'note', title: 'x'.repeat(5_000_000) })
    expect([status, body.error.code]).toEqual([413, 'request_too_large'])
  })

  test('hostile names do no harm', async () => {
    const before = (await list()).pushes.length
    const { status } = await send('{"type":"note","body":"b","__proto__":{"active":0},"constructor":{"x":1},"toString":"x"}')
    expect(status).toBe(200)
    const { body } = await send({ type: 'note', body: "'); DROP TABLE push; --", title: '\u0001<script>alert(1)</script>' })
    expect(body.body).toBe("'); DROP TABLE push; --")
    expect((await list()).pushes).toHaveLength(before + 2)
  })

  test('an unknown call is refused as JSON', async () => {
    for (const path of ['/v2/nothing', '/v3/nothing', '/v2/pushes/a/b']) {
      const { status, body } = await server.request(path, { token: alice })
      expect([status, body.error.code]).toEqual([404, 'not_found'])
    }
  })
})

test('any page may call the API, and asks first', async () => {
  const answer = await fetch(`${server.origin}/v2/pushes`, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example' },
  })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-headers')).toContain('Access-Token')
})
