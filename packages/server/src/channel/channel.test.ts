// On the engines too: a tag is unique, also for two writes at once.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let owner: string
let ownerIden: string
let stranger: string
beforeAll(async () => {
  server = await startTestServer()
  const { token, account } = await server.signUp('owner@example.org', 'The Owner')
  owner = token
  ownerIden = account.iden
  stranger = (await server.signUp('stranger@example.org', 'Stranger')).token
})
afterAll(() => server.close())

const create = (body: object, token = owner) => server.request('/v2/channels', { token, body })
const update = (iden: string, body: object, token = owner) => server.request(`/v2/channels/${iden}`, { token, body })
const list = async (token = owner) => (await server.request('/v2/channels', { token })).body.channels
const info = (query: string) => server.request(`/v2/channel-info?${query}`)
const post = (channel_tag: string, fields: object = {}, token = owner) =>
  server.request('/v2/pushes', { token, body: { type: 'note', body: 'news', channel_tag, ...fields } })

describe('own channels', () => {
  test('API-030 API-090 API-091 API-092 CHAN-023 a channel is created with everything that it was given', async () => {
    const fields = {
      name: 'News',
      description: 'What is new',
      image_url: 'https://example.org/i.png',
      website_url: 'http://example.org',
      feed_filters: [{ field: 'title', operator: 'contains', value: 'release', ignore_case: true }],
    }
    const { status, body } = await create({ tag: 'News-1_a', ...fields, subscribe: true })
    expect(status).toBe(200)
    expect(body).toEqual({
      iden: expect.stringMatching(new RegExp(`^${ownerIden}sj`)),
      active: true,
      created: expect.any(Number),
      modified: body.created,
      tag: 'News-1_a',
      ...fields,
      subscriber_count: 1,
    })
    const { body: subscriptions } = await server.request('/v2/subscriptions', { token: owner })
    expect(subscriptions.subscriptions.map((one: { channel: { tag: string } }) => one.channel.tag)).toEqual(['News-1_a'])
    expect((await list()).find(({ iden }: { iden: string }) => iden === body.iden)).toEqual(body)
  })

  test('API-012 API-079 the list holds own channels, the latest first, and no others', async () => {
    const { body: first } = await create({ tag: 'list-1' })
    const { body: second } = await create({ tag: 'list-2' })
    expect((await list()).slice(0, 2)).toEqual([second, first])
    expect(await list(stranger)).toEqual([])
    const page = await server.request('/v2/channels?limit=1', { token: owner })
    expect(page.body.channels).toEqual([second])
    expect((await server.request(`/v2/channels?limit=1&cursor=${page.body.cursor}`, { token: owner })).body.channels).toEqual([
      first,
    ])
  })

  test('a channel without a name is called by its tag', async () => {
    expect((await create({ tag: 'nameless', name: '  ' })).body.name).toBe('nameless')
  })

  test('CHAN-031 GAP-055 a tag is taken once, however it is written, also when two try at once', async () => {
    await create({ tag: 'Taken' })
    for (const tag of ['Taken', 'taken', 'TAKEN']) {
      const { status, body } = await create({ tag }, stranger)
      expect([status, body.error.code, body.error.message]).toEqual([400, 'tag_taken', 'Tag taken'])
    }
    const race = await Promise.all([create({ tag: 'race' }), create({ tag: 'RACE' }, stranger)])
    expect(race.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('CHAN-033 what cannot be a tag or an address is refused by name, and nothing is written', async () => {
    const before = await list()
    const bad: [object, string][] = [
      [{}, 'tag'],
      [{ tag: '' }, 'tag'],
      [{ tag: 'two words' }, 'tag'],
      [{ tag: 'a.b' }, 'tag'],
      [{ tag: 'ä' }, 'tag'],
      [{ tag: '<script>' }, 'tag'],
      [{ tag: 'x'.repeat(101) }, 'tag'],
      [{ tag: ['a'] }, 'tag'],
      [{ name: 'x'.repeat(1_001) }, 'name'],
      [{ description: 'x'.repeat(10_001) }, 'description'],
      [{ image_url: 'javascript:alert(1)' }, 'image_url'],
      [{ image_url: 'data:text/html,x' }, 'image_url'],
      [{ website_url: 'example.org' }, 'website_url'],
      [{ website_url: 'https://user:secret@example.org' }, 'website_url'],
      [{ feed_url: 'file:///etc/passwd' }, 'feed_url'],
      [{ feed_url: 'http://' }, 'feed_url'],
      [{ feed_filters: 'release' }, 'feed_filters'],
      [{ feed_filters: [{ operator: 'matches', value: '.*' }] }, 'feed_filters'],
      [{ feed_filters: Array.from({ length: 51 }, () => ({ value: 'x' })) }, 'feed_filters'],
      [{ subscribe: 'perhaps' }, 'subscribe'],
    ]
    for (const [fields, param] of bad) {
      const { status, body } = await create(param === 'tag' ? fields : { tag: 'never', ...fields })
      expect([fields, status, body.error.code, body.error.param]).toEqual([fields, 400, 'invalid_param', param])
    }
    expect(await list()).toEqual(before)
    expect((await info('tag=never')).status).toBe(400)
  })

  test('API-031 CHAN-030 fields are changed and cleared; the tag stays', async () => {
    const { body: made } = await create({ tag: 'changes', name: 'One', description: 'd', feed_filters: [{ value: 'x' }] })
    const { body: changed } = await update(made.iden, {
      tag: 'other',
      name: 'Two',
      muted: true,
      image_url: 'https://example.org/i',
    })
    expect(changed).toMatchObject({
      tag: 'changes',
      name: 'Two',
      description: 'd',
      muted: true,
      image_url: 'https://example.org/i',
    })
    expect(changed.modified).toBeGreaterThan(made.modified)
    const { body: cleared } = await update(made.iden, { description: ' ', image_url: ' ', feed_filters: [], muted: false })
    for (const field of ['description', 'image_url', 'feed_filters', 'muted']) expect(cleared).not.toHaveProperty(field)
    const { body: same } = await update(made.iden, { name: 'Two', description: '' })
    expect(same.modified).toBe(cleared.modified)
    const refused = await update(made.iden, { website_url: 'javascript:alert(1)' })
    expect([refused.status, refused.body.error.param]).toEqual([400, 'website_url'])
  })

  test('CHAN-040 GAP-003 only its owner edits or deletes a channel', async () => {
    const { body: channel } = await create({ tag: 'mine' })
    for (const options of [{ body: { name: 'Theirs' } }, { method: 'DELETE' }]) {
      const forbidden = await server.request(`/v2/channels/${channel.iden}`, { token: stranger, ...options })
      expect([forbidden.status, forbidden.body.error.code]).toEqual([403, 'forbidden'])
      expect((await server.request('/v2/channels/unknown', { token: stranger, ...options })).status).toBe(404)
      expect((await server.request(`/v2/channels/${channel.iden}`, options)).status).toBe(401)
    }
    expect((await info('tag=mine')).body.name).toBe('mine')
  })

  test('API-032 a deleted channel leaves a tombstone, and its tag is free', async () => {
    const { body: channel } = await create({ tag: 'gone', name: 'Gone for good' })
    const options = { token: owner, method: 'DELETE' }
    expect((await server.request(`/v2/channels/${channel.iden}`, options)).body).toEqual({})
    expect((await server.request(`/v2/channels/${channel.iden}`, options)).status).toBe(404)
    expect((await list())[0]).toEqual({
      iden: channel.iden,
      active: false,
      created: channel.created,
      modified: expect.any(Number),
    })
    expect((await info('tag=gone')).status).toBe(400)
    await server.app.jobs.processAll()
    expect(JSON.stringify(await server.app.db.all('SELECT * FROM channel'))).not.toContain('Gone for good')
    expect((await create({ tag: 'gone' }, stranger)).status).toBe(200)
  })

  test('an account has a hundred channels at most', async () => {
    const { token } = await server.signUp('many@example.org')
    const made = await Promise.all(Array.from({ length: 101 }, (_, index) => create({ tag: `many-${index}` }, token)))
    expect(made.filter(({ status }) => status === 200)).toHaveLength(100)
    expect(made.find(({ status }) => status !== 200)?.body.error.code).toBe('forbidden')
  })
})

describe('what anybody sees', () => {
  test('API-068 API-091 a channel is shown without a token, with its latest ten pushes', async () => {
    const { body: channel } = await create({
      tag: 'Public',
      name: 'Public',
      description: 'For all',
      image_url: 'https://x.example/i',
    })
    const empty = { iden: channel.iden, tag: 'Public', name: 'Public', description: 'For all', image_url: 'https://x.example/i' }
    expect((await info('tag=public')).body).toEqual({ ...empty, subscriber_count: 0, recent_pushes: [] })
    for (let index = 0; index < 12; index++) {
      await post('public', { title: `t${index}`, url: 'https://x.example', guid: `g${index}` })
    }
    const { status, body } = await info('tag=PUBLIC')
    expect(status).toBe(200)
    expect(body.recent_pushes.map((push: { title: string }) => push.title)).toEqual([
      't11',
      't10',
      't9',
      't8',
      't7',
      't6',
      't5',
      't4',
      't3',
      't2',
    ])
    expect(body.recent_pushes[0]).toEqual({
      iden: expect.any(String),
      active: true,
      created: expect.any(Number),
      modified: expect.any(Number),
      type: 'note',
      channel_iden: channel.iden,
      sender_name: 'Public',
      sender_image_url: 'https://x.example/i',
      title: 't11',
      body: 'news',
      url: 'https://x.example',
    })
    expect(JSON.stringify(body)).not.toMatch(/owner@example\.org|The Owner/)
    expect((await info('tag=public&no_recent_pushes=true')).body.recent_pushes).toEqual([])
  })

  test('API-068 an unknown tag is a wrong param, not a wrong path', async () => {
    for (const [query, param] of [
      ['tag=unknown-tag', 'tag'],
      ['', 'tag'],
      ['tag=%27%20OR%201', 'tag'],
    ] as const) {
      const { status, body } = await info(query)
      expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_param', param])
    }
  })

  test('GAP-069 one push of a channel is found by its iden, and no push that is none of its', async () => {
    await create({ tag: 'single' })
    await create({ tag: 'neighbour' })
    const { body: push } = await post('single', { body: 'the one' })
    const { body: other } = await post('neighbour')
    const { body: note } = await server.request('/v2/pushes', { token: owner, body: { type: 'note', body: 'private' } })
    expect((await info(`tag=single&push_iden=${push.iden}&no_recent_pushes=1`)).body.push).toMatchObject({ body: 'the one' })
    for (const iden of [other.iden, note.iden, 'unknown']) {
      expect((await info(`tag=single&push_iden=${iden}`)).body).not.toHaveProperty('push')
    }
    await server.request(`/v2/pushes/${push.iden}`, { token: owner, method: 'DELETE' })
    const { body } = await info(`tag=single&push_iden=${push.iden}`)
    expect(body).not.toHaveProperty('push')
    expect(body.recent_pushes).toEqual([])
  })
})
