import { connect } from 'node:net'
import { type Call, requestBytes } from '@waypost/protocol'
import { expect, test } from 'vitest'
import type { Json } from '../../test-server.ts'
import { calls, changedBy, fit, kindsOf, person, server, setUpServer, sound } from './test-hostile.ts'

// Sends every call bodies that are empty, oversized, too deeply nested or malicious.

setUpServer()

const posts = () => calls.filter(({ method }) => method === 'POST')

const pathOf = (call: Call) => call.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(sound(call)[name])))

async function post(call: Call, body: string | Uint8Array<ArrayBuffer>, token: string, headers: Record<string, string> = {}) {
  const all = { 'access-token': fit(call, token), 'x-forwarded-for': '192.0.2.7', ...headers }
  const response = await fetch(server.origin + pathOf(call), { method: 'POST', headers: all, body })
  const text = await response.text()
  return { status: response.status, body: JSON.parse(text) as Json }
}

/** The fields of a valid request as JSON without the closing brace, so that more can be appended. */
const open = (call: Call) => JSON.stringify({ ...sound(call), '': 0 }).slice(0, -1)

const broken = [
  '{',
  '{"a":',
  '{"a":1}}',
  "{'a':1}",
  '{"a":1,}',
  '{"a":undefined}',
  '[',
  '[]',
  '[{}]',
  '[1,2,3]',
  '{"a":NaN}',
  '{"a":\u0001}',
]
const nested = ['['.repeat(30_000), '{"a":'.repeat(30_000), `${'['.repeat(30_000)}${']'.repeat(30_000)}`]

test('API-009 a body that is no JSON object is refused by every call, however deep it goes, and writes nothing', async () => {
  const { token } = await person()
  const wrong: unknown[] = []
  const changed = await changedBy(server, async () => {
    for (const call of posts()) {
      for (const text of [...broken, ...nested]) {
        const { status, body } = await post(call, text, token)
        const code = text.startsWith('{"a":{') ? 'invalid_param' : 'invalid_request'
        if (status !== 400 || body.error.code !== code) wrong.push([call.name, text.slice(0, 20), status, body])
      }
    }
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
})

test('a body beyond what a call may have is refused by every call, and writes nothing', async () => {
  const { token } = await person()
  const wrong: unknown[] = []
  const changed = await changedBy(server, async () => {
    for (const call of posts()) {
      const most = call.requestBytes ?? requestBytes
      const { status, body } = await post(call, `${open(call)},"more":"${'x'.repeat(most)}"}`, token)
      if (status !== 413 || body.error.code !== 'request_too_large') wrong.push([call.name, status, body])
    }
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
})

test('deep nesting, names of prototypes and repeated fields do no harm in any call', async () => {
  const wrong: unknown[] = []
  for (const call of posts()) {
    const bodies = [
      `${open(call)},"deep":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
      `${open(call)},"__proto__":{"polluted":true,"iden":"x","dismissed":true},"constructor":{"prototype":{"polluted":true}}}`,
      `${open(call)},"__proto__":null,"hasOwnProperty":1,"toString":1,"valueOf":1}`,
      `${open(call)},"constructor":1,"constructor":2}`,
    ]
    for (const text of bodies) {
      const { status, body } = await post(call, text, (await person()).token)
      const code = body.error?.code
      if (status >= 500 || code === 'invalid_access_token') wrong.push([call.name, text.slice(-40), status, body])
      if (JSON.stringify(body).includes('polluted')) wrong.push([call.name, 'shows', body])
    }
    for (const { name } of kindsOf(call).filter(({ kind }) => ['object', 'fields', 'any'].includes(kind))) {
      const rest: Record<string, unknown> = { ...sound(call) }
      delete rest[name]
      const begin = JSON.stringify({ ...rest, '': 0 }).slice(0, -1)
      for (const depth of [101, 20_000]) {
        const { status, body } = await post(
          call,
          `${begin},"${name}":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
          (await person()).token,
        )
        if (status >= 500) wrong.push([call.name, name, depth, status, body])
      }
      const { status, body } = await post(call, `${begin},"${name}":{"__proto__":{"polluted":true}}}`, (await person()).token)
      if (status >= 500) wrong.push([call.name, name, status, body])
    }
  }
  expect(wrong).toEqual([])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('bytes that are no text, forms that are none, and labels that lie are no fault of ours', async () => {
  const wrong: unknown[] = []
  const bytes = [new Uint8Array([0xff, 0xfe, 0xfd]), new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])]
  const texts = [
    'null',
    'true',
    '12',
    '"text"',
    '%ZZ=%',
    '&&&===',
    '__proto__=x&constructor=y',
    '=',
    '\u0000',
    '\ufeff{}',
    '\ud800',
    'a'.repeat(9_999),
  ]
  const labels = [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/plain; charset=nonsense',
    ';;;',
    'json',
  ]
  for (const call of posts()) {
    const { token } = await person()
    for (const body of [...bytes, ...texts]) {
      const { status, body: answer } = await post(call, body, token)
      if (status >= 500) wrong.push([call.name, String(body).slice(0, 20), status, answer])
    }
    const { token: other } = await person()
    for (const label of labels) {
      const { status, body: answer } = await post(call, '{"a":', other, { 'content-type': label })
      if (status !== 400) wrong.push([call.name, label, status, answer])
    }
  }
  expect(wrong).toEqual([])
})

test('text in any letters, also half ones, is taken or refused, and comes back as it went in', async () => {
  const { token } = await person()
  const odd = [
    '\u202e\u200f right to left',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    'e\u0301\u0301\u0301',
    '\ufdfd',
    "'; DROP TABLE push; --",
    '<script>alert(1)</script>',
  ]
  for (const body of odd) {
    const sent = await server.request('/v2/pushes', { token, body: { type: 'note', body } })
    expect([sent.status, sent.body.body]).toEqual([200, body])
    expect((await server.request(`/v2/pushes/${sent.body.iden}`, { token })).body.body).toBe(body)
  }
  // An unpaired surrogate can't be encoded in UTF-8.
  const half = await server.request('/v2/pushes', { token, body: '{"type":"note","body":"a\\ud800b"}' })
  expect(half.status).toBeLessThan(500)
})

test('requests that are hardly HTTP end in a refusal or a closed connection, and the server goes on', async () => {
  const { port } = new URL(server.origin)
  const requests = [
    'GET /v2/users/me HTTP/1.1\r\n\r\n',
    'POST /v2/pushes HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n',
    'POST /v2/pushes HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /v2/pushes HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
    `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
    'BREW /v2/pushes HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET //evil.example/%2e%2e/%c0%af HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GET /%ZZ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GET /websocket/%ZZ HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n\r\n',
    'GET /websocket/x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00',
  ]
  for (const request of requests) {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), 'localhost', () => socket.end(request))
      let received = ''
      socket.on('data', (data) => (received += data))
      socket.on('error', () => {})
      socket.on('close', () => resolve(received))
    })
    expect(answer, request.slice(0, 60)).toMatch(/^($|HTTP\/1\.1 (4\d\d|200|503) )/)
    expect(answer, request.slice(0, 60)).not.toMatch(/\n\s+at /)
  }
  expect((await server.request('/healthz')).status).toBe(200)
})

test('GAP-001 what the tests above sent has left every account able to work', async () => {
  const { token } = await person()
  await server.app.jobs.processAll()
  expect((await server.request('/v2/pushes', { token, body: { type: 'note', body: 'still here' } })).status).toBe(200)
  const failed = await server.app.db.all('SELECT type, last_error FROM job WHERE last_error IS NOT NULL')
  expect(failed).toEqual([])
})
