// On the engines too: people are found by the beginnings of words in SQL.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { completed, type Known, mergeKnown } from './rules.ts'

let server: TestServer
let alice: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
  await server.signUp('carol@example.org', 'Carol')
})
afterAll(() => server.close())

const call = (name: string, body: object = {}, token = alice) => server.request(`/v3/${name}`, { token, body })
const emails = async (name: string, body: object = {}, token = alice) =>
  (await call(name, body, token)).body.targets.map((target: { email: string }) => target.email)
const contact = (name: string, email: string, token = alice) => server.request('/v2/contacts', { token, body: { name, email } })

test('API-045 API-113 suggested are people whom one knows and has no chat with', async () => {
  await contact('Zoë Quinn', 'zoe@example.net')
  await contact('Carol from work', 'Carol@example.org')
  await server.request('/v2/pushes', { token: alice, body: { body: 'hi', email: 'bob@example.org' } })
  expect((await call('suggest-targets')).body).toEqual({
    targets: [
      { name: 'Carol from work', email: 'Carol@example.org', email_normalized: 'carol@example.org', is_user: true },
      { name: 'Zoë Quinn', email: 'zoe@example.net', email_normalized: 'zoe@example.net', is_user: false },
    ],
  })
  const { chats } = (await server.request('/v2/chats', { token: alice })).body
  await server.request(`/v2/chats/${chats[0].iden}`, { token: alice, method: 'DELETE' })
  expect((await emails('suggest-targets'))[0]).toBe('bob@example.org')
  const { body: block } = await server.request('/v2/blocks', { token: alice, body: { email: 'bob@example.org' } })
  expect(await emails('suggest-targets')).not.toContain('bob@example.org')
  await server.request(`/v2/blocks/${block.iden}`, { token: alice, method: 'DELETE' })
})

test('API-046 API-113 to be invited are people whom one knows and who have no account', async () => {
  await server.request('/v2/chats', { token: alice, body: { email: 'yan@example.net' } })
  expect(await emails('invite-targets')).toEqual(['yan@example.net', 'zoe@example.net'])
  await server.request('/v2/blocks', { token: alice, body: { email: 'yan@example.net' } })
  expect(await emails('invite-targets')).toEqual(['zoe@example.net'])
})

test('API-113 a person comes with a picture: one of their own account, or one that the contact has', async () => {
  const owner = (await server.signUp('album@example.org')).token
  const { account } = await server.signUp('pictured@example.org')
  const { db } = server.app
  await db.write((tx) => tx.run('UPDATE account SET image_url = $2 WHERE iden = $1', [account.iden, 'https://example.org/a.png']))
  await contact('Pat', 'pictured@example.org', owner)
  const { body } = await contact('Quinn', 'quinn@example.net', owner)
  await db.write((tx) => tx.run('UPDATE contact SET image_url = $2 WHERE iden = $1', [body.iden, 'https://example.org/q.png']))
  const pictures = async (name: string) =>
    (await call(name, {}, owner)).body.targets.map((target: { image_url?: string }) => target.image_url)
  expect((await pictures('suggest-targets')).sort()).toEqual(['https://example.org/a.png', 'https://example.org/q.png'])
  expect(await pictures('invite-targets')).toEqual(['https://example.org/q.png'])
})

test('API-047 PICK-014 a query finds words that begin so, of names and addresses, whatever their case and accents', async () => {
  for (const query of ['zoe', 'ZOË', 'qui', 'zoe q', 'zoe@ex', 'example.net', '  zoe '])
    expect(await emails('autocomplete-targets', { query })).toContain('zoe@example.net')
  for (const query of ['oe', 'uinn', 'quinn zoe', 'unknown', '.*', '%', "'"])
    expect(await emails('autocomplete-targets', { query })).not.toContain('zoe@example.net')
  for (const body of [{ query: '' }, { query: '   ' }, {}])
    expect((await call('autocomplete-targets', body)).body).toEqual({ targets: [] })
  expect((await call('autocomplete-targets', { query: 'x'.repeat(1_001) })).body.error.param).toBe('query')
})

test('people whom only others know are not found', async () => {
  const dan = (await server.signUp('dan@example.org')).token
  for (const name of ['suggest-targets', 'invite-targets']) expect(await emails(name, {}, dan)).toEqual([])
  for (const query of ['zoe', 'alice', 'example']) expect(await emails('autocomplete-targets', { query }, dan)).toEqual([])
})

test('an answer has twenty people at most, the latest first', () => {
  const known = Array.from({ length: 30 }, (_, index): Known => {
    const email = `p${index}@example.org`
    const plain = { active: 1, name: null, image_url: null, user_iden: null, blocked: 0 }
    return { source: 'contact', ...plain, email, email_normalized: email, modified: index }
  })
  const found = completed(mergeKnown(known), 'p')
  expect(found).toHaveLength(20)
  expect(found[0]?.email).toBe('p29@example.org')
})

test('API-048 contacts of a provider that has none are not to be had', async () => {
  for (const type of ['local', 'unknown']) {
    const { status, body } = await call('import-targets', { type, access_token: 'x' }, bob)
    expect([status, body.error.code]).toEqual([400, 'provider_unknown'])
  }
})
