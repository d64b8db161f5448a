import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let alice: string
let carol: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  await server.signUp('bob@example.org', 'Bob')
  carol = (await server.signUp('carol@example.org', 'Carol')).token
  for (const body of ['1', '2', '3']) await send({ type: 'note', body: `self ${body}` })
  for (const body of ['1', '2']) await send({ type: 'note', body: `to bob ${body}`, email: 'bob@example.org' })
  await send({ type: 'note', body: 'from alice', email: 'carol@example.org' }, alice)
})
afterAll(() => server.close())

const send = async (body: object, token = carol) => server.request('/v2/pushes', { token, body })
const list = async (query = '', token = carol) => (await server.request(`/v2/pushes${query}`, { token })).body
const bodies = (answer: { pushes: { body?: string }[] }) => answer.pushes.map((push) => push.body)

test('API-007 API-019 the latest change comes first, and every list is there by name', async () => {
  const answer = await list()
  expect(bodies(answer)).toEqual(['from alice', 'to bob 2', 'to bob 1', 'self 3', 'self 2', 'self 1'])
  expect(Object.keys(answer)).toEqual([
    'accounts',
    'blocks',
    'channels',
    'chats',
    'clients',
    'contacts',
    'devices',
    'grants',
    'pushes',
    'profiles',
    'subscriptions',
    'texts',
  ])
})

test('API-019 GAP-079 self and email pick one conversation', async () => {
  expect(bodies(await list('?self=true'))).toEqual(['self 3', 'self 2', 'self 1'])
  expect(bodies(await list('?email=BOB@example.org'))).toEqual(['to bob 2', 'to bob 1'])
  expect(bodies(await list('?email=alice@example.org'))).toEqual(['from alice'])
  expect(bodies(await list('?client_iden=unknown'))).toEqual([])
  const unknown = await server.request('/v2/pushes?channel_tag=none', { token: carol })
  expect([unknown.status, unknown.body.error.param]).toEqual([400, 'channel_tag'])
})

test('API-007 pages follow one another by cursor, and the last one has none', async () => {
  const seen: (string | undefined)[] = []
  let cursor: string | undefined
  let pages = 0
  do {
    const page = await list(`?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
    seen.push(...bodies(page))
    if (page.cursor) expect(Object.keys(page).at(-1)).toBe('cursor')
    cursor = page.cursor
    pages++
  } while (cursor)
  expect(seen).toEqual(['from alice', 'to bob 2', 'to bob 1', 'self 3', 'self 2', 'self 1'])
  expect(pages).toBe(3)
})

test('API-008 a page has 500 rows at most, whatever is asked for', async () => {
  const { token } = await server.signUp('many@example.org')
  for (let round = 0; round < 11; round++) {
    await Promise.all(Array.from({ length: 50 }, (_, index) => send({ type: 'note', body: `${round} ${index}` }, token)))
  }
  for (const query of ['', '?limit=9999']) {
    const page = await list(query, token)
    expect(page.pushes).toHaveLength(500)
    expect((await list(`?cursor=${page.cursor}`, token)).pushes).toHaveLength(50)
  }
})

test('modified_after is strict: the last known object is not listed again', async () => {
  const [newest, second] = (await list()).pushes
  expect(bodies(await list(`?modified_after=${newest.modified}`))).toEqual([])
  expect(bodies(await list(`?modified_after=${second.modified}`))).toEqual([newest.body])
  expect((await list('?modified_after=0')).pushes).toHaveLength(6)
  expect((await list('?modified_after=1.4e%2B09')).pushes).toHaveLength(6)
  expect(await list(`?modified_after=${newest.modified + 1}`)).not.toHaveProperty('cursor')
})

test('a malformed query is refused by name', async () => {
  const bad: [string, string, string | undefined][] = [
    ['?cursor=%27%3B--', 'invalid_cursor', undefined],
    ['?cursor=zzzzzzzzzzzzzzzzzzz', 'invalid_cursor', undefined],
    ['?limit=0', 'invalid_param', 'limit'],
    ['?limit=ten', 'invalid_param', 'limit'],
    ['?modified_after=yesterday', 'invalid_param', 'modified_after'],
    ['?modified_after=-1', 'invalid_param', 'modified_after'],
    ['?active=perhaps', 'invalid_param', 'active'],
    ['?email=none', 'invalid_param', 'email'],
  ]
  for (const [query, code, param] of bad) {
    const { status, body } = await server.request(`/v2/pushes${query}`, { token: carol })
    expect([query, status, body.error.code, body.error.param]).toEqual([query, 400, code, param])
  }
})

test('GET /v2/pushes/{iden} answers one push to its owner alone', async () => {
  const [push] = (await list()).pushes
  expect((await server.request(`/v2/pushes/${push.iden}`, { token: carol })).body).toEqual(push)
  expect((await server.request(`/v2/pushes/${push.iden}`, { token: alice })).status).toBe(404)
  expect((await server.request('/v2/pushes/unknown', { token: carol })).body.error.code).toBe('not_found')
})
