// On the engines too: messages have numbers of their own, are paged by them, and streams go over the bus.

import { Gotify, gotify } from 'gotify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'
import { basic, listen, send } from './test-gotify.ts'

const password = 'a password for tests'
let server: TestServer
let count = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function person() {
  const email = `p${count++}@example.org`
  const { token, account } = await server.signUp(email, 'Ana')
  const headers = basic(email, password)
  const app = (await send(server, '/application', { body: { name: 'Backup' }, headers })).json
  const client = (await send(server, '/client', { body: { name: 'Phone' }, headers })).json
  return { email, token, account, headers, app, client, key: client.token as string }
}

const post = async (app: Json, body: object): Promise<Json> => {
  const { status, json } = await send(server, '/message', { body, key: app.token })
  expect(status).toBe(200)
  return json
}
const pushes = async (token: string): Promise<Json[]> => (await server.request('/v2/pushes', { token })).body.pushes
const list = async (key: string, query = ''): Promise<Json> => (await send(server, `/message${query}`, { key })).json

test('the npm client sends messages, and gets what it has sent', async () => {
  const { app, key, token } = await person()
  const message = {
    app: app.token,
    title: 'Backup',
    message: 'Done',
    priority: 7,
    extras: { 'client::display': { contentType: 'text/markdown' } },
  }
  const sent = await gotify({ server: server.origin, ...message })
  expect(sent).toMatchObject({ appid: app.id, message: 'Done', title: 'Backup', priority: 7, extras: message.extras })
  const again = await new Gotify({ server: server.origin }).send({ app: app.token, message: 'Plain' })
  expect(again).toMatchObject({ message: 'Plain', title: 'Backup', priority: 0 })
  expect(again.id).toBeGreaterThan(sent.id)
  expect((await list(key)).messages).toEqual([again, sent])
  expect(await pushes(token)).toMatchObject([{ body: 'Plain' }, { title: 'Backup', body: 'Done', priority: 3, markdown: true }])
  await expect(gotify({ server: server.origin, app: 'Awrongwrongwron', message: 'x' })).rejects.toThrow()
})

test("the phone's way: signing in, listing, listening, and signing out", async () => {
  const { app, headers, account } = await person()
  expect((await send(server, '/version')).json.version).toMatch(/^2\./)
  const user = (await send(server, '/current/user', { headers })).json
  expect(user).toEqual({
    id: expect.any(Number),
    name: account.email,
    admin: expect.any(Boolean),
    createdAt: expect.stringMatching(/Z$/),
  })
  const client = (await send(server, '/client', { body: { name: 'Android' }, headers })).json
  expect(client.token).toMatch(/^C[A-Za-z0-9._-]{14}$/)
  const { token: key } = client
  expect((await send(server, '/current/user', { key })).json.id).toBe(user.id)
  expect((await list(key, '?limit=1&since=0')).messages).toEqual([])
  const [shown] = (await send(server, '/application', { key })).json
  expect(shown).toMatchObject({
    id: app.id,
    token: '',
    name: 'Backup',
    image: 'static/defaultapp.png',
    internal: false,
    lastUsed: null,
  })
  expect((await send(server, `/${shown.image}`)).headers.get('content-type')).toBe('image/png')
  const stream = await listen(server, `/stream?token=${key}`)
  const sent = await post(app, { message: 'Hello' })
  expect(await stream.next()).toEqual(sent)
  expect((await list(key, '?limit=100&since=0')).messages).toEqual([sent])
  expect((await send(server, `/message/${sent.id}`, { key, method: 'DELETE' })).text).toBe('')
  expect((await list(key)).messages).toEqual([])
  const clients = (await send(server, '/client', { key })).json
  expect(clients).toMatchObject([{ id: client.id, name: 'Android', token: '' }])
  expect((await send(server, `/client/${clients[0].id}`, { key, method: 'DELETE' })).status).toBe(200)
  await stream.ended
  await server.ended(key)
  expect((await send(server, '/current/user', { key })).status).toBe(401)
})

test('a listener that was away during a restart catches up by what it had last', async () => {
  const { app, key } = await person()
  const before = await listen(server, `/stream?token=${key}`)
  const first = await post(app, { message: 'before' })
  expect(await before.next()).toEqual(first)
  await server.restart()
  await before.ended
  const missed = [await post(app, { message: 'one' }), await post(app, { message: 'two' })]
  const stream = await listen(server, '/stream', { 'x-gotify-key': key })
  const found: Json[] = []
  for (let since = 0; ; ) {
    const { messages, paging } = await list(key, `?limit=1&since=${since}`)
    found.push(...messages.filter(({ id }: Json) => id > first.id))
    if (messages.some(({ id }: Json) => id <= first.id) || !paging.next) break
    since = paging.since
  }
  expect(found).toEqual(missed.toReversed())
  const live = await post(app, { message: 'live' })
  expect(await stream.next()).toEqual(live)
  stream.close()
})

test('pages lead from the newest message to the oldest, over all applications', async () => {
  const { app, key, headers } = await person()
  const other = (await send(server, '/application', { body: { name: 'Other' }, headers })).json
  const sent: Json[] = []
  for (let index = 0; index < 7; index++) sent.unshift(await post(index % 3 === 0 ? other : app, { message: `m${index}` }))
  const found: Json[] = []
  let path: string | undefined = '/message?limit=3'
  const sizes: number[] = []
  while (path) {
    const { messages, paging }: Json = (await send(server, path, { key })).json
    expect(paging).toMatchObject({ size: messages.length, limit: 3 })
    found.push(...messages)
    sizes.push(messages.length)
    if (!paging.next) expect(paging.since).toBe(0)
    expect(paging.next ?? server.origin).toContain(server.origin)
    path = paging.next?.slice(server.origin.length)
  }
  expect(found).toEqual(sent)
  expect(sizes).toEqual([3, 3, 1])
  const ofOther = (await send(server, `/application/${other.id}/message?limit=2`, { key })).json
  expect(ofOther.messages).toEqual(sent.filter(({ appid }) => appid === other.id).slice(0, 2))
})

test('a page of long messages is shorter than it was asked for, and leads to the rest', async () => {
  const { app, key } = await person()
  const sent: number[] = []
  for (let index = 0; index < 20; index++) sent.unshift((await post(app, { message: `${index}`.padEnd(131_000, 'x') })).id)
  const first = await list(key, '?limit=100')
  expect(first.messages.length).toBeLessThan(20)
  expect(first.paging).toMatchObject({ since: first.messages.at(-1).id, size: first.messages.length })
  const second = await list(key, `?limit=100&since=${first.paging.since}`)
  expect([...first.messages, ...second.messages].map(({ id }) => id)).toEqual(sent)
  expect(second.paging).toEqual({ size: second.messages.length, since: 0, limit: 100 })
})

const priorities: [given: number | undefined, ours: number | undefined][] = [
  [undefined, undefined],
  [-3, 1],
  [0, 1],
  [1, 2],
  [3, 2],
  [4, 3],
  [7, 3],
  [8, 4],
  [9, 4],
  [10, 5],
  [1_000, 5],
]

test('a priority comes back as it was given, and is one of five at Waypost', async () => {
  const { app, key, token } = await person()
  for (const [given, ours] of priorities) {
    const { id, priority } = await post(app, { message: 'm', priority: given })
    expect(priority).toBe(given ?? 0)
    expect((await list(key, '?limit=1')).messages[0]).toMatchObject({ id, priority: given ?? 0 })
    expect((await pushes(token))[0].priority).toBe(ours)
  }
})

test('messages without a priority have that of their application', async () => {
  const { app, key, token } = await person()
  await send(server, `/application/${app.id}`, { method: 'PUT', key, body: { name: 'Backup', defaultPriority: 8 } })
  expect(await post(app, { message: 'm' })).toMatchObject({ priority: 8 })
  expect((await pushes(token))[0].priority).toBe(4)
  expect((await send(server, '/application', { key })).json[0].defaultPriority).toBe(8)
})

test('extras are repeated exactly, and say where a press leads', async () => {
  const { app, key, token } = await person()
  const extras = {
    'client::notification': { click: { url: 'https://example.org/a' }, bigImageUrl: 'https://example.org/b.png' },
    'home::appliances': { deep: { list: [1, null, 'x', { y: true }] } },
    'android::action': { onReceive: { intentUrl: 'app://open' } },
  }
  const sent = await post(app, { message: 'm', extras })
  expect(sent.extras).toEqual(extras)
  expect((await list(key)).messages[0].extras).toEqual(extras)
  expect((await pushes(token))[0]).toMatchObject({ url: 'https://example.org/a' })
  const unsafe = { 'client::notification': { click: { url: 'javascript:alert(1)' } } }
  expect((await post(app, { message: 'm', extras: unsafe })).extras).toEqual(unsafe)
  expect((await pushes(token))[0].url).toBeUndefined()
})

test('messages that came another way are shown with extras and priorities of Gotify', async () => {
  const { key, token, app } = await person()
  const [source] = (await server.request('/v2/sources', { token })).body.sources
  const stream = await listen(server, `/stream?token=${key}`)
  await server.request('/v2/pushes', {
    token,
    body: { source_iden: source.iden, body: '**b**', markdown: true, url: 'https://example.org', priority: 5 },
  })
  const message = {
    id: expect.any(Number),
    appid: app.id,
    message: '**b**',
    title: 'Backup',
    priority: 10,
    extras: {
      'client::display': { contentType: 'text/markdown' },
      'client::notification': { click: { url: 'https://example.org' } },
    },
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  }
  expect(await stream.next()).toEqual(message)
  expect((await list(key)).messages).toEqual([message])
  await server.request('/v2/pushes', { token, body: { source_iden: source.iden, body: 'plain' } })
  expect(await stream.next()).toMatchObject({ message: 'plain', priority: 5 })
  stream.close()
})

test('what is deleted on one side is gone on the other', async () => {
  const { key, token, app } = await person()
  const first = await post(app, { message: 'a' })
  await post(app, { message: 'b' })
  await send(server, `/message/${first.id}`, { key, method: 'DELETE' })
  const [left, ...others] = (await pushes(token)).filter(({ active }) => active)
  expect([left.body, others.length]).toEqual(['b', 0])
  await server.request(`/v2/pushes/${left.iden}`, { token, method: 'DELETE' })
  expect((await list(key)).messages).toEqual([])
})

test('all messages of an application, and all of the account, are deleted', async () => {
  const { key, app, headers } = await person()
  const other = (await send(server, '/application', { body: { name: 'Other' }, headers })).json
  for (let index = 0; index < 60; index++) await post(app, { message: `m${index}` })
  await post(other, { message: 'other' })
  expect((await send(server, `/application/${app.id}/message`, { key, method: 'DELETE' })).status).toBe(200)
  expect((await list(key)).messages).toMatchObject([{ message: 'other' }])
  await post(app, { message: 'again' })
  expect((await send(server, '/message', { key, method: 'DELETE' })).status).toBe(200)
  expect((await list(key)).messages).toEqual([])
})

test('a picture of an application is shown by its name, and with the source', async () => {
  const { key, app, token } = await person()
  const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex')
  const body = new FormData()
  body.append('file', new Blob([png]), 'logo.PNG')
  const { json } = await send(server, `/application/${app.id}/image`, { key, body })
  expect(json.image).toMatch(/^image\/[A-Za-z0-9]{32}\.png$/)
  const answer = await fetch(`${server.origin}/${json.image}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
  const [source] = (await server.request('/v2/sources', { token })).body.sources
  expect(source.image_url).toMatch(/\/files\/[A-Za-z0-9]{32}\/picture\.png$/)
  await send(server, `/application/${app.id}/image`, { key, method: 'DELETE' })
  await server.app.jobs.processAll()
  expect((await fetch(`${server.origin}/${json.image}`)).status).toBe(404)
})

test('an application is a source of the account, and its tokens may only write to it', async () => {
  const { key, app, token } = await person()
  expect(app.token).toMatch(/^A[A-Za-z0-9._-]{14}$/)
  const { body } = await server.request('/v2/sources', { token })
  expect(body.sources).toMatchObject([{ name: 'Backup' }])
  expect((await server.request('/v2/pushes', { token: app.token })).status).toBe(401)
  await send(server, `/application/${app.id}`, { key, method: 'PUT', body: { name: 'Renamed', description: 'D' } })
  expect((await server.request('/v2/sources', { token })).body.sources[0]).toMatchObject({ name: 'Renamed', description: 'D' })
  await send(server, `/application/${app.id}`, { key, method: 'DELETE' })
  expect((await send(server, '/message', { key: app.token, body: { message: 'm' } })).status).toBe(401)
  expect((await send(server, '/application', { key })).json).toEqual([])
})

test('clients are tokens for programs: settings list them, and the password alone shows and ends all', async () => {
  const { headers, client, key, token } = await person()
  const second = (await send(server, '/client', { body: { name: 'Tablet' }, headers })).json
  const { body } = await server.request('/v3/access-tokens', { token })
  expect(body.access_tokens.map(({ name }: Json) => name).sort()).toEqual(['Phone', 'Tablet'])
  expect((await send(server, '/client', { headers })).json.map(({ name }: Json) => name)).toEqual(['Phone', 'Tablet'])
  expect((await send(server, '/client', { key })).json.map(({ name }: Json) => name)).toEqual(['Phone'])
  expect((await send(server, `/client/${second.id}`, { key, method: 'DELETE' })).status).toBe(404)
  expect((await send(server, `/client/${client.id}`, { headers, method: 'PUT', body: { name: 'Mobile' } })).json.name).toBe(
    'Mobile',
  )
  expect((await send(server, `/client/${second.id}`, { headers, method: 'DELETE' })).status).toBe(200)
  await server.ended(second.token)
  expect((await send(server, '/current/user', { key: second.token })).status).toBe(401)
})

test('an access token stands for the password of its account', async () => {
  const { email, token } = await person()
  const made = (await server.request('/v3/create-access-token', { token, body: { name: 'Program' } })).body.access_token
  expect((await send(server, '/current/user', { headers: basic(email, made) })).json.name).toBe(email)
})

test('nobody hears or reads the messages of another account', async () => {
  const [one, other] = [await person(), await person()]
  const stream = await listen(server, `/stream?token=${other.key}`)
  await post(one.app, { message: 'private' })
  const own = await post(other.app, { message: 'own' })
  expect(await stream.next()).toEqual(own)
  expect(stream.left).toBe(0)
  expect((await list(other.key)).messages).toEqual([own])
  stream.close()
})

test('a message that waits is heard when it is delivered', async () => {
  const { key, token } = await person()
  const [source] = (await server.request('/v2/sources', { token })).body.sources
  const stream = await listen(server, `/stream?token=${key}`)
  const at = Math.floor(Date.now() / 1_000) + 3_600
  const { status } = await server.request('/v2/pushes', { token, body: { source_iden: source.iden, body: 'later', send_at: at } })
  expect(status).toBe(200)
  expect((await list(key)).messages).toEqual([])
  await server.app.jobs.processAll((at + 1) * 1_000_000)
  expect(await stream.next()).toMatchObject({ message: 'later' })
  expect((await list(key)).messages).toHaveLength(1)
  stream.close()
})

test('streams are refused without a token that may read, and to pages of other sites', async () => {
  const { app, key } = await person()
  await expect(listen(server, '/stream')).rejects.toThrow('401')
  await expect(listen(server, `/stream?token=${app.token}`)).rejects.toThrow('401')
  await expect(listen(server, '/stream', { 'x-gotify-key': key, origin: 'https://example.org' })).rejects.toThrow('403')
  const same = await listen(server, '/stream', { 'x-gotify-key': key, origin: server.origin })
  same.close()
})
