import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readInWorker } from './ask-worker.ts'
import { plainText } from './markup.ts'
import { parseFeedText } from './parser.ts'
import { feedWait, newsOf } from './rules.ts'

const minute = 60_000_000
const rss = (item: string) => `<rss version="2.0"><channel><item>${item}</item></channel></rss>`
const address = 'https://site.example/feed'
const parse = async (text: string) => parseFeedText(text, address)
const read = (text: string) => readInWorker({ body: Buffer.from(text), type: '', address, digest: null, seen: null, filters: [] })

test('RSS, Atom, RDF and JSON feeds are all read', async () => {
  const one = {
    id: 'i1',
    hasId: true,
    title: 'A & B',
    url: 'https://site.example/1',
    text: 'Some text',
    time: Date.UTC(2025, 0, 2),
  }
  const date = '2025-01-02T00:00:00Z'
  expect(
    await parse(
      `<rss version="2.0"><channel><item><guid>i1</guid><title><![CDATA[A &amp; B]]></title><link>/1</link>
       <description>Some &lt;i&gt;text&lt;/i&gt;</description><pubDate>Thu, 02 Jan 2025 00:00:00 GMT</pubDate></item></channel></rss>`,
    ),
  ).toEqual([one])
  expect(
    await parse(
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>i1</id><title>A &amp; B</title><link rel="edit" href="/edit"/>
       <link href="/1"/><content type="html">&lt;p&gt;Some&lt;/p&gt; text</content><published>${date}</published></entry></feed>`,
    ),
  ).toEqual([one])
  expect(
    await parse(
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
       xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>T</title></channel><item rdf:about="/1">
       <title>A &amp; B</title><link>/1</link><description>Some text</description><dc:date>${date}</dc:date></item></rdf:RDF>`,
    ),
  ).toMatchObject([{ ...one, id: '/1' }])
  const json = { id: 'i1', title: 'A & B', url: 'https://site.example/1', content_html: '<p>Some text', date_published: date }
  expect(await parse(JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', items: [json] }))).toEqual([one])
})

test('a feed that is made to take all memory is given up, and the next one is read', async () => {
  const many = `<rss version="2.0"><channel>${'<item><guid>1</guid></item>'.repeat(550_000)}</channel></rss>`
  expect(await read(many)).toMatchObject({ count: 10_000, news: [] })
  expect(await read(rss('<guid>x</guid>'))).toMatchObject({ count: 1 })
})

test('items without an address lead nowhere, those without anything are none', async () => {
  const nowhere = { id: 'x', hasId: true, title: 'T', text: '' }
  expect(await parse(rss('<guid>x</guid><title>T</title></item><item><title></title>'))).toEqual([nowhere])
  expect(await parse(rss('<guid>x</guid><title>T</title><link>javascript:alert(1)</link>'))).toEqual([nowhere])
})

test('text is freed of HTML', () => {
  expect(plainText('<p>One</p><p>two<br>three</p>')).toBe('One two three')
  expect(plainText('a<script>alert(1)</script>b<style>p{}</style>c<!-- d -->e')).toBe('a b c e')
  expect(plainText('1 < 2 &lt;b&gt; &#8364; &#x20AC; &nbsp;&hellip;&unknown; \u0000x')).toBe('1 < 2 <b> € € …&unknown; x')
  expect(plainText('<img src=x onerror=alert(1)')).toBe('')
  for (const html of ['<'.repeat(1e6), '<script'.repeat(1e5), '<!--'.repeat(1e5), '&#'.repeat(1e6)]) plainText(html)
})

test('the memory of a feed stays within bounds', () => {
  let seen: string | null = '[]'
  for (let round = 0; round < 10; round++) {
    const items = Array.from({ length: 500 }, (_, index) => ({
      id: `${round} ${index}`,
      hasId: true,
      title: `${index}`,
      text: '',
    }))
    const found = newsOf(items, round === 0 ? '{"known":[],"shared":[]}' : seen, [])
    expect(found.news).toHaveLength(20)
    seen = found.seen
    expect(newsOf(items, seen, []).news).toEqual([])
  }
  expect(JSON.parse(seen).known.length).toBeLessThanOrEqual(4_000 + 500 * 4)
})

test('the memory of an earlier version still counts, and fields that it did not read make no news', () => {
  const item = (index: number) => ({
    id: `i${index}`,
    hasId: true,
    title: `Title ${index}`,
    url: `https://a.example/${index}`,
    text: '',
  })
  const items = Array.from({ length: 600 }, (_, index) => item(index))
  const before = items.slice(0, 500).map(({ id }) => hash('sha256', id, 'base64url').slice(0, 16))
  const first = newsOf(items, JSON.stringify(before), [])
  expect(first.news).toEqual([])
  expect(newsOf([...items, item(600)], first.seen, []).news).toEqual([item(600)])
})

test('waits are a few minutes, and grow to half a day', () => {
  const minutes = (failures: number, chance: number) => feedWait(failures, 0, chance) / minute
  expect([minutes(0, 0), minutes(0, 1), minutes(1, 0.5), minutes(3, 0.5), minutes(30, 0.5)]).toEqual([4.5, 5.5, 10, 40, 720])
})

test('parameters of an address that are named like entities stay, also where nothing is escaped', async () => {
  const written = 'https://site.example/?a=1&region=2&amp;b=3&section=4&lang&copy=5&times=6'
  const url = written.replace('&amp;', '&')
  expect(await parse(rss(`<title>A &copy B</title><link>${written}</link>`))).toMatchObject([{ title: 'A © B', url }])
  expect(await parse(rss(`<title>A</title><guid>${written}</guid>`))).toMatchObject([{ id: url, url }])
  expect(await parse(rss(`<title>A</title><link><![CDATA[${url}]]></link>`))).toMatchObject([{ url }])
  expect(await parse(rss('<title>A</title><link>https://site.example/&eacute;</link>'))).toMatchObject([
    { url: 'https://site.example/%C3%A9' },
  ])
})

test('CDATA that is wrapped twice or escaped, and texts of which nothing is visible, are read as what people see', async () => {
  const twice = '<title><![CDATA[<![CDATA[A &amp; B]]]]></title><description>&lt;![CDATA[&lt;p&gt;C]]&gt;</description>'
  expect(await parse(rss(twice))).toMatchObject([{ title: 'A & B', text: 'C' }])
  expect(await parse(rss('<title>x[[1]]</title><description>]]&gt; y</description>'))).toMatchObject([
    { title: 'x[[1]]', text: ']]> y' },
  ])
  expect(await parse(rss('<title>\u200b&#x3164;</title><description>&amp;zwnj;\u2800</description>'))).toEqual([])
})
