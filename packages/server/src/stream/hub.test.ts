// On the engines too: streams of one node tell what another one has changed.

import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let alice: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
})
afterAll(() => server.close())

async function listen(token: string, path = 'websocket', query = '') {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/${path}/${token}${query}`)
  const frames: string[] = []
  let wake = () => {}
  const closed = once(socket, 'close')
  socket.on('message', (data) => {
    frames.push(String(data))
    wake()
  })
  socket.on('error', () => {})
  const next = async (): Promise<string> => {
    while (frames.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    return frames.shift() as string
  }
  expect(await next()).toBe('{"type":"nop"}')
  return { socket, frames, next, closed }
}

const send = (body: object, token = alice) => server.request('/v2/pushes', { token, body })

test('API-072 SYNC-018 a push is told as a tickle, letter for letter, on either path', async () => {
  for (const path of ['websocket', 'subscribe']) {
    const stream = await listen(alice, path)
    await send({ type: 'note', body: 'hello' })
    expect(await stream.next()).toBe('{"type":"tickle","subtype":"push"}')
    await server.request('/v2/devices', { token: alice, body: { nickname: 'd' } })
    expect(await stream.next()).toBe('{"type":"tickle","subtype":"device"}')
    stream.socket.close()
  }
})

test('with delta=1 a tickle carries what changed, and each stamp joins the one before [B2]', async () => {
  const stream = await listen(alice, 'websocket', '?delta=1')
  const { body: push } = await send({ type: 'note', body: 'one' })
  const first = JSON.parse(await stream.next())
  expect(first).toMatchObject({ type: 'tickle', subtype: 'push', modified: push.modified, objects: { pushes: [push] } })
  expect(Object.keys(first).slice(0, 2)).toEqual(['type', 'subtype'])
  await send({ type: 'note', body: 'two' })
  expect(JSON.parse(await stream.next()).after).toBe(first.modified)
  stream.socket.close()
})

test('SYNC-001 a push to another person is told to both, and to no other [B1]', async () => {
  const carol = (await server.signUp('carol@example.org')).token
  const streams = await Promise.all([alice, bob, carol].map((token) => listen(token, 'websocket', '?delta=1')))
  await send({ type: 'note', body: 'to bob', email: 'bob@example.org' })
  const [outgoing, incoming] = [await streams[0]?.next(), await streams[1]?.next()].map((text) => JSON.parse(text ?? ''))
  expect(outgoing.objects.pushes[0].direction).toBe('outgoing')
  expect(incoming.objects.pushes[0].direction).toBe('incoming')
  expect(incoming.objects.chats[0].with.email).toBe('alice@example.org')
  await send({ type: 'note', body: 'own' }, carol)
  expect(JSON.parse((await streams[2]?.next()) ?? '').objects.pushes[0].body).toBe('own')
  for (const stream of streams) stream.socket.close()
})

test('a change that touches two types is two tickles on the public stream', async () => {
  const stream = await listen(alice)
  await send({ type: 'note', body: 'new chat', email: 'somebody@example.org' })
  expect([await stream.next(), await stream.next()].sort()).toEqual([
    '{"type":"tickle","subtype":"chat"}',
    '{"type":"tickle","subtype":"push"}',
  ])
  stream.socket.close()
})

test('what a client says is ignored, and a frame that is too long ends only its own stream', async () => {
  const polite = await listen(alice)
  const rude = await listen(alice)
  polite.socket.send('{"type":"nop"}')
  polite.socket.send('not even json')
  rude.socket.send('x'.repeat(100_000))
  await rude.closed
  await send({ type: 'note', body: 'still here' })
  expect(await polite.next()).toContain('tickle')
  polite.socket.close()
})

test('GAP-067 a bad token is refused before the upgrade', async () => {
  for (const path of [
    '/websocket/o.wrong',
    '/subscribe/%E0%A4%A',
    '/websocket/',
    '/websocket',
    '/elsewhere/x',
    '/websocket/a/b',
  ]) {
    const socket = new WebSocket(server.origin.replace('http', 'ws') + path)
    socket.on('error', () => {})
    const [, response] = await once(socket, 'unexpected-response')
    expect([path, response.statusCode >= 400 && response.statusCode < 500]).toEqual([path, true])
    response.resume()
  }
  const { status, body } = await server.request('/streaming/o.wrong')
  expect([status, body.error.code]).toEqual([401, 'invalid_access_token'])
})

test('/streaming answers one frame a line until the reader leaves', async () => {
  const answer = await fetch(`${server.origin}/streaming/${alice}`)
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect(await reader?.read()).toMatchObject({ value: '{"type":"nop"}\n' })
  await send({ type: 'note', body: 'x' })
  expect(await reader?.read()).toMatchObject({ value: '{"type":"tickle","subtype":"push"}\n' })
  const before = server.app.hub.size
  await reader?.cancel()
  while (server.app.hub.size >= before) await new Promise(setImmediate)
})

test('API-060 streams end with the tokens that opened them', async () => {
  const { token } = await server.signUp('ends@example.org')
  const ending = await listen(token)
  const staying = await listen(alice)
  await server.request('/v3/delete-all-access-tokens', { token, body: {} })
  await ending.closed
  await send({ type: 'note', body: 'x' })
  expect(await staying.next()).toContain('tickle')
  staying.socket.close()
})

test('a server that stops tells its listeners to come back [B6]', async () => {
  const own = await startTestServer()
  const { token } = await own.signUp('alice@example.org')
  const socket = new WebSocket(`${own.origin.replace('http', 'ws')}/websocket/${token}`)
  const frames: string[] = []
  const closed = once(socket, 'close')
  socket.on('message', (data) => frames.push(String(data)))
  await once(socket, 'message')
  await own.close()
  await closed
  expect(frames).toEqual(['{"type":"nop"}', '{"type":"reconnect"}'])
})
