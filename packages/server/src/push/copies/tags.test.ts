// On the engines too: tags are found before and after they are in the index.

import type { Push } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const send = async (fields: object = {}, token = alice): Promise<Json> =>
  (await server.request('/v2/pushes', { token, body: { body: 'tide table', email: 'bob@example.org', ...fields } })).body
const change = (iden: string, fields: object, token = alice) => server.request(`/v2/pushes/${iden}`, { token, body: fields })
const get = async (iden: string, token = alice): Promise<Json> => (await server.request(`/v2/pushes/${iden}`, { token })).body
const newest = async (token = bob): Promise<Json> => (await server.request('/v2/pushes?limit=1', { token })).body.pushes[0]
const found = async (query: string, token = alice): Promise<(string | undefined)[]> =>
  (await server.request(`/v3/search?${query}`, { token })).body.pushes.map(({ body }: Push) => body)

test('tags are set in the box of their owner alone, and reach the other sessions of that account', async () => {
  const sent = await send()
  const got = await newest()
  const { body } = await change(got.iden, { tags: ['Sailing', 'to-do', 'SAILING'] }, bob)
  expect(body.tags).toEqual(['Sailing', 'to-do'])
  expect(body.modified).toBeGreaterThan(got.modified)
  const { pushes } = (await server.request(`/v2/pushes?modified_after=${got.modified}`, { token: bob })).body
  expect(pushes.map(({ tags }: Push) => tags)).toEqual([['Sailing', 'to-do']])
  expect(await get(sent.iden)).toEqual(sent)
  await change(sent.iden, { tags: ['mine'] })
  expect((await get(got.iden, bob)).tags).toEqual(['Sailing', 'to-do'])
  expect((await change(got.iden, { tags: ['Sailing', 'to-do'] }, bob)).body.modified).toBe(body.modified)
  expect((await change(got.iden, { tags: [] }, bob)).body).not.toHaveProperty('tags')
})

test('an edit of the sender leaves the tags of the receiver alone', async () => {
  const sent = await send()
  const got = await newest()
  await change(got.iden, { tags: ['kept'] }, bob)
  await change(sent.iden, { body: 'tide tables' })
  expect(await get(got.iden, bob)).toMatchObject({ body: 'tide tables', tags: ['kept'] })
})

test('tags that were set and tags that were typed are found, before and after the index has them, by their owner alone', async () => {
  const { token, account } = await server.signUp('cleo@example.org', 'Cleo')
  const { iden } = await send({ email: undefined, body: 'one with a set tag' }, token)
  await send({ email: undefined, body: 'one with #Moor_ings typed' }, token)
  await send({ email: undefined, body: 'moor ings without' }, token)
  server.app.indexer.isBehind(account.iden)
  await server.app.indexer.idle()
  await change(iden, { tags: ['moor_ings', 'other'] }, token)
  for (const indexed of [false, true]) {
    if (indexed) {
      server.app.indexer.isBehind(account.iden)
      await server.app.indexer.idle()
    }
    for (const query of ['tag=moor_ings', 'tag=MOOR_INGS&conversation=self', 'q=%23moor_', 'q=%23moor_ings+one'])
      expect([query, await found(query, token)]).toEqual([query, ['one with #Moor_ings typed', 'one with a set tag']])
    expect(await found('tag=moor', token)).toEqual([])
    expect(await found('tag=moor_ings&kind=files', token)).toEqual([])
    expect(await found('q=other', token)).toEqual(['one with a set tag'])
    expect(await found('tag=moor_ings')).toEqual([])
  }
  await change(iden, { tags: [] }, token)
  expect(await found('tag=moor_ings', token)).toEqual(['one with #Moor_ings typed'])
})

test('what is no tag, too many of them, and pushes of others are refused', async () => {
  const sent = await send()
  const got = await newest()
  const many = Array.from({ length: 21 }, (_, at) => `t${at}`)
  for (const tags of [['two words'], ['#work'], ['12'], [''], ['a'.repeat(41)], [{}], [['a']], 'a,b', many]) {
    const { status, body } = await change(sent.iden, { tags })
    expect([tags, status, body.error?.code]).toEqual([tags, 400, 'invalid_param'])
  }
  for (const tag of ['two words', '12', '%23a', '%00a']) {
    const { status, body } = await server.request(`/v3/search?tag=${tag}`, { token: alice })
    expect([tag, status, body.error?.param]).toEqual([tag, 400, 'tag'])
  }
  expect((await change(got.iden, { tags: ['mine'] })).status).toBe(404)
  expect(await get(got.iden, bob)).toEqual(got)
})

test('tags go with a deletion, and are there again when that is undone', async () => {
  const { iden } = await send({ email: undefined })
  await change(iden, { tags: ['again'] })
  await server.request(`/v2/pushes/${iden}?undoable=true`, { token: alice, method: 'DELETE' })
  expect(await found('tag=again')).toEqual([])
  await server.request(`/v2/pushes/${iden}/restore`, { token: alice, body: {} })
  expect((await get(iden)).tags).toEqual(['again'])
  expect(await found('tag=again')).toEqual(['tide table'])
  const sent = await send()
  const got = await newest()
  await change(got.iden, { tags: ['gone'] }, bob)
  await server.request(`/v2/pushes/${sent.iden}?everyone=true`, { token: alice, method: 'DELETE' })
  expect(await get(got.iden, bob)).not.toHaveProperty('tags')
  expect((await change(got.iden, { tags: ['gone'] }, bob)).body.error.code).toBe('forbidden')
})
