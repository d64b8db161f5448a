// On the engines too: what others have read is joined in SQL and told over the bus.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { savePermanent } from '../permanent/rows.ts'
import { openStream } from '../stream/test-listener.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let people = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Person {
  email: string
  token: string
}

async function person(): Promise<Person> {
  const email = `person-${++people}@example.org`
  return { email, token: (await server.signUp(email, `Person ${people}`)).token }
}

const write = async (from: Person, to: { email: string }, body = 'hello'): Promise<Json> =>
  (await server.request('/v2/pushes', { token: from.token, body: { type: 'note', body, email: to.email } })).body
const newest = async ({ token }: Person): Promise<Json> => {
  const { pushes } = (await server.request('/v2/pushes', { token })).body
  return pushes.sort((a: Json, b: Json) => b.created - a.created)[0]
}
const move = (by: Person, of: Person, to: object) =>
  server.request('/v2/read_markers', { token: by.token, body: { markers: [{ conversation: `email:${of.email}`, ...to }] } })
async function known(owner: Person, of: Person): Promise<Json> {
  const { read_markers } = (await server.request('/v2/read_markers', { token: owner.token })).body
  return read_markers.find(({ conversation }: Json) => conversation === `email:${of.email}`)
}
const prefer = async ({ token }: Person, data: object) => {
  await server.request('/v3/set-permanent', { token, body: { key: 'web_preferences', data } })
  await server.app.jobs.processAll()
}
const theirs = (marker: Json) => Object.keys(marker ?? {}).filter((name) => name.startsWith('their_'))

test('the sender learns that a message has arrived, and then that it was read, in stamps of its own box [H4]', async () => {
  const [ann, bob] = [await person(), await person()]
  const sent = await write(ann, bob)
  expect(await known(ann, bob)).toBeUndefined()
  const got = await newest(bob)
  const { body } = await move(bob, ann, { delivered_to: got.created })
  expect(body.read_markers[0]).toMatchObject({ read_to: 0, delivered_to: got.created })
  const delivered = await known(ann, bob)
  expect(delivered).toMatchObject({ read_to: 0, their_delivered_to: sent.created })
  expect(delivered.their_delivered_at).toBeGreaterThan(sent.created)
  expect(delivered).not.toHaveProperty('their_read_to')
  await move(bob, ann, { read_to: got.created })
  const seen = await known(ann, bob)
  expect(seen).toMatchObject({ iden: delivered.iden, their_delivered_to: sent.created, their_read_to: sent.created })
  expect(seen.their_delivered_at).toBe(delivered.their_delivered_at)
  expect(seen.their_read_at).toBeGreaterThan(delivered.their_delivered_at)
})

test('a read push has arrived, and only pushes sent up to then', async () => {
  const [ann, bob] = [await person(), await person()]
  await write(ann, bob)
  const second = await write(ann, bob)
  const got = await newest(bob)
  const third = await write(ann, bob)
  await write(bob, ann)
  await move(bob, ann, { read_to: got.created })
  expect(await known(ann, bob)).toMatchObject({ their_read_to: second.created, their_delivered_to: second.created })
  await move(bob, ann, { delivered_to: (await newest(bob)).created })
  expect(await known(ann, bob)).toMatchObject({ their_read_to: second.created, their_delivered_to: third.created })
})

test('the sender hears of it live, and only on streams that ask for markers', async () => {
  const [ann, bob] = [await person(), await person()]
  const sent = await write(ann, bob)
  const got = await newest(bob)
  const plain = await openStream(server.origin, ann.token)
  const delta = await openStream(server.origin, ann.token, '?delta=1')
  await move(bob, ann, { read_to: got.created })
  const frame = JSON.parse(await delta.next())
  expect(frame).toMatchObject({ subtype: 'read_marker', objects: { read_markers: [{ their_read_to: sent.created }] } })
  await write(bob, ann)
  expect(JSON.parse(await plain.next())).toEqual({ type: 'tickle', subtype: 'push' })
  for (const stream of [plain, delta]) stream.close()
})

test('a report that goes back, comes twice or names the future moves nothing that has not arrived', async () => {
  const [ann, bob] = [await person(), await person()]
  await write(ann, bob)
  const first = await newest(bob)
  const second = await write(ann, bob)
  await move(bob, ann, { read_to: 9e9, delivered_to: 9e9 })
  const before = await known(ann, bob)
  expect(before).toMatchObject({ their_read_to: second.created, their_delivered_to: second.created })
  expect(before.their_read_at).toBeLessThan(Date.now() / 1_000 + 60)
  await move(bob, ann, { read_to: first.created, delivered_to: first.created })
  await move(bob, ann, {})
  expect(await known(ann, bob)).toEqual(before)
  const third = await write(ann, bob)
  expect((await known(ann, bob)).their_delivered_to).toBeLessThan(third.created)
  for (const wrong of [{ read_to: 9.1e9 }, { delivered_to: -1 }, { delivered_to: 'soon' }, { delivered_to: null }])
    expect((await move(bob, ann, wrong)).status).toBe(400)
  expect(await known(ann, bob)).toEqual(before)
})

test('a third person can neither move the marks of a conversation nor see them', async () => {
  const [ann, bob, eve] = [await person(), await person(), await person()]
  await write(ann, bob)
  const got = await newest(bob)
  await write(eve, ann)
  for (const of of [ann, bob]) await move(eve, of, { read_to: got.created, delivered_to: got.created })
  expect(await known(ann, bob)).toBeUndefined()
  await move(bob, ann, { read_to: got.created })
  expect(theirs(await known(eve, ann))).toEqual([])
  expect(theirs(await known(ann, eve))).toEqual([])
  expect(theirs(await known(bob, ann))).toEqual([])
})

test('somebody who blocks the sender tells nothing, and neither does somebody whom the sender blocks; unblocked, the next report does', async () => {
  for (const blocker of ['reader', 'sender']) {
    const [ann, bob] = [await person(), await person()]
    await write(ann, bob)
    const got = await newest(bob)
    const [by, whom] = blocker === 'reader' ? [bob, ann] : [ann, bob]
    const { body: block } = await server.request('/v2/blocks', { token: by.token, body: { email: whom.email } })
    await move(bob, ann, { read_to: got.created, delivered_to: got.created })
    expect(await known(ann, bob)).toBeUndefined()
    await server.request(`/v2/blocks/${block.iden}`, { token: by.token, method: 'DELETE' })
    const sent = await write(ann, bob)
    await move(bob, ann, { read_to: (await newest(bob)).created })
    expect(await known(ann, bob)).toMatchObject({ their_read_to: sent.created })
  }
})

test('a muted sender learns the same as any other', async () => {
  const [ann, bob] = [await person(), await person()]
  const sent = await write(ann, bob)
  const [chat] = (await server.request('/v2/chats', { token: bob.token })).body.chats
  await server.request(`/v2/chats/${chat.iden}`, { token: bob.token, body: { muted: true } })
  await move(bob, ann, { read_to: (await newest(bob)).created })
  expect(await known(ann, bob)).toMatchObject({ their_read_to: sent.created })
})

test('where one of the two does not share it, neither learns anything; earlier markers are deleted on both sides', async () => {
  const [ann, bob, eve] = [await person(), await person(), await person()]
  await write(ann, bob)
  await write(bob, ann)
  await write(bob, eve)
  for (const [by, of] of [
    [bob, ann],
    [ann, bob],
    [eve, bob],
  ] as const)
    await move(by, of, { read_to: (await newest(by)).created })
  expect([theirs(await known(ann, bob)).length, theirs(await known(bob, ann)).length]).toEqual([4, 4])
  const stream = await openStream(server.origin, bob.token, '?delta=1')
  await prefer(ann, { read_receipts: false, setup_done: true })
  const [marker] = JSON.parse(await stream.next()).objects.read_markers
  stream.close()
  expect(theirs(marker)).toEqual([])
  expect([theirs(await known(ann, bob)), theirs(await known(bob, ann))]).toEqual([[], []])
  expect(theirs(await known(bob, eve))).toHaveLength(4)
  await write(ann, bob)
  await write(bob, ann)
  for (const [by, of] of [
    [bob, ann],
    [ann, bob],
  ] as const)
    await move(by, of, { read_to: (await newest(by)).created })
  expect([theirs(await known(ann, bob)), theirs(await known(bob, ann))]).toEqual([[], []])
  await prefer(ann, { setup_done: true })
  const sent = await write(ann, bob)
  await move(bob, ann, { read_to: (await newest(bob)).created })
  expect(await known(ann, bob)).toMatchObject({ their_read_to: sent.created })
})

test('more marks than one slice of work takes are forgotten too', async () => {
  const bob = await person()
  const others: Person[] = []
  for (let count = 0; count < 52; count++) others.push(await person())
  for (const other of others) {
    await write(other, bob)
    await move(bob, other, { read_to: (await newest(bob)).created })
  }
  await prefer(bob, { read_receipts: false })
  for (const other of others) expect(theirs(await known(other, bob))).toEqual([])
})

test('preferences that are too long to be settings count as not sharing', async () => {
  const [ann, bob] = [await person(), await person()]
  // Stored by an earlier version: clients may no longer do so.
  const long = JSON.stringify({ filler: 'x'.repeat(70_000) })
  const { iden } = (await server.request('/v2/users/me', { token: bob.token })).body
  await server.app.db.write((tx) => savePermanent(tx, iden, 'web_preferences', long, long.length))
  await write(ann, bob)
  await move(bob, ann, { read_to: (await newest(bob)).created })
  expect(await known(ann, bob)).toBeUndefined()
})

test('posts of a channel and what one sends to oneself have no marks', async () => {
  const [ann, bob] = [await person(), await person()]
  const tag = `news${people}`
  const { body: channel } = await server.request('/v2/channels', { token: ann.token, body: { tag, name: 'News' } })
  await server.request('/v2/subscriptions', { token: bob.token, body: { channel_tag: tag } })
  await server.request('/v2/pushes', { token: ann.token, body: { body: 'a post', channel_tag: tag } })
  await server.request('/v2/pushes', { token: ann.token, body: { body: 'to me' } })
  await server.app.jobs.processAll()
  const markers = [`channel:${channel.iden}`, 'self'].map((conversation) => ({ conversation, read_to: 9e9, delivered_to: 9e9 }))
  for (const { token } of [ann, bob]) await server.request('/v2/read_markers', { token, body: { markers } })
  for (const { token } of [ann, bob])
    for (const marker of (await server.request('/v2/read_markers', { token })).body.read_markers)
      expect(theirs(marker)).toEqual([])
})
