import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { type Sent, send } from './test-ntfy.ts'

// One line per request: the request, the status and code of the response, and its keys.

let server: TestServer
let alice: string
let writeOnly: string
beforeAll(async () => {
  server = await startTestServer()
  alice = (await server.signUp('alice@example.org', 'Alice')).token
  const bob = (await server.signUp('bob@example.org', 'Bob')).token
  await send(server, '/of-bob', { body: 'mine', token: bob })
  const made = await server.request('/v2/sources', { token: alice, body: { name: 'Own', topic: 'own' } })
  writeOnly = made.body.ntfy_token
  const open = await server.request('/v2/sources', { token: alice, body: { name: 'Open', topic: 'open-one', open: true } })
  expect([made.status, open.status]).toEqual([200, 200])
})
afterAll(() => server.close())

const message = 'event expires id message time topic'
const error = 'code error http'
const withLink = 'code error http link'
const h = (headers: Record<string, string>): Sent => ({ headers })
const json = (object: unknown): Sent => ({ body: JSON.stringify(object) })
const get: Sent = { method: 'GET' }
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
const stranger: Sent = { headers: { authorization: '' } }

type Line = [path: string, sent: Sent, status: number, code: number | undefined, keys: string]

const lines: Line[] = [
  ['/t', { body: 'hello' }, 200, undefined, message],
  ['/t', { method: 'PUT', body: 'hello' }, 200, undefined, message],
  ['/t', {}, 200, undefined, message],
  ['/t', { body: 'x', ...h({ Title: 'T' }) }, 200, undefined, 'event expires id message time title topic'],
  ['/t', { body: 'x', ...h({ 'X-Priority': 'URGENT' }) }, 200, undefined, 'event expires id message priority time topic'],
  ['/t', { body: 'x', ...h({ Priority: 'u=3, i' }) }, 200, undefined, message],
  ['/t', { body: 'x', ...h({ Priority: '9' }) }, 400, 40007, withLink],
  ['/t', { body: 'x', ...h({ Priority: 'loud' }) }, 400, 40007, withLink],
  ['/t', { body: 'x', ...h({ Tags: 'warning, skull' }) }, 200, undefined, 'event expires id message tags time topic'],
  ['/t', { body: 'x', ...h({ Tags: 'x'.repeat(600) }) }, 400, 40058, withLink],
  ['/t', { body: 'x', ...h({ Title: 'x'.repeat(1_100) }) }, 400, 40057, withLink],
  ['/t', { body: 'x', ...h({ Click: 'https://example.org' }) }, 200, undefined, 'click event expires id message time topic'],
  ['/t', { body: 'x', ...h({ Click: 'javascript:alert(1)' }) }, 400, 40000, error],
  ['/t', { body: 'x', ...h({ Icon: 'https://example.org/a.png' }) }, 200, undefined, 'event expires icon id message time topic'],
  ['/t', { body: 'x', ...h({ Icon: 'a.png' }) }, 400, 40021, withLink],
  ['/t', { body: 'x', ...h({ Attach: 'ftp://example.org/a' }) }, 400, 40013, withLink],
  ['/t', h({ Attach: 'https://example.org/a.jpg' }), 200, undefined, 'attachment event expires id message time topic'],
  ['/t', { body: Uint8Array.of(255), ...h({ Attach: 'https://example.org/a.jpg' }) }, 400, 40011, error],
  ['/t', { body: 'file', ...h({ Filename: 'a.txt' }) }, 200, undefined, 'attachment event expires id message time topic'],
  ['/t', { body: Uint8Array.of(0, 255, 3) }, 200, undefined, 'attachment event expires id message time topic'],
  ['/t', { body: 'x', ...h({ Markdown: 'yes' }) }, 200, undefined, 'content_type event expires id message time topic'],
  [
    '/t',
    { body: 'x', ...h({ 'Content-Type': 'Text/Markdown; charset=utf-8' }) },
    200,
    undefined,
    'content_type event expires id message time topic',
  ],
  ['/t', { body: 'x', ...h({ Email: 'a@example.org' }) }, 400, 40001, withLink],
  ['/t', { body: 'x', ...h({ Call: 'yes' }) }, 400, 40032, withLink],
  ['/t', { body: 'x', ...h({ Delay: '1h' }) }, 200, undefined, message],
  ['/t', { body: 'x', ...h({ Delay: '1s' }) }, 400, 40005, withLink],
  ['/t', { body: 'x', ...h({ Delay: '5 days' }) }, 400, 40006, withLink],
  ['/t', { body: 'x', ...h({ Delay: 'soon' }) }, 400, 40004, withLink],
  ['/t', { body: 'x', ...h({ Delay: '1h', Cache: 'no' }) }, 400, 40002, withLink],
  ['/t', { body: 'x', ...h({ Cache: 'no' }) }, 200, undefined, 'event id message time topic'],
  [
    '/t',
    { body: 'x', ...h({ Actions: 'view, Open, https://example.org, clear=true' }) },
    200,
    undefined,
    'actions event expires id message time topic',
  ],
  ['/t', { body: 'x', ...h({ Actions: 'view, Open, javascript:alert(1)' }) }, 400, 40018, withLink],
  ['/t', { body: 'x', ...h({ Actions: 'http, Open, https://example.org, foo' }) }, 400, 40018, withLink],
  ['/t', { body: 'x', ...h({ 'X-Sequence-ID': 'a b' }) }, 400, 40049, withLink],
  ['/t/seq', { body: 'x' }, 200, undefined, `event expires id message sequence_id time topic`],
  ['/t/a%20b', { body: 'x' }, 404, 40401, error],
  ['/t/seq/clear', { method: 'PUT' }, 200, undefined, 'event expires id sequence_id time topic'],
  ['/t/seq/read', get, 200, undefined, 'event expires id sequence_id time topic'],
  ['/t/seq/delete', get, 200, undefined, 'event expires id sequence_id time topic'],
  ['/t/seq', { method: 'DELETE' }, 200, undefined, 'event expires id sequence_id time topic'],
  ['/t/seq/clear', { body: 'x' }, 404, 40401, error],
  ['/t/publish?message=hi', get, 200, undefined, message],
  ['/t/send?m=hi&title=T', get, 200, undefined, 'event expires id message time title topic'],
  ['/t/trigger', get, 200, undefined, message],
  ['/t', { body: '{}', ...h({ Template: 'no-such-template' }) }, 400, 40048, withLink],
  ['/t', { body: 'no JSON', ...h({ Template: 'yes' }) }, 400, 40042, withLink],
  ['/t', { body: '{"a":1}', ...h({ Template: 'yes', Message: '{{call .a}}' }) }, 400, 40044, withLink],
  ['/t', { body: '{"a":1}', ...h({ Template: 'yes', Message: '{{.a.b}}' }) }, 400, 40045, withLink],
  [
    '/t',
    { body: '{"a":[1,2]}', ...h({ Template: 'yes', Title: '{{len .a}}', Message: '{{range .a}}{{.}}{{end}}' }) },
    200,
    undefined,
    'event expires id message time title topic',
  ],
  [
    '/t',
    { body: '{"message":"m","title":"T"}', ...h({ Template: 'github' }) },
    200,
    undefined,
    'event expires id message time title topic',
  ],
  ['/t', { body: '{"a":1}', ...h({ Template: 'yes', Message: '{{if .a}}' }) }, 400, 40043, withLink],
  ['/t', { body: 'x'.repeat(4_097), ...h({ 'X-UnifiedPush': '1' }) }, 413, 41301, withLink],
  [`/${'x'.repeat(64)}`, { body: 'x' }, 200, undefined, message],
  [`/${'x'.repeat(65)}`, { body: 'x' }, 404, 40401, error],
  ['/%F0%9F%98%80', { body: 'x' }, 404, 40401, error],
  ['/a%2Fb', { body: 'x' }, 404, 40401, error],
  ['/docs', { body: 'x' }, 400, 40010, error],
  ['/v1', { body: 'x' }, 400, 40010, error],
  ['/files', { body: 'x' }, 400, 40010, error],
  ['/_matrix', { body: 'x' }, 400, 40010, error],
  [
    '/',
    json({ topic: 't', message: 'm', title: 'T', priority: 3, tags: ['a'] }),
    200,
    undefined,
    'event expires id message priority tags time title topic',
  ],
  ['/', json({ Topic: 't', MESSAGE: 'm', Title: null, tags: [], markdown: false, unknown: {} }), 200, undefined, message],
  ['/', json({ topic: 't', priority: '4' }), 400, 40024, error],
  ['/', json({ topic: 't', tags: 'a' }), 400, 40024, error],
  ['/', { body: '[1]' }, 400, 40024, error],
  ['/', { body: '{"topic":' }, 400, 40024, error],
  ['/', json({ message: 'm' }), 400, 40009, error],
  ['/', json({ topic: 'a/b', message: 'm' }), 400, 40009, error],
  ['/', json({ topic: 'stream' }), 400, 40010, error],
  ['/', json({ topic: 't', actions: [{ action: 'view', label: 'L' }] }), 400, 40018, withLink],
  ['/', { body: JSON.stringify({ topic: 't', message: 'x'.repeat(700_000) }) }, 413, 41303, error],
  ['/of-bob', { body: 'x' }, 403, 40301, withLink],
  ['/of-bob/json?poll=1', get, 403, 40301, withLink],
  ['/of-bob,t/json', get, 403, 40301, withLink],
  ['/of-bob/auth', get, 403, 40301, withLink],
  ['/t/auth', get, 200, undefined, 'success'],
  ['/t', { ...stranger, body: 'x' }, 403, 40301, withLink],
  ['/nobody-has-it', { ...stranger, body: 'x' }, 403, 40301, withLink],
  ['/t/json?poll=1', { ...get, ...stranger }, 403, 40301, withLink],
  ['/open-one', { ...stranger, body: 'x' }, 200, undefined, message],
  ['/open-one/json?poll=1', { ...get, ...stranger }, 403, 40301, withLink],
  ['/open-one', { ...stranger, body: Uint8Array.of(0, 255) }, 400, 40014, withLink],
  ['/open-one/seq', { ...stranger, method: 'DELETE' }, 403, 40301, withLink],
  ['/open-one', { body: 'x', ...h({ authorization: 'vapid t=a, k=b' }) }, 200, undefined, message],
  ['/upABCDEFGHIJKL?up=1', { ...stranger, body: 'x' }, 507, 50701, error],
  ['/t', { body: 'x', ...h({ authorization: 'Bearer tk_aaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }) }, 401, 40101, withLink],
  ['/open-one', { body: 'x', ...h({ authorization: 'Bearer wrong' }) }, 401, 40101, withLink],
  ['/t', { body: 'x', ...h({ authorization: 'Bearer' }) }, 401, 40101, withLink],
  ['/t', { body: 'x', ...h(basic('alice@example.org:a password for tests')) }, 200, undefined, message],
  ['/t', { body: 'x', ...h(basic('alice@example.org:another password')) }, 401, 40101, withLink],
  ['/t', { body: 'x', ...h(basic('nobody@example.org:another password')) }, 401, 40101, withLink],
  ['/t/json?poll=1&since=garbage', get, 400, 40008, withLink],
  ['/t/json?since=1d', get, 400, 40008, withLink],
  ['/t/ws', get, 400, 40016, withLink],
  ['/a%20b/json', get, 404, 40401, error],
  ['/t,docs/json', get, 400, 40009, error],
  ['/docs/json', get, 404, undefined, ''],
  ['/t/json?poll=1&priority=loud', get, 400, 40007, withLink],
  ['/v1/health', get, 200, undefined, 'healthy'],
  ['/v1/stats', get, 200, undefined, 'messages messages_rate'],
  ['/v1/account', get, 200, undefined, 'limits role stats subscriptions username'],
  ['/v1/account', { ...get, ...stranger }, 200, undefined, 'limits role stats username'],
  ['/v1/account', { body: '{}' }, 400, 40022, withLink],
  ['/v1/account/token', { ...stranger, body: '{}' }, 401, 40101, withLink],
  ['/v1/account/token', { body: '{"label":5}' }, 400, 40024, error],
  ['/v1/account/token', { method: 'DELETE', ...h({ 'X-Token': 'tk_none' }) }, 400, 40023, error],
  ['/v1/webpush', { body: '{}' }, 404, 40401, error],
  ['/v1/version', get, 404, 40401, error],
  ['/v1/users', get, 404, 40401, error],
  ['/v1/account/password', { body: '{}' }, 404, 40401, error],
  ['/file/abcdefghijkl.txt', get, 404, 40401, error],
  ['/t', { method: 'DELETE' }, 404, 40401, error],
  ['/t', { method: 'PATCH', body: 'x' }, 404, 40401, error],
  ['/t/a/b/c', { body: 'x' }, 404, 40401, error],
  ['/_matrix/push/v1/notify', get, 200, undefined, 'unifiedpush'],
  ['/_matrix/push/v1/notify', { body: 'x' }, 400, 40019, withLink],
  ['/_matrix/push/v1/notify', { body: 'x'.repeat(4_097) }, 413, 41302, error],
  ['/upABCDEFGHIJKL?up=1', { ...get, ...stranger }, 200, undefined, 'unifiedpush'],
]

test('each request of the table gets its status, its code and its keys', async () => {
  for (const [path, sent, status, code, keys] of lines) {
    const token = sent.headers?.authorization === undefined ? { token: alice } : {}
    const answer = await send(server, path, { ...sent, ...token })
    const shown = Object.keys(answer.json ?? {})
      .toSorted()
      .join(' ')
    const name = `${sent.method ?? 'POST'} ${path.slice(0, 60)} ${JSON.stringify(sent.headers ?? {}).slice(0, 100)} ${String(sent.body ?? '').slice(0, 60)}`
    expect([name, answer.status, answer.json?.code, shown]).toEqual([name, status, code, keys])
    if (answer.json) {
      expect(answer.headers.get('content-type')).toBe('application/json')
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.text.endsWith('\n')).toBe(true)
    }
  }
  expect(lines.length).toBeGreaterThan(60)
})

test('a token of a source writes to its topic, and does nothing else', async () => {
  const as = (path: string, sent: Sent = {}) => send(server, path, { ...sent, token: writeOnly })
  expect((await as('/own', { body: 'x' })).status).toBe(200)
  expect((await as('/own/json?poll=1', get)).json.code).toBe(40301)
  expect((await as('/own/auth', get)).json.code).toBe(40301)
  expect((await as('/t', { body: 'x' })).json.code).toBe(40301)
  expect((await as('/v1/account/token', { body: '{}' })).json.code).toBe(40301)
  expect((await server.request('/v2/pushes', { token: writeOnly })).status).toBe(401)
})

test('a request from another site is allowed before it is made', async () => {
  const answer = await send(server, '/t', { method: 'OPTIONS', headers: { origin: 'https://example.org' } })
  expect([answer.status, answer.text]).toEqual([200, ''])
  expect(answer.headers.get('access-control-allow-methods')).toBe('GET, PUT, POST, PATCH, DELETE')
  expect(answer.headers.get('access-control-allow-headers')).toBe('*')
})
