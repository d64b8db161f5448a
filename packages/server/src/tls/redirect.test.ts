import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usualConnectionLimits } from '../http/connection-limits.ts'
import { openSocket, readAnswers, say } from '../http/test-sockets.ts'
import { RedirectServer } from './redirect.ts'
import { secureDomain, startSecureServer } from './test-secure.ts'

// Plain HTTP beside HTTPS.

let server: Awaited<ReturnType<typeof startSecureServer>>
beforeAll(async () => {
  server = await startSecureServer()
})
afterAll(() => server.close())

const ask = async (line: string, host = secureDomain, more = '') =>
  (await say(server.plain, `${line} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`))[0]

test.each([
  ['/', '/'],
  ['/signin?next=%2Fa%20b&x=1', '/signin?next=%2Fa%20b&x=1'],
  ['/v2/users/me', '/v2/users/me'],
  ['//other.example/page', '//other.example/page'],
  ['http://other.example/page?x=1', '/page?x=1'],
  ['http://other.example', '/'],
  ['/.well-known/acme-challenge/', '/.well-known/acme-challenge/'],
])('a request for %s is redirected to HTTPS at the name of the server, whatever host it names', async (target, path) => {
  for (const host of [secureDomain, 'other.example', '127.0.0.1', 'other.example:80'])
    for (const method of ['GET', 'HEAD']) {
      const socket = await openSocket(server.plain)
      socket.end(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      const text = Buffer.concat(await socket.toArray()).toString()
      expect([method, host, text.split('\r\n', 1)[0]]).toEqual([method, host, 'HTTP/1.1 308 Permanent Redirect'])
      expect(/^location: (.*)\r$/m.exec(text)?.[1]).toBe(`https://${secureDomain}${path}`)
      expect(text).not.toContain('strict-transport-security')
    }
})

test('a target that is no path never becomes a part of the host', async () => {
  for (const target of ['@other.example', '.other.example/', '*', 'javascript:alert(1)', '/\u00e4\u007f"']) {
    const answer = await ask(`GET ${target}`)
    if (answer?.status === 308) expect(new URL(answer.headers.location ?? '').host).toBe(secureDomain)
    else expect([target, answer?.status]).toEqual([target, 400])
  }
})

test('what would be sent over plain HTTP is refused, not redirected', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const answer = await ask(`${method} /v2/pushes`, secureDomain, 'Content-Length: 2\r\n\r\n{}')
    expect([method, answer?.status, answer?.body.error]).toEqual([
      method,
      400,
      expect.objectContaining({ code: 'invalid_request', message: `Send this to https://${secureDomain}, not over plain HTTP.` }),
    ])
  }
  expect((await ask('CONNECT other.example:443'))?.status).toBe(405)
})

test('a live stream over plain HTTP is refused, and its connection closed', async () => {
  const socket = await openSocket(server.plain)
  const headers =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
  socket.write(`GET /websocket/o.token HTTP/1.1\r\nHost: ${secureDomain}\r\n${headers}\r\n`)
  const text = Buffer.concat(await socket.toArray()).toString()
  expect(text).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/)
})

test('senders of plain HTTP that are silent, or do not end their headers or body, are ended', async () => {
  const own = await startSecureServer({}, { connectionLimits: { headers: 400, bodySilence: 300, every: 10 } })
  for (const bytes of [
    '',
    'GET / HTTP/1.1\r\nHost:',
    `POST / HTTP/1.1\r\nHost: ${secureDomain}\r\nContent-Length: 1000000\r\n\r\n{`,
  ]) {
    const socket = await openSocket(own.plain)
    socket.write(bytes)
    socket.resume()
    await once(socket, 'close')
  }
  await own.close()
})

async function startAlone() {
  const challenges = new Map([['token_1-x', 'token_1-x.thumbprint']])
  const limits = usualConnectionLimits
  const own = new RedirectServer({ origin: `https://${secureDomain}`, challenges, isReady: () => false, limits })
  await own.listen('127.0.0.1', 0)
  const origin = `http://127.0.0.1:${own.port}`
  return {
    own,
    origin,
    challenges,
    async get(path: string) {
      const request = `GET /.well-known/acme-challenge/${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
      const [answer] = await say(origin, request)
      return [answer?.status, answer?.body]
    },
  }
}

test('a challenge is answered under any host while it is open, and others are not found', async () => {
  const { own, challenges, get } = await startAlone()
  expect(await get('token_1-x')).toEqual([200, 'token_1-x.thumbprint\n'])
  expect(await get('other')).toEqual([404, 'There is no such challenge.\n'])
  challenges.clear()
  expect((await get('token_1-x'))[0]).toBe(404)
  await own.close()
})

test('a thousand connections that ask for nothing keep no challenge out: the oldest is closed for one more, and no other', async () => {
  const { own, origin, get } = await startAlone()
  const closed: number[] = []
  const idle: Socket[] = []
  for (let count = 0; count < 1_000; count++) {
    const socket = await openSocket(origin)
    socket.on('close', () => closed.push(count)).resume()
    idle.push(socket)
  }
  const first = once(idle[0] as Socket, 'close')
  expect(await get('token_1-x')).toEqual([200, 'token_1-x.thumbprint\n'])
  await first
  expect(closed).toEqual([0])
  const answers = idle.slice(1).map(async (socket) => {
    const read = readAnswers(socket, 1)
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    return (await read)[0]?.status
  })
  expect(new Set(await Promise.all(answers))).toEqual(new Set([503]))
  for (const socket of idle) socket.destroy()
  await own.close()
})
