// On the engines too: many copies are read with one query.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let owner: string
let channel: Json
const followers: string[] = []
beforeAll(async () => {
  server = await startTestServer()
  owner = (await server.signUp('owner@example.org')).token
  channel = (await server.request('/v2/channels', { token: owner, body: { tag: 'river', subscribe: true } })).body
  for (const name of ['ann', 'bob', 'eve']) followers.push((await server.signUp(`${name}@example.org`)).token)
})
afterAll(() => server.close())

const post = async (body: string): Promise<Json> => {
  const { body: posted } = await server.request('/v2/pushes', { token: owner, body: { body, channel_tag: 'river' } })
  await server.app.jobs.processAll()
  return posted
}
const count = (token = owner) => server.request(`/v2/channels/${channel.iden}/posts`, { token })
const copies = async () => (await count()).body.posts.map((each: Json) => [each.iden, each.copies])

test('the owner of a channel learns how many followers have each of its latest posts, and nobody else does', async () => {
  const first = await post('to nobody')
  expect(await copies()).toEqual([[first.iden, 0]])
  for (const token of followers) await server.request('/v2/subscriptions', { token, body: { channel_tag: 'river' } })
  const second = await post('high water')
  expect(await copies()).toEqual([
    [second.iden, 3],
    [first.iden, 0],
  ])
  const [ann = ''] = followers
  const { body } = await server.request('/v2/pushes', { token: ann })
  await server.request(`/v2/pushes/${body.pushes[0].iden}`, { token: ann, method: 'DELETE' })
  expect((await copies())[0]).toEqual([second.iden, 2])
  expect((await count(ann)).status).toBe(403)
  for (let at = 0; at < 10; at++) await post(`news ${at}`)
  expect(await copies()).toHaveLength(10)
  await server.request(`/v2/channels/${channel.iden}`, { token: owner, method: 'DELETE' })
  expect((await count()).status).toBe(404)
})
