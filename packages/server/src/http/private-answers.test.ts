import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer, type TestServer } from '../test-server.ts'
import { openSocket, readAnswers, say } from './test-sockets.ts'

// What caches, proxies and programs rely on: response headers, missing addresses and the Host header.

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.signUp('ana@example.org')).token
})
afterAll(() => server.close())

const headersOf = async (path: string, init: RequestInit = {}) => {
  const { status, headers } = await fetch(server.origin + path, { ...init, headers: { 'access-token': token, ...init.headers } })
  return [status, headers.get('cache-control'), headers.get('x-content-type-options'), headers.get('vary')]
}

test('private answers and refusals are kept by nobody, and name the headers that they depend on', async () => {
  const vary = 'accept-encoding, access-token, authorization'
  const stored = ['no-store, private', 'nosniff', vary]
  expect(await headersOf('/v2/users/me')).toEqual([200, ...stored])
  expect(await headersOf('/v2/users/me', { headers: { 'access-token': 'wrong' } })).toEqual([401, ...stored])
  expect(await headersOf('/v2/pushes', { method: 'POST', body: '{"body":"hello"}' })).toEqual([200, ...stored])
  expect(await headersOf('/v2/pushes', { method: 'POST', body: '{' })).toEqual([400, ...stored])
  expect(await headersOf('/v2/nothing')).toEqual([404, ...stored])
  expect(await headersOf('/v2/users/me', { method: 'PUT' })).toEqual([405, ...stored])
  expect(await headersOf('/v2/pushes?a=%ff')).toEqual([400, ...stored])
  expect(await headersOf('/v2/pushes')).toEqual([200, 'private, no-cache', 'nosniff', vary])
  const [raw] = await say(server.origin, 'NONSENSE\r\n\r\n')
  expect(raw?.headers).toMatchObject({ 'cache-control': 'no-store, private', 'x-content-type-options': 'nosniff' })
})

test('an address of programs that is not there is 404, not a page', async () => {
  const paths = [
    '/.well-known/openid-configuration',
    '/.well-known/security',
    '/.env',
    '/.git/config',
    '/a/.hidden/b',
    '/v1/pushes',
  ]
  for (const path of [...paths, '/v4/me', '/api/v1', '/graphql', '/files/x', '/config/other', '/docs/none', '/healthz/x'])
    expect([path, (await fetch(server.origin + path)).status]).toEqual([path, 404])
})

test('a request says once for which host it is', async () => {
  const request = (first: string, hosts: string[]) =>
    say(server.origin, `${first}\r\n${hosts.map((host) => `${host}\r\n`).join('')}Access-Token: ${token}\r\n\r\n`)
  const status = async (first: string, ...hosts: string[]) => (await request(first, hosts))[0]?.status
  const get = 'GET /v2/users/me HTTP/1.1'
  expect(await status(get, 'Host: a')).toBe(200)
  expect(await status(get, 'Host: a', 'host: a')).toBe(400)
  expect(await status(get, 'Host: a', 'HOST: b')).toBe(400)
  expect(await status(get)).toBe(400)
  expect(await status('GET /v2/users/me HTTP/1.0')).toBe(200)
  expect(await status('GET /v2/users/me HTTP/1.0', 'Host: a', 'Host: b')).toBe(400)
  expect(await status('GET http://a:80/v2/users/me HTTP/1.1', 'Host: A')).toBe(200)
  expect(await status('GET http://b/v2/users/me HTTP/1.1', 'Host: a')).toBe(400)
})

test('a connection that pipelines gets all of its answers, in order', async () => {
  const socket = await openSocket(server.origin)
  const answers = readAnswers(socket, 200)
  socket.write(`GET /v2/users/me HTTP/1.1\r\nHost: a\r\nAccess-Token: ${token}\r\n\r\n`.repeat(200))
  expect((await answers).map(({ status }) => status)).toEqual(Array(200).fill(200))
  socket.destroy()
})

test('a client that sends pings and reads nothing makes the server keep none of the answers', async () => {
  let unsent = () => 0
  server.app.http.server.once('connection', (socket) => {
    unsent = () => socket.writableLength
  })
  const stream = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${token}`)
  await new Promise((resolve) => stream.once('message', resolve))
  const ponged = new Promise((resolve) => stream.once('pong', (data) => resolve(String(data))))
  stream.ping('hello')
  expect(await ponged).toBe('hello')
  stream.pause()
  const data = Buffer.alloc(125)
  let most = 0
  for (let round = 0; round < 100; round++) {
    for (let count = 0; count < 1_000; count++) stream.ping(data)
    await new Promise<void>((resolve) => stream.ping(data, undefined, () => resolve()))
    most = Math.max(most, unsent())
  }
  expect(most).toBeLessThan(100_000)
  stream.terminate()
})
