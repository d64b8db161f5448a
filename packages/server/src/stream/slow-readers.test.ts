import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { appToken, type Person } from '../http/hostile/test-hostile.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

// Readers that stop reading, and streams that end during a write. An unhandled error of a write after the end would end the process, and
// this test with it.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const signUp = async (email: string): Promise<Person> => {
  const { token, account } = await server.signUp(email)
  return { ...account, token }
}
const send = (token: string, body: string) => server.request('/v2/pushes', { token, body: { type: 'note', body } })
const streamsAre = async (count: number) => {
  while (server.app.hub.size !== count) await new Promise((resolve) => setTimeout(resolve, 5))
}

async function stuckReader(token: string): Promise<Socket> {
  const { port } = new URL(server.origin)
  const socket = connect(Number(port), 'localhost')
  socket.on('error', () => {})
  socket.write(`GET /streaming/${token}?delta=1 HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  let received = ''
  while (!received.includes('nop')) received += String((await once(socket, 'data'))[0])
  socket.pause()
  return socket
}

test('GAP-001 a reader of lines that stops reading leaves its box at the moment it is told to come back; the server goes on [B4]', async () => {
  const alice = await signUp('alice@example.org')
  const socket = await stuckReader(alice.token)
  expect(server.app.hub.size).toBe(1)
  const body = 'x'.repeat(60_000)
  let count = 0
  while (server.app.hub.size > 0 && count++ < 400) await send(alice.token, body)
  expect(server.app.hub.size).toBe(0)
  for (let more = 0; more < 20; more++) await send(alice.token, body)
  expect((await server.request('/healthz')).status).toBe(200)
  socket.destroy()
})

test('a WebSocket that stops reading leaves its box at the moment it is told to come back [B4]', async () => {
  const bob = await signUp('bob@example.org')
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${bob.token}?delta=1`)
  await once(socket, 'message')
  socket.pause()
  let count = 0
  while (server.app.hub.size > 0 && count++ < 400) await send(bob.token, 'x'.repeat(60_000))
  expect(server.app.hub.size).toBe(0)
  expect((await send(bob.token, 'still here')).status).toBe(200)
  socket.terminate()
})

test('an app that reads its stream as it should is revoked: the stream ends, and what is written after it is nothing', async () => {
  const [owner, developer] = [await signUp('owner@example.org'), await signUp('developer@example.org')]
  for (let round = 0; round < 5; round++) {
    const token = await appToken(server, owner, developer)
    const answer = await fetch(`${server.origin}/streaming/${token}?delta=1`)
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('{"type":"nop"}\n')
    const { body } = await server.request('/v2/grants', { token: owner.token })
    const grant = body.grants.find(({ active }: { active: boolean }) => active)
    const writing = Array.from({ length: 10 }, (_, index) => send(owner.token, `push ${index}`))
    expect((await server.request(`/v2/grants/${grant.iden}`, { token: owner.token, method: 'DELETE' })).status).toBe(200)
    await Promise.all(writing)
    while (!(await reader?.read())?.done);
    await send(owner.token, 'after the end')
  }
  await streamsAre(0)
  expect((await server.request('/healthz')).status).toBe(200)
})

test('a reader that leaves while its stream is being opened is forgotten', async () => {
  const carol = await signUp('carol@example.org')
  const { port } = new URL(server.origin)
  for (let round = 0; round < 20; round++) {
    const socket = connect(Number(port), 'localhost')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(`GET /streaming/${carol.token} HTTP/1.1\r\nHost: localhost\r\n\r\n`, () => socket.destroy())
  }
  await send(carol.token, 'hello')
  await streamsAre(0)
})

test('a client that sends frames without end is disconnected; one that pings now and then is not', async () => {
  const { token } = await signUp('talker@example.org')
  const open = async () => {
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/websocket/${token}`)
    await once(socket, 'message')
    return socket
  }
  const [talking, pinging] = [await open(), await open()]
  const closed = once(talking, 'close')
  for (let count = 0; count < 500; count++) talking.send('x')
  await closed
  const answered = new Promise<void>((resolve) => pinging.on('pong', (data) => String(data) === '19' && resolve()))
  for (let count = 0; count < 20; count++) pinging.ping(String(count))
  await answered
  expect(pinging.readyState).toBe(WebSocket.OPEN)
  pinging.close()
})
