import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import type { ServerSettings } from '../settings/rules.ts'
import type { WebFacts } from './facts.ts'
import { serveWeb } from './web.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-web-'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head><title>Waypost</title></head><body></body></html>')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function pageWith(facts: WebFacts, url = '/', headers: Record<string, string> = {}) {
  const http = Fastify()
  serveWeb(http, folder, facts)
  const answer = await http.inject({ url, headers })
  await http.close()
  return answer
}

test('SHELL-052 GAP-026 the page names whom to ask for help', async () => {
  const { body } = await pageWith({ supportEmail: 'help@example.org', links: {} })
  expect(body).toContain('<meta name="support-email" content="help@example.org" /></head>')
})

test('GAP-080 the page names where its links lead outside, and no name breaks out of its place', async () => {
  const { body } = await pageWith({
    supportEmail: 'a"><b>$&@example.org',
    links: { blog: 'https://blog.example.org/?a=1&b="2"' },
  })
  expect(body).toContain('<meta name="link-blog" content="https://blog.example.org/?a=1&amp;b=&quot;2&quot;" />')
  expect(body).toContain('<meta name="support-email" content="a&quot;>&lt;b>$&amp;@example.org" />')
})

test('a page that says something else has another tag', async () => {
  const first = await pageWith({ supportEmail: 'help@example.org', links: {} })
  const second = await pageWith({ supportEmail: 'support@example.org', links: {} }, '/signin')
  expect(first.headers.etag).not.toBe(second.headers.etag)
})

test('SHELL-030 SHELL-031 a frame of another site gets one sentence and nothing of the client; a frame of our own gets the page', async () => {
  const framed = (site: string) =>
    pageWith({ supportEmail: 'help@example.org', links: {} }, '/signin', { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': site })
  for (const site of ['cross-site', 'same-site']) {
    const { statusCode, body, headers } = await framed(site)
    expect(statusCode).toBe(200)
    expect(body).toContain('<h1>This page can’t be shown inside another site.</h1>')
    expect(body).not.toContain('help@example.org')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers.vary).toContain('sec-fetch-site')
  }
  expect((await framed('same-origin')).body).toContain('help@example.org')
})

test('SHELL-032 the widget is let into frames of every site, also where a proxy forbids them; every other page to ours alone', async () => {
  const built = mkdtempSync(join(tmpdir(), 'waypost-web-'))
  writeFileSync(join(built, 'index.html'), '<!doctype html>')
  writeFileSync(join(built, 'widget.html'), '<!doctype html><title>widget</title>')
  const http = Fastify()
  serveWeb(http, built, { supportEmail: 'help@example.org', links: {} })
  const widget = await http.inject({ url: '/widget.html?from=somewhere' })
  expect(widget.body).toContain('<title>widget</title>')
  expect(widget.headers['x-frame-options']).toBeUndefined()
  const rules = (answer: typeof widget) => String(answer.headers['content-security-policy']).split('; ')
  const others = rules(await http.inject({ url: '/' })).filter((rule) => !rule.startsWith('frame-ancestors'))
  expect(rules(widget)).toEqual([...others, 'frame-ancestors * file:'])
  for (const url of ['/', '/index.html', '/subscribe?channel_tag=garden', '/widget'])
    expect([url, rules(await http.inject({ url })).filter((rule) => rule.startsWith('frame-ancestors'))]).toEqual([
      url,
      ["frame-ancestors 'self'"],
    ])
  await http.close()
  rmSync(built, { recursive: true, force: true })
})

test('a file that was compressed beforehand is sent as it is, and has no address of its own', async () => {
  const built = mkdtempSync(join(tmpdir(), 'waypost-web-'))
  writeFileSync(join(built, 'index.html'), '<!doctype html>')
  writeFileSync(join(built, 'app.js'), 'const a = 1')
  const compressed = brotliCompressSync('const a = 1')
  writeFileSync(join(built, 'app.js.br'), compressed)
  const http = Fastify()
  serveWeb(http, built, { supportEmail: 'help@example.org', links: {} })
  const get = (url: string, encoding: string) => http.inject({ url, headers: { 'accept-encoding': encoding } })
  const answer = await get('/app.js', 'gzip, br')
  expect([answer.headers['content-encoding'], answer.rawPayload]).toEqual(['br', compressed])
  expect((await get('/app.js', '')).body).toBe('const a = 1')
  const gzipped = await get('/app.js', 'gzip')
  expect([gzipped.headers['content-encoding'], gunzipSync(gzipped.rawPayload).toString()]).toEqual(['gzip', 'const a = 1'])
  expect((await get('/app.js.br', '')).statusCode).toBe(404)
  await http.close()
  rmSync(built, { recursive: true, force: true })
})

test('visitors get the landing page with the facts of the server in the page of /, and its inline script may run by its hash', async () => {
  const built = mkdtempSync(join(tmpdir(), 'waypost-web-'))
  const script = 'run()'
  writeFileSync(join(built, 'index.html'), `<!doctype html><head></head><noscript></noscript><script>${script}</script>`)
  const code = `const wide = matchMedia('(width >= 550px)').matches
var drawLanding = () => '<i style="--a:1">' + document.querySelector('meta[name="server-name"]').content + wide + '</i>'`
  writeFileSync(join(built, 'landing.js'), code)
  const http = Fastify()
  const now = { name: 'River $& news', picture: undefined, signUp: 'open', plans: 'on', sold: true } as unknown as ServerSettings
  const changes: (() => void)[] = []
  const server = { now, onChange: (listener: () => void) => void changes.push(listener) }
  serveWeb(http, built, { supportEmail: undefined, links: {}, server })
  const page = await http.inject({ url: '/?from=somewhere' })
  expect(page.body).toContain('<template data-media="(width >= 550px)"><i data-style="--a:1">River $& newstrue</i></template>')
  expect(page.body).toContain('<template data-media="(width &lt; 550px)"><i data-style="--a:1">River $& newsfalse</i></template>')
  const hash = createHash('sha256').update(script).digest('base64')
  expect(ruleOf(page, 'script-src')).toBe(`script-src 'self' 'sha256-${hash}'`)
  Object.assign(now, { name: 'Lake' })
  for (const change of changes) change()
  expect((await http.inject({ url: '/' })).body).toContain('Laketrue')
  expect((await http.inject({ url: '/signin' })).body).not.toContain('<template')
  expect((await http.inject({ url: '/landing.js' })).statusCode).toBe(404)
  await http.close()
  rmSync(built, { recursive: true, force: true })
})

const ruleOf = (answer: { headers: Record<string, unknown> }, name: string) =>
  String(answer.headers['content-security-policy'])
    .split('; ')
    .find((rule) => rule.startsWith(`${name} `))

test('a page may speak to hosts over https only, and to the log host where there is one', async () => {
  const facts = { supportEmail: 'help@example.org', links: {} }
  const plain = await pageWith(facts)
  expect(plain.body).not.toContain('tracking-address')
  expect(ruleOf(plain, 'connect-src')).toBe("connect-src 'self' ws: wss: https:")
  const told = await pageWith({ ...facts, trackingUrl: 'https://log.example.org/events?a' })
  expect(told.body).toContain('<meta name="tracking-address" content="https://log.example.org/events?a" />')
  expect(ruleOf(told, 'connect-src')).toBe("connect-src 'self' ws: wss: https: https://log.example.org")
})

test('what only pages use says nothing of a policy; what could be opened or run by itself has one', async () => {
  const built = mkdtempSync(join(tmpdir(), 'waypost-web-'))
  mkdirSync(join(built, 'assets'))
  const parts = ['/assets/index-1.js', '/assets/index-1.css', '/assets/font.woff2']
  const others = ['/index.html', '/worker.js', '/icon.svg', '/assets/picture-1.svg', '/assets/worker-1.mjs']
  for (const path of [...parts, ...others]) writeFileSync(join(built, path), '')
  const http = Fastify()
  serveWeb(http, built, { supportEmail: undefined, links: {} })
  for (const url of [...parts, ...others]) {
    const { headers } = await http.inject({ url })
    expect([url, headers['x-content-type-options'], 'content-security-policy' in headers]).toEqual([
      url,
      'nosniff',
      others.includes(url),
    ])
  }
  await http.close()
  rmSync(built, { recursive: true, force: true })
})

test('the script of Stripe may run in the window of the checkout alone, and there only with Stripe', async () => {
  const facts = { supportEmail: 'help@example.org', links: {} }
  for (const [stripe, path, allowed] of [
    [true, '/checkout?plan=yearly', true],
    [true, '/pro', false],
    [false, '/checkout?plan=yearly', false],
  ] as const) {
    const answer = await pageWith({ ...facts, stripe }, path)
    expect([path, ruleOf(answer, 'script-src')?.includes('https://js.stripe.com') ?? false]).toEqual([path, allowed])
    expect(ruleOf(answer, 'object-src')).toBe("object-src 'none'")
  }
})

test('GAP-081 a text of the administrator replaces the one that is shipped, as it is now', async () => {
  const own = join(folder, 'own-about.md')
  const facts = { supportEmail: 'help@example.org', links: {}, instead: { '/pages/about.md': own } }
  expect((await pageWith(facts, '/pages/about.md')).statusCode).toBe(404)
  writeFileSync(own, '# Us')
  const answer = await pageWith(facts, '/pages/about.md')
  expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([200, '# Us', 'text/markdown; charset=utf-8'])
})

test('the name and the picture of the server stand in the title, the icon and the manifest, and change with them', async () => {
  const built = mkdtempSync(join(tmpdir(), 'waypost-web-'))
  const icon = '<link rel="icon" href="/icon.svg" type="image/svg+xml" />'
  writeFileSync(join(built, 'index.html'), `<!doctype html><html><head><title>Waypost</title>${icon}</head></html>`)
  writeFileSync(
    join(built, 'manifest.webmanifest'),
    '{"name":"Waypost","short_name":"Waypost","start_url":"/","icons":[{"src":"/icon.svg"}]}',
  )
  const usual: ServerSettings = {
    name: 'Waypost',
    picture: undefined,
    signUp: 'open',
    signUpDomains: [],
    setup: false,
    plans: 'on',
    sold: true,
    storage: { free: 1, pro: 1 },
  }
  let changed = () => {}
  const server = {
    now: usual,
    onChange(listener: () => void) {
      changed = listener
    },
  }
  const http = Fastify()
  serveWeb(http, built, { supportEmail: undefined, links: {}, server })
  const plain = await http.inject('/')
  expect(plain.body).toContain(`<title>Waypost</title>${icon}</head>`)
  server.now = {
    ...usual,
    name: 'A & <b>"B"',
    plans: 'off',
    signUp: 'invite',
    picture: { type: 'image/png', bytes: Buffer.from(''), key: 'k1' },
  }
  changed()
  const page = await http.inject('/')
  expect(page.headers.etag).not.toBe(plain.headers.etag)
  expect(page.body).toContain(
    '<title>A &amp; &lt;b>&quot;B&quot;</title><link rel="icon" href="/server-picture?v=k1" type="image/png" />',
  )
  expect(page.body).toContain('<meta name="server-name" content="A &amp; &lt;b>&quot;B&quot;" />')
  expect(page.body).toContain('<meta name="plans" content="off" />')
  expect(page.body).toContain('<meta name="sign-up" content="invite" />')
  const manifest = await http.inject('/manifest.webmanifest')
  expect(manifest.headers['content-type']).toContain('application/manifest+json')
  expect(manifest.json()).toEqual({
    name: 'A & <b>"B"',
    short_name: 'A & <b>"B"',
    start_url: '/',
    icons: [{ src: '/server-picture?v=k1', sizes: 'any', type: 'image/png', purpose: 'any' }],
  })
  server.now = usual
  changed()
  expect((await http.inject('/')).headers.etag).toBe(plain.headers.etag)
  await http.close()
  rmSync(built, { recursive: true, force: true })
})
