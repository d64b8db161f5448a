import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { requestBytes } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test-server.ts'

// How the bodies and queries that programs send are read.

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.signUp('ana@example.org', 'Ana')).token
})
afterAll(() => server.close())

async function post(path: string, body: string | Uint8Array<ArrayBuffer> | FormData, headers: Record<string, string> = {}) {
  const response = await fetch(server.origin + path, { method: 'POST', headers: { 'access-token': token, ...headers }, body })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const pushes = async () => (await server.request('/v2/pushes', { token })).body.pushes.length

test('what cannot be read or carries nothing is refused, and no blank push goes to all devices', async () => {
  const before = await pushes()
  const refused: [body: string, headers: Record<string, string>, status: number, code: string, param?: string][] = [
    ['', {}, 400, 'invalid_param', 'body'],
    ['{}', {}, 400, 'invalid_param', 'body'],
    ['{"type":"note"}', {}, 400, 'invalid_param', 'body'],
    ['{"type":"note","body":"  \\n"}', {}, 400, 'invalid_param', 'body'],
    ['{"type":"list","items":[]}', {}, 400, 'invalid_param', 'body'],
    ['{"type":"link","body":"look"}', {}, 400, 'invalid_param', 'url'],
    ['{"type":"file","body":"look","file_name":"a"}', {}, 400, 'invalid_param', 'file_url'],
    ['type=note', form, 400, 'invalid_param', 'body'],
    ['hello world', {}, 415, 'unsupported_media_type'],
    ['hello world', form, 415, 'unsupported_media_type'],
    ['hello', { 'content-type': 'application/json' }, 415, 'unsupported_media_type'],
    ['"text"', { 'content-type': 'application/json' }, 415, 'unsupported_media_type'],
    ['<xml/>', { 'content-type': 'application/xml' }, 415, 'unsupported_media_type'],
    ['<note body="x">hi</note>', { 'content-type': 'text/xml' }, 415, 'unsupported_media_type'],
    ['{"body":', {}, 400, 'invalid_request'],
  ]
  for (const [body, headers, status, code, param] of refused) {
    const answer = await post('/v2/pushes', body, headers)
    expect([body, answer.status, answer.body.error?.code, answer.body.error?.param]).toEqual([body, status, code, param])
  }
  expect(await pushes()).toBe(before)
})

test('a body that is gzip, deflate or br is read; other encodings, broken ones and bombs are refused', async () => {
  const json = Buffer.from(JSON.stringify({ type: 'note', body: 'small on the way' }))
  const send = (bytes: Buffer, encoding: string) =>
    post('/v2/pushes', new Uint8Array(bytes), { 'content-encoding': encoding, 'content-type': 'application/json' })
  for (const [encoding, bytes] of [
    ['gzip', gzipSync(json)],
    ['GZIP', gzipSync(json)],
    ['deflate', deflateSync(json)],
    ['br', brotliCompressSync(json)],
    ['identity', json],
  ] as const) {
    const { status, body } = await send(bytes, encoding)
    expect([encoding, status, body.body]).toEqual([encoding, 200, 'small on the way'])
  }
  const code = async (bytes: Buffer, encoding: string) => {
    const { status, body } = await send(bytes, encoding)
    return [status, body.error.code]
  }
  expect(await code(json, 'lzma')).toEqual([415, 'unsupported_media_type'])
  expect(await code(json, 'gzip')).toEqual([400, 'invalid_request'])
  expect(await code(gzipSync(json).subarray(0, 20), 'gzip')).toEqual([400, 'invalid_request'])
  expect(await code(gzipSync(Buffer.alloc(requestBytes + 1, ' ')), 'gzip')).toEqual([413, 'request_too_large'])
})

test('a multipart form is read, without its files', async () => {
  const fields = new FormData()
  fields.append('type', 'note')
  fields.append('title', 'from a form ä')
  fields.append('extra', new Blob(['bytes']), 'a.txt')
  fields.append('body', 'after the file')
  const { status, body } = await post('/v2/pushes', fields)
  expect([status, body.title, body.body]).toEqual([200, 'from a form ä', 'after the file'])
  const cut = await post('/v2/pushes', '--b\r\nContent-Disposition: form-data; name="body"\r\n\r\nx', {
    'content-type': 'multipart/form-data; boundary=b',
  })
  expect([cut.status, cut.body.error.code]).toEqual([400, 'invalid_request'])
})

test('a field that comes more than once in a form is a list', async () => {
  for (const text of ['type=list&title=Shop&items=milk&items=bread', 'type=list&title=Shop&items[]=milk&items%5B%5D=bread']) {
    const { body } = await post('/v2/pushes', text, form)
    expect(body.items.map((item: { text: string }) => item.text)).toEqual(['milk', 'bread'])
  }
  const one = await post('/v2/pushes', 'type=list&items=milk', form)
  expect(one.body.items).toEqual([{ checked: false, text: 'milk' }])
  const twice = await post('/v2/pushes', 'type=note&body=a&body=b', form)
  expect([twice.status, twice.body.error.param]).toEqual([400, 'body'])
})

test('True and False, and a plus that was not escaped, are read', async () => {
  const { body: device } = await post('/v2/devices', 'nickname=py&has_sms=True&generated_nickname=False', form)
  expect([device.has_sms, device.generated_nickname]).toEqual([true, undefined])
  const { status } = await post('/v2/pushes', 'type=note&body=a+b&guid=plus', form)
  expect(status).toBe(200)
  const after = (query: string) => server.request(`/v2/pushes?${query}`, { token })
  const all = (await after('modified_after=0')).body.pushes.length
  for (const query of ['modified_after=1.4e+09', 'modified_after=1.4e%2B09', 'modified_after=+1.4e9', 'active=True']) {
    const { status, body } = await after(query)
    expect([query, status, body.pushes?.length]).toEqual([query, 200, all])
  }
  expect((await after('modified_after=1 400')).status).toBe(400)
})

test('the name of a file loses its folders wherever it is said', async () => {
  const file_url = 'https://example.org/a.txt'
  for (const file_name of ['/home/ana/notes.txt', 'C:\\Users\\ana\\notes.txt', '../../notes.txt']) {
    const { body } = await post('/v2/pushes', JSON.stringify({ type: 'file', file_name, file_url }))
    expect([file_name, body.file_name]).toEqual([file_name, 'notes.txt'])
  }
})

test('a device that has no type has a kind', async () => {
  const { body: plain } = await post('/v2/devices', '{"nickname":"plain"}')
  expect([plain.type, plain.kind]).toEqual([undefined, 'stream'])
  const { body: typed } = await post('/v2/devices', '{"nickname":"typed","type":"android"}')
  expect([typed.type, typed.kind]).toEqual(['android', 'android'])
})

test('the words of not_found hold those that programs look for', async () => {
  const { body } = await server.request('/v2/devices/unknown', { token, method: 'DELETE' })
  expect(body.error.message).toContain('Object not found')
  expect(body.error.message).toContain('The resource could not be found.')
})

test('null counts as absent where the document says so, and only there', async () => {
  const { paths } = (await server.request('/openapi.json')).body
  const schema = paths['/v2/pushes'].post.requestBody.content['application/json'].schema
  const nulls = Object.fromEntries(Object.keys(schema.properties).map((name) => [name, null]))
  for (const [name, field] of Object.entries<{ type?: string[]; anyOf?: { type?: string }[] }>(schema.properties))
    expect([name, field.type?.includes('null') || field.anyOf?.some(({ type }) => type === 'null')]).toEqual([name, true])
  expect((await post('/v2/pushes', JSON.stringify({ ...nulls, body: 'all else is null' }))).status).toBe(200)
  const needed = paths['/v2/chats'].post.requestBody.content['application/json'].schema
  expect(needed.properties.email.type).toBe('string')
  expect((await post('/v2/chats', '{"email":null}')).status).toBe(400)
})

test('half of a surrogate pair in JSON is U+FFFD in the answer and in all later ones, in values and in names', async () => {
  const { status, body } = await post(
    '/v2/pushes',
    String.raw`{"type":"note","title":"\ud83d\ude00 \\ud800","body":"a\ud83d b\uDE00\ud83d\ude00"}`,
  )
  expect([status, body.title, body.body]).toEqual([200, String.raw`😀 \ud800`, 'a\ufffd b\ufffd😀'])
  const { title, body: text } = (await server.request(`/v2/pushes/${body.iden}`, { token })).body
  expect([title, text]).toEqual([body.title, body.body])
  const set = await post(
    '/v3/set-permanent',
    String.raw`{"key":"half","data":{"a\ud800":["\udc00",{"b":"\ud800\ud800"}],"__proto__":"\ud800"}}`,
  )
  expect(set.status).toBe(200)
  const kept = await fetch(`${server.origin}/v2/permanents/half`, { headers: { 'access-token': token } })
  expect(await kept.text()).toBe('{"a\ufffd":["\ufffd",{"b":"\ufffd\ufffd"}],"__proto__":"\ufffd"}')
})
