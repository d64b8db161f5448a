// On the engines too: deliveries are jobs, and the log is cut to a number in SQL.

import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../test-server.ts'
import { mostWaiting, sendJob } from './outgoing-webhooks.ts'

const got: { headers: IncomingHttpHeaders; body: string; path: string }[] = []
const statuses: number[] = []
let headers: Record<string, string> = {}
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (piece) => {
    body += piece
  })
  request.on('end', () => {
    got.push({ headers: request.headers, body, path: request.url ?? '' })
    response.writeHead(statuses.shift() ?? 204, headers).end()
  })
})
await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

const server = await startTestServer({ WAYPOST_FETCH_PRIVATE: 'allow' })
const people = { count: 0 }
const person = () => server.signUp(`p${people.count++}@example.org`)

beforeEach(() => {
  got.length = 0
  statuses.length = 0
  headers = {}
})

afterAll(async () => {
  receiver.close()
  await server.close()
})

const make = async (token: string, fields: object = {}) =>
  (await server.request('/v3/outgoing-webhooks', { token, body: { url: address, ...fields } })).body
const note = (token: string, fields: object) => server.request('/v2/pushes', { token, body: { type: 'note', ...fields } })
const listed = async (token: string) => (await server.request('/v3/outgoing-webhooks', { token })).body.outgoing_webhooks
const attempts = async (token: string, iden: string) =>
  (await server.request(`/v3/outgoing-webhooks/${iden}/attempts`, { token })).body.attempts

test('each push of a conversation is posted, signed as Standard Webhooks says, and no other push', async () => {
  const { token } = await person()
  const { iden } = (await server.request('/v2/sources', { token, body: { name: 'Backup' } })).body
  const webhook = await make(token, { conversation: `source:${iden}`, name: 'Automation' })
  await note(token, { body: 'elsewhere' })
  const sent = await note(token, { source_iden: iden, body: 'done' })
  await server.app.jobs.processAll()
  const [{ headers, body }] = got as [(typeof got)[number]]
  expect(got).toHaveLength(1)
  expect(JSON.parse(body)).toMatchObject({
    type: 'push',
    conversation: `source:${iden}`,
    push: { iden: sent.body.iden, body: 'done' },
  })
  const [id, at] = [headers['webhook-id'], headers['webhook-timestamp']]
  const key = Buffer.from(webhook.secret.slice('whsec_'.length), 'base64')
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`)
  expect(await attempts(token, webhook.iden)).toMatchObject([{ push_iden: sent.body.iden, attempt: 1, status: 204 }])
  expect(JSON.stringify(await listed(token))).not.toContain(webhook.secret)
})

test('what fails is tried again under the same id, and the log has both attempts', async () => {
  const { token } = await person()
  const webhook = await make(token)
  statuses.push(500)
  await note(token, { body: 'x' })
  await server.app.jobs.processAll()
  expect((await listed(token))[0].failing_since).toBeGreaterThan(0)
  await server.app.jobs.processAll((Date.now() + 60_000) * 1_000)
  expect(
    (await attempts(token, webhook.iden)).map(({ attempt, status }: { attempt: number; status: number }) => [attempt, status]),
  ).toEqual([
    [2, 204],
    [1, 500],
  ])
  expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect((await listed(token))[0]).not.toHaveProperty('failing_since')
})

test('what a receiver does not take for now is tried again when it asks for that, after an hour at most', async () => {
  for (const [retryAfter, seconds] of [
    ['600', 600],
    ['9999999', 3_600],
  ] as const) {
    const { token } = await person()
    await make(token)
    got.length = 0
    statuses.push(429)
    headers = { 'retry-after': retryAfter }
    await note(token, { body: 'x' })
    await server.app.jobs.processAll()
    await server.app.jobs.processAll((Date.now() + (seconds - 60) * 1_000) * 1_000)
    expect([retryAfter, got.length]).toEqual([retryAfter, 1])
    await server.app.jobs.processAll((Date.now() + (seconds + 1) * 1_000) * 1_000)
    expect([retryAfter, got.length]).toEqual([retryAfter, 2])
  }
})

test('one that is gone is paused, gets nothing, and goes on when its owner says so', async () => {
  const { token } = await person()
  const { iden } = await make(token)
  statuses.push(410)
  await note(token, { body: 'x' })
  await server.app.jobs.processAll()
  expect((await listed(token))[0].paused).toBe(true)
  await note(token, { body: 'missed' })
  await server.request(`/v3/outgoing-webhooks/${iden}`, { token, body: { paused: false } })
  await note(token, { body: 'y' })
  await server.app.jobs.processAll()
  expect(got.map(({ body }) => JSON.parse(body).push.body)).toEqual(['x', 'y'])
})

test('what waits during a suspension is tried at once after it, with its attempts as before', async () => {
  const admin = await server.signUp('admin@example.org')
  await server.app.db.write((tx) => tx.run('UPDATE account SET admin = 1 WHERE iden = $1', [admin.account.iden]))
  const { token, account } = await person()
  const { iden } = await make(token)
  const act = async (name: string) =>
    expect((await server.request(`/v3/admin/people/${account.iden}/${name}`, { token: admin.token, body: {} })).status).toBe(200)
  statuses.push(500)
  await note(token, { body: 'x' })
  await server.app.jobs.processAll()
  await act('suspend')
  // As if it had failed for two days, and been suspended for five since.
  const day = 86_400_000_000
  await server.app.db.write(async (tx) => {
    await tx.run('UPDATE account SET suspended = suspended - $1 WHERE iden = $2', [5 * day, account.iden])
    await tx.run('UPDATE outgoing_webhook SET failing_since = failing_since - $1 WHERE iden = $2', [7 * day, iden])
  })
  for (let hour = 1; hour <= 23; hour++) await server.app.jobs.processAll((Date.now() + hour * 3_600_000) * 1_000)
  expect(got).toHaveLength(1)
  await act('unsuspend')
  statuses.push(500)
  await server.app.jobs.processAll()
  expect((await attempts(token, iden)).map(({ attempt }: { attempt: number }) => attempt)).toEqual([2, 1])
  expect((await listed(token))[0].paused).not.toBe(true)
})

test('what waits for a day during a suspension is not sent after it', async () => {
  const { token, account } = await person()
  await make(token)
  const suspend = (since: number | null) =>
    server.app.db.write((tx) => tx.run('UPDATE account SET suspended = $1 WHERE iden = $2', [since, account.iden]))
  await note(token, { body: 'old' })
  await suspend(1)
  await server.app.jobs.processAll((Date.now() + 25 * 3_600_000) * 1_000)
  await suspend(null)
  await server.app.jobs.processAll((Date.now() + 26 * 3_600_000) * 1_000)
  expect(got.map(({ body }) => JSON.parse(body).push.body)).not.toContain('old')
})

test('the log keeps the last 50 attempts', async () => {
  const { token } = await person()
  const { iden } = await make(token)
  for (let count = 0; count < 52; count++) await note(token, { body: `${count}` })
  await server.app.jobs.processAll()
  expect(await attempts(token, iden)).toHaveLength(50)
})

test('strangers see and change nothing, and a deleted webhook gets nothing', async () => {
  const [owner, stranger] = [await person(), await person()]
  const { iden } = await make(owner.token)
  const path = `/v3/outgoing-webhooks/${iden}`
  expect((await server.request(path, { token: stranger.token, body: { paused: true } })).status).toBe(404)
  expect((await server.request(path, { token: stranger.token, method: 'DELETE' })).status).toBe(404)
  expect((await server.request(`${path}/attempts`, { token: stranger.token })).status).toBe(404)
  await server.request(path, { token: owner.token, method: 'DELETE' })
  await note(owner.token, { body: 'x' })
  await server.app.jobs.processAll()
  expect(got).toEqual([])
  expect(await listed(owner.token)).toEqual([])
})

test.each(['javascript:alert(1)', 'ftp://example.org', 'nowhere'])('the address %s is refused', async (url) => {
  const { token } = await person()
  expect((await server.request('/v3/outgoing-webhooks', { token, body: { url } })).body.error.param).toBe('url')
})

test('an address that leads inside is not reached, and the log says so', async () => {
  const guarded = await startTestServer()
  const { token } = await guarded.signUp('a@example.org')
  const { iden } = (await guarded.request('/v3/outgoing-webhooks', { token, body: { url: 'http://127.0.0.1/inside' } })).body
  await guarded.request('/v2/pushes', { token, body: { body: 'x' } })
  await guarded.app.jobs.processAll()
  const { body } = await guarded.request(`/v3/outgoing-webhooks/${iden}/attempts`, { token })
  expect(body.attempts[0].error).toBe('This address is on a private network, so the server doesn’t fetch it.')
  await guarded.close()
})

test('so many messages wait for one webhook at most; later ones are not sent, and its log says so', async () => {
  const { token } = await person()
  const [webhook, other] = [await make(token), await make(token)]
  // As if the address had not answered for a long time.
  const jobs = `WITH RECURSIVE numbers (n) AS (SELECT CAST(1 AS INTEGER) UNION ALL SELECT n + 1 FROM numbers WHERE n < ${mostWaiting})
    INSERT INTO job (iden, type, key, payload, at, created, attempt, asked, lease_until, failed)
    SELECT 'waiting-' || n, '${sendJob}', $1 || ' ' || n, '{}', 9000000000000000, 0, 0, 0, 0, 0 FROM numbers`
  await server.app.db.write((tx) => tx.run(jobs, [webhook.iden]))
  const sent = await note(token, { body: 'one too many' })
  await server.app.jobs.processAll()
  expect(got.map(({ body }) => JSON.parse(body).push.iden)).toEqual([sent.body.iden])
  expect(await attempts(token, other.iden)).toMatchObject([{ status: 204 }])
  expect(await attempts(token, webhook.iden)).toMatchObject([
    { push_iden: sent.body.iden, error: 'This message is not sent: 10,000 others wait for this address.' },
  ])
  await server.app.db.write((tx) => tx.run("DELETE FROM job WHERE iden LIKE 'waiting-%'", []))
  await note(token, { body: 'again' })
  await server.app.jobs.processAll()
  expect((await attempts(token, webhook.iden))[0]).toMatchObject({ status: 204 })
})
