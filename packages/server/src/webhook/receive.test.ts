// On the engines too: what programs report becomes rows, on either node.

import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { type Json, startTestServer } from '../test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())
const { token } = await server.signUp('ana@example.org')
const other = (await server.signUp('bo@example.org')).token

const make = async (fields: object = {}): Promise<Json> =>
  (await server.request('/v2/sources', { token, body: { name: 'Hooks', ...fields } })).body
const source = await make()
const recorded = (name: string): { headers: Record<string, string>; payload: object } =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'presets/recorded', `${name}.json`), 'utf8'))

const send = async (
  to: Json,
  body: string | Buffer | undefined,
  headers: Record<string, string> = {},
  more = '',
  method = 'POST',
) => {
  const answer = await fetch(`${server.origin}/v3/hooks/${to.ntfy_token}${more}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: body as string }),
  })
  return { status: answer.status, body: (await answer.json()) as Json }
}
const messages = async (of: Json): Promise<Json[]> =>
  (await server.request(`/v2/history?conversation=source:${of.iden}`, { token })).body.pushes
const last = async (of: Json): Promise<Json> => (await messages(of))[0]
const json = { 'content-type': 'application/json' }

test('a payload in JSON becomes a message of the source', async () => {
  const { headers, payload } = recorded('github-push')
  const answer = await send(source, JSON.stringify(payload), headers)
  expect(answer).toEqual({ status: 200, body: { id: expect.stringMatching(/^\w{12}$/), preset: 'github' } })
  expect(await last(source)).toMatchObject({
    title: 'ana pushed 3 commits to waypost/main',
    url: 'https://github.com/harbor/waypost/compare/6113728f27ae...c9027fe1a2b3',
    source_iden: source.iden,
    direction: 'incoming',
  })
})

test('priority, labels and Markdown of the payload are those of the message', async () => {
  await send(source, JSON.stringify(recorded('grafana-firing').payload), json)
  expect(await last(source)).toMatchObject({ title: 'CPU high on web-1 is firing', priority: 5, labels: ['rotating_light'] })
  await send(source, JSON.stringify(recorded('github-issue-opened').payload), { ...json, 'x-github-event': 'issues' })
  expect(await last(source)).toMatchObject({ markdown: true })
})

const bodies: [
  what: string,
  body: string | Buffer | undefined,
  headers: Record<string, string>,
  message: object,
  query?: string,
][] = [
  ['JSON without a media type', '{"message":"one"}', {}, { body: 'one' }],
  [
    'JSON labelled as a form, as curl does',
    '{"message":"two"}',
    { 'content-type': 'application/x-www-form-urlencoded' },
    { body: 'two' },
  ],
  [
    'a form with a payload',
    `payload=${encodeURIComponent('{"title":"T","text":"three"}')}`,
    { 'content-type': 'application/x-www-form-urlencoded' },
    { title: 'T', body: 'three' },
  ],
  [
    'a form of fields',
    'title=T+2&message=four',
    { 'content-type': 'application/x-www-form-urlencoded' },
    { title: 'T 2', body: 'four' },
  ],
  [
    'a multipart form',
    '--b\r\nContent-Disposition: form-data; name="message"\r\n\r\nfive\r\n--b--\r\n',
    { 'content-type': 'multipart/form-data; boundary=b' },
    { body: 'five' },
  ],
  ['text', 'six\nlines', { 'content-type': 'text/plain' }, { body: 'six\nlines' }],
  ['text without a media type', 'Käse', {}, { body: 'Käse' }],
  [
    'text in another charset',
    Buffer.from('Käse', 'latin1'),
    { 'content-type': 'text/plain; charset=iso-8859-1' },
    { body: 'Käse' },
  ],
  ['compressed JSON', gzipSync('{"message":"seven"}'), { 'content-encoding': 'gzip', ...json }, { body: 'seven' }],
  ['the fields of the address', undefined, {}, { title: 'T', body: 'eight' }, '?title=T&message=eight'],
  ['JSON without anything to show', '{}', json, { body: 'Triggered.' }],
  ['a list', '[{"message":"nine"}]', json, { body: 'nine' }],
  ['a word of JSON', '"ten"', json, { body: 'ten' }],
]

test.each(bodies)('%s becomes a message', async (_what, body, headers, message, query = '') => {
  expect((await send(source, body, headers, query)).status).toBe(200)
  expect(await last(source)).toMatchObject(message)
})

test('an address with fields is opened by programs that know nothing else, and one without makes no message', async () => {
  const before = (await messages(source)).length
  expect((await send(source, undefined, {}, '?message=opened', 'GET')).status).toBe(200)
  expect(await last(source)).toMatchObject({ body: 'opened' })
  expect(await send(source, undefined, {}, '', 'GET')).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_request' } },
  })
  expect((await messages(source)).length).toBe(before + 1)
})

const refused: [what: string, body: string | Buffer, headers: Record<string, string>, status: number, code: string][] = [
  ['nothing', '', {}, 400, 'invalid_request'],
  ['broken JSON', '{"a":', json, 400, 'invalid_request'],
  ['text labelled as JSON', 'hello', json, 400, 'invalid_request'],
  [
    'bytes that are no text',
    Buffer.from([0xff, 0xfe, 0x00]),
    { 'content-type': 'text/plain; charset=utf-8' },
    400,
    'invalid_request',
  ],
  ['nested lists of a megabyte', '['.repeat(1_000_000), json, 400, 'invalid_request'],
  ['ten megabytes of nested lists', '['.repeat(10_000_000), json, 413, 'request_too_large'],
  ['an unknown encoding', 'x', { 'content-encoding': 'rot13' }, 415, 'unsupported_media_type'],
  ['an encoding that the body does not have', 'x', { 'content-encoding': 'gzip' }, 400, 'invalid_request'],
  [
    'few bytes that become too many',
    gzipSync(Buffer.alloc(5_000_000, ' ')),
    { 'content-encoding': 'gzip' },
    413,
    'request_too_large',
  ],
  ['a broken multipart form', '--b', { 'content-type': 'multipart/form-data; boundary=b' }, 400, 'invalid_request'],
]

test.each(refused)('%s is refused in the form of the API', async (_what, body, headers, status, code) => {
  const answer = await send(source, body, headers)
  expect(answer).toMatchObject({ status, body: { error: { code, message: expect.any(String) } } })
})

test('an address without a source is not found', async () => {
  for (const wrong of ['tk_aaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'x', token, encodeURIComponent("' OR 1=1")])
    expect(await send({ ntfy_token: wrong }, '{}', json)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
})

test('the address of a source ends with its tokens, and with the source', async () => {
  const mine = await make()
  const { body: renewed } = await server.request(`/v2/sources/${mine.iden}/tokens`, { token, method: 'POST' })
  expect((await send(mine, '{"message":"m"}')).status).toBe(404)
  expect((await send(renewed, '{"message":"m"}')).status).toBe(200)
  await server.request(`/v2/sources/${mine.iden}`, { token, method: 'DELETE' })
  expect((await send(renewed, '{"message":"m"}')).status).toBe(404)
  expect(await server.app.db.one('SELECT 1 AS one FROM source_payload WHERE source = $1', [mine.iden])).toBeUndefined()
})

test('what a sender tries again with the same id arrives once', async () => {
  const mine = await make()
  const stripe = JSON.stringify(recorded('stripe-invoice-failed').payload)
  for (const [body, headers] of [
    ['{"message":"a"}', { 'idempotency-key': '1' }],
    ['{"message":"b"}', { 'idempotency-key': '2' }],
    ['{"message":"c"}', { 'webhook-id': 'msg_1' }],
    [stripe, {}],
  ] as const) {
    const ids = [await send(mine, body, headers), await send(mine, body, headers)].map((answer) => answer.body.id)
    expect(ids[1]).toBe(ids[0])
  }
  expect(await messages(mine)).toHaveLength(4)
})

test('templates of a source make its messages', async () => {
  const mine = await make({
    webhook: { title: '{{ host }}: {{ state | upcase }}', priority: '{% if state == "down" %}5{% endif %}' },
  })
  await send(mine, '{"host":"web-1","state":"down","message":"No answer"}')
  expect(await last(mine)).toMatchObject({ title: 'web-1: DOWN', body: 'No answer', priority: 5 })
})

test('a payload whose template fails is not lost, and its sender is told', async () => {
  const mine = await make({ webhook: { title: '{{ a | nothing }}' } })
  const answer = await send(mine, '{"title":"T","message":"M"}')
  expect(answer).toMatchObject({ status: 200, body: { error: 'Template of the title, line 1: Undefined filter: nothing.' } })
  expect(await last(mine)).toMatchObject({ title: 'T', body: 'M' })
})

test('a preset of a source reads all of its payloads', async () => {
  const mine = await make({ webhook: { preset: 'github' } })
  const { payload } = recorded('gitea-push')
  expect((await send(mine, JSON.stringify(payload))).body.preset).toBe('github')
  await server.request(`/v2/sources/${mine.iden}`, { token, body: { webhook: { preset: 'unknown' } } })
  const answer = await send(mine, JSON.stringify(payload))
  expect(answer).toMatchObject({ status: 200, body: { preset: 'gitea', error: 'There is no preset "unknown".' } })
})

const secret = 'a secret of webhooks'
const body = '{"message":"signed"}'
const hex = (...parts: string[]) => createHmac('sha256', secret).update(parts.join('')).digest('hex')
const base64 = (...parts: string[]) => createHmac('sha256', secret).update(parts.join('')).digest('base64')
const now = String(Math.floor(Date.now() / 1_000))
const longAgo = String(Number(now) - 3_600)

const signed: [who: string, headers: Record<string, string>, passes: boolean][] = [
  ['nobody', {}, false],
  ['GitHub', { 'x-hub-signature-256': `sha256=${hex(body)}` }, true],
  ['GitHub over another body', { 'x-hub-signature-256': `sha256=${hex('other')}` }, false],
  ['GitHub without its prefix', { 'x-hub-signature-256': hex(body) }, false],
  ['Gitea', { 'x-gitea-signature': hex(body) }, true],
  ['Gitea over another body', { 'x-gitea-signature': hex('other') }, false],
  ['GitLab', { 'x-gitlab-token': secret }, true],
  ['GitLab with another secret', { 'x-gitlab-token': 'other' }, false],
  ['Sentry', { 'sentry-hook-signature': hex(body) }, true],
  ['Grafana', { 'x-grafana-alerting-signature': hex(body) }, true],
  [
    'Grafana with a time',
    { 'x-grafana-alerting-signature': hex(now, ':', body), 'x-grafana-alerting-signature-timestamp': now },
    true,
  ],
  [
    'Grafana with an old time',
    { 'x-grafana-alerting-signature': hex(longAgo, ':', body), 'x-grafana-alerting-timestamp': longAgo },
    false,
  ],
  ['Stripe', { 'stripe-signature': `t=${now},v1=${hex(now, '.', body)},v0=00` }, true],
  ['Stripe with two secrets', { 'stripe-signature': `t=${now},v1=00,v1=${hex(now, '.', body)}` }, true],
  ['Stripe long ago', { 'stripe-signature': `t=${longAgo},v1=${hex(longAgo, '.', body)}` }, false],
  ['Stripe without a time', { 'stripe-signature': `v1=${hex('undefined.', body)}` }, false],
  [
    'Standard Webhooks',
    { 'webhook-id': 'm1', 'webhook-timestamp': now, 'webhook-signature': `v1,00 v1,${base64('m1.', now, '.', body)}` },
    true,
  ],
  [
    'Standard Webhooks under another id',
    { 'webhook-id': 'm2', 'webhook-timestamp': now, 'webhook-signature': `v1,${base64('m1.', now, '.', body)}` },
    false,
  ],
  ['Svix', { 'svix-id': 'm3', 'svix-timestamp': now, 'svix-signature': `v1,${base64('m3.', now, '.', body)}` }, true],
  ['a bearer of the secret', { authorization: `Bearer ${secret}` }, true],
  ['a bearer of another one', { authorization: 'Bearer other' }, false],
  ['a header with the secret', { 'x-webhook-secret': secret }, true],
  ['a password that is the secret', { authorization: `Basic ${Buffer.from(`any:${secret}`).toString('base64')}` }, true],
  ['another password', { authorization: `Basic ${Buffer.from(`${secret}:any`).toString('base64')}` }, false],
]

test.each(signed)(
  'with a secret, a webhook signed by %s passes only if its signature is right',
  async (_who, headers, passes) => {
    const mine = await make({ webhook_secret: secret })
    const answer = await send(mine, body, headers)
    if (passes) expect(answer.status).toBe(200)
    else expect(answer).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
    expect(await messages(mine)).toHaveLength(passes ? 1 : 0)
  },
)

const tried = async (of: Json, fields: object = {}, by = token) =>
  server.request(`/v2/sources/${of.iden}/try-webhook`, { token: by, body: fields })

test('templates are tried on the last payload, and nothing is sent', async () => {
  const mine = await make()
  expect((await tried(mine)).body).toEqual({ error: 'No payload has come yet. Paste one, or have the program send one.' })
  const { headers, payload } = recorded('github-push')
  await send(mine, JSON.stringify(payload), headers)
  const shown = (await tried(mine)).body
  expect(JSON.parse(shown.payload)).toEqual(payload)
  expect(shown).toMatchObject({ preset: 'github', message: { title: 'ana pushed 3 commits to waypost/main' } })
  const changed = (await tried(mine, { webhook: { title: '{{ pusher.name }} was here' } })).body
  expect(changed.message).toMatchObject({ title: 'ana was here', body: expect.stringContaining('Pins keep their order') })
  const wrong = (await tried(mine, { webhook: { body: 'x\n{{ a | b }}' } })).body
  expect(wrong).toEqual({ payload: shown.payload, error: 'Template of the body, line 2: Undefined filter: b.' })
  expect(await messages(mine)).toHaveLength(1)
})

test('templates are tried on a payload that is given', async () => {
  const mine = await make()
  expect((await tried(mine, { payload: '{"message":"M"}' })).body).toEqual({ payload: '{"message":"M"}', message: { body: 'M' } })
  expect((await tried(mine, { payload: 'no JSON' })).body).toEqual({ payload: 'no JSON', error: 'The payload is not JSON.' })
})

test('only the owner of a source tries its templates', async () => {
  const mine = await make()
  await send(mine, '{"message":"private"}')
  expect((await tried(mine, {}, other)).status).toBe(404)
  await server.request(`/v2/sources/${mine.iden}/members`, { token, body: { email: 'bo@example.org' } })
  const shared = (await server.request('/v2/sources', { token: other })).body.sources[0]
  expect((await tried(shared, {}, other)).status).toBe(403)
})

test('a payload above 64 KB becomes a message, and the earlier one is kept to try', async () => {
  const mine = await make()
  await send(mine, '{"message":"short"}')
  expect((await send(mine, JSON.stringify({ message: 'long', more: 'x'.repeat(70_000) }))).status).toBe(200)
  expect((await messages(mine)).map(({ body }) => body)).toEqual(['long', 'short'])
  expect((await tried(mine)).body.payload).toBe('{"message":"short"}')
})

test('webhooks cost the budget of the owner of their source', async () => {
  const slow = await startTestServer({}, { budget: { capacity: 100, every: 60_000 }, nodes: 1 })
  const person = await slow.signUp('ana@example.org')
  const made = (await slow.request('/v2/sources', { token: person.token, body: { name: 'S' } })).body
  const hook = () => fetch(`${slow.origin}/v3/hooks/${made.ntfy_token}`, { method: 'POST', body: 'm' })
  const statuses: number[] = []
  for (let count = 0; count < 8; count++) statuses.push((await hook()).status)
  const last = await hook()
  expect([statuses[0], last.status]).toEqual([200, 429])
  expect(last.headers.get('retry-after')).toMatch(/^\d+$/)
  const { headers } = await slow.request('/v2/sources', { token: person.token })
  expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(20)
  await slow.close()
})
