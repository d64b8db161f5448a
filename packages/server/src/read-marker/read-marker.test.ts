// On the engines too: markers only move forward, also for writes at once on both nodes.

import { DatabaseSync } from 'node:sqlite'
import { readMarkersPerCall } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../db/migrations/migrations.ts'
import { openStream } from '../stream/test-listener.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let alice: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
})
afterAll(() => server.close())

const write = async (token = bob, email = 'alice@example.org') =>
  (await server.request('/v2/pushes', { token, body: { type: 'note', body: 'hello', email } })).body
const received = async (token = alice) => (await server.request('/v2/pushes?limit=1', { token })).body.pushes[0]
const move = (markers: unknown, token = alice) => server.request('/v2/read_markers', { token, body: { markers } })
const list = async (token = alice) => (await server.request('/v2/read_markers', { token })).body.read_markers
const withBob = (read_to: number) => [{ conversation: 'email:bob@example.org', read_to }]

test('a marker moves forward, never back, and there is one for each conversation [H1]', async () => {
  await write()
  const first = (await received()).created
  const { status, body } = await move(withBob(first))
  expect(status).toBe(200)
  const [marker] = body.read_markers
  expect(marker).toMatchObject({ active: true, conversation: 'email:bob@example.org', read_to: first })
  await write()
  const second = (await received()).created
  const moved = (await move([{ conversation: 'email:Bob@Example.org', read_to: second }])).body.read_markers[0]
  expect(moved).toMatchObject({ iden: marker.iden, created: marker.created, read_to: second })
  expect(moved.modified).toBeGreaterThan(marker.modified)
  expect((await move(withBob(first))).body.read_markers).toEqual([moved])
  expect(await list()).toEqual([moved])
})

test('a marker cannot be moved past what there is, so later messages are unread whatever a clock says [H1]', async () => {
  await write()
  const [marker] = (await move(withBob(8e9))).body.read_markers
  await write()
  expect((await received()).created).toBeGreaterThan(marker.read_to)
})

test('reading dismisses the newest messages that it covers, at most 100, and nothing else', async () => {
  const [reader, writer, other] = [
    await server.signUp('reader@example.org'),
    await server.signUp('writer@example.org'),
    await server.signUp('other@example.org'),
  ]
  for (let index = 0; index < 104; index++) await write(writer.token, 'reader@example.org')
  await write(other.token, 'reader@example.org')
  const pushes = async () => (await server.request('/v2/pushes?limit=200', { token: reader.token })).body.pushes as Json[]
  const [last] = (await pushes()).filter(({ sender_email }) => sender_email === 'writer@example.org')
  await write(writer.token, 'reader@example.org')
  const before = await pushes()
  await move([{ conversation: 'email:writer@example.org', read_to: last.created }], reader.token)
  const dismissed = (await pushes()).filter(({ dismissed }) => dismissed)
  const expected = before.filter(({ sender_email, created }) => sender_email === 'writer@example.org' && created <= last.created)
  expect(dismissed.map(({ iden }) => iden).sort()).toEqual(
    expected
      .slice(0, 100)
      .map(({ iden }) => iden)
      .sort(),
  )
  // Pushes that arrive without being read are not dismissed.
  const [newest] = await pushes()
  await move([{ conversation: 'email:writer@example.org', delivered_to: newest.created }], reader.token)
  expect((await pushes()).filter(({ dismissed }) => dismissed)).toHaveLength(100)
})

test('what cannot be read leaves no row: conversations without messages, devices, and too many at once', async () => {
  const { token } = await server.signUp('unknown@example.org')
  const names = ['self', 'email:bob@example.org', 'channel:none', 'device:none']
  const { status, body } = await move(
    names.map((conversation) => ({ conversation, read_to: 1 })),
    token,
  )
  expect([status, body]).toEqual([200, { read_markers: [] }])
  expect(await list(token)).toEqual([])
  const many = Array.from({ length: readMarkersPerCall + 1 }, () => ({ conversation: 'self', read_to: 1 }))
  for (const markers of [
    many,
    'all',
    [{ conversation: 'bob', read_to: 1 }],
    [{ conversation: 'self', read_to: 'now' }],
    [{}],
    undefined,
  ]) {
    const refused = await move(markers, token)
    expect([refused.status, refused.body.error.param]).toEqual([400, 'markers'])
  }
})

const unread = (body: unknown, token = alice) => server.request('/v2/read_markers/unread', { token, body: body as Json })

test('a conversation that is marked as unread goes back to a push, tells all devices, and is not notified again', async () => {
  await write()
  const first = await received()
  await write()
  const newest = (await received()).created
  const [{ iden }] = (await move(withBob(newest))).body.read_markers
  const delta = await openStream(server.origin, alice, '?delta=1')
  const { status, body } = await unread({ conversation: 'email:Bob@Example.org', read_to: first.created - 1 })
  expect([status, body]).toEqual([200, expect.objectContaining({ iden, read_to: first.created - 1 })])
  expect(body.marked_unread).toBe(body.modified)
  expect(JSON.parse(await delta.next()).objects).toEqual({ read_markers: [body] })
  delta.close()
  expect(await list()).toEqual([body])
  expect((await received()).dismissed).toBe(true)
  // Without a position, or with a later one, the marker stays where it is.
  for (const read_to of [undefined, 8e9]) {
    const again = (await unread({ conversation: 'email:bob@example.org', ...(read_to !== undefined && { read_to }) })).body
    expect(again).toMatchObject({ read_to: first.created - 1 })
    expect(again.marked_unread).toBe(again.modified)
  }
})

test('what was read before a conversation was marked as unread does not undo that; who knows the mark or reads something later does', async () => {
  await write()
  const seen = (await received()).created
  const mark = async () => (await unread({ conversation: 'email:bob@example.org', read_to: seen - 1 })).body
  const { marked_unread: old } = await mark()
  const marked = await mark()
  // Another window reports its earlier state, with no mark or an earlier one.
  for (const known of [undefined, 0, old]) {
    const [kept] = (await move([{ conversation: 'email:bob@example.org', read_to: seen, marked_unread: known }])).body
      .read_markers
    expect(kept).toMatchObject({ read_to: marked.read_to, marked_unread: marked.marked_unread })
  }
  const [looked] = (await move([{ conversation: 'email:bob@example.org', read_to: seen, marked_unread: marked.marked_unread }]))
    .body.read_markers
  expect(looked).toMatchObject({ read_to: seen })
  expect(looked).not.toHaveProperty('marked_unread')
  const { marked_unread } = (await unread({ conversation: 'email:bob@example.org' })).body
  const [same] = (await move([{ conversation: 'email:bob@example.org', read_to: seen, marked_unread }])).body.read_markers
  expect(same).toMatchObject({ read_to: seen })
  expect(same).not.toHaveProperty('marked_unread')
  // A program that doesn't support marks reads what came after it.
  await mark()
  await write()
  const later = (await received()).created
  const [unmarked] = (await move(withBob(later))).body.read_markers
  expect(unmarked).toMatchObject({ read_to: later })
  expect(unmarked).not.toHaveProperty('marked_unread')
  const still = await mark()
  const [delivered] = (await move([{ conversation: 'email:bob@example.org', delivered_to: later }])).body.read_markers
  expect(delivered.marked_unread).toBe(still.marked_unread)
})

test('only conversations with pushes of the account can be marked as unread, by valid requests', async () => {
  const { token } = await server.signUp('hostile@example.org')
  for (const conversation of ['self', 'email:bob@example.org', 'channel:none', 'device:none'])
    expect((await unread({ conversation }, token)).status).toBe(404)
  expect(await list(token)).toEqual([])
  for (const conversation of ['bob', '', 7, null, ['self'], undefined, `email:${'x'.repeat(100_000)}`]) {
    const { status, body } = await unread({ conversation })
    expect([conversation, status, body.error?.param]).toEqual([conversation, 400, 'conversation'])
  }
  for (const read_to of ['now', -1, 1e300, {}]) {
    const { status, body } = await unread({ conversation: 'email:bob@example.org', read_to })
    expect([read_to, status, body.error?.param]).toEqual([read_to, 400, 'read_to'])
  }
  expect((await unread({ conversation: 'self' }, 'o.none')).status).toBe(401)
})

test('programs of the public API hear nothing of markers; who asks for them is told live and by everything', async () => {
  await write()
  // Otherwise, reading would dismiss them, and programs would be notified.
  for (const { iden } of (await server.request('/v2/pushes', { token: alice })).body.pushes)
    await server.request(`/v2/pushes/${iden}`, { token: alice, body: { dismissed: true } })
  const plain = await openStream(server.origin, alice)
  const delta = await openStream(server.origin, alice, '?delta=1')
  const before = (await received()).modified
  const [marker] = (await move(withBob(before))).body.read_markers
  const frame = JSON.parse(await delta.next())
  expect(frame).toMatchObject({ type: 'tickle', subtype: 'read_marker', after: before, objects: { read_markers: [marker] } })
  const everything = async (query: string) =>
    (await server.request(`/v2/everything?modified_after=${before}${query}`, { token: alice })).body
  expect((await everything('&read_markers=true')).read_markers).toEqual([marker])
  expect(await everything('')).not.toHaveProperty('read_markers')
  expect((await server.request('/v2/sync', { token: alice, body: {} })).body).not.toHaveProperty('read_markers')
  await write()
  // The first frame on a plain stream is the push.
  expect(JSON.parse(await plain.next())).toEqual({ type: 'tickle', subtype: 'push' })
  for (const stream of [plain, delta]) stream.close()
})

test('the markers of another account can be neither read nor moved', async () => {
  const { token } = await server.signUp('stranger@example.org')
  const before = await list()
  await move(withBob(1e9), token)
  expect(await list(token)).toEqual([])
  expect(await list()).toEqual(before)
  expect((await move(withBob(1e9), 'o.none')).status).toBe(401)
})

test('existing accounts begin with everything read that was dismissed, with stamps of their own', () => {
  const db = new DatabaseSync(':memory:')
  const all = migrations('sqlite')
  const number = all.findIndex(({ name }) => name.endsWith('-read-marker.sql'))
  for (const { sql } of all.slice(0, number)) db.exec(sql)
  const push = db.prepare(
    `INSERT INTO push (iden, owner, active, created, modified, conversation, type, direction, dismissed)
     VALUES (?, ?, ?, ?, ?, ?, 'note', ?, ?)`,
  )
  let stamp = 100
  const add = (owner: string, conversation: string, dismissed: number, direction = 'incoming', active = 1) => {
    stamp++
    push.run(`${owner}sj${stamp}`, owner, active, stamp, stamp, conversation, direction, dismissed)
    return stamp
  }
  add('ann', 'email:bob', 1)
  const bobs = add('ann', 'email:bob', 1)
  add('ann', 'email:bob', 0)
  add('ann', 'email:eve', 0)
  add('ann', 'self', 1, 'self')
  const news = add('ann', 'channel:news', 1)
  add('ann', 'channel:news', 1, 'incoming', 0)
  const bens = add('ben', 'email:ann', 1)
  const box = db.prepare('INSERT INTO box (owner, stamp) VALUES (?, ?)')
  box.run('ann', 200)
  box.run('ben', 300)
  box.run('new', 5)
  db.exec((all[number] as Json).sql)
  const rows = db.prepare('SELECT owner, active, modified, conversation, read_to FROM read_marker ORDER BY owner, modified').all()
  expect(rows).toEqual([
    { owner: 'ann', active: 1, modified: 201, conversation: 'email:bob', read_to: bobs },
    { owner: 'ann', active: 1, modified: 202, conversation: 'channel:news', read_to: news },
    { owner: 'ben', active: 1, modified: 301, conversation: 'email:ann', read_to: bens },
  ])
  expect(db.prepare('SELECT owner, stamp FROM box ORDER BY owner').all()).toEqual([
    { owner: 'ann', stamp: 202 },
    { owner: 'ben', stamp: 301 },
    { owner: 'new', stamp: 5 },
  ])
  db.close()
})
