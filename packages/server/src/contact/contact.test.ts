// On the engines too: one of each address is upserted.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '../stream/test-listener.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let alice: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org')).token
  bob = (await server.signUp('bob@example.org')).token
})
afterAll(() => server.close())

const make = (name: string, email: string, token = alice) => server.request('/v2/contacts', { token, body: { name, email } })
const contactsOf = async (query = '', token = alice) => (await server.request(`/v2/contacts${query}`, { token })).body.contacts

test('API-015 API-085 a contact has a name and an address, and there is one of each address', async () => {
  const { status, body } = await make('Carol', 'Carol@Example.org')
  expect(status).toBe(200)
  expect(body).toMatchObject({ active: true, name: 'Carol', email: 'Carol@Example.org', email_normalized: 'carol@example.org' })
  const { body: renamed } = await make('Caroline', 'carol@example.org')
  expect(renamed).toMatchObject({ iden: body.iden, name: 'Caroline', email: 'Carol@Example.org' })
  expect(await contactsOf()).toEqual([renamed])
})

test('API-015 the list is ordered by what changed last', async () => {
  const { body: first } = await make('One', 'one@example.org')
  await make('Two', 'two@example.org')
  const update = { token: alice, body: { name: 'Uno' } }
  const { body: changed } = await server.request(`/v2/contacts/${first.iden}`, update)
  expect(changed).toMatchObject({ iden: first.iden, name: 'Uno', email: 'one@example.org' })
  expect((await server.request(`/v2/contacts/${first.iden}`, update)).body).toEqual(changed)
  const names = (await contactsOf('?limit=2')).map((contact: { name: string }) => contact.name)
  expect(names).toEqual(['Uno', 'Two'])
})

test('a deleted contact is a tombstone, and made again the same one, without what was known', async () => {
  const { body: made } = await make('Short', 'short@example.org')
  expect((await server.request(`/v2/contacts/${made.iden}`, { token: alice, method: 'DELETE' })).body).toEqual({})
  expect((await contactsOf())[0]).toEqual({ iden: made.iden, active: false, created: made.created, modified: expect.any(Number) })
  expect((await server.request(`/v2/contacts/${made.iden}`, { token: alice, body: { name: 'x' } })).status).toBe(404)
  expect((await make('Back', 'short@example.org')).body).toMatchObject({ iden: made.iden, active: true, name: 'Back' })
})

test("a stranger's contact is not found, bad fields are refused by name, and nothing is written", async () => {
  const { body: made } = await make('Mine', 'mine@example.org')
  for (const options of [{ body: { name: 'Yours' } }, { method: 'DELETE' }]) {
    expect((await server.request(`/v2/contacts/${made.iden}`, { token: bob, ...options })).body.error.code).toBe('not_found')
  }
  const bad: [object, string][] = [
    [{ email: 'a@example.org' }, 'name'],
    [{ name: 'No address' }, 'email'],
    [{ name: 'x'.repeat(1_001), email: 'a@example.org' }, 'name'],
    [{ name: 'Bad', email: 'a@example.org\r\nBcc: b@example.org' }, 'email'],
  ]
  for (const [body, param] of bad) {
    const answer = await server.request('/v2/contacts', { token: bob, body })
    expect([answer.status, answer.body.error.param]).toEqual([400, param])
  }
  expect(await contactsOf('', bob)).toEqual([])
})

test('a contact is told live and is among everything', async () => {
  const stream = await openStream(server.origin, bob)
  const { body: made } = await make('Ann', 'ann@example.org', bob)
  expect(await stream.next()).toBe('{"type":"tickle","subtype":"contact"}')
  expect((await server.request('/v2/everything?modified_after=0', { token: bob })).body.contacts).toEqual([made])
  stream.close()
})
