// On the engines too: posts are read for anybody.

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseFeed } from 'htmlparser2'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test-server.ts'

const server = await startTestServer()
const web = mkdtempSync(join(tmpdir(), 'waypost-page-'))
writeFileSync(
  join(web, 'index.html'),
  '<!doctype html><html><head><title>Waypost</title><meta name="description" content="Usual" /></head><body><noscript></noscript></body></html>',
)
await server.restart(web)
const { token } = await server.signUp('ana@example.org')
const nasty = `Tea & <script>alert("x")</script> ]]> 'quoted' \u0001\ud800 end`
await server.request('/v2/channels', { token, body: { tag: 'Village', name: 'Village <news>', description: nasty } })
const post = (fields: object) => server.request('/v2/pushes', { token, body: { channel_tag: 'village', ...fields } })
const first = (await post({ title: 'First', body: 'Two\nlines\n\nand more', url: 'https://example.org/?a=1&b="2"' })).body
const last = (await post({ body: nasty })).body

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.origin}${path}`, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('a channel is an Atom feed, whatever its texts are', async () => {
  const { status, headers, text } = await read('/v3/channel-feeds/village.atom')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  expect(text).not.toContain('<script>')
  expect(text).not.toContain('\u0001')
  const feed = parseFeed(text)
  expect(feed).toMatchObject({ type: 'atom', title: 'Village <news>' })
  expect(feed?.items.map(({ id }) => id)).toEqual([`urn:waypost:${last.iden}`, `urn:waypost:${first.iden}`])
  expect(feed?.items[1]).toMatchObject({ title: 'First', link: `${server.origin}/channel?tag=Village&push_iden=${first.iden}` })
  expect(text).toContain('<p>Two<br>lines</p><p>and more</p><p>https://example.org/?a=1&amp;b=&quot;2&quot;</p>')
})

test('and a JSON Feed', async () => {
  const { status, headers, text } = await read('/v3/channel-feeds/Village.json')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/feed+json; charset=utf-8'])
  const feed = JSON.parse(text)
  expect(feed).toMatchObject({ title: 'Village <news>', home_page_url: `${server.origin}/channel?tag=Village` })
  expect(feed.version).toContain('https://jsonfeed.org/version/1')
  expect(feed.items.map(({ id }: { id: string }) => id)).toEqual([`urn:waypost:${last.iden}`, `urn:waypost:${first.iden}`])
})

test('a reader that has the latest version gets 304', async () => {
  const { headers } = await read('/v3/channel-feeds/village.atom')
  expect((await read('/v3/channel-feeds/village.atom', { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
})

test.each(['nobody.atom', 'village.rss', 'village', '%00.atom', `${'a'.repeat(200)}.atom`])('%s is not found', async (file) => {
  expect((await read(`/v3/channel-feeds/${file}`)).status).toBe(404)
})

test('the page of a channel links its feeds and says what those who share it show', async () => {
  const { text } = await read('/channel?tag=village')
  expect(text).toContain('<title>Village &lt;news></title>')
  expect(text).toContain('<meta property="og:title" content="Village &lt;news>" />')
  expect(text).toContain(`href="${server.origin}/v3/channel-feeds/Village.atom"`)
  expect(text).not.toContain('<script>alert')
  const ofPost = await read(`/channel?tag=village&push_iden=${first.iden}`)
  expect(ofPost.text).toContain('content="First · Village &lt;news>"')
  const other = await read('/channel?tag=nobody')
  expect([other.status, other.text.includes('<title>Waypost</title>')]).toEqual([200, true])
})
