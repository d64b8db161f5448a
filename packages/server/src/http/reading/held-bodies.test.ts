import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { bytesPerUnit } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { openSocket, readAnswers } from '../test-sockets.ts'
import { HeldBodies } from './held-bodies.ts'

vi.setConfig({ testTimeout: 60_000 })

const megabyte = Buffer.alloc(2 ** 20)

test('those who have held most for longest make room for others, in their network and in all', async () => {
  let now = 0
  const bodies = new HeldBodies({ each: 3 * 2 ** 20, all: 5 * 2 ** 20 }, () => now)
  const send = (key: string) => {
    const from = new PassThrough()
    const done = bodies
      .receive(key, from, 2 ** 23, () => {})
      .then(
        ({ held, body }) => ({ held, size: body.length }),
        ({ code, retryAfter }) => [code, retryAfter],
      )
    return { from, done }
  }
  const write = async ({ from }: { from: PassThrough }) => {
    from.write(megabyte)
    await new Promise(setImmediate)
    now += 1_000
  }
  const slow = send('a')
  await write(slow)
  const others = [send('a'), send('a')]
  for (const one of others) await write(one)
  const fourth = send('a')
  await write(fourth)
  expect(await slow.done).toEqual(['unavailable', 5])
  expect(bodies.bytes).toBe(3 * 2 ** 20)
  const far = [send('b'), send('b')]
  for (const one of far) await write(one)
  fourth.from.end()
  const { held, size } = (await fourth.done) as { held: { release(): void }; size: number }
  expect(size).toBe(2 ** 20)
  // The sixth in total: the first of the rest of `a` is refused. A body that has arrived stays until it is handled.
  const sixth = send('c')
  await write(sixth)
  expect(await others[0]?.done).toEqual(['unavailable', 5])
  held.release()
  held.release()
  for (const { from } of [...others, ...far, sixth]) from.destroy()
  await Promise.all([...others, ...far, sixth].map(({ done }) => done))
  expect(bodies.bytes).toBe(0)
})

test('a body in very small pieces takes no more than twice its bytes', async () => {
  const bodies = new HeldBodies()
  const from = new PassThrough()
  const receiving = bodies.receive('a', from, 2 ** 20, () => {})
  for (let count = 0; count < 10_000; count++) from.write('x')
  await new Promise(setImmediate)
  expect(bodies.bytes).toBeLessThanOrEqual(20_000)
  from.end()
  const { body } = await receiving
  expect(body.toString()).toBe('x'.repeat(10_000))
})

let server: TestServer
let token: string
const sockets: Socket[] = []
const bodies = new HeldBodies({ each: 8 * 2 ** 20, all: 16 * 2 ** 20 })
beforeAll(async () => {
  server = await startTestServer({}, { bodies })
  token = (await server.signUp('ana@example.org')).token
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  return server.close()
})

test('300 bodies that never end hold no more than their network may, and others are received', async () => {
  const head = `POST /v2/pushes HTTP/1.1\r\nHost: localhost\r\nAccess-Token: ${token}\r\nTransfer-Encoding: chunked\r\n\r\n`
  const piece = `${(500_000).toString(16)}\r\n${' '.repeat(500_000)}\r\n`
  const answers: Promise<unknown>[] = []
  let most = 0
  for (let count = 0; count < 300; count++) {
    const socket = await openSocket(server.origin)
    sockets.push(socket)
    answers.push(readAnswers(socket, 1))
    socket.write(head + piece)
    most = Math.max(most, bodies.bytes)
    if (count % 50 === 0) {
      const { status } = await server.request('/v2/pushes', { token, body: { type: 'note', body: 'meanwhile' } })
      expect(status).toBe(200)
    }
  }
  const [first] = (await answers[0]) as { status: number; headers: Record<string, string> }[]
  expect([first?.status, first?.headers['retry-after']]).toEqual([503, '5'])
  expect(most).toBeLessThanOrEqual(8 * 2 ** 20)
})

test('a body without an announced length costs as it arrives, and the held bytes are released with the connection', async () => {
  const limited = await startTestServer({}, { budget: { capacity: 200, every: 60_000 } })
  const person = (await limited.signUp('bob@example.org')).token
  const socket = await openSocket(limited.origin)
  const answer = readAnswers(socket, 1)
  const head = `POST /v2/pushes HTTP/1.1\r\nHost: localhost\r\nAccess-Token: ${person}\r\nTransfer-Encoding: chunked\r\n\r\n`
  // An incomplete body: the rest never comes.
  socket.write(`${head}${(300_000).toString(16)}\r\n${' '.repeat(300_000)}\r\n`)
  expect((await answer)[0]).toMatchObject({ status: 429 })
  socket.destroy()
  await limited.close()
  for (const open of sockets) open.destroy()
  await vi.waitFor(() => expect(bodies.bytes).toBe(0))
  expect(bytesPerUnit).toBe(1_024)
})
