// On the engines too: both copies change in one write, and files are deleted.

import { deleteForEveryoneMilliseconds } from '@waypost/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, startTestServer, type TestServer } from '../../test-server.ts'
import { postForm } from '../../upload/test-uploads.ts'

let server: TestServer
let alice: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
})
afterAll(() => server.close())

const send = async (fields: object = {}, token = alice): Promise<Json> =>
  (await server.request('/v2/pushes', { token, body: { type: 'note', body: 'oops', email: 'bob@example.org', ...fields } })).body
const remove = (iden: string, token = alice, query = '?everyone=true') =>
  server.request(`/v2/pushes/${iden}${query}`, { token, method: 'DELETE' })
const get = async (iden: string, token = alice): Promise<Json> => (await server.request(`/v2/pushes/${iden}`, { token })).body
const newest = async (token = bob): Promise<Json> => (await server.request('/v2/pushes?limit=1', { token })).body.pushes[0]

describe('deleting for everyone', () => {
  test('leaves a tombstone with the sender, and nothing but `deleted` with the receiver', async () => {
    const sent = await send({ type: 'link', title: 'T', url: 'https://example.org/', guid: 'gone' })
    const got = await newest()
    await server.request(`/v2/pushes/${got.iden}`, { token: bob, body: { reaction: '👎', pinned: true } })
    expect((await remove(sent.iden)).status).toBe(200)
    const gone = await get(sent.iden)
    expect(gone).toEqual({ iden: sent.iden, active: false, created: sent.created, modified: gone.modified })
    const left = await get(got.iden, bob)
    expect(left).toMatchObject({ active: true, type: 'note', body: 'deleted', deleted_by_sender: true, dismissed: true })
    expect(left.modified).toBeGreaterThan(got.modified)
    for (const name of ['title', 'url', 'reactions', 'pinned']) expect(left).not.toHaveProperty(name)
    expect((await remove(sent.iden)).status).toBe(200)
    expect((await send({ guid: 'gone' })).active).toBe(false)
    expect(await get(got.iden, bob)).toEqual(left)
    expect((await server.request(`/v2/pushes/${got.iden}`, { token: bob, body: { reaction: '👍' } })).status).toBe(403)
  })

  test('works after the own copy was deleted, and leaves alone what the receiver deleted', async () => {
    const sent = await send()
    const got = await newest()
    await remove(sent.iden, alice, '')
    await remove(sent.iden)
    expect((await get(got.iden, bob)).deleted_by_sender).toBe(true)
    const another = await send()
    const anotherGot = await newest()
    await remove(anotherGot.iden, bob, '')
    await remove(another.iden)
    expect((await get(anotherGot.iden, bob)).active).toBe(false)
  })

  test('is for the sender, for two days, and does not reach a receiver who blocks the sender', async () => {
    const dan = (await server.signUp('dan@example.org')).token
    const sent = await send({ email: 'dan@example.org' })
    const got = await newest(dan)
    expect((await remove(got.iden, dan)).body.error.code).toBe('forbidden')
    expect((await remove(sent.iden, dan)).body.error.code).toBe('not_found')
    await server.request('/v2/blocks', { token: dan, body: { email: 'alice@example.org' } })
    expect((await remove(sent.iden)).status).toBe(200)
    expect(await get(got.iden, dan)).toEqual(got)
  })

  test('deletes the file with it', async () => {
    const form = [['file', Buffer.from('between us'), 'secret.txt']] as [string, Buffer, string][]
    const { body: request } = await server.request('/v2/upload-request', {
      token: alice,
      body: { file_name: 'secret.txt', file_type: 'text/plain' },
    })
    await postForm(request.upload_url, form)
    const sent = await send({ type: 'file', body: '', file_url: request.file_url })
    expect((await fetch(sent.file_url)).status).toBe(200)
    await remove(sent.iden)
    await server.app.jobs.processAll()
    expect((await fetch(sent.file_url)).status).toBe(404)
  })

  test('is too late after two days', async () => {
    const sent = await send()
    const before = (Date.now() - 1_000 - deleteForEveryoneMilliseconds) * 1_000
    await server.app.db.write((tx) => tx.run('UPDATE push SET created = $2 WHERE iden = $1', [sent.iden, before]))
    expect((await remove(sent.iden)).body.error.code).toBe('too_late')
    expect((await get(sent.iden)).body).toBe('oops')
  })
})

test('a push from before copies named their original is linked to its copy when it is first changed', async () => {
  const sent = await send({ body: 'from before' })
  const got = await newest()
  await server.app.db.write((tx) => tx.run('UPDATE push SET original = NULL WHERE iden = $1', [got.iden]))
  await server.request(`/v2/pushes/${got.iden}`, { token: bob, body: { reaction: '👍' } })
  expect((await get(sent.iden)).reactions).toEqual({ '👍': ['bob@example.org'] })
  // Of two identical ones, it is unknown which is meant.
  const [first, second] = [await send({ body: 'twice' }), await send({ body: 'twice' })]
  const copies = (await server.request('/v2/pushes?limit=2', { token: bob })).body.pushes as Json[]
  await server.app.db.write(async (tx) => {
    for (const { iden } of copies) await tx.run('UPDATE push SET original = NULL WHERE iden = $1', [iden])
  })
  await server.request(`/v2/pushes/${first.iden}`, { token: alice, body: { body: 'once' } })
  for (const { iden } of copies) expect((await get(iden, bob)).body).toBe('twice')
  expect((await get(second.iden)).body).toBe('twice')
})

describe('a post', () => {
  test('that is edited or deleted for everyone changes with all its followers, also one that is still being copied', async () => {
    await server.request('/v2/channels', { token: alice, body: { tag: 'paper' } })
    const readers: string[] = []
    for (let count = 0; count < 60; count++) {
      const { token } = await server.signUp(`reader${count}@example.org`)
      await server.request('/v2/subscriptions', { token, body: { channel_tag: 'paper' } })
      readers.push(token)
    }
    const first = await send({ email: undefined, channel_tag: 'paper', body: 'frist' })
    await server.request(`/v2/pushes/${first.iden}`, { token: alice, body: { body: 'first' } })
    const second = await send({ email: undefined, channel_tag: 'paper', body: 'secret', reply_to: first.iden })
    await server.app.jobs.processAll()
    await remove(second.iden)
    await server.app.jobs.processAll()
    for (const token of readers) {
      const [last, before] = (await server.request('/v2/pushes', { token })).body.pushes as Json[]
      expect(last).toMatchObject({ body: 'deleted', deleted_by_sender: true, sender_name: 'paper' })
      expect(before).toMatchObject({ body: 'first' })
      expect(last).not.toHaveProperty('reply_to')
    }
    const third = await send({ email: undefined, channel_tag: 'paper', body: 'third', reply_to: first.iden })
    await server.app.jobs.processAll()
    await server.request(`/v2/pushes/${third.iden}`, { token: alice, body: { body: 'third, better' } })
    await server.app.jobs.processAll()
    for (const token of readers) {
      const pushes = (await server.request('/v2/pushes', { token })).body.pushes as Json[]
      const copy = pushes.find(({ body }) => body === 'third, better')
      expect(pushes.find(({ iden }) => iden === copy?.reply_to)?.body).toBe('first')
      expect(copy?.edited).toBeGreaterThan(third.created)
    }
    const [copy] = (await server.request('/v2/pushes?limit=1', { token: readers[0] as string })).body.pushes
    expect((await remove(copy.iden, readers[0])).body.error.code).toBe('forbidden')
  })
})
