// Addresses that aren't calls: pages, static files, files and their uploads, streams, and addresses that don't exist.

import type { Attack, Target } from './attack.ts'
import type { Boxes } from './boxes.ts'
import type { RawRequest } from './send.ts'
import { worstBodies } from './worst-bodies.ts'
import { filled } from './worst-texts.ts'

const headerLength = 12_000
const bodyBytes = 2 ** 17
/** Addresses that get every header or body. Each of the others gets a different part of them. */
const thorough = ['/', '/openapi.json', '/v2/none']
const everyNth = 4

const read = [
  ...[
    '/',
    '/index.html',
    '/sw.js',
    '/widget.html',
    '/manifest.webmanifest',
    '/pages/about.md',
    '/no-such-page',
    '/no-such-file.js',
  ],
  ...[
    '/openapi.json',
    '/docs/api',
    '/docs/api.js',
    '/docs/api.css',
    '/config/about.json',
    '/config/channels.json',
    '/apps/index.json',
  ],
  ...['/apps/waypost.mjs', '/files/none/name', '/previews/none/picture', '/metrics', '/healthz', '/.well-known/none', '/v2/none'],
  ...['/streaming/none', '/websocket/none', '/subscribe/none', '/backups/none'],
]
const written = ['/share-target', '/v2/upload/none', '/v3/upload/none/0', '/v2/none', '/', '/healthz', '/openapi.json']

/** Headers that are read everywhere, each as long as allowed. */
const headers: Record<string, string> = {
  cookie: 'a=b; ',
  'accept-encoding': 'gzip;q=0.1, ',
  'if-none-match': 'W/"a", ',
  'if-modified-since': '9',
  range: 'bytes=0-0,',
  accept: 'text/html;q=0.1, ',
  'accept-language': 'en;q=0.1, ',
  authorization: 'Bearer ',
  'x-forwarded-for': '1.1.1.1, ',
  forwarded: 'for="[::1]:1";proto=http, ',
  'content-type': 'a/b; a="b"; ',
  'content-encoding': 'gzip, ',
  'user-agent': 'Mozilla/5.0 (((',
  origin: 'http://a.',
  'sec-fetch-site': 'a ',
  expect: 'a',
}

const paths: Record<string, string> = {
  'path: parents': '/..',
  'path: slashes': '/',
  'path: escapes': '%2e%2f',
  'path: broken escapes': '/%',
  'path: letters of several bytes': '%F0%9F%98%80',
  'path: dots': '/a.b',
  'path: question marks': '/?',
}

/** @param boxes their tokens are used for streams */
export function otherAddresses({ full, source }: Boxes): Target[] {
  const reading = read.map((path): Target => ({ name: `GET ${path}`, attacks: () => readingOf(path, full.token) }))
  const writing = written.map((path): Target => ({ name: `POST ${path}`, attacks: () => writingOf(path) }))
  const ofPrograms = [
    ['/v3/hooks', `/v3/hooks/${source.ntfy_token}`],
    ['/message', `/message?token=${source.gotify_token}`],
    ['/application', `/application?token=${full.token}`],
    ['/a-topic', `/a-topic?auth=${Buffer.from(`Bearer ${full.token}`).toString('base64url')}`],
  ].map(([name, path]): Target => ({ name: `POST ${name} of programs`, attacks: () => writingOf(path as string, true) }))
  const anywhere: Target = { name: 'GET any address', attacks: () => anyAddress() }
  const calls: Target = { name: 'every method', attacks: () => methodsOf() }
  return [...reading, ...writing, ...ofPrograms, anywhere, calls]
}

const attack = (what: string, request: RawRequest): Attack => ({
  what,
  bytes: request.path.length + (request.body?.length ?? 0) + Object.values(request.headers).join('').length,
  request: () => request,
})

function* readingOf(path: string, token: string): Generator<Attack> {
  yield attack('a good request', { method: 'GET', path, headers: {} })
  yield attack('signed in', { method: 'GET', path, headers: { 'access-token': token } })
  yield attack('compressed', { method: 'GET', path, headers: { 'accept-encoding': 'br, gzip, zstd' } })
  let index = path.length
  for (const [name, unit] of Object.entries(headers))
    if (thorough.includes(path) || index++ % everyNth === 0)
      yield attack(`header: ${name}`, { method: 'GET', path, headers: { [name]: filled(unit, headerLength) } })
  const many = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`x-${index}`, 'a']))
  yield attack('header: many', { method: 'GET', path, headers: many })
  yield attack('a long query', { method: 'GET', path: `${path}?${filled('a=b&', headerLength)}`, headers: {} })
}

function* writingOf(path: string, all = thorough.includes(path)): Generator<Attack> {
  let index = path.length
  for (const { what, headers, bytes, chunk } of worstBodies(bodyBytes, all ? 'message' : 'a'))
    if (all || index++ % everyNth === 0)
      yield attack(what, { method: 'POST', path, headers, body: bytes, ...(chunk && { chunk }) })
}

function* anyAddress(): Generator<Attack> {
  for (const [what, unit] of Object.entries(paths)) {
    for (const before of ['', '/v2', '/v2/devices', '/files/a', '/websocket', '/apps'])
      yield attack(what, { method: 'GET', path: `${before}/${filled(unit, headerLength)}`, headers: {} })
  }
}

function* methodsOf(): Generator<Attack> {
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])
    for (const path of ['/', '/v2/pushes', '/v2/everything', '/files/a/b'])
      yield attack(method, {
        method,
        path,
        headers: { 'access-control-request-headers': filled('a,', headerLength) },
        body: Buffer.alloc(1_000),
      })
}
