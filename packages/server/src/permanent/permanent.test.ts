// On the engines too: large texts are stored and read in pieces, which differs between the stores.

import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longestBlock, threadTime } from '../processor/test-blocks.ts'
import { wantsPreviews } from '../push/preview/rows.ts'
import { openStream } from '../stream/test-listener.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { savePermanent } from './rows.ts'

let server: TestServer
let alice: string
let iden: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  const { token, account } = await server.signUp('alice@example.org')
  alice = token
  iden = account.iden
  bob = (await server.signUp('bob@example.org')).token
})
afterAll(() => server.close())

const set = (key: string, data: unknown, token = alice) => server.request('/v3/set-permanent', { token, body: { key, data } })
const get = (key: string, token = alice) => server.request('/v3/get-permanent', { token, body: { key } })
const read = (key: string, token = alice) => server.request(`/v2/permanents/${key}`, { token })

test('API-043 API-044 a stored value is returned unchanged, empty values included', async () => {
  expect((await get('web_preferences')).body).toEqual({ data: {} })
  const data = { setup_sms: true, setup_done: false, name: '', nothing: null, list: [] }
  expect((await set('web_preferences', data)).body).toEqual({})
  expect((await get('web_preferences')).body).toEqual({ data })
  await set('web_preferences', { setup_sms: false })
  expect((await get('web_preferences')).body).toEqual({ data: { setup_sms: false } })
})

test("API-100 API-098 preferences are the account's, and their change is told live", async () => {
  const { token } = await server.signUp('prefers@example.org')
  const me = async () => (await server.request('/v2/users/me', { token })).body
  expect(await me()).not.toHaveProperty('preferences')
  const stream = await openStream(server.origin, token)
  await set('web_preferences', { setup_done: true }, token)
  expect(await stream.next()).toBe('{"type":"tickle","subtype":"account"}')
  expect((await me()).preferences).toEqual({ setup_done: true })
  stream.close()
})

test('API-038 API-039 API-040 API-104 API-105 API-106 TEXT-008 what a phone tells of its texts stands at the top of the answer', async () => {
  const threads = { threads: [{ id: '7', recipients: [{ address: '1', name: 'Ann', number: '1' }], latest: { body: 'hi' } }] }
  const thread = { thread: [{ id: '9', type: 'sms', direction: 'incoming', body: 'hi', timestamp: 1, recipient_index: 0 }] }
  const phonebook = { phonebook: [{ name: 'Ann', phone: '1', phone_type: 'mobile' }] }
  for (const [key, data] of [
    ['ujphone_threads', threads],
    ['ujphone_thread_7', thread],
    ['phonebook_ujphone', phonebook],
    [`${'d'.repeat(128)}_thread_${'1'.repeat(150)}`, { encrypted: true, ciphertext: 'MXA=' }],
  ] as const) {
    await set(key, data)
    const { status, body } = await read(key)
    expect([status, body]).toEqual([200, data])
  }
})

test('a key that nothing is kept under is not found, and emptied it is forgotten', async () => {
  expect((await read('none')).body.error.code).toBe('not_found')
  await set('short', { a: 1 })
  await set('short', {})
  expect((await read('short')).status).toBe(404)
  expect((await get('short')).body).toEqual({ data: {} })
})

test('permanents of another account cannot be read', async () => {
  await set('secret', { mine: true })
  expect((await read('secret', bob)).status).toBe(404)
  await set('secret', { his: true }, bob)
  expect((await read('secret')).body).toEqual({ mine: true })
  expect((await server.request('/v2/permanents/secret')).status).toBe(401)
})

test('the long threads of a phone fit, as no other call would take them', async () => {
  const data = { text: 'x'.repeat(6 * 2 ** 20) }
  expect((await set('long', data)).status).toBe(200)
  expect((await get('long')).body.data.text).toHaveLength(6 * 2 ** 20)
  const elsewhere = await server.request('/v3/get-permanent', { token: alice, body: { key: 'long', data } })
  expect([elsewhere.status, elsewhere.body.error.code]).toEqual([413, 'request_too_large'])
  expect((await set('long', { text: 'x'.repeat(8 * 2 ** 20) })).body.error.code).toBe('request_too_large')
})

test('a long text is sent as it was stored, whatever characters it has, compressed or not', async () => {
  const data = { text: `${'😀'.repeat(200_000)}ü${'語'.repeat(100_000)}` }
  await set('characters', data)
  for (const coding of ['identity', 'gzip', 'br', 'zstd']) {
    const headers = { 'access-token': alice, 'accept-encoding': coding }
    const answer = await fetch(`${server.origin}/v2/permanents/characters`, { headers })
    const length = coding === 'identity' ? String(Buffer.byteLength(JSON.stringify(data))) : null
    expect(answer.headers.get('content-length')).toBe(length)
    expect(await answer.json()).toEqual(data)
  }
})

test('preferences are as long as settings are, and longer ones of before are in no answer about the account', async () => {
  const { token, account } = await server.signUp('long-settings@example.org')
  const long = { filler: 'x'.repeat(70_000), link_previews: true }
  expect((await set('web_preferences', long, token)).body.error.code).toBe('request_too_large')
  await server.app.db.write((tx) => savePermanent(tx, account.iden, 'web_preferences', JSON.stringify(long), 70_050))
  expect((await server.request('/v2/users/me', { token })).body).not.toHaveProperty('preferences')
  expect((await get('web_preferences', token)).body).toEqual({ data: long })
  expect(await wantsPreviews(server.app.db, account.iden)).toBe(false)
})

test('a stored value is sent without being parsed', async () => {
  await set('raw', { a: 1 })
  await server.app.db.write((tx) => savePermanent(tx, iden, 'raw', '{"a": 1}', 520))
  const answer = async (path: string, init?: RequestInit) =>
    (await fetch(server.origin + path, { headers: { 'access-token': alice }, ...init })).text()
  expect(await answer('/v2/permanents/raw')).toBe('{"a": 1}')
  expect(await answer('/v3/get-permanent', { method: 'POST', body: '{"key":"raw"}' })).toBe('{"data":{"a": 1}}')
})

test('all that an account keeps has a limit; making something smaller goes even then', async () => {
  const { token } = await server.signUp('keeps-much@example.org')
  const data = { text: 'x'.repeat(8 * 2 ** 20 - 1_000) }
  for (let index = 0; index < 8; index++) expect((await set(`part${index}`, data, token)).status).toBe(200)
  const refused = await set('one-more', data, token)
  expect([refused.status, refused.body.error.code]).toEqual([400, 'storage_quota'])
  expect((await read('one-more', token)).status).toBe(404)
  expect((await set('part0', data, token)).status).toBe(200)
  expect((await set('part0', {}, token)).status).toBe(200)
  expect((await set('one-more', data, token)).status).toBe(200)
})

test('a bad key and data that is no object are refused by name', async () => {
  for (const key of ['a/b', '../x', 'x'.repeat(301), '', 'ä'])
    expect((await set(key, {})).body.error).toMatchObject({ code: 'invalid_param', param: 'key' })
  for (const data of [[1], 'text', 7, undefined])
    expect((await set('k', data)).body.error).toMatchObject({ code: 'invalid_param', param: 'data' })
  const deep = `{"key":"k","data":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`
  const answer = await server.request('/v3/set-permanent', { token: alice, body: deep })
  expect([answer.status, answer.body.error.param]).toEqual([400, 'data'])
})

test('a large permanent says the same as a small one: its fields, its refusals and what is kept', async () => {
  const filler = 'x'.repeat(2 * 2 ** 20)
  const post = async (body: string, type = 'application/json') => {
    const headers = { 'access-token': alice, 'content-type': type }
    const answer = await fetch(`${server.origin}/v3/set-permanent`, { method: 'POST', headers, body })
    return { status: answer.status, error: JSON.parse(await answer.text()).error }
  }
  expect(
    (await post(String.raw`{"data":{"a":"ä\ud800","b":[1,{"c":null}],"filler":"${filler}"},"other":[{}],"key":"large"}`)).status,
  ).toBe(200)
  expect((await read('large')).body).toEqual({ a: 'ä\ufffd', b: [1, { c: null }], filler })
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`
  for (const levels of [99, 100, 101])
    for (const more of ['', filler]) {
      const { status, error } = await post(`{"key":"deep","data":${nested(levels)},"more":"${more}"}`)
      expect([levels, status, error?.param, error?.message]).toEqual(
        levels <= 100 ? [levels, 200, undefined, undefined] : [levels, 400, 'data', 'data: at most 100 levels'],
      )
    }
  for (const more of ['', filler]) {
    const refused: [body: string, param: string | undefined, code: string][] = [
      [`{"key":"k","data":["${more}"]}`, 'data', 'invalid_param'],
      [`{"key":"k","data":"${more}"}`, 'data', 'invalid_param'],
      [`{"key":["k"],"data":{"a":"${more}"}}`, 'key', 'invalid_param'],
      [`{"data":{"a":"${more}"}}`, 'key', 'invalid_param'],
      [`{"key":"k","data":{"a":"${more}"}`, undefined, 'invalid_request'],
      [`["${more}"]`, undefined, 'invalid_request'],
      [`{"key":"k","data":{"a":[${'0,'.repeat(100_001)}0],"b":"${more}"}}`, 'data', 'invalid_param'],
    ]
    for (const [body, param, code] of refused) {
      const { status, error } = await post(body)
      expect([body.slice(0, 40), status, error?.param, error?.code]).toEqual([body.slice(0, 40), 400, param, code])
    }
    const form = await post(`key=k&data=${more}`, 'application/x-www-form-urlencoded')
    expect([form.status, form.error.param]).toEqual([400, 'data'])
    expect((await post(`<${more}>`)).status).toBe(415)
  }
})

test('others have their turns while large permanents of any kind are read and stored', async () => {
  const bodies = [
    `{"key":"k","data":{"a":"${'\\ud800'.repeat(1_390_000)}"}}`,
    `{"key":"k","data":{${Array.from({ length: 99_000 }, (_, at) => `"${'k'.repeat(60)}${at}":1`).join()}}}`,
  ]
  const work = (text: string) => threadTime(() => JSON.stringify(JSON.parse(text)))
  for (const text of bodies) {
    const body = new Uint8Array(gzipSync(text))
    const headers = { 'access-token': alice, 'content-encoding': 'gzip' }
    const send = async () => (await fetch(`${server.origin}/v3/set-permanent`, { method: 'POST', headers, body })).status
    expect(await send()).toBe(200)
    const once = Math.max(await work(text), await work(text))
    const { result, block } = await longestBlock(() => Promise.all(Array.from({ length: 4 }, send)))
    expect(result).toEqual([200, 200, 200, 200])
    expect(block).toBeLessThan(once)
  }
})
