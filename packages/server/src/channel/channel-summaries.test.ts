// On the engines too: followers are counted and the latest posts are joined in SQL.

import { summariesPerCall } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { summaryLength } from '../push/public/channel-info.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startTestServer()
  await server.signUp('operator@example.org')
  owner = (await server.signUp('owner@example.org', 'Owner')).token
})
afterAll(() => server.close())

const open = (tag: string, fields: object = {}, token = owner) =>
  server.request('/v2/channels', { token, body: { tag, ...fields } })
const post = async (channel_tag: string, fields: object) =>
  (await server.request('/v2/pushes', { token: owner, body: { type: 'note', channel_tag, ...fields } })).body
const summaries = (tags: string) => server.request(`/v2/channel-summaries?tags=${encodeURIComponent(tags)}`)

test('one answer has the channels of some tags in their order, each with its followers and its latest post', async () => {
  await open('Garden', { name: 'Garden notes', description: 'What grows', image_url: 'https://x.example/i' })
  await open('rain')
  const { token } = await server.signUp('follower@example.org')
  await server.request('/v2/subscriptions', { token, body: { channel_tag: 'garden' } })
  await post('garden', { body: 'An older post' })
  const latest = await post('garden', { title: 'Frost', body: 'Cover the tomatoes' })
  await server.request('/v2/pushes', { token: owner, body: { type: 'note', body: 'mine alone' } })
  const { status, body } = await summaries('rain, no-such-tag,GARDEN,,rain')
  expect(status).toBe(200)
  expect(body).toEqual({
    channels: [
      { iden: expect.any(String), tag: 'rain', name: 'rain', subscriber_count: 0 },
      {
        iden: expect.any(String),
        tag: 'Garden',
        name: 'Garden notes',
        description: 'What grows',
        image_url: 'https://x.example/i',
        subscriber_count: 1,
        latest_post: { iden: latest.iden, created: latest.created, type: 'note', text: 'Frost' },
      },
    ],
  })
  await server.request(`/v2/pushes/${latest.iden}`, { token: owner, method: 'DELETE' })
  expect((await summaries('garden')).body.channels[0].latest_post.text).toBe('An older post')
})

test('long texts are cut to a few words, and too many tags are refused', async () => {
  const long = '😀'.repeat(summaryLength * 2)
  await open('long', { description: long })
  await post('long', { body: `one\n\ntwo ${long}` })
  const [channel] = (await summaries('long')).body.channels
  expect([...channel.description]).toHaveLength(summaryLength)
  expect(channel.latest_post.text).toMatch(/^one two 😀+$/u)
  expect([...channel.latest_post.text].length).toBeLessThanOrEqual(summaryLength)
  const many = Array.from({ length: summariesPerCall + 1 }, (_, at) => `tag-${at}`)
  expect((await summaries(many.slice(1).join())).body).toEqual({ channels: [] })
  expect((await summaries(many.join())).body.error).toMatchObject({ code: 'invalid_param', param: 'tags' })
  expect((await summaries(',')).body).toEqual({ channels: [] })
})

test('a suspended account’s channels are in no list', async () => {
  const { token, account } = await server.signUp('loud@example.org')
  await open('loud', {}, token)
  expect((await summaries('loud')).body.channels).toHaveLength(1)
  await server.app.db.write((tx) => tx.run('UPDATE account SET suspended = 1 WHERE iden = $1', [account.iden]))
  expect((await summaries('loud')).body.channels).toEqual([])
})
