import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noRateLimits } from '../http/rate-limits.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { poll, readLines, send } from './test-ntfy.ts'

let server: TestServer
let alice: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
})
afterAll(() => server.close())

async function upload(headers: Record<string, string>, piece: Buffer, pieces: number, token = alice) {
  const outgoing = request(`${server.origin}/large`, { method: 'PUT', headers: { authorization: `Bearer ${token}`, ...headers } })
  outgoing.on('error', () => {})
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  let isAnswered = false
  void answered.then(() => (isAnswered = true))
  for (let sent = 0; sent < pieces && !isAnswered; sent++)
    if (!outgoing.write(piece)) await Promise.race([once(outgoing, 'drain'), answered])
  if (!isAnswered) outgoing.end()
  const [response] = await answered
  let text = ''
  for await (const part of response) text += String(part)
  outgoing.destroy()
  return { status: response.statusCode, json: JSON.parse(text) }
}

const filesOf = async () => (await server.app.db.all<{ state: string }>('SELECT state FROM upload')).length

test('a body of a gigabyte is refused, whether it says so or not, and nothing of it stays', async () => {
  const before = await filesOf()
  const piece = Buffer.alloc(2 ** 20, 'a')
  const declared = await upload({ 'content-length': '1000000000' }, piece, 1_000)
  expect([declared.status, declared.json.code]).toEqual([413, 41301])
  const memory = process.memoryUsage().rss
  const streamed = await upload({ 'transfer-encoding': 'chunked' }, piece, 1_000)
  expect([streamed.status, streamed.json.code]).toEqual([413, 41301])
  expect(process.memoryUsage().rss - memory).toBeLessThan(150 * 2 ** 20)
  expect(await filesOf()).toBe(before)
})

test('an upload that is cut off leaves no file and no message', async () => {
  const before = await filesOf()
  const { port } = new URL(server.origin)
  const socket = connect(Number(port), 'localhost')
  await once(socket, 'connect')
  const lines = [
    `PUT /large HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${alice}`,
    'Filename: a.bin',
    'Content-Length: 900000',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  socket.write(Buffer.alloc(700_000, 1))
  while ((await filesOf()) === before) await new Promise(setImmediate)
  socket.destroy()
  while ((await filesOf()) > before) await new Promise(setImmediate)
  expect(await poll(server, '/large/json', { token: alice })).toEqual([])
})

test('an attachment address that leads inside is only told, and nothing is fetched', async () => {
  let asked = 0
  const inside = createServer((_request, response) => {
    asked++
    response.end()
  })
  inside.listen(0, '127.0.0.1')
  await once(inside, 'listening')
  const address = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/admin`
  for (const name of ['attach', 'icon', 'click'])
    expect((await send(server, '/inside', { body: 'x', headers: { [name]: address }, token: alice })).status).toBe(200)
  await server.app.jobs.processAll()
  expect(asked).toBe(0)
  inside.close()
})

test('line breaks in encoded words reach neither headers nor other lines of a stream', async () => {
  const encoded = (text: string) => `=?utf-8?b?${Buffer.from(text).toString('base64')}?=`
  const stop = await readLines(server, '/breaks/json', alice)
  await stop.next()
  const evil = 'a\r\n\r\nevent: message\ndata: {"id":"x"}\0'
  const { json } = await send(server, '/breaks', {
    body: 'file',
    token: alice,
    headers: {
      title: encoded(evil),
      filename: encoded(`${evil}.txt`),
      tags: encoded(`x,${evil}`),
      click: encoded(`https://example.org/${evil}`),
    },
  })
  const flat = 'a event: message data: {"id":"x"}'
  expect(json.title).toBe(flat)
  expect(json.tags).toEqual(['x', flat])
  expect(json.click).toBe(`https://example.org/${flat}`)
  expect(json.attachment.name).not.toMatch(/[\r\n\0]/)
  expect((await stop.next()).title).toBe(flat)
  const file = await fetch(json.attachment.url)
  expect([file.status, await file.text()]).toEqual([200, 'file'])
  const message = await send(server, '/breaks', { token: alice, headers: { message: encoded('one\r\ntwo\0') } })
  expect(message.json.message).toBe('one\r\ntwo')
  const headersOfAction = `http, L, https://example.org, headers.a='${'b\r\nc: d'}'`
  const action = await send(server, '/breaks', { token: alice, headers: { actions: encoded(headersOfAction) } })
  expect(action.json.actions[0].headers).toEqual({ a: 'b c: d' })
  stop.close()
  const { text } = await send(server, '/breaks/sse?poll=1', { method: 'GET', token: alice })
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('data: {'))).toEqual([])
  const raw = await send(server, '/breaks/raw?poll=1', { method: 'GET', token: alice })
  expect(raw.text.split('\n')).toHaveLength(4)
})

test('UTF-8 in headers arrives as it was sent, encoded or bare', async () => {
  const bare = Buffer.from('Grüße 😀').toString('latin1')
  const { json } = await send(server, '/texts', {
    body: 'x',
    headers: { title: bare, tags: '=?utf-8?q?gr=C3=BCn?=' },
    token: alice,
  })
  expect([json.title, json.tags]).toEqual(['Grüße 😀', ['grün']])
})

test('a stranger makes no topics, and an account so many and no more', async () => {
  for (let number = 0; number < 20; number++)
    expect((await send(server, `/stranger-${number}`, { body: 'x' })).json.code).toBe(40301)
  const { token } = await server.signUp('bob@example.org', 'Bob')
  let made = 0
  let refused: number | undefined
  while (refused === undefined && made < 1_000) {
    const { status, json } = await send(server, `/topic-${made}`, { body: 'x', token })
    if (status === 200) made++
    else refused = json.code
  }
  expect([made, refused]).toEqual([200, 40301])
  expect((await send(server, '/topic-0', { body: 'x', token })).status).toBe(200)
  const names = Array.from({ length: 121 }, (_, number) => `n${number}`).join(',')
  expect((await send(server, `/${names}/json?poll=1`, { method: 'GET', token })).json.code).toBe(40009)
})

test('what is broken in a request is refused in the form of ntfy', async () => {
  for (const [path, status, code] of [
    ['/mine?title=%FF', 400, 40000],
    [`/mine?${'a=b&'.repeat(3_000)}`, 400, 40000],
    ['/mine/json?since=%00x', 400, 40008],
    ['/%zz', 404, 40401],
    [`/${'a'.repeat(9_000)}`, 404, 40401],
  ] as const) {
    const method = path.includes('json') ? 'GET' : 'POST'
    const answer = await send(server, path, { method, token: alice })
    expect([path.slice(0, 30), answer.status, answer.json?.code]).toEqual([path.slice(0, 30), status, code])
    expect(Object.keys(answer.json).filter((key) => !['code', 'http', 'error', 'link'].includes(key))).toEqual([])
  }
})

test('JSON that names what objects have from birth, or that is nested without end, changes nothing', async () => {
  for (const body of [
    '{"topic":"mine","__proto__":{"title":"x"},"constructor":5,"message":"m"}',
    `{"topic":"mine","message":"m","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
  ]) {
    const { status, json } = await send(server, '/', { body, token: alice })
    expect([status, json.title].filter((part) => part !== undefined)).toEqual(status === 200 ? [200] : [400])
  }
})

test('a long message with its text in the query arrives whole', async () => {
  const text = 'ü'.repeat(7_800)
  const { json } = await send(server, `/mine/publish?message=${encodeURIComponent(text)}`, { method: 'GET', token: alice })
  expect(json.message).toBe(text)
  const long = 'x'.repeat(131_072)
  const whole = await send(server, '/mine', { body: long, token: alice })
  expect(whole.json.message).toBe(long)
  const longer = await send(server, '/mine', { body: `${long}x`, token: alice })
  expect(longer.json.attachment).toMatchObject({ name: 'attachment.txt', size: 131_073 })
})

test('requests cost as calls do, and are refused in the form of ntfy when they are too many', async () => {
  const own = await startTestServer({}, { rateLimits: noRateLimits, budget: { capacity: 100, every: 60_000 }, nodes: 1 })
  const { token } = await own.signUp('carol@example.org')
  let last = await send(own, '/mine', { body: 'x', token })
  for (let tries = 0; tries < 50 && last.status === 200; tries++) last = await send(own, '/mine', { body: 'x', token })
  expect([last.status, last.json.code]).toEqual([429, 42901])
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  await own.close()
})
