// On the engines too: previews are jobs, their pictures files, and both are counted in SQL.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { microseconds } from '../../change.ts'
import { defaultRateLimits, noRateLimits } from '../../http/rate-limits.ts'
import { openStream } from '../../stream/test-listener.ts'
import { type Json, startTestServer, type TestServer } from '../../test-server.ts'
import { pictureBytesPerAccount } from './job.ts'
import { keptFor, lookedAtEvery } from './rules.ts'

let server: TestServer
let alice: string
let bob: string
let site: Server
let origin: string
let requests: string[] = []
let works = true
const held: (() => void)[] = []
const letGo = () => {
  for (const answer of held.splice(0)) answer()
}

const dot = Buffer.from('89504e470d0a1a0a0000000d49484452000004b000000276080200000000000000000000000049454e44ae426082', 'hex')

beforeAll(async () => {
  site = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    requests.push(request.url ?? '')
    if (!works) return response.writeHead(500).end()
    if (url.pathname.endsWith('.png')) return response.setHeader('content-type', 'image/png').end(dot)
    if (url.pathname.endsWith('.ico')) return response.writeHead(404).end()
    const page = `<title>Page ${url.pathname}</title><meta name="description" content="About"><meta property="og:image" content="/p.png">`
    const answer = () => response.setHeader('content-type', 'text/html').end(page)
    if (url.pathname.startsWith('/hang')) return held.push(answer)
    return answer()
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  server = await startTestServer({ WAYPOST_FETCH_PRIVATE: 'allow', WAYPOST_PREVIEWS: 'on' })
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  bob = (await server.signUp('bob@example.org', 'Bob')).token
})
beforeEach(() => {
  requests = []
  works = true
})
afterAll(async () => {
  await server.close()
  await new Promise((resolve) => site.close(resolve))
})

const push = async (body: object, token = alice): Promise<Json> => {
  const answer = await server.request('/v2/pushes', { token, body })
  expect(answer.status).toBe(200)
  return answer.body
}
const link = (path: string, more: object = {}, token = alice) => push({ type: 'link', url: origin + path, ...more }, token)
const latest = async (token: string): Promise<Json> =>
  (await server.request('/v2/pushes?limit=1&active=true', { token })).body.pushes[0]
const age = (by: number) => server.app.db.write((tx) => tx.run('UPDATE link_preview SET ends = ends - $1', [by]))
const pages = () => requests.filter((path) => !/\.(png|ico)/.test(path))

test('a link push gets title, description and picture at both ends, a little later; nothing else about it changes', async () => {
  const sent = await link('/article', { email: 'bob@example.org', title: 'Mine', guid: 'one' })
  expect(sent).not.toHaveProperty('preview')
  const before = await latest(bob)
  await server.app.jobs.processAll()
  const here = await latest(alice)
  const there = await latest(bob)
  const preview = {
    url: `${origin}/article`,
    title: 'Page /article',
    description: 'About',
    image_url: expect.stringMatching(`^${server.origin}/previews/[A-Za-z0-9]{32}/picture$`),
    image_width: 1200,
    image_height: 630,
  }
  expect(here.preview).toEqual(preview)
  expect(there.preview).toEqual(preview)
  const { preview: _, modified, ...rest } = there
  expect({ ...rest, modified: before.modified }).toEqual(before)
  expect(modified).toBeGreaterThan(before.modified)
  expect(here.modified).toBeGreaterThan(sent.modified)
  const { body } = await server.request(`/v2/pushes?modified_after=${before.modified}`, { token: bob })
  expect(body.pushes).toEqual([there])
})

test('a program that has never heard of previews hears one more tickle, and has the same ordinary push', async () => {
  const stream = await openStream(server.origin, bob)
  const heard = async () => JSON.parse(await stream.next())
  await link('/plain', { email: 'bob@example.org', title: 'Mine' })
  expect(await heard()).toEqual({ type: 'tickle', subtype: 'push' })
  const { modified } = await latest(bob)
  await server.app.jobs.processAll()
  expect(await heard()).toEqual({ type: 'tickle', subtype: 'push' })
  // Nothing else arrived: the next frame is that of the next push.
  await push({ type: 'note', body: 'after', email: 'bob@example.org' })
  expect(await heard()).toEqual({ type: 'tickle', subtype: 'push' })
  stream.close()
  const { body } = await server.request(`/v2/pushes?modified_after=${modified}`, { token: bob })
  expect(body.pushes).toMatchObject([
    { type: 'note', body: 'after' },
    { active: true, type: 'link', title: 'Mine', url: `${origin}/plain`, direction: 'incoming', dismissed: false },
  ])
  expect(body.pushes).toHaveLength(2)
  // The picture has a separate field: `image_url` would be shown as if it were sent.
  expect(body.pushes[1]).not.toHaveProperty('image_url')
})

test('the picture is served from here, as the picture that it is and as nothing else', async () => {
  await link('/served')
  await server.app.jobs.processAll()
  const { image_url } = (await latest(alice)).preview
  const answer = await fetch(image_url)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(dot.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    // The browser extension reads it for a notification.
    'access-control-allow-origin': '*',
  })
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(dot)
  expect((await fetch(image_url, { method: 'HEAD' })).status).toBe(200)
  for (const path of ['icon', 'other']) expect((await fetch(image_url.replace('picture', path))).status).toBe(404)
  expect((await fetch(image_url.replace(/previews\/\w+/, 'previews/unknown'))).status).toBe(404)
})

test('the first link of a note is previewed, and no link of a file or of this server', async () => {
  await push({ type: 'note', body: `Read ${origin}/note, please.` })
  await server.app.jobs.processAll()
  expect((await latest(alice)).preview).toMatchObject({ url: `${origin}/note`, title: 'Page /note' })
  await push({ type: 'link', url: `${server.origin}/files/x/y` })
  await server.app.jobs.processAll()
  expect(await latest(alice)).not.toHaveProperty('preview')
  expect(pages()).toEqual(['/note'])
})

test('a page is fetched once for all who send its link, without what tracks them, and again after a day', async () => {
  await Promise.all([
    link('/shared?utm_source=alice'),
    link('/shared?fbclid=bob', {}, bob),
    ...Array.from({ length: 60 }, (_, index) => link(`/shared?utm_campaign=${index}`)),
  ])
  await server.app.jobs.processAll()
  expect(pages()).toEqual(['/shared'])
  expect((await latest(bob)).preview).toMatchObject({ url: `${origin}/shared?fbclid=bob`, title: 'Page /shared' })
  const { body } = await server.request('/v2/pushes?limit=61', { token: alice })
  expect(body.pushes.filter(({ preview }: Json) => preview?.title === 'Page /shared')).toHaveLength(61)
  await link('/shared')
  await server.app.jobs.processAll()
  expect(pages()).toEqual(['/shared'])
  await age(keptFor.found)
  await link('/shared')
  await server.app.jobs.processAll()
  expect(pages()).toEqual(['/shared', '/shared'])
})

test('a page that fails is not tried again for a while', async () => {
  works = false
  for (let times = 0; times < 3; times++) {
    await link('/broken')
    await server.app.jobs.processAll()
  }
  expect(pages()).toEqual(['/broken'])
  expect(await latest(alice)).not.toHaveProperty('preview')
  works = true
  await age(keptFor.failed)
  await link('/broken')
  await server.app.jobs.processAll()
  expect((await latest(alice)).preview).toMatchObject({ title: 'Page /broken' })
})

test('nothing is fetched for an account that wants no previews, nor more than an account may cause', async () => {
  const data = { link_previews: false }
  await server.request('/v3/set-permanent', { token: alice, body: { key: 'web_preferences', data } })
  await link('/unwanted', { email: 'bob@example.org' })
  await server.app.jobs.processAll()
  await server.request('/v3/set-permanent', { token: alice, body: { key: 'web_preferences', data: {} } })
  expect(requests).toEqual([])
  const limited = await startTestServer(
    { WAYPOST_FETCH_PRIVATE: 'allow', WAYPOST_PREVIEWS: 'on' },
    { rateLimits: { ...noRateLimits, linkPreview: defaultRateLimits.linkPreview }, nodes: 1 },
  )
  const { token } = await limited.signUp('eager@example.org')
  for (let index = 0; index < 70; index++)
    await limited.request('/v2/pushes', { token, body: { type: 'link', url: `${origin}/eager/${index}` } })
  await limited.app.jobs.processAll()
  await limited.close()
  expect(pages()).toHaveLength(defaultRateLimits.linkPreview.burst)
})

test('where the administrator has switched previews off, nothing is fetched', async () => {
  const off = await startTestServer({ WAYPOST_FETCH_PRIVATE: 'allow', WAYPOST_PREVIEWS: 'off' })
  const { token } = await off.signUp('quiet@example.org')
  await off.request('/v2/pushes', { token, body: { type: 'link', url: `${origin}/quiet` } })
  await off.app.jobs.processAll()
  await off.close()
  expect(requests).toEqual([])
})

test('a post is copied before its preview is there, and each copy gets it then', async () => {
  await server.request('/v2/channels', { token: alice, body: { tag: 'links', name: 'Links' } })
  await server.request('/v2/subscriptions', { token: bob, body: { channel_tag: 'links' } })
  await link('/hang/post', { channel_tag: 'links' })
  await expect.poll(() => latest(bob)).toMatchObject({ sender_name: 'Links', url: `${origin}/hang/post` })
  expect(await latest(bob)).not.toHaveProperty('preview')
  await expect.poll(() => held.length).toBe(1)
  letGo()
  await expect.poll(() => latest(bob)).toMatchObject({ preview: { title: 'Page /hang/post' } })
  works = false
  await link('/lost', { channel_tag: 'links' })
  await server.app.jobs.processAll()
  expect(await latest(bob)).toMatchObject({ url: `${origin}/lost` })
})

test('slow pages of one account, or of one server, leave room for others', async () => {
  // Each node shares out its own places.
  const nodes = server
  server = await startTestServer({ WAYPOST_FETCH_PRIVATE: 'allow', WAYPOST_PREVIEWS: 'on' }, { nodes: 1 })
  try {
    await leaveRoom()
  } finally {
    await server.close()
    server = nodes
  }
})

async function leaveRoom(): Promise<void> {
  const alice = (await server.signUp('alice@example.org')).token
  const bob = (await server.signUp('bob@example.org')).token
  const slow = `http://localhost:${new URL(origin).port}`
  for (let index = 0; index < 8; index++) await push({ type: 'link', url: `${slow}/hang/${index}` }, alice)
  await expect.poll(() => held.length).toBe(2)
  await link('/quick', {}, bob)
  await expect.poll(() => latest(bob)).toMatchObject({ preview: { title: 'Page /quick' } })
  const carol = (await server.signUp('carol@example.org')).token
  await push({ type: 'link', url: `${slow}/hang/carol` }, carol)
  await link('/other', {}, carol)
  await expect.poll(() => latest(carol)).toMatchObject({ preview: { title: 'Page /other' } })
  expect(held).toHaveLength(2)
  while (pages().filter((path) => path.startsWith('/hang')).length < 9 || held.length > 0) {
    letGo()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await server.app.jobs.processAll()
  expect((await latest(alice)).preview).toMatchObject({ title: expect.stringMatching('^Page /hang/') })
}

test('a deleted push has no preview any more, and the picture goes once no push shows it', async () => {
  const { iden } = await link('/going')
  await server.app.jobs.processAll()
  const { image_url } = (await latest(alice)).preview
  await server.app.jobs.processAll(microseconds() + 2 * keptFor.found)
  expect((await fetch(image_url)).status).toBe(200)
  expect((await server.request(`/v2/pushes/${iden}`, { token: alice, method: 'DELETE' })).status).toBe(200)
  await server.app.jobs.processAll(microseconds() + 2 * keptFor.found + lookedAtEvery)
  expect((await fetch(image_url)).status).toBe(404)
})

test('an edit that changes the link gets the preview of the new one, at both ends; one that does not keeps it', async () => {
  const { iden } = await push({ type: 'note', body: `See ${origin}/before`, email: 'bob@example.org' })
  await server.app.jobs.processAll()
  const edit = (body: string) => server.request(`/v2/pushes/${iden}`, { token: alice, body: { body } })
  expect((await edit(`Look at ${origin}/before`)).body.preview).toMatchObject({ title: 'Page /before' })
  expect((await edit(`Look at ${origin}/after`)).body).not.toHaveProperty('preview')
  expect(await latest(bob)).not.toHaveProperty('preview')
  await server.app.jobs.processAll()
  for (const token of [alice, bob])
    expect((await latest(token)).preview).toMatchObject({ url: `${origin}/after`, title: 'Page /after' })
  expect((await edit('Nothing')).body).not.toHaveProperty('preview')
  await server.app.jobs.processAll()
  for (const token of [alice, bob]) expect(await latest(token)).not.toHaveProperty('preview')
})

test('a push that its sender deletes for everyone has no preview any more', async () => {
  const { iden } = await link('/retracted', { email: 'bob@example.org' })
  await server.app.jobs.processAll()
  expect((await latest(bob)).preview).toMatchObject({ title: 'Page /retracted' })
  expect((await server.request(`/v2/pushes/${iden}?everyone=true`, { token: alice, method: 'DELETE' })).status).toBe(200)
  expect(await latest(bob)).not.toHaveProperty('preview')
})

test('beyond 256 MB of pictures the links of an account have previews without, until others have gone', async () => {
  const { token, account } = await server.signUp('pictures@example.org')
  const shown = async (path: string) => {
    await link(path, {}, token)
    await server.app.jobs.processAll()
    return (await latest(token)).preview
  }
  expect(await shown('/first')).toMatchObject({ title: 'Page /first', image_width: 1200 })
  const of = (bytes: number) =>
    server.app.db.write((tx) => tx.run('UPDATE link_preview SET bytes = $2 WHERE owner = $1', [account.iden, bytes]))
  await of(pictureBytesPerAccount - dot.length + 1)
  const bare = await shown('/second')
  expect(bare).toMatchObject({ title: 'Page /second', description: 'About' })
  expect(bare).not.toHaveProperty('image_url')
  await of(0)
  expect(await shown('/third')).toMatchObject({ title: 'Page /third', image_width: 1200 })
})
