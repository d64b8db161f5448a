// On the engines too: followers are counted with writes at once.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let owner: string
let alice: string
let bob: string
beforeAll(async () => {
  server = await startTestServer()
  owner = (await server.signUp('owner@example.org', 'Owner')).token
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
})
afterAll(() => server.close())

const open = async (tag: string, fields: object = {}) =>
  (await server.request('/v2/channels', { token: owner, body: { tag, ...fields } })).body
const follow = (channel_tag: string, token = alice) => server.request('/v2/subscriptions', { token, body: { channel_tag } })
const list = async (token = alice, query = '') =>
  (await server.request(`/v2/subscriptions${query}`, { token })).body.subscriptions
const count = async (tag: string) => (await server.request(`/v2/channel-info?tag=${tag}`)).body.subscriber_count
const everything = async (token: string, after: number) =>
  (await server.request(`/v2/everything?modified_after=${after}`, { token })).body

test('API-028 API-093 CHAN-015 GAP-006 anyone follows a channel, and following twice is following once', async () => {
  const channel = await open('news', { name: 'News', description: 'All of it', image_url: 'https://x.example/i' })
  const { status, body } = await follow('NEWS')
  expect(status).toBe(200)
  expect(body).toEqual({
    iden: expect.any(String),
    active: true,
    created: expect.any(Number),
    modified: body.created,
    channel: { iden: channel.iden, tag: 'news', name: 'News', description: 'All of it', image_url: 'https://x.example/i' },
  })
  expect((await follow('news')).body).toEqual(body)
  const race = await Promise.all(Array.from({ length: 20 }, () => follow('news', bob)))
  expect(new Set(race.map((answer) => answer.body.iden)).size).toBe(1)
  expect(await count('news')).toBe(2)
})

test('API-018 API-079 API-094 the list holds own subscriptions, the latest first, each with the name to sort them by', async () => {
  const { token } = await server.signUp('lists@example.org')
  await open('b', { name: 'Beta' })
  await open('a', { name: 'Alpha' })
  const [first, second] = [(await follow('b', token)).body, (await follow('a', token)).body]
  expect(await list(token)).toEqual([second, first])
  const named = (await list(token)).map((one: Json) => one.channel.name)
  expect(named.sort()).toEqual(['Alpha', 'Beta'])
  expect(await list(token, '?limit=1')).toEqual([second])
  const { subscriptions } = await everything(token, 0)
  expect(subscriptions).toEqual([first, second])
})

test('API-028 an unknown channel is refused by name', async () => {
  for (const tag of ['unknown-tag', 'no spaces', '']) {
    const { status, body } = await follow(tag)
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_param', 'channel_tag'])
  }
})

test('API-029 unfollowing leaves a tombstone, and following again brings it back', async () => {
  await open('leave')
  const { body: subscription } = await follow('leave')
  await server.request(`/v2/subscriptions/${subscription.iden}`, { token: alice, body: { muted: true } })
  const options = { token: alice, method: 'DELETE' }
  for (let time = 0; time < 2; time++) {
    expect((await server.request(`/v2/subscriptions/${subscription.iden}`, options)).body).toEqual({})
  }
  expect(await count('leave')).toBe(0)
  expect((await list())[0]).toEqual({
    iden: subscription.iden,
    active: false,
    created: subscription.created,
    modified: expect.any(Number),
  })
  const { body: again } = await follow('leave')
  expect(again).toEqual({ ...subscription, modified: expect.any(Number) })
  expect(await count('leave')).toBe(1)
})

test('a subscription is muted and unmuted, and stays its owner’s', async () => {
  await open('mute')
  const { body: subscription } = await follow('mute')
  const path = `/v2/subscriptions/${subscription.iden}`
  const { body: muted } = await server.request(path, { token: alice, body: { muted: true } })
  expect(muted).toEqual({ ...subscription, muted: true, modified: expect.any(Number) })
  expect((await server.request(path, { token: alice, body: { muted: true } })).body).toEqual(muted)
  expect((await server.request(path, { token: alice, body: { muted: false } })).body).not.toHaveProperty('muted')
  for (const options of [{ body: { muted: true } }, { method: 'DELETE' }]) {
    expect((await server.request(path, { token: bob, ...options })).status).toBe(404)
  }
})

test('API-093 what becomes of a channel reaches the boxes of its followers', async () => {
  const channel = await open('renamed', { name: 'Before' })
  await follow('renamed', alice)
  const { body: bobs } = await follow('renamed', bob)
  const change = (fields: object) => server.request(`/v2/channels/${channel.iden}`, { token: owner, body: fields })
  await change({ name: 'After', image_url: 'https://x.example/new' })
  await server.app.jobs.processAll()
  const { subscriptions } = await everything(bob, bobs.modified)
  expect(subscriptions).toMatchObject([{ iden: bobs.iden, channel: { name: 'After', image_url: 'https://x.example/new' } }])

  // Changes that only the owner sees are not propagated.
  await change({ muted: true })
  await server.app.jobs.processAll()
  expect((await everything(bob, subscriptions[0].modified)).subscriptions).toEqual([])
})

test('API-032 with its channel a subscription ends, in every box', async () => {
  const channel = await open('closed')
  const { body: subscription } = await follow('closed')
  await server.request(`/v2/channels/${channel.iden}`, { token: owner, method: 'DELETE' })
  await server.app.jobs.processAll()
  const { subscriptions } = await everything(alice, subscription.modified)
  expect(subscriptions).toEqual([
    { iden: subscription.iden, active: false, created: subscription.created, modified: expect.any(Number) },
  ])
  expect((await follow('closed')).status).toBe(400)
})

test('CHAN-042 own channels and followed ones are told apart', async () => {
  const { token } = await server.signUp('both@example.org')
  await server.request('/v2/channels', { token, body: { tag: 'own-one' } })
  await open('followed')
  await follow('followed', token)
  const { channels, subscriptions } = await everything(token, 0)
  expect(channels.map((channel: Json) => channel.tag)).toEqual(['own-one'])
  expect(subscriptions.map((subscription: Json) => subscription.channel.tag)).toEqual(['followed'])
})

test('with an account its channels are closed, and it follows no channel any more', async () => {
  const leaving = await server.signUp('leaving@example.org')
  await server.request('/v2/channels', { token: leaving.token, body: { tag: 'orphan' } })
  const { body: subscription } = await follow('orphan')
  await open('stays')
  await follow('stays', leaving.token)
  expect(await count('stays')).toBe(1)
  expect((await server.request('/v2/users/me', { token: leaving.token, method: 'DELETE' })).status).toBe(200)
  await server.app.jobs.processAll()
  expect(await count('stays')).toBe(0)
  expect((await server.request('/v2/channel-info?tag=orphan')).status).toBe(400)
  expect((await list()).find((one: Json) => one.iden === subscription.iden).active).toBe(false)
})
