// On the engines too: a draft is overwritten only by who has seen it, within a write.

import { draftLength } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '../stream/test-listener.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'
import { draftsPerAccount } from './rows.ts'

let server: TestServer
let alice: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
})
afterAll(() => server.close())

const bob = 'email:bob@example.org'
const save = (fields: Json, token = alice) =>
  server.request('/v2/drafts', { token, body: { conversation: bob, writer: 'laptop', ...fields } })
const list = async (token = alice): Promise<Json[]> => (await server.request('/v2/drafts?active=true', { token })).body.drafts

test('a conversation has one draft, which is saved, changed and emptied [I1]', async () => {
  const first = (await save({ conversation: 'email:Bob@Example.org', body: 'hel' })).body
  expect(first).toMatchObject({ saved: true, draft: { active: true, conversation: bob, body: 'hel', writer: 'laptop' } })
  const { body: second } = await save({ title: 'Hi', body: 'hello', url: 'x', base: first.draft.modified })
  expect(second.draft).toMatchObject({ iden: first.draft.iden, title: 'Hi', body: 'hello', url: 'x' })
  expect(await list()).toEqual([second.draft])
  expect((await save({ title: 'Hi', body: 'hello', url: 'x', writer: 'phone' })).body).toEqual(second)
  const { body: none } = await save({ base: second.draft.modified })
  expect(none).toMatchObject({ saved: true, draft: { iden: first.draft.iden, active: false } })
  expect(none.draft).not.toHaveProperty('conversation')
  expect(await list()).toEqual([])
  expect((await save({ conversation: 'self' })).body).toEqual({ saved: true })
})

test('a draft of another device that the caller has not seen is neither overwritten nor emptied [I2]', async () => {
  const { token } = await server.signUp('ann@example.org')
  const theirs = (await save({ body: 'from the phone', writer: 'phone' }, token)).body.draft
  for (const mine of [{ body: 'from the laptop' }, { body: '' }])
    expect((await save(mine, token)).body).toEqual({ draft: theirs, saved: false })
  expect(await list(token)).toEqual([theirs])
  // Once it has seen that, or if it wrote it, the device may change it.
  expect((await save({ body: 'from both', base: theirs.modified }, token)).body.saved).toBe(true)
  expect((await save({ body: 'more' }, token)).body.saved).toBe(true)
})

test('programs of the public API hear nothing of drafts; our own clients are told live and by everything', async () => {
  const { token } = await server.signUp('cleo@example.org')
  const plain = await openStream(server.origin, token)
  const delta = await openStream(server.origin, token, '?delta=1')
  const { draft } = (await save({ body: 'hello' }, token)).body
  expect(JSON.parse(await delta.next())).toMatchObject({ subtype: 'draft', objects: { drafts: [draft] } })
  const everything = async (query: string) => (await server.request(`/v2/everything?modified_after=1${query}`, { token })).body
  expect((await everything('&drafts=true')).drafts).toEqual([draft])
  expect(await everything('')).not.toHaveProperty('drafts')
  await server.request('/v2/pushes', { token, body: { type: 'note', body: 'push' } })
  expect(JSON.parse(await plain.next())).toEqual({ type: 'tickle', subtype: 'push' })
  for (const stream of [plain, delta]) stream.close()
})

test('drafts that are too long or too many are refused, and those of another account can be neither read nor changed', async () => {
  const { token } = await server.signUp('dan@example.org')
  const long = 'x'.repeat(draftLength)
  expect((await save({ body: long }, token)).status).toBe(200)
  for (const [fields, param] of [
    [{ body: `${long}x` }, 'body'],
    [{ body: long, title: 'x' }, 'body'],
    [{ body: 5 }, 'body'],
    [{ conversation: 'bob' }, 'conversation'],
    [{ base: 'now' }, 'base'],
    [{ writer: '' }, 'writer'],
  ] as const) {
    const { status, body } = await save(fields, token)
    expect([status, body.error?.param]).toEqual([400, param])
  }
  const [first] = await list(token)
  await server.app.db.write(async (tx) => {
    for (let count = 1; count < draftsPerAccount; count++)
      await tx.run(
        `INSERT INTO draft (iden, owner, active, created, modified, conversation, body, writer)
         SELECT iden || $2, owner, 1, created, modified, conversation || $2, 'x', writer FROM draft WHERE iden = $1`,
        [first.iden, `-${count}`],
      )
  })
  const { status, body } = await save({ conversation: 'self', body: 'x' }, token)
  expect([status, body.error.param]).toEqual([400, 'conversation'])
  expect((await save({ body: 'changed' }, token)).status).toBe(200)

  const { token: other } = await server.signUp('eve@example.org')
  const before = await list(token)
  await save({ body: 'mine', base: 9e9 }, other)
  expect(await list(other)).toMatchObject([{ body: 'mine' }])
  expect(await list(token)).toEqual(before)
})

test('drafts go with their account', async () => {
  const { token, account } = await server.signUp('fay@example.org')
  await save({ body: 'x' }, token)
  await server.request('/v2/users/me', { token, method: 'DELETE' })
  await server.app.jobs.processAll()
  expect(await server.app.db.all('SELECT iden FROM draft WHERE owner = $1', [account.iden])).toEqual([])
})
