import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { createGzip, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectLinear } from '../../../../../scripts/tests/growth.ts'
import { isPublicAddress } from '../../fetch/public-address.ts'
import { openFetcher } from '../../fetch/public-fetcher.ts'
import { checkPicture, fetchPreview } from './fetch.ts'
import { headEnds } from './head.ts'
import { readPage } from './page.ts'
import { fetchedAddress, linkOf } from './rules.ts'

// All of 127.0.0.0/8 is this machine. Here, 127.0.0.2 stands for the public network, 127.0.0.1 for private addresses.
let site: Server
let secret: Server
let origin: string
let secretUrl: string
let requests: string[] = []
let secrets = 0
let written = 0

/** A PNG header that declares a size; the rest doesn't matter here. */
function png(width: number, height: number): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), size, Buffer.alloc(200)])
}

const ico = Buffer.from(`000001000100101000000100200028010000160000${'00'.repeat(300)}`, 'hex')

const html =
  (text: string, type = 'text/html; charset=utf-8'): RequestListener =>
  (_request, response) =>
    response.setHeader('content-type', type).end(text)

const picture =
  (bytes: Buffer | string, type = 'image/png'): RequestListener =>
  (_request, response) =>
    response.setHeader('content-type', type).end(bytes)

const endless =
  (type: string, start: string, piece: Buffer, packed = false): RequestListener =>
  (_request, response) => {
    response.setHeader('content-type', type)
    if (packed) response.setHeader('content-encoding', 'gzip')
    else response.write(start)
    const pieces = (function* () {
      if (packed) yield Buffer.from(start)
      for (;;) {
        written += piece.length
        yield piece
      }
    })()
    if (packed) pipeline(Readable.from(pieces), createGzip(), response, () => {})
    else pipeline(Readable.from(pieces), response, () => {})
  }

let answers: Record<string, RequestListener> = {}

beforeAll(async () => {
  site = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] as string
    requests.push(request.url ?? '')
    const answer = answers[path]
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  secret = createServer((_request, response) => {
    secrets++
    response.setHeader('content-type', 'text/html').end('<title>secret</title>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.2', resolve))
  await new Promise<void>((resolve) => secret.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.2:${(site.address() as AddressInfo).port}`
  secretUrl = `http://127.0.0.1:${(secret.address() as AddressInfo).port}`
})
beforeEach(() => {
  requests = []
  answers = {}
  written = 0
})
afterAll(async () => {
  for (const server of [site, secret]) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  expect(secrets).toBe(0)
})

const fetcher = openFetcher({ isAllowed: (address) => address === '127.0.0.2' || isPublicAddress(address) })
/** The fetcher with another time limit: for fetches bounded by size, which take longer on a busy machine. */
const within = (timeLimit: number): typeof fetcher => ({
  ...fetcher,
  get: (url, options) => fetcher.get(url, { ...options, timeLimit }),
})
const preview = (path: string, by = within(25_000)) => fetchPreview(by, origin + path, new AbortController().signal)

describe('what a page says of itself', () => {
  test('title, description, picture and icon are those that the page gives for it', async () => {
    answers['/picture.png'] = picture(png(1200, 630))
    answers['/icon-32.png'] = picture(png(32, 32))
    answers['/page'] = html(`<!doctype html><html><head><title>Plain &amp; simple</title>
      <meta name="description" content="For searches"><meta property="og:title" content="For   sharing &#8211; here">
      <meta property="og:description" content="A description"><meta property="og:image" content="/picture.png">
      <link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/big.png">
      <link rel="shortcut icon" sizes="32x32" href="/icon-32.png"></head><body>`)
    expect(await preview('/page')).toMatchObject({
      title: 'For sharing – here',
      description: 'A description',
      picture: { type: 'image/png', width: 1200, height: 630 },
      icon: { type: 'image/png', width: 32, height: 32 },
    })
    expect(requests).not.toContain('/icon.svg')
  })

  test('a page without cards has its title and its description; the icon is the one at its usual place', async () => {
    answers['/favicon.ico'] = picture(ico, 'image/x-icon')
    answers['/plain'] = html('<title> One\n title </title><meta name=description content="What it is about">')
    const found = await preview('/plain')
    expect(found).toMatchObject({ title: 'One title', description: 'What it is about', icon: { type: 'image/x-icon' } })
    expect(found).not.toHaveProperty('picture')
  })

  test('the texts of other encodings are read, as the header or the page itself names them', async () => {
    const windows1251 = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])
    const page = (head: string, text: Buffer) => Buffer.concat([Buffer.from(`${head}<title>`), text, Buffer.from('</title>')])
    answers['/header'] = (_request, response) =>
      response.setHeader('content-type', 'text/html; charset=windows-1251').end(page('', windows1251))
    answers['/meta'] = (_request, response) =>
      response.setHeader('content-type', 'text/html').end(page('<meta charset="windows-1251">', windows1251))
    answers['/japanese'] = (_request, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(page('<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">', Buffer.from('93fa967b', 'hex')))
    expect((await preview('/header'))?.title).toBe('Привет')
    expect((await preview('/meta'))?.title).toBe('Привет')
    expect((await preview('/japanese'))?.title).toBe('日本')
  })

  test('a letter that was cut in two spoils nothing around it', async () => {
    const start = Buffer.from(
      '<meta charset="iso-8859-1"><title>Größe der Städte</title><meta name=description content="Zürich 東',
    ).subarray(0, -1)
    answers['/cut'] = picture(Buffer.concat([start, Buffer.from(' und mehr">')]), 'text/html')
    expect(await preview('/cut')).toMatchObject({ title: 'Größe der Städte', description: 'Zürich \ufffd und mehr' })
  })

  test('a head with long scripts is read to its end, and nothing behind it', async () => {
    const script = `<script>${'if (a < b) document.write("<body></head>");'.repeat(14_000)}</script><!-- <body> --><meta x="</head>">`
    expect(script.length).toBeGreaterThan(600_000)
    const title =
      '<title>Late</title><meta charset="windows-1251"><meta property="og:description" content="\xcf\xf0\xe8\xe2\xe5\xf2">'
    answers['/late'] = picture(Buffer.from(`<html><head>${script}${title}</head><body>`, 'latin1'), 'text/html')
    expect(await preview('/late')).toEqual({ title: 'Late', description: 'Привет' })
    for (const end of ['</HEAD>', '<body class="x">']) {
      answers['/ends'] = endless('text/html', `<title>Ends</title>${end}`, Buffer.alloc(65_536, '<p>more</p>'))
      written = 0
      expect((await preview('/ends'))?.title).toBe('Ends')
      expect(written).toBeLessThan(8 * 2 ** 20)
    }
  })

  test('the end of a head is found wherever it is cut', () => {
    const page = Buffer.from('<html><head><title>T <body></title><script>"</head>"</script><link x="<body>"></head>')
    for (let size = 1; size < page.length; size++) {
      const isOver = headEnds()
      const ends: number[] = []
      for (let at = 0; at < page.length; at += size) if (isOver(page.subarray(at, at + size))) ends.push(at + size)
      expect([size, ends.length, (ends[0] ?? 0) >= page.length - 1]).toEqual([size, 1, true])
    }
  })

  test('a link to a picture shows it; one to another file shows nothing', async () => {
    answers['/photo'] = picture(png(800, 600))
    answers['/archive'] = (_request, response) => response.setHeader('content-type', 'application/zip').end('PK')
    expect(await preview('/photo')).toMatchObject({ picture: { width: 800, height: 600 } })
    expect(await preview('/archive')).toBeUndefined()
    expect(await preview('/missing')).toBeUndefined()
  })
})

describe('hostile pages', () => {
  test('of a page that never ends only the start is read', async () => {
    answers['/endless'] = endless('text/html', '<title>Ten gigabytes</title>', Buffer.alloc(65_536, '<p>more</p>'))
    expect((await preview('/endless'))?.title).toBe('Ten gigabytes')
    expect(written).toBeLessThan(20 * 2 ** 20)
  })

  test('of a page that unpacks without an end only the start is unpacked', async () => {
    answers['/bomb'] = endless('text/html', '<title>Bomb</title>', Buffer.alloc(2 ** 20), true)
    const before = process.memoryUsage().rss
    expect((await preview('/bomb'))?.title).toBe('Bomb')
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20)
  })

  test('a server that drips a byte at a time is given up', async () => {
    answers['/slow'] = (_request, response) => {
      response.setHeader('content-type', 'text/html').write('<title>Slow')
      const drip = setInterval(() => response.write('.'), 50)
      response.on('close', () => clearInterval(drip))
    }
    expect(await preview('/slow', within(400))).toBeUndefined()
  })

  test('a page whose pictures never come has its texts in bounded time, and one that never comes has nothing', async () => {
    answers['/never.png'] = () => {}
    answers['/waits'] = html(
      '<title>Waits</title><meta property="og:image" content="/never.png"><link rel="icon" href="/never.png">',
    )
    const until = (path: string) => fetchPreview(within(60_000), origin + path, new AbortController().signal, 2_000)
    expect(await until('/waits')).toEqual({ title: 'Waits' })
    expect(await until('/never.png')).toBeUndefined()
    const stop = new AbortController()
    const stopped = fetchPreview(within(60_000), `${origin}/never.png`, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(stopped).rejects.toThrow('stopped')
  })

  test('nothing in a private network is asked, neither by redirects nor for pictures', async () => {
    answers['/away'] = (_request, response) => response.writeHead(302, { location: secretUrl }).end()
    answers['/round'] = (_request, response) => response.writeHead(302, { location: '/round' }).end()
    answers['/inside'] = html(`<title>Inside</title><meta property="og:image" content="${secretUrl}/picture.png">
      <link rel="icon" href="/to-icon">`)
    answers['/to-icon'] = (_request, response) => response.writeHead(302, { location: `${secretUrl}/icon.png` }).end()
    expect(await preview('/away')).toBeUndefined()
    expect(await preview('/round')).toBeUndefined()
    expect(requests.filter((path) => path === '/round').length).toBeLessThanOrEqual(6)
    expect(await preview('/inside')).toEqual({ title: 'Inside' })
  })

  test('only pictures of known formats are taken, by their bytes and not by their name', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="1" height="1"/></svg>`
    const hostile: Record<string, RequestListener> = {
      '/html.png': picture('<!doctype html><script>alert(1)</script>'),
      '/drawing.png': picture(svg),
      '/drawing.svg': picture(`<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${svg}`, 'image/svg+xml'),
      '/huge.png': picture(png(60_000, 60_000)),
      '/empty.png': picture(''),
      '/half.png': picture(png(10, 10).subarray(0, 12)),
      '/pixel.png': picture(png(1, 1)),
      '/endless.png': endless('image/png', png(800, 600).toString('latin1'), Buffer.alloc(65_536)),
    }
    for (const [path, answer] of Object.entries(hostile)) {
      answers = { [path]: answer, '/page': html(`<title>T</title><meta property="og:image" content="${path}">`) }
      expect([path, await preview('/page')]).toEqual([path, { title: 'T' }])
    }
  })

  test('a page with 10,000 tags, deep nesting or scripts in its texts is read in linear time, and its texts stay texts', async () => {
    const many = (tags: number) =>
      `<meta property="og:title" content="First">${'<meta property="og:title" content="Other">'.repeat(tags)}`
    answers['/many'] = html(many(10_000))
    expect((await preview('/many'))?.title).toBe('First')
    // Content nested more deeply than on any real page is not read; otherwise, the title would be this one.
    const behind = '<meta property="og:title" content="Behind">'
    answers['/deep'] = html(`<title>Deep</title>${'<div>'.repeat(20_000)}${'</b>'.repeat(20_000)}${behind}`)
    expect((await preview('/deep'))?.title).toBe('Deep')
    answers['/wide'] = html(`<title>Wide</title>${'<div></div>'.repeat(20_000)}${behind}`)
    expect((await preview('/wide'))?.title).toBe('Behind')
    expectLinear(
      'the end of the head of many tags',
      80_000,
      (size) => Buffer.from(many(size)),
      (page) => headEnds()(page),
    )
    expectLinear('the facts of many tags', 80_000, many, (page) => readPage(page, origin))
    answers['/script'] = html(
      `<svg><title>Drawing</title></svg><title>&lt;script>alert(1)&lt;/script></title><meta name="description" content="a\u202eb">`,
    )
    expect(await preview('/script')).toEqual({ title: '<script>alert(1)</script>', description: 'a b' })
  })

  test('long texts are cut', async () => {
    answers['/long'] = html(`<title>${'word '.repeat(10_000)}</title><meta name="description" content="${'x'.repeat(10_000)}">`)
    const found = await preview('/long')
    expect(found?.title?.length).toBeLessThanOrEqual(200)
    expect(found?.title).toMatch(/word…$/)
    expect(found?.description?.length).toBeLessThanOrEqual(300)
  })
})

test('a picture says its size as it is shown', async () => {
  expect(await checkPicture(png(640, 480))).toMatchObject({ type: 'image/png', width: 640, height: 480 })
  expect(await checkPicture(Buffer.from('GIF89a'))).toBeUndefined()
})

test('the parameters that recognize who shared a link are not sent on, and all others are', () => {
  expect(fetchedAddress('https://example.org/a?id=1&utm_source=x&UTM_Medium=y&fbclid=z&gclid=1&q=utm_#part')).toBe(
    'https://example.org/a?id=1&q=utm_',
  )
  expect(fetchedAddress('https://example.org/?igshid=1')).toBe('https://example.org/')
})

test('the link of a link push, or the first one in a note, is previewed', () => {
  const note = (body: string) => linkOf({ type: 'note', url: null, body })
  expect(linkOf({ type: 'link', url: 'https://example.org/', body: 'See https://other.example' })).toBe('https://example.org/')
  expect(note('See https://example.org/a_(b), and http://other.example.')).toBe('https://example.org/a_(b)')
  expect(note('(https://example.org/a).')).toBe('https://example.org/a')
  expect(note('nothing')).toBeUndefined()
  for (const url of ['javascript:alert(1)', 'ftp://example.org', 'https://', `https://example.org/${'a'.repeat(5_000)}`])
    expect(linkOf({ type: 'link', url, body: null })).toBeUndefined()
  expect(linkOf({ type: 'file', url: null, body: 'https://example.org' })).toBeUndefined()
})

test('a gzipped page is read', async () => {
  answers['/packed'] = (_request, response) =>
    response.setHeader('content-type', 'text/html').setHeader('content-encoding', 'gzip').end(gzipSync('<title>Packed</title>'))
  expect((await preview('/packed'))?.title).toBe('Packed')
})
