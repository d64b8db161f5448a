import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

// Metadata with which clients show a push.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const facts = {
  album: 'guid-of-the-first',
  forwarded_from: 'Dana',
  duration: 18.4,
  peaks: '0123456789abcdefghijklmnopqrstuv01234567',
  image_colors: 'jpyOnI58njmWnJacZXhEtv/btpk0dSx1',
}
const tokenOf = async (name: string) => (await server.signUp(`${name}@example.org`)).token
const push = (token: string, body: object) => server.request('/v2/pushes', { token, body })

test('both people of a conversation get the facts by which a push is shown, also after an edit', async () => {
  const [alice, bob] = [await tokenOf('alice'), await tokenOf('bob')]
  const sent = await push(alice, { email: 'bob@example.org', body: 'a caption', ...facts })
  expect(sent.body).toMatchObject(facts)
  await server.request(`/v2/pushes/${sent.body.iden}`, { token: alice, body: { body: 'another caption' } })
  const { pushes } = (await server.request('/v2/pushes', { token: bob })).body
  expect(pushes[0].body).toBe('another caption')
  expect(pushes[0]).toMatchObject(facts)
})

test('a message that its sender deleted for everyone keeps none of them, and others have none', async () => {
  const [carol, dave] = [await tokenOf('carol'), await tokenOf('dave')]
  const { iden } = (await push(carol, { email: 'dave@example.org', body: 'a caption', ...facts })).body
  await server.request(`/v2/pushes/${iden}?everyone=true`, { token: carol, method: 'DELETE' })
  await push(carol, { email: 'dave@example.org', body: 'plain' })
  const { pushes } = (await server.request('/v2/pushes', { token: dave })).body
  expect(pushes).toHaveLength(2)
  for (const each of pushes) for (const name of Object.keys(facts)) expect(each).not.toHaveProperty(name)
})

test('facts that no client can show are refused', async () => {
  const erin = await tokenOf('erin')
  const wrong = {
    album: 'x'.repeat(256),
    duration: -1,
    peaks: '0'.repeat(39),
    image_colors: `${'A'.repeat(31)}=`,
  }
  for (const [name, value] of Object.entries(wrong)) {
    const { status, body } = await push(erin, { body: 'note', [name]: value })
    expect([status, body.error.param]).toEqual([400, name])
  }
})
