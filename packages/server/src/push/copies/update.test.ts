// On the engines too: both copies change in one write, and reactions are counted.

import { bodyLength } from '@waypost/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStream } from '../../stream/test-listener.ts'
import { type Json, startTestServer, type TestServer } from '../../test-server.ts'
import { pinsPerConversation } from '../pins.ts'

let server: TestServer
let alice: string
let bob: string
let eve: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
  eve = (await server.signUp('eve@example.org', 'Eve')).token
})
afterAll(() => server.close())

const send = async (fields: object = {}, token = alice): Promise<Json> =>
  (await server.request('/v2/pushes', { token, body: { type: 'note', body: 'hello', email: 'bob@example.org', ...fields } })).body
const change = (iden: string, fields: object, token = alice) => server.request(`/v2/pushes/${iden}`, { token, body: fields })
const get = async (iden: string, token = alice): Promise<Json> => (await server.request(`/v2/pushes/${iden}`, { token })).body
const newest = async (token = bob): Promise<Json> => (await server.request('/v2/pushes?limit=1', { token })).body.pushes[0]
const pinned = async (conversation: string, token = alice): Promise<Json[]> =>
  (await server.request(`/v2/history?pinned=true&conversation=${conversation}`, { token })).body.pushes

describe('a reply', () => {
  test('names the push that it replies to in the box of each', async () => {
    const question = await send({ body: 'Lunch?' })
    const asked = await newest()
    const answer = await send({ body: 'Yes', email: 'alice@example.org', reply_to: asked.iden }, bob)
    expect(answer.reply_to).toBe(asked.iden)
    expect(await newest(alice)).toMatchObject({ body: 'Yes', reply_to: question.iden })
    const thanks = await send({ body: 'Fine', reply_to: question.iden })
    expect(thanks.reply_to).toBe(question.iden)
    expect((await newest()).reply_to).toBe(asked.iden)
  })

  test('to a push that was deleted is sent all the same; to one of another conversation or box it is refused', async () => {
    const mine = await send()
    const theirs = await newest()
    await server.request(`/v2/pushes/${mine.iden}`, { token: alice, method: 'DELETE' })
    expect((await send({ reply_to: mine.iden })).reply_to).toBe(mine.iden)
    expect((await newest()).reply_to).toBe(theirs.iden)
    for (const [fields, token] of [
      [{ reply_to: theirs.iden }, alice],
      [{ reply_to: mine.iden, email: 'eve@example.org' }, alice],
      [{ reply_to: mine.iden, email: undefined }, alice],
      [{ reply_to: theirs.iden, email: 'alice@example.org' }, eve],
      [{ reply_to: 'none' }, alice],
    ] as const) {
      const { status, body } = await server.request('/v2/pushes', {
        token,
        body: { body: 'x', email: 'bob@example.org', ...fields },
      })
      expect([status, body.error.param]).toEqual([400, 'reply_to'])
    }
  })
})

describe('editing', () => {
  test('changes the content in both boxes, says when, and moves `modified`', async () => {
    const sent = await send({ title: 'T' })
    const got = await newest()
    const { status, body: edited } = await change(sent.iden, { body: 'hello, Bob', title: '' })
    expect([status, edited.body, edited.title]).toEqual([200, 'hello, Bob', undefined])
    expect(edited.edited).toBeGreaterThan(sent.created)
    expect(edited.modified).toBeGreaterThan(sent.modified)
    const now = await get(got.iden, bob)
    expect(now).toEqual({ ...got, body: 'hello, Bob', title: undefined, edited: edited.edited, modified: now.modified })
    expect(now.modified).toBeGreaterThan(got.modified)
    // Unchanged content is not an edit.
    expect((await change(sent.iden, { body: 'hello, Bob' })).body).toEqual(edited)
  })

  test('reaches a program that reads pushes and the plain stream, which sees an ordinary push', async () => {
    const sent = await send()
    const got = await newest()
    const stream = await openStream(server.origin, bob)
    await change(sent.iden, { body: 'better' })
    expect(JSON.parse(await stream.next())).toEqual({ type: 'tickle', subtype: 'push' })
    stream.close()
    const { pushes } = (await server.request(`/v2/pushes?modified_after=${got.modified}`, { token: bob })).body
    expect(pushes).toEqual([expect.objectContaining({ iden: got.iden, type: 'note', body: 'better', created: got.created })])
  })

  test('is for the sender alone, and for content that could be sent', async () => {
    const sent = await send({ type: 'link', url: 'https://example.org/', body: '' })
    const got = await newest()
    const refused = async (iden: string, fields: object, token: string) => {
      const { status, body } = await change(iden, fields, token)
      return [status, body.error?.code]
    }
    expect(await refused(got.iden, { body: 'mine now' }, bob)).toEqual([403, 'forbidden'])
    expect(await refused(sent.iden, { body: 'x' }, bob)).toEqual([404, 'not_found'])
    expect(await refused(sent.iden, { body: 'x' }, eve)).toEqual([404, 'not_found'])
    expect(await refused(sent.iden, { url: '' }, alice)).toEqual([400, 'invalid_param'])
    expect(await refused(sent.iden, { body: 'x'.repeat(bodyLength + 1) }, alice)).toEqual([400, 'invalid_param'])
    const note = await send()
    expect(await refused(note.iden, { body: ' ' }, alice)).toEqual([400, 'invalid_param'])
    expect(await get(got.iden, bob)).toEqual(got)
  })

  test('does not reach a receiver who blocks the sender by now', async () => {
    const dan = (await server.signUp('dan@example.org')).token
    const sent = await send({ email: 'dan@example.org' })
    const got = await newest(dan)
    await server.request('/v2/blocks', { token: dan, body: { email: 'alice@example.org' } })
    expect((await change(sent.iden, { body: 'rude', reaction: '👎', pinned: true })).body).toMatchObject({ body: 'rude' })
    expect(await get(got.iden, dan)).toEqual(got)
  })
})

describe('a reaction', () => {
  test('is one emoji of each person, shown to both, and can be taken back', async () => {
    const sent = await send()
    const got = await newest()
    expect((await change(got.iden, { reaction: '👍' }, bob)).body.reactions).toEqual({ '👍': ['bob@example.org'] })
    expect((await get(sent.iden)).reactions).toEqual({ '👍': ['bob@example.org'] })
    await change(sent.iden, { reaction: '👍' })
    expect((await get(got.iden, bob)).reactions).toEqual({ '👍': ['alice@example.org', 'bob@example.org'] })
    await change(got.iden, { reaction: '🏳️‍🌈' }, bob)
    const both = { '🏳️‍🌈': ['bob@example.org'], '👍': ['alice@example.org'] }
    expect([(await get(sent.iden)).reactions, (await get(got.iden, bob)).reactions]).toEqual([both, both])
    await change(got.iden, { reaction: '' }, bob)
    await change(sent.iden, { reaction: '' })
    expect(await get(sent.iden)).not.toHaveProperty('reactions')
    expect(await get(got.iden, bob)).not.toHaveProperty('reactions')
  })

  test('of a person stays one, a thousand times over', async () => {
    const sent = await send()
    const got = await newest()
    const emoji = ['👍', '❤️', '😂', '🎉', '😮', '😢', '🙏', '❤']
    for (let round = 0; round < 20; round++)
      await Promise.all(Array.from({ length: 50 }, (_, count) => change(got.iden, { reaction: emoji[count % 8] }, bob)))
    await change(got.iden, { reaction: '🎉' }, bob)
    expect((await get(sent.iden)).reactions).toEqual({ '🎉': ['bob@example.org'] })
  })

  test('is refused where it is no emoji, on posts, and on what the caller cannot see', async () => {
    const sent = await send()
    for (const reaction of ['yes', '👍👍', '1', '<b>', ' ', '👍'.repeat(100), 5]) {
      const { status, body } = await change(sent.iden, { reaction })
      expect([reaction, status, body.error.param]).toEqual([reaction, 400, 'reaction'])
    }
    expect((await change(sent.iden, { reaction: '👍' }, eve)).status).toBe(404)
    await server.request('/v2/channels', { token: alice, body: { tag: 'updates' } })
    const post = await send({ email: undefined, channel_tag: 'updates' })
    expect((await change(post.iden, { reaction: '👍' })).body.error.code).toBe('forbidden')
  })
})

describe('a pin', () => {
  test('is shown to both, the latest first, and taken away by either', async () => {
    const first = await send({ body: 'first', email: 'eve@example.org' })
    const firstGot = await newest(eve)
    const second = await send({ body: 'second', email: 'eve@example.org' })
    const pinnedAt = (await change(first.iden, { pinned: true })).body.pinned
    expect(pinnedAt).toBeGreaterThan(first.created)
    await change(second.iden, { pinned: true })
    const bodies = async (address: string, token: string) => (await pinned(`email:${address}`, token)).map(({ body }) => body)
    expect(await bodies('eve@example.org', alice)).toEqual(['second', 'first'])
    expect(await bodies('alice@example.org', eve)).toEqual(['second', 'first'])
    await change(firstGot.iden, { pinned: false }, eve)
    expect(await bodies('eve@example.org', alice)).toEqual(['second'])
    await server.request(`/v2/pushes/${second.iden}`, { token: alice, method: 'DELETE' })
    expect(await bodies('eve@example.org', alice)).toEqual([])
    expect(await bodies('alice@example.org', eve)).toEqual(['second'])
  })

  test('is refused for a sixth push of a conversation', async () => {
    const { token } = await server.signUp('pinner@example.org')
    const notes = []
    for (let count = 0; count <= pinsPerConversation; count++) notes.push(await send({ email: undefined }, token))
    const results = []
    for (const { iden } of notes) results.push((await change(iden, { pinned: true }, token)).status)
    expect(results).toEqual([200, 200, 200, 200, 200, 403])
    expect((await change(notes[5].iden, { pinned: true }, token)).body.error.code).toBe('too_many_pins')
    await change(notes[0].iden, { pinned: false }, token)
    expect((await change(notes[5].iden, { pinned: true }, token)).status).toBe(200)
    expect(await pinned('self', token)).toHaveLength(5)
  })
})

test('dismissing changes only the own copy, once', async () => {
  const sent = await send()
  const got = await newest()
  const { body } = await change(got.iden, { dismissed: true }, bob)
  expect(body.dismissed).toBe(true)
  const others = { title: '', body: '', url: '' }
  expect((await change(got.iden, { dismissed: true, ...others }, bob)).body).toEqual(body)
  expect(await get(sent.iden)).toEqual(sent)
})
