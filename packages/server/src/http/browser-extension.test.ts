// The browser extension (packages/extension) has no host permissions: it reaches the server only because these headers let every origin
// read the API and files.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.signUp('ann@example.org')).token
})
afterAll(() => server.close())

/** The origins of the extension: its id in Chromium, and a random id as each Firefox assigns. */
const origins = ['chrome-extension://abcdefghijklmnopabcdefghijklmnop', 'moz-extension://6c1d0dcf-0a33-4a4f-9d39-2b3a6a1d7a55']

/** The headers that `openCalls` of the client sets, and those that it reads from answers. */
const asked = ['API-Version', 'X-User-Agent', 'Authorization', 'Content-Type']
const read = ['Date', 'Retry-After']

const listed = (headers: Headers, name: string) => (headers.get(name) ?? '').split(',').map((one) => one.trim().toLowerCase())

async function mayAsk(origin: string, path: string, method: string): Promise<boolean> {
  const { status, headers } = await fetch(server.origin + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': asked.join(',').toLowerCase(),
    },
  })
  const allowed = listed(headers, 'access-control-allow-headers')
  return (
    status === 204 &&
    headers.get('access-control-allow-origin') === '*' &&
    listed(headers, 'access-control-allow-methods').includes(method.toLowerCase()) &&
    asked.every((name) => allowed.includes(name.toLowerCase()))
  )
}

const mayRead = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin') === '*'

const call = (origin: string, path: string, body?: Json, as = token) =>
  server.request(path, { body, headers: { origin, authorization: `Basic ${btoa(`${as}:`)}` } })

test('the browser extension may make every kind of call from its own origin, and reads answers and refusals', async () => {
  for (const origin of origins) {
    for (const [path, method] of [
      ['/v2/everything', 'GET'],
      ['/v2/pushes', 'POST'],
      ['/v2/devices/of-nobody', 'DELETE'],
      ['/v3/device-sign-in/token', 'POST'],
      ['/v3/start-upload', 'POST'],
    ] as const)
      expect([path, await mayAsk(origin, path, method)]).toEqual([path, true])
    const answers = [
      await call(origin, '/v2/everything'),
      await call(origin, '/v2/pushes', { type: 'note', body: 'from the extension' }),
      await call(origin, '/v3/device-sign-in', { name: 'Waypost in Firefox', type: 'firefox' }),
      // The first of these signs it out, the second tells it what is wrong, and the third makes it give up.
      await call(origin, '/v2/users/me', undefined, 'ended'),
      await call(origin, '/v2/pushes', { type: 'note', title: 7 }),
      await call(origin, '/v3/not-of-this-version', {}),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 401, 400, 404])
    for (const answer of answers) {
      expect(mayRead(answer)).toBe(true)
      const exposed = listed(answer.headers, 'access-control-expose-headers')
      expect(read.filter((name) => !exposed.includes(name.toLowerCase()))).toEqual([])
    }
  }
})

test('the browser extension sends a file from its own origin, and reads it and its picture for a notification', async () => {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex')
  for (const origin of origins) {
    const { body: started } = await call(origin, '/v3/start-upload', { name: 'dot.png', size: bytes.length, type: 'image/png' })
    const [piece] = started.piece_urls
    expect(await mayAsk(origin, new URL(piece).pathname, 'POST')).toBe(true)
    const headers = { origin, 'content-type': 'application/octet-stream' }
    const sent = await fetch(piece, { method: 'POST', headers, body: new Uint8Array(bytes) })
    expect([sent.status, mayRead(sent)]).toEqual([200, true])
    const { body: file } = await call(origin, '/v3/finish-upload', { id: started.id })
    const answer = await fetch(file.file_url, { headers: { origin } })
    expect([answer.status, mayRead(answer)]).toEqual([200, true])
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
    // On a page of the extension, the picture is drawn without CORS.
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  }
})

test('the browser extension opens a live stream from its own origin', async () => {
  for (const origin of origins) {
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${token}?delta=1`, { origin })
    await new Promise((done, fail) => socket.once('open', done).once('error', fail))
    socket.close()
  }
})
