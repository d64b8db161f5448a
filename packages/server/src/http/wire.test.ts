import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { LoopTurns } from '../processor/turns.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'
import { codingOf, inTurns, partsOf, StoredJson } from './response.ts'
import { say } from './test-sockets.ts'

// The server's behaviour at the level of HTTP itself, as third-party programs see it.

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.signUp('alice@example.org', 'Alice')).token
})
afterAll(() => server.close())

const head = (method: string, path: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAccess-Token: ${token}\r\n${more}\r\n`
const one = async (bytes: string) => (await say(server.origin, bytes))[0]
const note = '{"type":"note","body":"over h2c"}'
const webSocketHeaders = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'

test('an Upgrade header for anything but a WebSocket is ignored, with and without a body (RFC 9110, 7.8)', async () => {
  for (const upgrade of ['h2c', 'TLS/1.0', 'h2c, websocket']) {
    const more = `Connection: Upgrade, HTTP2-Settings\r\nUpgrade: ${upgrade}\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n`
    expect(await one(head('GET', '/v2/users/me', more))).toMatchObject({ status: 200, body: { email: 'alice@example.org' } })
    const sized = head('POST', '/v2/pushes', `${more}Content-Length: ${note.length}\r\n`) + note
    expect(await one(sized)).toMatchObject({ status: 200, body: { body: 'over h2c' } })
    const chunked = `${head('POST', '/v2/pushes', `${more}Transfer-Encoding: chunked\r\n`)}${note.length.toString(16)}\r\n${note}\r\n0\r\n\r\n`
    expect(await one(chunked)).toMatchObject({ status: 200, body: { body: 'over h2c' } })
  }
})

const hasCurl = spawnSync('curl', ['--version']).stdout?.toString().includes('HTTP2') ?? false

test.skipIf(!hasCurl)('curl --http2 over plain HTTP reads and writes', async () => {
  const curl = (path: string, body?: string) =>
    new Promise<Json>((resolve) => {
      const args = ['-sS', '--max-time', '20', '--http2', '-H', `Access-Token: ${token}`, server.origin + path]
      const child = execFile('curl', body === undefined ? args : [...args, '--data-binary', '@-'], (_error, output) =>
        resolve(JSON.parse(output)),
      )
      child.stdin?.on('error', () => {})
      child.stdin?.end(body ?? '')
    })
  expect((await curl('/v2/users/me')).email).toBe('alice@example.org')
  expect((await curl('/v2/pushes', note)).body).toBe('over h2c')
  // From one megabyte on, curl asks first whether it may send the body.
  const large = `{"type":"note","body":"${'x'.repeat(6_000_000)}"}`
  expect((await curl('/v2/pushes', large)).error_code).toBe('request_too_large')
})

test('refusals from below the calls have the shape of all refusals', async () => {
  for (const [bytes, status, code] of [
    [head('BREW', '/v2/pushes'), 405, 'method_not_allowed'],
    [head('CONNECT', 'elsewhere:443'), 405, 'method_not_allowed'],
    [head('GET', '/v2/pushes', `X: ${'x'.repeat(100_000)}\r\n`), 431, 'headers_too_large'],
    ['GET /v2/users/me HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
    [head('POST', '/v2/pushes', 'Content-Length: -5\r\n'), 400, 'invalid_request'],
    [head('POST', '/v2/pushes', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'), 400, 'invalid_request'],
    [`${head('POST', '/v2/pushes', 'Transfer-Encoding: chunked\r\n')}ZZ\r\n`, 400, 'invalid_request'],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'invalid_request'],
    ['\x16\x03\x01\x02\x00\x01\x00', 400, 'invalid_request'],
    [
      head('GET', '/websocket/o.wrong', `${webSocketHeaders}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`),
      401,
      'invalid_access_token',
    ],
    [head('GET', `/websocket/${token}`, webSocketHeaders), 400, 'invalid_request'],
  ] as const) {
    const answer = await one(bytes)
    expect([bytes.slice(0, 50), answer?.status, answer?.body.error?.code]).toEqual([bytes.slice(0, 50), status, code])
    expect(answer?.body.error_code).toBe(code)
    expect(answer?.headers['content-type']).toBe('application/json; charset=utf-8')
  }
})

test('bytes that are not HTTP behind a good request leave that request its answer', async () => {
  const [good, bad] = await say(server.origin, `${head('GET', '/v2/users/me')}what is this?\r\n\r\n`, 2)
  expect([good?.status, bad?.status]).toEqual([200, 400])
})

test('an address that takes other methods says which', async () => {
  for (const [method, path, allow] of [
    ['PUT', '/v2/pushes', 'DELETE, GET, HEAD, POST, OPTIONS'],
    ['PATCH', '/v2/devices/abc', 'DELETE, GET, HEAD, POST, OPTIONS'],
    ['GET', '/v2/ephemerals', 'POST, OPTIONS'],
    ['GET', '/v3/start-upload?name=a', 'POST, OPTIONS'],
    ['DELETE', '/v2/users/me/', undefined],
    ['DELETE', '/healthz', 'GET, HEAD, OPTIONS'],
    ['POST', '/docs/api', 'GET, HEAD, OPTIONS'],
  ] as const) {
    const answer = await server.request(path, { method, token: 'o.wrong' })
    if (allow === undefined) expect(answer.status).not.toBe(405)
    else
      expect([path, answer.status, answer.body.error.code, answer.headers.get('allow')]).toEqual([
        path,
        405,
        'method_not_allowed',
        allow,
      ])
  }
  expect((await fetch(`${server.origin}/v2/ephemerals`, { method: 'OPTIONS' })).headers.get('allow')).toBe('OPTIONS, POST')
})

test('the address of a stream that is asked for without an upgrade says that it is one', async () => {
  for (const path of [`/websocket/${token}`, `/subscribe/${token}`, '/websocket', `/websocket/${token}/?delta=1`]) {
    const { status, body, headers } = await server.request(path)
    expect([path, status, body.error.code, headers.get('upgrade')]).toEqual([path, 426, 'upgrade_required', 'websocket'])
    expect(headers.get('connection')).toBe('upgrade, close')
  }
  // A page has this address.
  expect((await fetch(`${server.origin}/subscribe?channel_tag=garden`)).status).not.toBe(426)
})

test('a stream says of no subprotocol that it speaks it', async () => {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${token}`, ['mqtt', 'graphql-ws'])
  socket.on('error', () => {})
  const [response] = await once(socket, 'upgrade')
  expect(response.headers['sec-websocket-protocol']).toBeUndefined()
  socket.terminate()
})

test('a slash at the end changes nothing, and /v2 is no page', async () => {
  expect((await server.request('/v2/users/me/', { token })).body.email).toBe('alice@example.org')
  expect((await server.request('/v2/pushes/?limit=1', { token })).body.pushes).toHaveLength(1)
  expect((await server.request('/v2/pushes/', { token, body: { type: 'note', body: 'slash' } })).body.body).toBe('slash')
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${token}/?delta=1`)
  expect(String((await once(socket, 'message'))[0])).toBe('{"type":"nop"}')
  socket.terminate()
  for (const path of ['/v2', '/v2/', '/v3', '/oauth2', '/v2?a=b']) {
    const { status, body, headers } = await server.request(path)
    expect([path, status, body.error.code, headers.get('content-type')]).toEqual([
      path,
      404,
      'not_found',
      'application/json; charset=utf-8',
    ])
  }
})

/** Requests over a raw socket, which decodes nothing. */
async function encoded(path: string, accepted: string) {
  const { request } = await import('node:http')
  return new Promise<{ headers: Record<string, string | string[] | undefined>; bytes: Buffer }>((resolve, reject) => {
    const headers = { 'access-token': token, 'accept-encoding': accepted }
    request(server.origin + path, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }))
    })
      .on('error', reject)
      .end()
  })
}

test('long answers are compressed in whatever the caller takes, and say the same as the plain ones; short ones are not', async () => {
  for (let count = 0; count < 45; count++) {
    await server.request('/v2/pushes', { token, body: { type: 'note', body: `${count} `.repeat(count % 2 ? 10_000 : 100) } })
  }
  const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }
  for (const path of ['/v2/pushes', '/v2/pushes?limit=5', '/v2/everything?modified_after=0', '/openapi.json', '/docs/api']) {
    const plain = await encoded(path, 'identity')
    expect(plain.headers['content-encoding'], path).toBeUndefined()
    for (const [coding, decode] of Object.entries(decoders)) {
      const answer = await encoded(path, coding)
      if (coding === 'zstd' && answer.headers['content-encoding'] === undefined && !path.startsWith('/v2')) continue
      expect([path, answer.headers['content-encoding']]).toEqual([path, coding])
      expect(answer.headers.vary).toContain('accept-encoding')
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2)
      expect(decode(answer.bytes).equals(plain.bytes), `${path} as ${coding}`).toBe(true)
    }
  }
  expect((await encoded('/v2/users/me', 'gzip, br, zstd')).headers['content-encoding']).toBeUndefined()
})

test('what a caller accepts is weighed', () => {
  expect(codingOf('gzip, deflate, br, zstd')).toBe('zstd')
  expect(codingOf('gzip;q=1.0, br;q=0.5')).toBe('gzip')
  expect(codingOf('br;q=0, gzip')).toBe('gzip')
  expect(codingOf('*')).toBe('zstd')
  expect(codingOf('*, zstd;q=0')).toBe('br')
  expect(codingOf('identity')).toBeUndefined()
  expect(codingOf('gzip;q=0')).toBeUndefined()
  expect(codingOf(undefined)).toBeUndefined()
})

test('a list and the API document are not sent again to who has them; after a change they are', async () => {
  const tagged = async (path: string, known?: string) => {
    const headers = { 'access-token': token, ...(known ? { 'if-none-match': known } : {}) }
    const response = await fetch(server.origin + path, { headers })
    return { status: response.status, tag: response.headers.get('etag') ?? '', text: await response.text() }
  }
  for (const path of [
    '/v2/devices',
    '/v2/pushes',
    '/v2/pushes?limit=3',
    '/v2/everything?modified_after=0',
    '/openapi.json',
    '/docs/api',
  ]) {
    const { tag } = await tagged(path)
    expect([path, await tagged(path, tag)]).toEqual([path, { status: 304, tag, text: '' }])
    expect((await tagged(path, `"other", ${tag}`)).status).toBe(304)
    expect((await tagged(path, '"other"')).status).toBe(200)
  }
  const before = await tagged('/v2/pushes')
  await server.request('/v2/pushes', { token, body: { type: 'note', body: 'new' } })
  const after = await tagged('/v2/pushes', before.tag)
  expect([after.status, JSON.parse(after.text).pushes[0].body]).toEqual([200, 'new'])
})

test('while long responses are produced together, others have a turn between two pieces', async () => {
  let now = 0
  const loopTurns = new LoopTurns(undefined, () => now)
  let turns = 0
  let ended = false
  const count = () => {
    turns++
    if (!ended) setImmediate(count)
  }
  setImmediate(count)
  function* slow() {
    for (let index = 0; index < 5; index++) {
      now += 10
      yield index
    }
  }
  const produce = async (ip: string) => {
    const pieces: number[] = []
    for await (const piece of inTurns({ ip }, slow(), loopTurns)) pieces.push(piece)
    return pieces
  }
  const all = await Promise.all(['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3'].map(produce))
  ended = true
  for (const pieces of all) expect(pieces).toEqual([0, 1, 2, 3, 4])
  expect(turns).toBeGreaterThanOrEqual(18)
})

test('JSON that is stored is sent as it is, alone and as a field', () => {
  const sent = (given: object) => partsOf(given).join('')
  expect(sent(new StoredJson('{"a": 1}'))).toBe('{"a": 1}')
  expect(sent({ data: new StoredJson('[ ]'), none: undefined, name: 'b' })).toBe('{"data":[ ],"name":"b"}')
  expect(sent({ none: undefined, name: 'b', data: new StoredJson(Buffer.from('{"a":"ü"}')) })).toBe(
    '{"name":"b","data":{"a":"ü"}}',
  )
  expect(sent({ name: 'b', none: undefined })).toBe('{"name":"b"}')
})
