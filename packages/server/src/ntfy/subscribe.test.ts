// On the engines too: what was missed is read by stamps, and streams go over the bus.

import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { poll, readLines, readSocket, send } from './test-ntfy.ts'

let server: TestServer
let alice: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
})
afterAll(() => server.close())

const publish = (topic: string, body: string, headers: Record<string, string> = {}, token = alice) =>
  send(server, `/${topic}`, { body, headers, token })

test('what is published is a push of its source, and comes to every form of a stream at once', async () => {
  const lines = await readLines(server, '/forms/json', alice)
  const socket = await readSocket(server, '/forms/ws', alice)
  expect(await lines.next()).toMatchObject({ event: 'open', topic: 'forms' })
  expect(await socket.next()).toMatchObject({ event: 'open', topic: 'forms' })
  const stop = new AbortController()
  const text = async (form: string) => {
    const headers = { authorization: `Bearer ${alice}` }
    const { body, headers: answered } = await fetch(`${server.origin}/forms/${form}`, { headers, signal: stop.signal })
    return { type: answered.get('content-type'), pieces: body as unknown as AsyncIterable<Uint8Array> }
  }
  const sse = await text('sse')
  const raw = await text('raw')
  expect([sse.type, raw.type]).toEqual(['text/event-stream; charset=utf-8', 'text/plain; charset=utf-8'])
  const { json: sent } = await publish('forms', 'one\ntwo', {
    title: 'T',
    priority: '4',
    tags: 'a',
    click: 'https://example.org',
  })
  expect(await lines.next()).toEqual(sent)
  expect(await socket.next()).toEqual({ ...sent, sequence_id: sent.id })
  const until = async ({ pieces }: { pieces: AsyncIterable<Uint8Array> }, end: string) => {
    let read = ''
    for await (const piece of pieces) {
      read += Buffer.from(piece).toString()
      if (read.includes(end)) break
    }
    return read
  }
  expect(await until(sse, '"one')).toMatch(/^event: open\ndata: \{.*\}\n\ndata: \{"id":.*\}\n\n$/)
  expect(await until(raw, 'one')).toBe('\none two\n')
  const { body } = await server.request('/v2/pushes', { token: alice })
  expect(body.pushes[0]).toMatchObject({ title: 'T', body: 'one\ntwo', priority: 4, labels: ['a'], url: 'https://example.org' })
  lines.close()
  socket.close()
  stop.abort()
})

test('a subscriber who comes later gets what they missed by a message, a time or the latest, in order and once', async () => {
  const sent = []
  for (const text of ['a', 'b', 'c', 'd']) sent.push((await publish('missed', text)).json)
  const [, second, , last] = sent
  const bodies = async (query: string) =>
    (await poll(server, `/missed/json?${query}`, { token: alice })).map(({ message }) => message)
  expect(await bodies('')).toEqual(['a', 'b', 'c', 'd'])
  expect(await bodies(`since=${second.id}`)).toEqual(['c', 'd'])
  expect(await bodies('since=latest')).toEqual(['d'])
  expect(await bodies('since=none')).toEqual([])
  expect(await bodies('since=10m')).toEqual(['a', 'b', 'c', 'd'])
  expect(await bodies(`since=${last.time + 5}`)).toEqual([])
  expect(await bodies('since=zzzzzzzzzzzz')).toEqual(['a', 'b', 'c', 'd'])
  expect(await bodies('message=b')).toEqual(['b'])
  expect(await bodies(`id=${second.id}`)).toEqual(['b'])
  const stream = await readLines(server, `/missed/json?since=${second.id}`, alice)
  const got = [await stream.next(), await stream.next(), await stream.next()]
  expect(got.map(({ event, message }) => message ?? event)).toEqual(['open', 'c', 'd'])
  stream.close()
})

test('a long log is read to its end, and a message that is gone keeps its place', async () => {
  const ids: string[] = []
  for (let number = 0; number < 65; number++) ids.push((await publish('long', String(number), { sid: `s${number}` })).json.id)
  await send(server, '/long/s10', { method: 'DELETE', token: alice })
  const all = await poll(server, '/long/json', { token: alice })
  expect(all.filter(({ event }) => event === 'message').map(({ message }) => Number(message))).toEqual(
    Array.from({ length: 65 }, (_, number) => number).filter((number) => number !== 10),
  )
  expect(all.at(-1)).toMatchObject({ event: 'message_delete', sequence_id: 's10' })
  const after = await poll(server, `/long/json?since=${ids[10]}`, { token: alice })
  expect(after[0].message).toBe('11')
})

test('several topics are one stream, sorted by time, and one that is another person’s refuses all', async () => {
  await publish('first', '1')
  await publish('second', '2')
  await publish('first', '3')
  const both = await poll(server, '/first,second/json', { token: alice })
  expect(both.map(({ topic, message }) => [topic, message])).toEqual([
    ['first', '1'],
    ['second', '2'],
    ['first', '3'],
  ])
  const latest = await poll(server, '/first,second/json?since=latest', { token: alice })
  expect(latest.map(({ message }) => message)).toEqual(['2', '3'])
  await expect(readSocket(server, '/first,second/ws', bob)).rejects.toThrow('403')
})

test('filters hold for what is stored and for what comes', async () => {
  const stream = await readLines(server, '/filtered/json?priority=high,5&tags=a,b', alice)
  await stream.next()
  await publish('filtered', 'no priority', { tags: 'a,b' })
  await publish('filtered', 'one tag', { tags: 'a', priority: '5' })
  await publish('filtered', 'yes', { tags: 'b,a,c', priority: '4' })
  expect((await stream.next()).message).toBe('yes')
  stream.close()
  const unset = await poll(server, '/filtered/json?priority=3', { token: alice })
  expect(unset.map(({ message }) => message)).toEqual(['no priority'])
})

test('a delayed message is told of when it is delivered, and is listed before only where that is asked', async () => {
  const stream = await readLines(server, '/later/json', alice)
  await stream.next()
  const { json: sent } = await publish('later', 'tea', { delay: '1h', sid: 'tea' })
  expect(sent.time).toBeGreaterThan(Date.now() / 1_000 + 3_000)
  expect(await poll(server, '/later/json', { token: alice })).toEqual([])
  expect(await poll(server, '/later/json?scheduled=1', { token: alice })).toEqual([sent])
  await publish('later', 'coffee', { delay: '1h', sid: 'tea' })
  const [only, ...more] = await poll(server, '/later/json?scheduled=1', { token: alice })
  expect([only.message, more]).toEqual(['coffee', []])
  await server.app.jobs.processAll((Date.now() + 3_700_000) * 1_000)
  expect(await stream.next()).toMatchObject({ id: only.id, message: 'coffee', sequence_id: 'tea' })
  stream.close()
})

test('what is cleared and deleted is told to subscribers, whoever does it', async () => {
  const stream = await readLines(server, '/events/json', alice)
  await stream.next()
  const { json: first } = await publish('events', 'one')
  await stream.next()
  const { body } = await server.request('/v2/pushes', { token: alice })
  await server.request(`/v2/pushes/${body.pushes[0].iden}`, { token: alice, body: { dismissed: true } })
  expect(await stream.next()).toMatchObject({ event: 'message_clear', sequence_id: first.id })
  await server.request(`/v2/pushes/${body.pushes[0].iden}`, { token: alice, method: 'DELETE' })
  expect(await stream.next()).toMatchObject({ event: 'message_delete', sequence_id: first.id })
  await publish('events', 'two', { sid: 'job' })
  await stream.next()
  await send(server, '/events/job/read', { method: 'PUT', token: alice })
  expect(await stream.next()).toMatchObject({ event: 'message_clear', sequence_id: 'job' })
  const { body: after } = await server.request('/v2/pushes', { token: alice })
  expect(after.pushes[0]).toMatchObject({ body: 'two', dismissed: true })
  stream.close()
})

test('answers and buttons that only Waypost has are no part of what subscribers see', async () => {
  await publish('buttons', 'first')
  const { body } = await server.request('/v2/sources', { token: alice })
  const source = body.sources.find(({ topic }: { topic: string }) => topic === 'buttons')
  const actions = [
    { action: 'answer', label: 'OK' },
    { action: 'view', label: 'Open', url: 'https://example.org' },
  ]
  await server.request('/v2/pushes', { token: alice, body: { source_iden: source.iden, body: 'sent at Waypost', actions } })
  const [, message] = await poll(server, '/buttons/json', { token: alice })
  expect(message).toMatchObject({ message: 'sent at Waypost', actions: [{ action: 'view', label: 'Open', clear: false }] })
  expect(message.actions).toHaveLength(1)
})

test('a message that is not kept comes to those who listen, and to nobody later', async () => {
  const stream = await readLines(server, '/passing/json', alice)
  await stream.next()
  await publish('passing', 'now', { cache: 'no' })
  expect(await stream.next()).toMatchObject({ message: 'now' })
  expect(await poll(server, '/passing/json', { token: alice })).toEqual([])
  stream.close()
})

test('subscribing makes an unknown topic one’s own, and asking what it has does not', async () => {
  expect(await poll(server, '/unclaimed/json', { token: alice })).toEqual([])
  const stream = await readLines(server, '/unclaimed/json', bob)
  await stream.next()
  expect((await publish('unclaimed', 'x')).json.code).toBe(40301)
  stream.close()
})

test('a person it is shared with reads a topic and does not write to it, until it is shared no longer', async () => {
  await publish('shared', 'before')
  const { body } = await server.request('/v2/sources', { token: alice })
  const { iden } = body.sources.find(({ topic }: { topic: string }) => topic === 'shared')
  await server.request(`/v2/sources/${iden}/members`, { token: alice, body: { email: 'bob@example.org' } })
  const stream = await readSocket(server, '/shared/ws', bob)
  await stream.next()
  await publish('shared', 'to both')
  expect(await stream.next()).toMatchObject({ message: 'to both' })
  expect((await publish('shared', 'x', {}, bob)).json.code).toBe(40301)
  await server.request(`/v2/sources/${iden}/members/bob@example.org`, { token: alice, method: 'DELETE' })
  await stream.ended
  await expect(readSocket(server, '/shared/ws', bob)).rejects.toThrow('403')
})

test('a topic whose source was deleted is made again when it is used, also by another person', async () => {
  await publish('again', 'first')
  const { body } = await server.request('/v2/sources', { token: alice })
  const remove = async (token: string, sources = body.sources) => {
    const { iden } = sources.find(({ topic }: { topic: string }) => topic === 'again')
    await server.request(`/v2/sources/${iden}`, { token, method: 'DELETE' })
  }
  await remove(alice)
  expect((await publish('again', 'second')).status).toBe(200)
  expect((await poll(server, '/again/json', { token: alice })).map(({ message }) => message)).toEqual(['second'])
  await remove(alice, (await server.request('/v2/sources', { token: alice })).body.sources)
  expect((await publish('again', 'of Bob', {}, bob)).status).toBe(200)
  expect((await publish('again', 'x')).json.code).toBe(40301)
  expect((await send(server, '/again/seq', { method: 'DELETE', token: alice })).json.code).toBe(40301)
})

test('a message that is published right after its source was shared comes to its new member too', async () => {
  await publish('sharing', 'before')
  const { body } = await server.request('/v2/sources', { token: alice })
  const { iden } = body.sources.find(({ topic }: { topic: string }) => topic === 'sharing')
  await server.request(`/v2/sources/${iden}/members`, { token: alice, body: { email: 'bob@example.org' } })
  await publish('sharing', 'after')
  const { body: ofBob } = await server.request('/v2/pushes', { token: bob })
  expect(ofBob.pushes[0]).toMatchObject({ body: 'after' })
})

test('a subscription ends with its token, and with its source', async () => {
  const { body: made } = await server.request('/v3/create-access-token', { token: alice, body: {} })
  const stream = await readSocket(server, '/ending/ws', made.access_token)
  await stream.next()
  await server.request(`/v3/access-tokens/${made.iden}`, { token: alice, method: 'DELETE' })
  await stream.ended
  const other = await readSocket(server, '/ending/ws', alice)
  await other.next()
  const { body } = await server.request('/v2/sources', { token: alice })
  const { iden } = body.sources.find(({ topic }: { topic: string }) => topic === 'ending')
  await server.request(`/v2/sources/${iden}`, { token: alice, method: 'DELETE' })
  await other.ended
})

test('two publishers write in turns while a subscriber comes and goes, who gets every message once and in order', async () => {
  await publish('busy', 'begin')
  const got: string[] = []
  let last = (await poll(server, '/busy/json', { token: alice })).at(-1).id
  const write = async (name: string) => {
    for (let number = 0; number < 40; number++) await publish('busy', `${name}${number}`)
  }
  const writing = Promise.all([write('a'), write('b')])
  const read = async (socket: boolean, most: number) => {
    const stream = await (socket ? readSocket : readLines)(server, `/busy/${socket ? 'ws' : 'json'}?since=${last}`, alice)
    await stream.next()
    for (let count = 0; count < most && got.length < 80; count++) {
      const { id, message } = await stream.next()
      got.push(message)
      last = id
    }
    stream.close()
  }
  for (let turn = 0; got.length < 80; turn++) await read(turn % 2 === 0, 7)
  await writing
  const of = (name: string) => got.filter((text) => text.startsWith(name))
  for (const name of ['a', 'b']) expect(of(name)).toEqual(Array.from({ length: 40 }, (_, number) => `${name}${number}`))
})

test('a subscription over a restart of the server misses nothing, by since', async () => {
  const own = await startTestServer()
  const { token } = await own.signUp('carol@example.org')
  const stream = await readSocket(own, '/restart/ws', token)
  await stream.next()
  const { json: before } = await send(own, '/restart', { body: 'before', token })
  expect((await stream.next()).id).toBe(before.id)
  await own.restart()
  await stream.ended
  await send(own, '/restart', { body: 'between', token })
  const again = await readSocket(own, `/restart/ws?since=${before.id}`, token)
  await again.next()
  expect((await again.next()).message).toBe('between')
  await send(own, '/restart', { body: 'after', token })
  expect((await again.next()).message).toBe('after')
  again.close()
  await own.close()
})

test('a frame of a client that has more than it has to say ends its subscription', async () => {
  const { socket, ended } = await readSocket(server, '/chatty/ws', alice)
  socket.send('x'.repeat(65))
  await ended
  const quiet = await readSocket(server, '/chatty/ws', alice)
  quiet.socket.ping()
  await once(quiet.socket, 'pong')
  quiet.close()
})
