import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '../../stream/test-listener.ts'
import { type Json, startTestServer, type TestServer } from '../../test-server.ts'

let server: TestServer
let alice: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
})
afterAll(() => server.close())

const newest = async (token: string): Promise<Json> => (await server.request('/v2/pushes?limit=1', { token })).body.pushes[0]

async function heard(work: (iden: string, got: Json) => Promise<unknown>): Promise<Json[]> {
  const note = { type: 'note', body: 'hello', email: 'bob@example.org' }
  const { body: sent } = await server.request('/v2/pushes', { token: alice, body: note })
  const got = await newest(bob)
  const stream = await openStream(server.origin, bob)
  await work(sent.iden, got)
  expect(JSON.parse(await stream.next())).toEqual({ type: 'tickle', subtype: 'push' })
  stream.close()
  const { pushes } = (await server.request(`/v2/pushes?modified_after=${got.modified}`, { token: bob })).body
  for (const push of pushes)
    expect(push).toMatchObject({ active: true, type: 'note', direction: 'incoming', sender_name: 'Alice' })
  return pushes
}

const change = (iden: string, body: object) => server.request(`/v2/pushes/${iden}`, { token: alice, body })

test('a program that has never heard of replies, edits, reactions and pins sees ordinary pushes', async () => {
  const reply = (iden: string) =>
    server.request('/v2/pushes', { token: alice, body: { body: 'a reply', email: 'bob@example.org', reply_to: iden } })
  expect(await heard(reply)).toMatchObject([{ body: 'a reply' }])
  expect(await heard((iden) => change(iden, { body: 'better' }))).toMatchObject([{ body: 'better', dismissed: false }])
  expect(await heard((iden) => change(iden, { reaction: '👍' }))).toMatchObject([{ body: 'hello' }])
  expect(await heard((iden) => change(iden, { pinned: true }))).toMatchObject([{ body: 'hello' }])
})

test('for such a program a push that was deleted for everyone is a note that says so, dismissed', async () => {
  const remove = (iden: string) => server.request(`/v2/pushes/${iden}?everyone=true`, { token: alice, method: 'DELETE' })
  expect(await heard(remove)).toMatchObject([{ body: 'deleted', dismissed: true }])
})

test('such a program gets no frames about the reading of others, and its chats and pushes stay unchanged', async () => {
  const body = { type: 'note', body: 'read me', email: 'bob@example.org' }
  await server.request('/v2/pushes', { token: alice, body })
  const { created } = await newest(bob)
  const lists = async () => [
    (await server.request('/v2/pushes', { token: alice })).body,
    (await server.request('/v2/chats', { token: alice })).body,
    (await server.request('/v2/everything?modified_after=0', { token: alice })).body,
  ]
  const before = await lists()
  const stream = await openStream(server.origin, alice)
  for (const move of [{ delivered_to: created }, { read_to: created }]) {
    const markers = [{ conversation: 'email:alice@example.org', ...move }]
    await server.request('/v2/read_markers', { token: bob, body: { markers } })
  }
  expect(await lists()).toEqual(before)
  await server.request('/v2/pushes', { token: bob, body: { body: 'read', email: 'alice@example.org' } })
  expect(JSON.parse(await stream.next())).toEqual({ type: 'tickle', subtype: 'push' })
  stream.close()
})

test('for such a program a forwarded file is a file of the one who forwarded it', async () => {
  const { body: upload } = await server.request('/v2/upload-request', {
    token: alice,
    body: { file_name: 'plan.txt', file_type: 'text/plain' },
  })
  const form = new FormData()
  form.append('file', new Blob(['the plan']), 'plan.txt')
  expect((await fetch(upload.upload_url, { method: 'POST', body: form })).status).toBe(204)
  const { file_url } = upload
  const file = { type: 'file', file_name: 'plan.txt', file_type: 'text/plain', file_url }
  await server.request('/v2/pushes', { token: alice, body: { ...file, body: 'mine' } })
  const { modified } = await newest(bob)
  const stream = await openStream(server.origin, bob)
  await server.request('/v2/pushes', { token: alice, body: { ...file, body: 'mine', email: 'bob@example.org' } })
  expect(JSON.parse(await stream.next())).toEqual({ type: 'tickle', subtype: 'push' })
  stream.close()
  const { pushes } = (await server.request(`/v2/pushes?modified_after=${modified}`, { token: bob })).body
  expect(pushes).toMatchObject([{ ...file, body: 'mine', direction: 'incoming', sender_email: 'alice@example.org' }])
  expect(await (await fetch(pushes[0].file_url)).text()).toBe('the plan')
})
