// On the engines too: a guid makes one text, also for two writes at once.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '../stream/test-listener.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let alice: string
let phone: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org')).token
  bob = (await server.signUp('bob@example.org')).token
  phone = await makePhone(alice)
})
afterAll(() => server.close())

async function makePhone(token: string, fields: object = { has_sms: true }): Promise<string> {
  return (await server.request('/v2/devices', { token, body: { nickname: 'Phone', ...fields } })).body.iden
}
const data = (fields: object = {}) => ({ target_device_iden: phone, addresses: ['+1 555 0100'], message: 'hello', ...fields })
const create = (body: object, path = '/v3/create-text') => server.request(path, { token: alice, body })
const textsOf = async (query = '', token = alice) => (await server.request(`/v2/texts${query}`, { token })).body.texts

test('API-041 API-103 GAP-009 a text begins as queued, on either path, and is told live', async () => {
  const stream = await openStream(server.origin, alice)
  for (const path of ['/v3/create-text', '/v2/texts']) {
    const { status, body } = await create(
      { data: data({ guid: path, status: 'sent' }), file_url: 'https://x.example/a.jpg' },
      path,
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      iden: expect.any(String),
      active: true,
      created: expect.any(Number),
      modified: body.created,
      data: { target_device_iden: phone, addresses: ['+1 555 0100'], message: 'hello', guid: path, status: 'queued' },
      file_url: 'https://x.example/a.jpg',
    })
    expect(await stream.next()).toBe('{"type":"tickle","subtype":"text"}')
  }
  stream.close()
})

test('E2E-008 an encrypted text stays encrypted, and needs it', async () => {
  const sealed = { target_device_iden: phone, encrypted: true, ciphertext: 'MXA=' }
  expect((await create({ data: sealed })).body.data).toEqual({ ...sealed, status: 'queued' })
  const bare = await create({ data: { target_device_iden: phone, encrypted: true } })
  expect([bare.status, bare.body.error.param]).toEqual([400, 'data'])
})

test('a guid makes one text, also when two arrive at once and when it is gone', async () => {
  const body = { data: data({ guid: 'once' }) }
  const [first, second] = await Promise.all([create(body), create(body)])
  expect(first.body).toEqual(second.body)
  await server.request('/v3/delete-text', { token: alice, body: { iden: first.body.iden } })
  const { body: late } = await create(body)
  expect([late.iden, late.active]).toEqual([first.body.iden, false])
})

test('GAP-009 GAP-087 the phone says what became of it, and the rest stays', async () => {
  const { body: made } = await create({ data: data({ guid: 'status' }), file_url: 'https://x.example/b.png' })
  const { body: sent } = await server.request(`/v2/texts/${made.iden}`, {
    token: alice,
    body: { data: { status: 'sent', guid: 'no' } },
  })
  expect(sent).toMatchObject({ iden: made.iden, data: { ...made.data, status: 'sent' }, file_url: made.file_url })
  expect(sent.modified).toBeGreaterThan(made.modified)
  const again = await server.request(`/v2/texts/${made.iden}`, { token: alice, body: { data: { status: 'sent' } } })
  expect(again.body).toEqual(sent)
  const changes = await server.request(`/v2/everything?modified_after=${made.modified}`, { token: alice })
  expect(changes.body.texts).toEqual([sent])
  const bad = await server.request(`/v2/texts/${made.iden}`, { token: alice, body: { data: { status: 'lost' } } })
  expect([bad.status, bad.body.error.param]).toEqual([400, 'data'])
})

test('API-042 GAP-010 a text is deleted in each of the three ways, and leaves none of its text', async () => {
  const ways = [
    (iden: string) => server.request('/v3/delete-text', { token: alice, body: { iden } }),
    (iden: string) => server.request(`/v2/texts/${iden}`, { token: alice, method: 'DELETE' }),
    (iden: string) => server.request(`/v2/texts/${iden}`, { token: alice, body: { iden } }),
  ]
  for (const remove of ways) {
    const { body: made } = await create({ data: data() })
    expect((await remove(made.iden)).status).toBe(200)
    expect((await textsOf())[0]).toEqual({ iden: made.iden, active: false, created: made.created, modified: expect.any(Number) })
    expect((await remove(made.iden)).status).toBe(200)
    expect((await remove(`${made.iden}x`)).body.error.code).toBe('not_found')
    expect((await server.request(`/v2/texts/${made.iden}`, { token: alice, body: { data: {} } })).status).toBe(404)
  }
  expect((await server.request('/v3/delete-text', { token: alice, body: { iden: (await textsOf())[0].iden } })).body).toEqual({})
  const rows = await server.app.db.all('SELECT data, file_url FROM text_message WHERE active = 0')
  for (const row of rows) expect({ ...row }).toEqual({ data: null, file_url: null })
})

test("API-042 a body that names another text deletes neither, and one without the text's name is a change", async () => {
  const { body: one } = await create({ data: data() })
  const { body: two } = await create({ data: data() })
  const crossed = await server.request(`/v2/texts/${one.iden}`, { token: alice, body: { iden: two.iden } })
  expect([crossed.status, crossed.body.error.param]).toEqual([400, 'iden'])
  expect((await server.request(`/v2/texts/${one.iden}`, { token: alice, body: {} })).body).toEqual(one)
  expect((await server.request(`/v2/texts/${one.iden}`, { token: alice, body: { iden: one.iden, data: {} } })).body).toEqual(one)
  expect((await textsOf('?active=true')).slice(0, 2)).toEqual([two, one])
})

test('GAP-087 a text is gone an hour after it was made, and not before', async () => {
  const { body: made } = await create({ data: data() })
  const minute = 60e6
  const at = made.created * 1e6
  await server.app.jobs.processAll(at + 59 * minute)
  expect((await textsOf('?active=true'))[0]).toEqual(made)
  await server.app.jobs.processAll(at + 61 * minute)
  expect(await textsOf('?active=true')).toEqual([])
})

test('a text goes out only through an own phone that is there and can send it', async () => {
  const before = (await textsOf()).length
  const gone = await makePhone(alice)
  await server.request(`/v2/devices/${gone}`, { token: alice, method: 'DELETE' })
  const phones = [gone, await makePhone(alice, { has_sms: false }), await makePhone(bob), 'nothing']
  for (const target_device_iden of phones) {
    const { status, body } = await create({ data: data({ target_device_iden }) })
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_param', 'target_device_iden'])
  }
  const empty = [
    { message: '' },
    { addresses: [] },
    { addresses: undefined },
    { addresses: Array(101).fill('1') },
    { addresses: [''] },
    { addresses: ['+1 555 0100', ' \u200b\u3164'] },
    { message: 7 },
  ]
  for (const fields of empty) expect((await create({ data: data(fields) })).body.error.param).toBe('data')
  expect((await create({})).body.error.param).toBe('data')
  expect(await textsOf()).toHaveLength(before)
})

test("a stranger's text is not found, whatever is asked of it", async () => {
  const { body: made } = await create({ data: data() })
  const requests = [
    server.request(`/v2/texts/${made.iden}`, { token: bob, body: { data: { status: 'sent' } } }),
    server.request(`/v2/texts/${made.iden}`, { token: bob, body: { iden: made.iden } }),
    server.request(`/v2/texts/${made.iden}`, { token: bob, method: 'DELETE' }),
    server.request('/v3/delete-text', { token: bob, body: { iden: made.iden } }),
  ]
  for (const { status, body } of await Promise.all(requests)) expect([status, body.error.code]).toEqual([404, 'not_found'])
  expect((await textsOf())[0]).toEqual(made)
  expect(await textsOf('', bob)).toEqual([])
})
