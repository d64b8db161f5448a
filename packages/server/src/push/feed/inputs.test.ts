// Real-world feeds by kind, with shared helpers.

import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readInWorker } from './ask-worker.ts'
import type { FeedItem } from './parser.ts'
import { pushOfItem } from './rules.ts'

const address = 'https://site.example/feeds/all'
const read = (feed: string | Buffer, seen: string | null, type = '') =>
  readInWorker({ body: Buffer.from(feed), type, address, digest: null, seen, filters: [] })

/** The posts of a feed that is read several times; the first read posts nothing. */
async function postsOf(readings: (string | Buffer)[], type = ''): Promise<ReturnType<typeof pushOfItem>[]> {
  let seen: string | null = null
  const posts: FeedItem[] = []
  for (const reading of readings) {
    const found = await read(reading, seen, type)
    posts.push(...(found.news ?? []))
    seen = found.seen ?? seen
  }
  return posts.map(pushOfItem)
}

const rss = (items: string, { head = '<?xml version="1.0" encoding="UTF-8"?>', channel = '' } = {}) =>
  `${head}<rss version="2.0"><channel><title>T</title><description>d</description>${channel}${items}</channel></rss>`
const item = (id: string, title: string, link = `https://site.example/${id}`, more = '') =>
  `<item><guid isPermaLink="false">${id}</guid><title>${title}</title><link>${link}</link>${more}</item>`
const old = item('old', 'Old')
const atom = (entries: string, more = '') => `<feed xmlns="http://www.w3.org/2005/Atom"${more}><title>T</title>${entries}</feed>`
const entry = (title: string, link = '<link href="https://blog.example/2"/>', more = '') =>
  `<entry><id>urn:e2</id>${title}${link}${more}</entry>`
const latin = (text: string) => Buffer.from(text, 'latin1')

const first = async (feed: string | Buffer, type = '') => {
  const posts = await postsOf([atom(''), feed], type)
  expect(posts).toHaveLength(1)
  return posts[0]
}

describe('links', () => {
  test('a guid is the link of an item that has none, unless it says that it is no address', async () => {
    const guid = (attributes: string, text: string) => rss(`<item><guid${attributes}>${text}</guid><title>T</title></item>`)
    expect(await first(guid(' isPermaLink="true"', 'https://site.example/p/2'))).toMatchObject({
      url: 'https://site.example/p/2',
    })
    expect(await first(guid('', 'https://site.example/p/2'))).toMatchObject({ type: 'link', url: 'https://site.example/p/2' })
    for (const [attributes, text] of [
      [' isPermaLink="false"', 'https://site.example/p/2'],
      ['', 'tag-2'],
    ] as const)
      expect(await first(guid(attributes, text))).toEqual({ type: 'note', title: 'T' })
  })

  test('a relative link is that of the nearest base', async () => {
    const link = '<link href="posts/2.html"/>'
    const title = '<title>E</title>'
    const at = async (feed: string) => (await first(feed))?.url
    expect(await at(atom(entry(title, link), ' xml:base="https://blog.example/en/"'))).toBe(
      'https://blog.example/en/posts/2.html',
    )
    expect(
      await at(atom(entry(title, link).replace('<entry', '<entry xml:base="de/"'), ' xml:base="https://blog.example/"')),
    ).toBe('https://blog.example/de/posts/2.html')
    expect(await at(atom(entry(title, '<link xml:base="https://b.example/x/" href="posts/2.html"/>')))).toBe(
      'https://b.example/x/posts/2.html',
    )
    expect(await at(atom(entry(title, link)))).toBe('https://site.example/feeds/posts/2.html')
    const relative = '<item><title>E</title><link>posts/2.html</link></item>'
    expect(await at(rss(relative))).toBe('https://site.example/feeds/posts/2.html')
    expect(await at(rss(relative, { channel: '<link>https://blog.example/en/</link>' }))).toBe(
      'https://blog.example/en/posts/2.html',
    )
    const based = rss(relative, { channel: '<link>https://other.example/</link>' })
    expect(await at(based.replace('<channel', '<channel xml:base="https://blog.example/b/"'))).toBe(
      'https://blog.example/b/posts/2.html',
    )
    const json = {
      version: 'https://jsonfeed.org/version/1',
      home_page_url: 'https://j.example/',
      items: [{ id: '1', url: 'a' }],
    }
    expect(await at(JSON.stringify(json))).toBe('https://j.example/a')
  })

  test('of several links the page is taken, whatever the prefix; a recording is better than nothing', async () => {
    const links = `<link rel="self" href="https://a.example/self"/><link rel="enclosure" href="https://a.example/a.mp3"/>
      <link rel="alternate" type="application/json" href="https://a.example/json"/><link type="text/html" href="https://a.example/page"/>`
    expect(await first(atom(entry('<title>E</title>', links)))).toMatchObject({ url: 'https://a.example/page' })
    const prefixed = atom(entry('<title>E</title>', links)).replace(/<(\/?)(?=[a-z])/g, '<$1a:')
    expect(await first(prefixed.replace('xmlns=', 'xmlns:a='))).toMatchObject({ title: 'E', url: 'https://a.example/page' })
    const sound = '<enclosure url="https://a.example/a.mp3" length="1" type="audio/mpeg"/>'
    expect(await first(rss(`<item><title>E</title><guid isPermaLink="false">1</guid>${sound}</item>`))).toMatchObject({
      url: 'https://a.example/a.mp3',
    })
    const other = '<m:group xmlns:m="http://search.yahoo.com/mrss/"><m:title>M</m:title></m:group><m:link xmlns:m="x">y</m:link>'
    expect(await first(rss(item('1', 'E', undefined, other)))).toMatchObject({ title: 'E', url: 'https://site.example/1' })
  })
})

describe('texts', () => {
  test('all entities of HTML are read, however they are wrapped', async () => {
    const title = '<![CDATA[Caf&eacute; ouvert &agrave; Z&uuml;rich &#8211; &rarr; 20&deg;C &pound;5 &frac12;]]>'
    const text = '<description>Se&ntilde;or &lt;b&gt;Gar&ccedil;on&lt;/b&gt; &amp;eacute;t&amp;eacute; &amp;szlig;</description>'
    expect(await first(rss(item('1', title, undefined, text)))).toMatchObject({
      title: 'Café ouvert à Zürich – → 20°C £5 ½',
      body: 'Señor Garçon été ß',
    })
    expect(await first(atom(entry('<title>Caf&eacute; &amp;eacute; A&amp;B</title>')))).toMatchObject({
      title: 'Café &eacute; A&B',
    })
    expect(await first(rss(item('1', 'AT&T &amp; R&D', 'https://a.example/?a=1&b=2')))).toMatchObject({
      title: 'AT&T & R&D',
      url: 'https://a.example/?a=1&b=2',
    })
  })

  test('the title of an Atom feed is what its type says', async () => {
    const titled = async (title: string) => (await first(atom(entry(title))))?.title
    expect(await titled('<title>Why &lt;details&gt; beats &lt;div&gt; in 2026</title>')).toBe('Why <details> beats <div> in 2026')
    expect(await titled('<title type="text">&lt;b&gt;A&lt;/b&gt; &amp;amp; B</title>')).toBe('<b>A</b> &amp; B')
    expect(await titled('<title type="html">&lt;b&gt;A&lt;/b&gt; &amp;amp; B &amp;lt;i&amp;gt;</title>')).toBe('A & B <i>')
    expect(await titled('<title type="html"><![CDATA[<b>A</b> &lt;div&gt;]]></title>')).toBe('A <div>')
    const div = '<x:div xmlns:x="http://www.w3.org/1999/xhtml"><x:b>A</x:b> &lt;p&gt;</x:div>'
    expect(await titled(`<title type="xhtml">${div}</title>`)).toBe('A <p>')
    expect(await titled('<title type="text/html" mode="escaped">&lt;b&gt;A&lt;/b&gt;</title>')).toBe('A')
    expect(await titled('<title><![CDATA[a < b]]></title>')).toBe('a < b')
  })

  test('of the title of an RSS feed only markup is left out', async () => {
    const titled = async (title: string) => (await first(rss(item('1', title))))?.title
    expect(await titled('Why &lt;details&gt; beats &lt;div&gt;')).toBe('Why <details> beats <div>')
    expect(await titled('&lt;i&gt;Dune&lt;/i&gt;&lt;br/&gt;part two')).toBe('Dune part two')
    expect(await titled('<![CDATA[Map<String, List<Integer>> &amp; 1 < 2]]>')).toBe('Map<String, List<Integer>> & 1 < 2')
  })

  test('the short text is taken before the whole one', async () => {
    const whole = '<c:encoded xmlns:c="http://purl.org/rss/1.0/modules/content/"><![CDATA[<p>All</p><p>of it</p>]]></c:encoded>'
    expect(await first(rss(item('1', 'E', undefined, `${whole}<description>Short</description>`)))).toMatchObject({
      body: 'Short',
    })
    expect(await first(rss(item('1', 'E', undefined, whole)))).toMatchObject({ body: 'All of it' })
    expect(await first(rss(item('1', 'E', undefined, '<content:encoded>All</content:encoded>')))).toMatchObject({ body: 'All' })
  })
})

describe('encodings', () => {
  const title = async (feed: Buffer, type = '') => (await first(feed, type))?.title
  const windows1251 = Buffer.from([0xcd, 0xee, 0xe2, 0xee, 0xf1, 0xf2, 0xfc]).toString('latin1')
  const head = (label: string) => `<?xml version="1.0" encoding="${label}"?>`
  const in1251 = (start: string) => latin(rss(item('1', windows1251), { head: start }))

  test('a blank line, a mark or a comment before the declaration is no harm', async () => {
    for (const before of ['\n', ' \r\n\t', '<!-- made by -->', '\n<!-- a -->\n'])
      expect([before, await title(in1251(before + head('windows-1251')))]).toEqual([before, 'Новость'])
    expect(await title(Buffer.from(`\ufeff\n${rss(item('1', 'Été'))}`))).toBe('Été')
  })

  test('a wrong label is corrected, and a missing one is found', async () => {
    expect(await title(latin(rss(item('1', 'Señor café'))))).toBe('Señor café')
    expect(await title(latin(rss(item('1', 'Señor café \x93a\x94'), { head: '' })), 'text/xml; charset=utf-8')).toBe(
      'Señor café “a”',
    )
    expect(await title(in1251(head('utf-8')))).toBe('Новость')
    expect(await title(in1251(head('windows-1251')), 'text/xml; charset=UTF-8')).toBe('Новость')
    expect(await title(latin(rss(item('1', '\xee\xcf\xd7\xcf\xd3\xd4\xd8'))))).toBe('Новость')
    for (const label of ['iso-8859-1', 'windows-1251', 'utf-16', 'no-such'])
      expect([label, await title(Buffer.from(rss(item('1', 'Été à Новость'), { head: head(label) })))]).toEqual([
        label,
        'Été à Новость',
      ])
  })

  test('one item in another encoding does not spoil the others', async () => {
    const feed = Buffer.concat([
      Buffer.from(rss(item('1', 'Été – Новость')).replace('</channel></rss>', '')),
      latin(item('2', 'café')),
    ])
    const posts = await postsOf([rss(''), Buffer.concat([feed, Buffer.from('</channel></rss>')])])
    expect(posts.map((post) => post.title)).toEqual(['café', 'Été – Новость'])
  })

  test('a letter of UTF-8 that was cut in two is one U+FFFD, and all else is whole, whatever the feed is said to be', async () => {
    /** A text in which `|` truncates the letter before it to its first `left` bytes, or to its last ones if negative. */
    const cut = (text: string, left: number) => {
      const [before = '', after = ''] = text.split('|')
      const letter = [...before].at(-1) ?? ''
      const bytes = Buffer.from(letter)
      const rest = left > 0 ? bytes.subarray(0, left) : bytes.subarray(left)
      return Buffer.concat([Buffer.from(before.slice(0, -letter.length)), rest, Buffer.from(after)])
    }
    const feedOf = (title: Buffer, label: string, other = 'Zürich Städte Größe') => {
      const [start = '', end = ''] = rss(item('1', '%') + item('2', other), { head: label && head(label) }).split('%')
      return Buffer.concat([Buffer.from(start), title, Buffer.from(end)])
    }
    const both = async (feed: Buffer) => (await postsOf([rss(''), feed])).map((post) => post.title)
    const cuts: [text: string, left: number][] = [
      ['Zürich Nachricht 3 Größe 東|', 2],
      ['Zürich Nachricht 3 Größe 東|', 1],
      ['Grüße 東京タ| und mehr ä', 1],
      ['Grüße 東京タ| und mehr ä', -1],
      ['Grüße 東京タ| und mehr ä', -2],
      ['Grüße mit 🍄|', 3],
      ['Grüße mit 🍄| und mehr', -3],
      ['Treffen in Mü|', 1],
      ['It was late…|', 2],
      ['It’s the end —| of', 2],
      ['Встреча в Москве́ю|', 1],
      ['Tokyo 東|', 2],
    ]
    for (const label of ['UTF-8', '', 'iso-8859-1', 'windows-1251', 'Shift_JIS'])
      for (const [text, left] of cuts) {
        const expected = `${text.split('|')[0]?.replace(/.$/u, '')}\ufffd${text.split('|')[1]}`
        const found = await both(feedOf(cut(text, left), label))
        expect([label, text, left, found]).toEqual([label, text, left, ['Zürich Städte Größe', expected]])
      }
    // A text in another encoding is recognized even if it has a single letter beyond ASCII.
    for (const title of ['Café', 'Über alles', 'Mañana', 'Voilà !', '« été »', 'Straße'])
      expect(await both(feedOf(latin(title), 'UTF-8'))).toEqual(['Zürich Städte Größe', title])
  })

  test('a letter of another encoding that was cut in two is one U+FFFD, too', async () => {
    const japanese = Buffer.concat([Buffer.from('93fa967b8cea93fa967b8cea', 'hex'), Buffer.from([0x93])])
    const [start = '', end = ''] = rss(item('1', '%'), { head: head('Shift_JIS') }).split('%')
    expect(await title(Buffer.concat([Buffer.from(start), japanese, Buffer.from(` ${end}`)]))).toBe('日本語日本語\ufffd')
  })

  test('UTF-16 is read with its mark and without', async () => {
    const wide = Buffer.from(rss(item('1', 'Été Новость 日本'), { head: head('UTF-16') }), 'utf16le')
    const turned = Buffer.from(wide).swap16()
    for (const feed of [
      wide,
      turned,
      Buffer.concat([Buffer.from([0xff, 0xfe]), wide]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), turned]),
    ])
      expect(await title(feed)).toBe('Été Новость 日本')
  })
})

describe('new items', () => {
  const titles = async (...readings: string[]) => (await postsOf(readings)).map((post) => post.title)

  test('the new one of 600 is posted, wherever it stands', async () => {
    const many = Array.from({ length: 600 }, (_, index) => item(`O${index}`, `Part ${index}`))
    const all = (items: string[]) => rss(items.join(''))
    expect(await titles(all(many), all([...many, item('new', 'New')]))).toEqual(['New'])
    expect(await titles(all(many), all([item('new', 'New'), ...many]))).toEqual(['New'])
    expect(await titles(all(many), all([...many.toReversed().slice(0, 300), item('new', 'New'), ...many.slice(0, 300)]))).toEqual(
      ['New'],
    )
    const three = ['a', 'b', 'c'].map((name) => item(name, name))
    expect(await titles(all(many), all([...many, ...three]))).toEqual(['a', 'b', 'c'])
    expect(await titles(all(many), all([...three, ...many]))).toEqual(['c', 'b', 'a'])
  })

  test('one guid for all items tells none of them apart', async () => {
    const na = (id: string, title: string, link = `/${title}`) => item(id, title, link)
    for (const id of ['N/A', 'x'])
      expect(
        await titles(rss(na(id, 'R1')), rss(na(id, 'R2') + na(id, 'R1')), rss(na(id, 'R3') + na(id, 'R2')), rss(na(id, 'R4'))),
      ).toEqual(['R2', 'R3', 'R4'])
    const noLink = (title: string) => `<item><guid>N/A</guid><title>${title}</title></item>`
    expect(await titles(rss(noLink('R1')), rss(noLink('R2') + noLink('R1')))).toEqual(['R2'])
  })

  test('one link for all items tells none of them apart', async () => {
    const linked = (title: string) => `<item><title>${title}</title><link>https://status.example/</link></item>`
    expect(await titles(rss(linked('A') + linked('B')), rss(linked('C') + linked('A') + linked('B')))).toEqual(['C'])
    const home = (id: string) => item(id, `T ${id}`, 'https://status.example/')
    expect(await titles(rss(home('1')), rss(home('2') + home('1')), rss(home('3')))).toEqual(['T 2', 'T 3'])
  })

  test('an edited item, one with a new id, and a second of the same are no news', async () => {
    expect(await titles(rss(old), rss(item('old', 'New title')), rss(item('old', 'New title', '/moved')))).toEqual([])
    expect(await titles(rss(old), rss(item('new-id', 'Old', 'https://site.example/old')))).toEqual([])
    expect(await titles(rss(old), rss(item('new-id', 'Old', 'http://www.site.example/old/')))).toEqual([])
    const twice = item('2', 'Two')
    expect(await titles(rss(old), rss(twice + twice + old), rss(old + twice))).toEqual(['Two'])
    const linkOnly = (title: string) => `<item><title>${title}</title><link>/a</link></item>`
    expect(await titles(rss(linkOnly('A')), rss(linkOnly('A, edited')))).toEqual([])
  })

  test('times that are missing, wrong or in the future do not decide what to post; valid ones decide the order', async () => {
    const dated = (id: string, date: string) => item(id, id, undefined, `<pubDate>${date}</pubDate>`)
    const days = ['Fri, 02 Jan 2026 00:00:00 GMT', 'Thu, 01 Jan 2026 00:00:00 GMT', 'Sat, 03 Jan 2026 00:00:00 GMT']
    expect(await titles(rss(old), rss(days.map((day, index) => dated(`${index}`, day)).join('') + old))).toEqual(['1', '0', '2'])
    const wrong = ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Thu, 01 Jan 2099 00:00:00 GMT', '']
    expect(await titles(rss(old), rss(wrong.map((day, index) => dated(`${index}`, day)).join('') + old))).toEqual([
      '3',
      '2',
      '1',
      '0',
    ])
  })
})

describe('kinds of feeds', () => {
  const one = { type: 'link', title: 'A & B', url: 'https://site.example/1', body: 'Some text' }

  test('RSS 0.90 and 1.0, with a document type or without', async () => {
    for (const names of ['http://my.netscape.com/rdf/simple/0.9/', 'http://purl.org/rss/1.0/', 'http://purl.org/net/rss1.1#']) {
      const feed = `<!DOCTYPE rdf:RDF [<!ENTITY % HTMLlat1 PUBLIC "-//W3C//ENTITIES Latin 1 for XHTML//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml-lat1.ent"> %HTMLlat1; ]>
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="${names}"><channel><title>T</title>
        <link>https://site.example/</link></channel><image><title>I</title><link>https://x.example</link></image>
        <item rdf:about="https://site.example/1"><title>A &amp; B</title><link>https://site.example/1</link><description>Some text</description></item></rdf:RDF>`
      expect(await first(feed)).toEqual(one)
    }
  })

  test('RSS 0.91, 0.92 and 2.0', async () => {
    for (const version of ['0.91', '0.92', '0.93', '2.0', '2.0.1']) {
      const type =
        '<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">'
      const feed = `<?xml version="1.0"?>${type}<rss version="${version}"><channel><title>T</title>
        <item><title>A &amp; B</title><link>https://site.example/1</link><description>Some text</description></item></channel></rss>`
      expect(await first(feed)).toEqual(one)
    }
  })

  test('Atom 0.3 and 1.0', async () => {
    const body = '<content type="text/html" mode="escaped">&lt;p&gt;Some text&lt;/p&gt;</content>'
    const feed = `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>T</title><entry><title>A &amp; B</title>
      <link rel="alternate" type="text/html" href="https://site.example/1"/><id>tag:1</id><issued>2026-01-01T00:00:00Z</issued>${body}</entry></feed>`
    expect(await first(feed)).toEqual(one)
    const source = '<source><id>urn:other</id><title>Other</title><link href="https://other.example/"/></source>'
    const xhtml =
      '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><script>no</script><p>Some <b>text</b></p></div></content>'
    const link = '<link href="https://site.example/1"/>'
    expect(await first(atom(entry(`${source}<title>A &amp; B</title>`, link, xhtml)))).toEqual(one)
  })

  test('JSON Feed 1 and 1.1', async () => {
    for (const version of ['https://jsonfeed.org/version/1', 'https://jsonfeed.org/version/1.1']) {
      const items = [{ id: 1, title: 'A & B', url: 'https://site.example/1', content_html: '<p>Some <b>text</b>' }]
      expect(await first(`\ufeff ${JSON.stringify({ version, title: 'T', items })}`)).toEqual(one)
      const literal = [{ id: 1, title: 'Why <details> &amp; <div>', content_text: '<b>', external_url: 'https://site.example/1' }]
      expect(await first(JSON.stringify({ version, items: literal }))).toMatchObject({
        title: 'Why <details> &amp; <div>',
        body: '<b>',
      })
    }
  })
})

describe('what harms', () => {
  test('a feed that breaks off is refused as a whole, wherever it breaks', async () => {
    const feed = rss(
      item('1', 'One', undefined, '<description><![CDATA[<b>x</b>]]></description><enclosure url="https://a.example/"/>') + old,
    )
    for (let end = feed.indexOf('<channel>'); end < feed.length - 1; end += 3)
      await expect(read(feed.slice(0, end), null)).rejects.toThrow('The feed breaks off before its end.')
    await expect(read(feed, null)).resolves.toMatchObject({ count: 2 })
    await expect(read(`${feed}\n<!-- 0.1 s --><script>x</script>`, null)).resolves.toMatchObject({ count: 2 })
  })

  test('tags that do not match within a text are no harm, and otherwise refused', async () => {
    expect(await first(rss(item('1', 'E', undefined, '<description><p>One<br>two</description>')))).toMatchObject({
      body: 'One two',
    })
    for (const wrong of ['<item><title>a<link>b</item>', '<item><title>a</title>', '</item><item>'])
      await expect(read(rss(wrong), null)).rejects.toThrow('That address has no feed.')
  })

  test('entities of the feed are not expanded', async () => {
    const types = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    expect(await first(rss(item('1', '&b;&b; and so on'), { head: types }))).toMatchObject({ title: '&b;&b; and so on' })
    const outside = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    await expect(read(rss(item('1', '&f;'), { head: outside }), null)).rejects.toThrow('That address has no feed.')
  })

  test('fifteen megabytes are read, and take time by their length', async () => {
    const large = (text: string) =>
      rss(Array.from({ length: 1_000 }, (_, index) => item(`${index}`, 'T', undefined, text)).join(''))
    const description = `<description>${'&lt;p&gt;word &amp;eacute; '.repeat(600)}</description>`
    const feed = large(description)
    expect(feed.length).toBeGreaterThan(15 * 2 ** 20 - 800_000)
    const { seen, count } = await read(feed, null)
    expect(count).toBe(1_000)
    expect((await read(feed.replace('<item>', `${item('new', 'New')}<item>`), seen as string)).news).toMatchObject([
      { title: 'New' },
    ])
  })

  test('compressed content is no text', async () => {
    await expect(read(gzipSync(rss(old)), null)).rejects.toThrow('That address has no feed.')
  })
})
