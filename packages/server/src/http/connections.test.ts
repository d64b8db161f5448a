import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { startSecureServer } from '../tls/test-secure.ts'
import { openSocket, readAnswers, say } from './test-sockets.ts'

// Bodies that are too large or too slow, and readers that stop reading. Times are short to keep the tests fast.

describe.each([
  ['plain HTTP', startTestServer],
  ['TLS', startSecureServer],
] as const)('over %s', (_name, startServer) => {
  const usual = { headers: 60_000, bodySilence: 60_000, body: 60_000, stall: 60_000, drain: 60_000, every: 10 }
  const servers: TestServer[] = []
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await start({})
    token = await signUp(server)
  })
  afterAll(() => Promise.all(servers.map((one) => one.close())))

  async function start(connectionLimits: object): Promise<TestServer> {
    const started = await startServer({}, { connectionLimits: { ...usual, ...connectionLimits } })
    servers.push(started)
    return started
  }
  const signUp = async (on: TestServer) => (await on.signUp('alice@example.org')).token
  const head = (method: string, path: string, token: string, more = '') =>
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAccess-Token: ${token}\r\n${more}\r\n`

  test('one connection too many ends the one that has asked for nothing for the longest, and is answered', async () => {
    const { origin } = await start({ connections: 3 })
    const asked = async (socket: Socket) => {
      if (socket.closed) return []
      const answered = readAnswers(socket, 1)
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
      return (await answered).map(({ status }) => status)
    }
    const sockets: Socket[] = []
    for (let count = 0; count < 4; count++) {
      const socket = await openSocket(origin)
      sockets.push(socket)
      expect(await asked(socket)).toEqual([200])
    }
    const [first, ...others] = sockets as [Socket, ...Socket[]]
    expect(await asked(first)).toEqual([])
    for (const socket of others) expect(await asked(socket)).toEqual([200])
    for (const socket of others) socket.destroy()
  })

  const closing = 'Connection: close\r\n'

  /** Sends the whole body before reading the response, as many programs do. Returns its code, or what happened to the connection. */
  async function post(path: string, token: string, body: Buffer, chunked = false, more = ''): Promise<string> {
    const socket = await openSocket(server.origin)
    const broken = new Promise<string>((resolve) => socket.on('error', ({ message }) => resolve(message)))
    const closed = new Promise((resolve) => socket.on('close', resolve))
    const answered = (async () => {
      const length = chunked ? 'Transfer-Encoding: chunked\r\n' : `Content-Length: ${body.length}\r\n`
      socket.write(head('POST', path, token, length + more))
      for (let at = 0; at < body.length; at += 65_536) {
        const piece = body.subarray(at, at + 65_536)
        if (chunked) socket.write(`${piece.length.toString(16)}\r\n`)
        const full = !socket.write(piece)
        if (chunked) socket.write('\r\n')
        if (full) await once(socket, 'drain')
      }
      if (chunked) socket.write('0\r\n\r\n')
      const [answer] = await readAnswers(socket, 1)
      if (more === closing) await closed
      return String(answer?.body.error?.code)
    })()
    const outcome = await Promise.race([broken, answered.catch(String)])
    socket.destroy()
    return outcome
  }

  // Python's urllib asks to close each connection.
  test.each([
    ['', ''],
    [', though it is the last request of the connection', closing],
  ])('60 bodies of 6 MB at once are each answered 413, and no sender is cut off%s', async (_name, more) => {
    const body = Buffer.from(JSON.stringify({ type: 'note', body: 'x'.repeat(6_000_000) }))
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => post('/v2/pushes', token, body, index % 3 === 0, more)),
    )
    expect(answers.filter((answer) => answer !== 'request_too_large')).toEqual([])
  })

  test('a large body of a caller without a token is answered 401, and its sender is not cut off', async () => {
    const body = Buffer.alloc(6_000_000, 'x')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => post('/v2/pushes', 'o.wrong', body, false, index % 2 ? closing : '')),
    )
    expect(answers.filter((answer) => answer !== 'invalid_access_token')).toEqual([])
  })

  test('a connection whose body was too large takes the next request', async () => {
    const body = 'x'.repeat(2_000_000)
    const socket = await openSocket(server.origin)
    const read = readAnswers(socket, 2)
    socket.write(head('POST', '/v2/pushes', token, `Content-Length: ${body.length}\r\n`) + body)
    socket.write(head('GET', '/v2/users/me', token))
    expect((await read).map(({ status }) => status)).toEqual([413, 200])
    socket.destroy()
  })

  test('of a body that has no end only so much is read: the answer comes first, then the connection is closed', async () => {
    const own = await start({ drainBytes: 1_000_000 })
    for (const more of ['', closing]) {
      const socket = await openSocket(own.origin)
      const closed = new Promise((resolve) => socket.on('close', resolve))
      const read = readAnswers(socket, 1)
      socket.write(head('POST', '/v2/pushes', 'o.wrong', `Content-Length: ${10 ** 12}\r\n${more}`))
      const pour = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
      }
      socket.on('drain', pour)
      pour()
      expect((await read)[0]?.body.error.code).toBe('invalid_access_token')
      await closed
    }
  })

  test('of a refused body in small chunks only so many are read: the answer comes first, then the connection is closed', async () => {
    for (const more of ['', closing]) {
      const socket = await openSocket(server.origin)
      const closed = new Promise((resolve) => socket.on('close', resolve))
      const read = readAnswers(socket, 1)
      socket.write(head('POST', '/v2/pushes', 'o.wrong', `Transfer-Encoding: chunked\r\n${more}`))
      const chunks = Buffer.from('1\r\na\r\n'.repeat(10_000))
      const pour = () => {
        while (!socket.destroyed && socket.bytesWritten < 64 * 2 ** 20 && socket.write(chunks));
      }
      socket.on('drain', pour)
      pour()
      expect((await read)[0]?.body.error.code).toBe('invalid_access_token')
      await closed
      // With larger chunks, 64 MB are read. Most of these bytes were only in transit.
      expect(socket.bytesWritten).toBeLessThan(32 * 2 ** 20)
    }
  })

  test('a body that breaks off, or is no HTTP, after its request was answered gets no second answer', async () => {
    for (const more of ['', closing])
      for (const chunked of [true, false]) {
        const socket = await openSocket(server.origin)
        const read = readAnswers(socket, 2)
        const length = chunked ? 'Transfer-Encoding: chunked\r\n' : 'Content-Length: 1000\r\n'
        socket.write(`${head('POST', '/v2/pushes', 'o.wrong', length + more)}5\r\nxxxxx\r\n`)
        await once(socket, 'data')
        if (chunked) socket.write('no chunk\r\n')
        else socket.end()
        expect((await read).map(({ status }) => status)).toEqual([401])
      }
  })

  test('a body that falls silent, and one that comes byte by byte, end in 408 and a closed connection', async () => {
    const silent = await start({ bodySilence: 150 })
    const slow = await start({ body: 150 })
    for (const own of [silent, slow]) {
      const token = await signUp(own)
      const upload = (await own.request('/v3/start-upload', { token, body: { name: 'a', size: 1_000_000 } })).body
      for (const path of ['/v2/pushes', new URL(upload.piece_urls[0]).pathname]) {
        const socket = await openSocket(own.origin)
        const closed = new Promise((resolve) => socket.on('close', resolve))
        const read = readAnswers(socket, 1)
        socket.write(`${head('POST', path, token, 'Content-Length: 1000000\r\n')}{"type":`)
        const drip = own === slow ? setInterval(() => socket.write('x'), 5) : undefined
        const [answer] = await read
        expect([path, answer?.status, answer?.body.error.code]).toEqual([path, 408, 'request_timeout'])
        await closed
        clearInterval(drip)
      }
    }
  })

  test('a body that comes slowly, but fast enough, is taken', async () => {
    const own = await start({ bodySilence: 100, body: 5_000 })
    const token = await signUp(own)
    const body = JSON.stringify({ type: 'note', body: 'slowly' })
    const socket = await openSocket(own.origin)
    const read = readAnswers(socket, 1)
    socket.write(head('POST', '/v2/pushes', token, `Content-Length: ${body.length}\r\n`))
    const letters = [...body]
    const drip = setInterval(() => socket.write(letters.shift() ?? ''), 10)
    expect((await read)[0]?.body.body).toBe('slowly')
    clearInterval(drip)
    socket.destroy()
  })

  test('headers that do not end are answered 408', async () => {
    const own = await start({ headers: 1_500 })
    const [answer] = await say(own.origin, 'GET /v2/users/me HTTP/1.1\r\nHost: localhost\r\n')
    expect([answer?.status, answer?.body.error.code]).toEqual([408, 'request_timeout'])
  })

  test('a reader that takes nothing of its answer is closed, and one that takes a little is not', async () => {
    const own = await start({ stall: 400 })
    const token = await signUp(own)
    for (let count = 0; count < 40; count++)
      await own.request('/v2/pushes', { token, body: { type: 'note', body: 'x'.repeat(60_000) } })
    const requests = head('GET', '/v2/pushes', token).repeat(20)
    const arrived = once(own.app.http.server, startServer === startSecureServer ? 'secureConnection' : 'connection')
    const stuck = await openSocket(own.origin)
    const [connection] = (await arrived) as [Socket]
    const slow = await openSocket(own.origin)
    let received = 0
    slow.on('data', (data: Buffer) => {
      received += data.length
      slow.pause()
      setTimeout(() => slow.resume(), 2)
    })
    stuck.write(requests)
    slow.write(requests)
    await once(connection, 'close')
    const before = received
    while (received < before + 3_000_000) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(slow.destroyed).toBe(false)
    stuck.destroy()
    slow.destroy()
  })

  test('requests that come before the ones ahead are answered wait their turn, and all are answered in order', async () => {
    const paths = Array.from({ length: 100 }, (_, index) => (index % 2 ? '/v2/users/me' : '/v2/nothing'))
    const answers = await say(server.origin, paths.map((path) => head('GET', path, token)).join(''), 100)
    expect(answers.map(({ status }) => status)).toEqual(paths.map((path) => (path === '/v2/users/me' ? 200 : 404)))
  })
})
