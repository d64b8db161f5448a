// On the engines too: feeds are read by jobs, and items are remembered in SQL.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { microseconds } from '../../change.ts'
import { type Json, startTestServer, type TestServer } from '../../test-server.ts'

interface Item {
  id: string
  title?: string
  text?: string
  link?: string
}

let server: TestServer
let owner: string
let site: Server
let site_url: string
const pages = new Map<string, { status?: number; body?: string; headers?: Record<string, string> }>()
let requests: { path: string; headers: Json }[] = []

beforeAll(async () => {
  server = await startTestServer({ WAYPOST_FETCH_PRIVATE: 'allow' })
  owner = (await server.signUp('owner@example.org', 'Owner')).token
  site = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, headers: request.headers })
    const { status = 200, body = '', headers = {} } = pages.get(path) ?? { status: 404 }
    const same = headers.etag !== undefined && request.headers['if-none-match'] === headers.etag
    response.writeHead(same ? 304 : status, headers).end(same ? undefined : body)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  site_url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
beforeEach(() => {
  requests = []
})
afterAll(async () => {
  await server.close()
  await new Promise((resolve) => site.close(resolve))
})

const rss = (items: Item[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Site</title>${items
    .map(
      ({ id, title = `Title ${id}`, text = '', link = `/items/${id}` }) =>
        `<item><guid isPermaLink="false">${id}</guid><title>${title}</title><link>${link}</link><description>${text}</description></item>`,
    )
    .join('')}</channel></rss>`

const minute = 60_000_000
let ahead = 0
/** Advances the clock until every feed is due again. */
async function later(minutes = 7) {
  ahead += minutes * minute
  await server.app.jobs.processAll(microseconds() + ahead)
}

const create = async (tag: string, fields: object = {}) => {
  const { body } = await server.request('/v2/channels', {
    token: owner,
    body: { tag, feed_url: `${site_url}/${tag}`, ...fields },
  })
  await server.app.jobs.processAll()
  return body
}
const posts = async (tag: string) => (await server.request(`/v2/pushes?channel_tag=${tag}`, { token: owner })).body.pushes
const titles = async (tag: string) => (await posts(tag)).map((push: Json) => push.title)
const channel = async (iden: string) =>
  (await server.request('/v2/channels', { token: owner })).body.channels.find((one: Json) => one.iden === iden)

describe('reading', () => {
  test('GAP-056 CHAN-023 new items of a feed become link pushes of the channel, once each; earlier ones do not', async () => {
    pages.set('/news', { body: rss([{ id: '1' }, { id: '0' }]) })
    const made = await create('news', { name: 'News' })
    const follower = (await server.signUp('follower@example.org')).token
    await server.request('/v2/subscriptions', { token: follower, body: { channel_tag: 'news' } })
    expect(await posts('news')).toEqual([])

    pages.set('/news', {
      body: rss([
        { id: '3', text: '&lt;p&gt;Three &amp;amp; &lt;b&gt;more&lt;/b&gt;&lt;/p&gt;' },
        { id: '2', title: 'Two' },
        { id: '1' },
      ]),
    })
    await later()
    expect(await titles('news')).toEqual(['Title 3', 'Two'])
    const [push] = (await server.request('/v2/pushes', { token: follower })).body.pushes
    expect(push).toMatchObject({
      type: 'link',
      direction: 'incoming',
      title: 'Title 3',
      url: `${site_url}/items/3`,
      body: 'Three & more',
      sender_name: 'News',
      channel_iden: made.iden,
    })
    await later()
    expect(await posts('news')).toHaveLength(2)
    pages.set('/news', { body: rss([{ id: '3' }]) })
    await later()
    pages.set('/news', { body: rss([{ id: '3' }, { id: '1' }]) })
    await later()
    expect(await posts('news')).toHaveLength(2)
  })

  test('GAP-056 a feed is asked whether it changed, every few minutes', async () => {
    const headers = { etag: '"v1"', 'last-modified': 'Wed, 01 Jan 2025 00:00:00 GMT' }
    pages.set('/polite', { body: rss([]), headers })
    await create('polite')
    await server.app.jobs.processAll(microseconds() + 4 * minute)
    const own = () => requests.filter(({ path }) => path === '/polite')
    expect(own()).toHaveLength(1)
    await later()
    expect(own()).toHaveLength(2)
    expect(own()[1]?.headers).toMatchObject({ 'if-none-match': '"v1"', 'if-modified-since': headers['last-modified'] })
    pages.set('/polite', { body: rss([{ id: 'new' }]), headers: { etag: '"v2"' } })
    await later()
    expect(await titles('polite')).toEqual(['Title new'])
  })

  test('API-092 CHAN-037 only what passes all filters is posted; a filter is a case-insensitive contains', async () => {
    pages.set('/filtered', { body: rss([]) })
    await create('filtered', {
      feed_filters: [
        { field: 'title', operator: 'contains', value: 'RELEASE', ignore_case: true },
        { value: 'beta', not: true },
      ],
    })
    const items = ['New release', 'Release 2 BETA', 'Something else', 'Re-release'].map((title, index) => ({
      id: `f${index}`,
      title,
    }))
    pages.set('/filtered', { body: rss(items) })
    await later()
    expect((await titles('filtered')).sort()).toEqual(['New release', 'Re-release'])
  })

  test('of many new items the latest twenty are posted, the earliest first', async () => {
    pages.set('/flood', { body: rss([]) })
    await create('flood')
    pages.set('/flood', { body: rss(Array.from({ length: 50 }, (_, index) => ({ id: String(50 - index) }))) })
    await later()
    expect(await titles('flood')).toEqual(Array.from({ length: 20 }, (_, index) => `Title ${50 - index}`))
    await later()
    expect(await posts('flood')).toHaveLength(20)
  })

  test('another feed starts from the beginning, and a feed that is taken away is read no more', async () => {
    pages.set('/first', { body: rss([{ id: 'a' }]) })
    pages.set('/second', { body: rss([{ id: 'b' }]) })
    const { iden } = await create('first')
    await server.request(`/v2/channels/${iden}`, { token: owner, body: { feed_url: `${site_url}/second` } })
    await server.app.jobs.processAll()
    pages.set('/first', { body: rss([{ id: 'c' }]) })
    pages.set('/second', { body: rss([{ id: 'd' }, { id: 'b' }]) })
    await later()
    expect(await titles('first')).toEqual(['Title d'])
    const { body } = await server.request(`/v2/channels/${iden}`, { token: owner, body: { clear_feed: true } })
    expect(body).not.toHaveProperty('feed_url')
    await server.app.jobs.processAll()
    requests = []
    await later()
    expect(requests.filter(({ path }) => ['/first', '/second'].includes(path))).toEqual([])
    expect(await server.app.db.all('SELECT * FROM channel_feed WHERE channel = $1', [iden])).toEqual([])
  })

  test('a deleted channel’s feed is read no more, and its remembered items are deleted at once', async () => {
    pages.set('/deleted', { body: rss([]) })
    const { iden } = await create('deleted')
    const kept = () => server.app.db.all('SELECT channel FROM channel_feed WHERE channel = $1', [iden])
    expect(await kept()).toHaveLength(1)
    await server.request(`/v2/channels/${iden}`, { token: owner, method: 'DELETE' })
    requests = []
    await server.app.jobs.processAll()
    expect(await kept()).toEqual([])
    await later()
    expect(requests.filter(({ path }) => path === '/deleted')).toEqual([])
  })
})

describe('a feed that has moved', () => {
  const moved = (status: number, location: string) => ({ status, headers: { location } })

  test('for good has its new address from then on, and posts no item twice', async () => {
    for (const status of [301, 308]) {
      const [tag, to] = [`moved-${status}`, `/new-${status}`]
      pages.set(`/${tag}`, { body: rss([{ id: '0' }]) })
      const made = await create(tag)
      pages.set(`/${tag}`, moved(status, `${to}#part`))
      pages.set(to, { body: rss([{ id: '1' }, { id: '0' }]), headers: { etag: '"v1"' } })
      await later()
      const shown = await channel(made.iden)
      expect([shown.feed_url, shown.modified > made.modified]).toEqual([site_url + to, true])
      expect(await titles(tag)).toEqual(['Title 1'])
      requests = []
      await later()
      expect(requests.filter(({ path }) => path === `/${tag}`)).toEqual([])
      expect(requests.find(({ path }) => path === to)?.headers).toMatchObject({ 'if-none-match': '"v1"' })
      expect(await titles(tag)).toEqual(['Title 1'])
    }
  })

  test('over several redirects has the address before the first temporary one', async () => {
    pages.set('/chain', moved(301, '/chain-2'))
    pages.set('/chain-2', moved(308, '/chain-3'))
    pages.set('/chain-3', moved(302, '/chain-4'))
    pages.set('/chain-4', moved(301, '/chain-5'))
    pages.set('/chain-5', { body: rss([]) })
    const { iden } = await create('chain')
    expect((await channel(iden)).feed_url).toBe(`${site_url}/chain-3`)
    for (const status of [302, 303, 307]) {
      pages.set(`/stays-${status}`, moved(status, '/chain-5'))
      const stays = await create(`stays-${status}`)
      expect((await channel(stays.iden)).feed_url).toBe(`${site_url}/stays-${status}`)
    }
  })

  test('to where there is none, to an address that is not fetched, or to a very long one, keeps its address', async () => {
    pages.set('/parked', { body: '<!doctype html><title>This domain is for sale</title>' })
    const long = `/${'long'.repeat(2_100)}`
    pages.set(long, { body: rss([]) })
    const targets = [
      ['/parked', /no feed/],
      ['/nothing', /404/],
      ['http://user:secret@127.0.0.1/x', /password/],
      ['ftp://127.0.0.1/', /http/],
      [long, undefined],
    ] as const
    for (const [index, [target, error]] of targets.entries()) {
      pages.set(`/kept-${index}`, moved(301, target))
      const { iden } = await create(`kept-${index}`)
      const shown = await channel(iden)
      expect([target.slice(0, 40), shown.feed_url]).toEqual([target.slice(0, 40), `${site_url}/kept-${index}`])
      if (error) expect(shown.feed_error).toMatch(error)
      else expect(shown).not.toHaveProperty('feed_error')
    }
  })
})

describe('failing', () => {
  test('GAP-056 a feed that cannot be read says why on its channel, is asked more rarely, and is well again when it can', async () => {
    pages.set('/shaky', { status: 500 })
    const made = await create('shaky')
    const failed = await channel(made.iden)
    expect(failed.feed_error).toBe('The server answered with status 500.')
    expect(failed.modified).toBeGreaterThan(made.modified)
    const { channels } = (await server.request(`/v2/everything?modified_after=${made.modified}`, { token: owner })).body
    expect(channels).toEqual([failed])

    requests = []
    const times = () => requests.filter(({ path }) => path === '/shaky').length
    const at = (minutes: number) => server.app.jobs.processAll(microseconds() + minutes * minute)
    await at(8)
    expect(times()).toBe(0)
    await at(12)
    expect(times()).toBe(1)
    await at(28)
    expect(times()).toBe(1)
    // A repeated failure is not a change.
    expect((await channel(made.iden)).modified).toBe(failed.modified)
    pages.set('/shaky', { body: rss([{ id: '1' }]) })
    await at(60)
    expect(await channel(made.iden)).not.toHaveProperty('feed_error')
    pages.set('/shaky', { body: rss([{ id: '2' }, { id: '1' }]) })
    await at(67)
    expect(await titles('shaky')).toEqual(['Title 2'])
  })

  test('a feed whose server asks for a pause is read after that, and after a day at most', async () => {
    const times = (path: string) => requests.filter((request) => request.path === path).length
    const waits: [tag: string, status: number, retryAfter: string, minutes: number][] = [
      ['busy', 429, '7200', 120],
      ['closed', 503, new Date(Date.now() + 3 * 3_600_000).toUTCString(), 180],
      ['long', 429, '9999999999999999999999', 24 * 60],
      // As after any other failure: the requested delay is shorter, in the past, or unreadable.
      ['short', 429, '1', 10],
      ['past', 503, 'Wed, 01 Jan 2020 00:00:00 GMT', 10],
      ['odd', 503, 'a while', 10],
      ['negative', 503, '-5', 10],
      ['number', 503, '1.5e3', 10],
    ]
    for (const [tag, status, retryAfter, minutes] of waits) {
      pages.set(`/${tag}`, { status, headers: { 'retry-after': retryAfter } })
      requests = []
      const { iden } = await create(tag)
      expect([tag, (await channel(iden)).feed_error]).toEqual([tag, `The server answered with status ${status}.`])
      const before = microseconds()
      await server.app.jobs.processAll(before + (minutes * 0.89 - 0.1) * minute)
      expect([tag, times(`/${tag}`)]).toEqual([tag, 1])
      pages.set(`/${tag}`, { body: rss([]) })
      await server.app.jobs.processAll(before + (minutes * 1.11 + 0.1) * minute)
      expect([tag, times(`/${tag}`)]).toEqual([tag, 2])
      expect(await channel(iden)).not.toHaveProperty('feed_error')
      await server.request(`/v2/channels/${iden}`, { token: owner, method: 'DELETE' })
      await server.app.jobs.processAll()
    }
  })

  test('a feed that is gone for good is read no more, its channel says so, and saving it tries it again', async () => {
    pages.set('/gone', { body: rss([{ id: '0' }]) })
    const { iden } = await create('gone')
    pages.set('/gone', { status: 410 })
    await later()
    expect((await channel(iden)).feed_error).toMatch(/^The feed is gone for good \(status 410\), so it is no longer read\./)
    requests = []
    await later(30 * 24 * 60)
    const own = () => requests.filter(({ path }) => path === '/gone')
    expect(own()).toEqual([])
    await server.request(`/v2/channels/${iden}`, { token: owner, body: { name: 'Other' } })
    await later()
    expect(own()).toEqual([])
    pages.set('/gone', { body: rss([{ id: '1' }, { id: '0' }]) })
    await server.request(`/v2/channels/${iden}`, { token: owner, body: { feed_url: `${site_url}/gone` } })
    await server.app.jobs.processAll(microseconds() + ahead)
    expect(own()).not.toEqual([])
    expect(await channel(iden)).not.toHaveProperty('feed_error')
    expect(await titles('gone')).toEqual(['Title 1'])
    pages.set('/gone', { body: rss([{ id: '2' }, { id: '1' }]) })
    await later()
    expect(await titles('gone')).toEqual(['Title 2', 'Title 1'])
  })

  test('a place to which a feed was redirected for a while and that is gone is asked again', async () => {
    pages.set('/away', { status: 302, headers: { location: '/away-gone' } })
    pages.set('/away-gone', { status: 410 })
    const { iden } = await create('away')
    expect((await channel(iden)).feed_error).toBe('The server answered with status 410.')
    pages.set('/away', { body: rss([]) })
    await later(13)
    expect(await channel(iden)).not.toHaveProperty('feed_error')
  })

  test('the feed of a suspended person is not read, and the items of that time are posted when the suspension is over', async () => {
    pages.set('/paused', { body: rss([{ id: '0' }]) })
    await create('paused')
    const suspend = (since: number | null) =>
      server.app.db.write((tx) => tx.run('UPDATE account SET suspended = $1 WHERE email = $2', [since, 'owner@example.org']))
    await suspend(1)
    pages.set('/paused', { body: rss([{ id: '1' }, { id: '0' }]) })
    requests = []
    await later()
    expect(requests.filter(({ path }) => path === '/paused')).toEqual([])
    await suspend(null)
    await later()
    expect(await titles('paused')).toEqual(['Title 1'])
  })

  test('saving a feed that failed tries it at once', async () => {
    const { iden } = await create('retry')
    expect((await channel(iden)).feed_error).toBe('The server answered with status 404.')
    pages.set('/retry', { body: rss([]) })
    await server.request(`/v2/channels/${iden}`, { token: owner, body: { feed_url: `${site_url}/retry` } })
    await server.app.jobs.processAll()
    expect(await channel(iden)).not.toHaveProperty('feed_error')
  })

  test('an address without a feed, or with a hostile one, is reported and posts nothing', async () => {
    const entity = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    const bodies: Record<string, string> = {
      'no-xml': 'Hello',
      html: '<html><body>Hello</body></html>',
      broken: '<rss version="2.0"><channel><item><title>a<link>b</item></channel>',
      empty: '',
      json: '{"a":1}',
      deep: `<rss version="2.0"><channel>${'<a>'.repeat(200_000)}`,
      'deep-json': `{"version":"https://jsonfeed.org/version/1.1","items":${'['.repeat(100_000)}`,
    }
    for (const [tag, body] of Object.entries(bodies)) {
      pages.set(`/${tag}`, { body })
      const { iden } = await create(tag)
      expect([tag, (await channel(iden)).feed_error]).toEqual([tag, 'That address has no feed.'])
    }
    pages.set('/huge', { body: rss([{ id: '1', text: 'x'.repeat(17_000_000) }]) })
    expect((await channel((await create('huge')).iden)).feed_error).toBe('What is there is larger than 16 MB.')

    pages.set('/entities', { body: rss([]) })
    const { iden } = await create('entities')
    const bomb = rss([{ id: '1', title: '&b;&b; and so on', link: 'javascript:alert(1)' }]).replace('<rss', `${entity}<rss`)
    pages.set('/entities', { body: bomb })
    await later()
    expect(JSON.stringify(await posts('entities'))).not.toMatch(/aaaa|javascript/)
    expect(await titles('entities')).toEqual(['&b;&b; and so on'])
    pages.set('/entities', {
      body: bomb.replace('[', '[<!ENTITY f SYSTEM "file:///etc/passwd">').replace('>1<', '>2<').replace('and', '&f;'),
    })
    await later()
    expect((await channel(iden)).feed_error).toBe('That address has no feed.')
    expect(await posts('entities')).toHaveLength(1)
  })

  test('without the switch for tests a feed in the own network is not asked for', async () => {
    const strict = await startTestServer()
    const { token } = await strict.signUp('owner@example.org')
    await strict.request('/v2/channels', { token, body: { tag: 'inside', feed_url: `${site_url}/news` } })
    requests = []
    await strict.app.jobs.processAll()
    expect((await strict.request('/v2/channels', { token })).body.channels[0].feed_error).toBe(
      'This address is on a private network, so the server doesn’t fetch it.',
    )
    expect(requests).toEqual([])
    await strict.close()
  })
})
