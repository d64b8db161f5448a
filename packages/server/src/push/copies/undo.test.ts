// On the engines too: deletions are undone or finished by jobs, with files.

import { undoDeletionMilliseconds } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { microseconds } from '../../change.ts'
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
  (
    await server.request('/v2/pushes', {
      token,
      body: { type: 'note', body: 'secret harbour', email: 'bob@example.org', ...fields },
    })
  ).body
const remove = (iden: string, query = '?undoable=true&everyone=true', token = alice) =>
  server.request(`/v2/pushes/${iden}${query}`, { token, method: 'DELETE' })
const restore = (iden: string, token = alice) => server.request(`/v2/pushes/${iden}/restore`, { token, body: {} })
const get = async (iden: string, token = alice): Promise<Json> => (await server.request(`/v2/pushes/${iden}`, { token })).body
const newest = async (token = bob): Promise<Json> => (await server.request('/v2/pushes?limit=1', { token })).body.pushes[0]
/** Ends all deletions that can no longer be undone. */
const later = () => server.app.jobs.processAll(microseconds() + undoDeletionMilliseconds * 1_000 + 1_000_000)
const found = async (token: string) => {
  const { pushes } = (await server.request('/v3/search?q=harbour', { token })).body
  return pushes.map(({ iden }: Json) => iden)
}
const kept = (text: string) =>
  server.app.db.all('SELECT iden FROM push WHERE body = $1 UNION ALL SELECT iden FROM job WHERE payload LIKE $2', [
    text,
    `%${text}%`,
  ])

test('a push that is deleted for everyone is hidden from both at once, and back for both when that is undone', async () => {
  const sent = await send({ title: 'T' })
  const got = await newest()
  await server.request(`/v2/pushes/${got.iden}`, { token: bob, body: { reaction: '👍', pinned: true } })
  const [ours, theirs] = [await get(sent.iden), await get(got.iden, bob)]
  expect((await remove(sent.iden)).status).toBe(200)
  expect((await get(sent.iden)).active).toBe(false)
  expect(await get(got.iden, bob)).toMatchObject({ body: 'deleted', deleted_by_sender: true })
  expect([await found(alice), await found(bob)]).toEqual([[], []])

  const { status, body } = await restore(sent.iden)
  expect(status).toBe(200)
  expect(body).toEqual({ ...ours, modified: body.modified })
  expect(await get(got.iden, bob)).toEqual({ ...theirs, modified: (await get(got.iden, bob)).modified })
  expect(body.modified).toBeGreaterThan(ours.modified)
  await expect.poll(async () => [await found(alice), await found(bob)]).toEqual([[sent.iden], [got.iden]])
  expect((await restore(sent.iden)).body.error.code).toBe('not_found')
  await later()
  expect((await get(got.iden, bob)).body).toBe('secret harbour')
})

test('the own copy comes back alone, and only to its owner', async () => {
  const sent = await send()
  const got = await newest()
  await remove(got.iden, '?undoable=true', bob)
  expect((await get(got.iden, bob)).active).toBe(false)
  expect((await restore(got.iden, alice)).body.error.code).toBe('not_found')
  expect((await restore(sent.iden, alice)).body.error.code).toBe('not_found')
  expect((await restore(got.iden, bob)).body).toMatchObject({ active: true, body: 'secret harbour' })
})

test('after 15 seconds, and without the wish to undo it at once, nothing of the content is left', async () => {
  const plain = await send({ body: 'gone at once' })
  await remove(plain.iden, '?everyone=true')
  expect(await kept('gone at once')).toEqual([])
  expect((await restore(plain.iden)).body.error.code).toBe('not_found')

  const sent = await send({ body: 'gone later' })
  await remove(sent.iden)
  await server.app.jobs.processAll()
  expect(await kept('gone later')).toHaveLength(1)
  await later()
  expect(await kept('gone later')).toEqual([])
  expect((await restore(sent.iden)).body.error.code).toBe('not_found')
})

test('a file stays as long as its deletion can be undone, also if the server was restarted, and goes after that', async () => {
  const file = { file_name: 'a.txt', file_type: 'text/plain' }
  const { body: upload } = await server.request('/v2/upload-request', { token: alice, body: file })
  await postForm(upload.upload_url, [['file', Buffer.from('content'), 'a.txt']])
  const { file_url } = upload
  const sent = await send({ type: 'file', body: '', file_url, ...file })
  const status = async () => (await fetch(sent.file_url)).status
  await remove(sent.iden)
  await server.restart()
  await server.app.jobs.processAll()
  expect(await status()).toBe(200)
  expect((await restore(sent.iden)).body.file_url).toBe(sent.file_url)
  await later()
  expect(await status()).toBe(200)
  await remove(sent.iden)
  await later()
  await server.app.jobs.processAll()
  expect(await status()).toBe(404)
})

test('what the other person does meanwhile holds: a deleted copy stays deleted, and a block keeps it', async () => {
  const sent = await send()
  const got = await newest()
  await remove(sent.iden)
  await remove(got.iden, '', bob)
  await restore(sent.iden)
  expect((await get(got.iden, bob)).active).toBe(false)

  const second = await send()
  const copy = await newest()
  await remove(second.iden)
  await server.request('/v2/blocks', { token: bob, body: { email: 'alice@example.org' } })
  await restore(second.iden)
  expect((await get(copy.iden, bob)).deleted_by_sender).toBe(true)
  expect((await get(second.iden)).active).toBe(true)
})

test('followers keep a post until its deletion can no longer be undone', async () => {
  const { token: reader } = await server.signUp('reader@example.org')
  await server.request('/v2/channels', { token: alice, body: { tag: 'paper' } })
  await server.request('/v2/subscriptions', { token: reader, body: { channel_tag: 'paper' } })
  const [first, second] = [
    await send({ email: undefined, channel_tag: 'paper', body: 'first' }),
    await send({ email: undefined, channel_tag: 'paper', body: 'second' }),
  ]
  await server.app.jobs.processAll()
  await remove(first.iden)
  await remove(second.iden)
  expect((await restore(first.iden)).body.body).toBe('first')
  await later()
  await server.app.jobs.processAll()
  const { pushes } = (await server.request('/v2/pushes', { token: reader })).body
  expect(pushes.map(({ body }: Json) => body).toSorted()).toEqual(['deleted', 'first'])
})
