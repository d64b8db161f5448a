import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noRateLimits } from '../http/rate-limits.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let owner: string
let site: Server
let siteUrl: string
const item = (id: string) => `<item><guid>${id}</guid><title>${id}</title></item>`
const pages: Record<string, string> = {
  '/feed': `<?xml version="1.0"?><rss version="2.0"><channel><title>Site</title>${item('a')}${item('b')}</channel></rss>`,
  '/page': '<!doctype html><title>No feed</title>',
}

beforeAll(async () => {
  server = await startTestServer({ WAYPOST_FETCH_PRIVATE: 'allow' })
  owner = (await server.signUp('owner@example.org', 'Owner')).token
  site = createServer((request, response) => {
    const body = pages[request.url ?? '']
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  await server.close()
  await new Promise((resolve) => site.close(resolve))
})

const check = (feed_url: string, token: string | undefined = owner) =>
  server.request('/v2/channel-feed', { ...(token && { token }), body: { feed_url } })

test('a feed is tried without a channel; what cannot be read is refused with the reason, for its field', async () => {
  const { status, body } = await check(`${siteUrl}/feed`)
  expect([status, body]).toEqual([200, { item_count: 2 }])
  for (const [address, reason] of [
    [`${siteUrl}/page`, /feed/i],
    [`${siteUrl}/missing`, /status 404/],
    ['no address', /address/],
  ] as const) {
    const refused = await check(address)
    expect([address, refused.status, refused.body.error.param]).toEqual([address, 400, 'feed_url'])
    expect(refused.body.error.message).toMatch(reason)
  }
  expect((await check(`${siteUrl}/feed`, '')).status).toBe(401)
  expect(await server.app.db.all('SELECT * FROM channel_feed')).toEqual([])
})

test('one account cannot have many feeds tried in a short time', async () => {
  // Each node counts separately.
  const rateLimits = { ...noRateLimits, feedCheck: { burst: 2, every: 60_000 } }
  const own = await startTestServer({}, { rateLimits, nodes: 1 })
  try {
    const { token } = await own.signUp('eager@example.org')
    const again = () => own.request('/v2/channel-feed', { token, body: { feed_url: 'http://127.0.0.1:1/' } })
    expect([(await again()).status, (await again()).status]).toEqual([400, 400])
    const third = await again()
    expect([third.status, third.body.error.code]).toEqual([429, 'ratelimited'])
  } finally {
    await own.close()
  }
})
