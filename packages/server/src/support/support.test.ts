// On the engines too: reports are grouped, counted and limited by upserts.

import { afterEach, expect, test } from 'vitest'
import { requestDepth } from '../http/reading/json.ts'
import { storedDepth } from '../http/untrusted.ts'
import { startMailbox } from '../mail/test-mailbox.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { reportsPerDay } from './calls.ts'
import { reportMilliseconds } from './rows.ts'

let server: TestServer
let mailbox: Awaited<ReturnType<typeof startMailbox>> | undefined
afterEach(async () => {
  await server.close()
  await mailbox?.close()
  mailbox = undefined
})

const report = (body: unknown, token?: string) =>
  server.request('/v2/error-report', { ...(token === undefined ? {} : { token }), body })
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const reports = () => server.app.db.all('SELECT * FROM error_report ORDER BY created, iden')

test('API-052 GAP-012 SUPPORT-001 SUPPORT-005 a message is kept and mailed to support, with whom to answer', async () => {
  mailbox = await startMailbox()
  server = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url, WAYPOST_SUPPORT_EMAIL: 'help@example.org' })
  const { token, account } = await server.signUp('alice@example.org', 'Alice')
  const body = {
    reply_to: 'alice@example.org',
    subject: 'Message from Alice',
    body: 'It does not work.',
    data: { page: '/support' },
  }
  const answer = await report(body, token)
  expect([answer.status, answer.body]).toEqual([200, {}])
  expect(await reports()).toMatchObject([{ ...body, data: '{"page":"/support"}', account: account.iden, address: '127.0.0.1' }])
  await server.app.jobs.processAll()
  const [got] = mailbox.received
  expect(got?.to).toEqual(['help@example.org'])
  expect(got?.headers).toMatchObject({ subject: 'Message from Alice', 'reply-to': 'alice@example.org' })
  for (const part of ['It does not work.', account.iden, '"page":"/support"']) expect(got?.text).toContain(part)
})

test('API-052 the error page reports without an account too, with anything of bounded length', async () => {
  server = await startTestServer()
  for (const body of [{}, { body: 'x', data: [1, 'two', null] }, { data: 'text' }, 'body=a+form&subject=s'])
    expect((await report(body)).status).toBe(200)
  expect((await report({ body: 'x' }, 'o.wrong')).status).toBe(200)
  const kept = await reports()
  expect(kept).toHaveLength(5)
  for (const row of kept) expect(row.account).toBeNull()
  const bad: [unknown, number, string | undefined][] = [
    [{ body: 7 }, 400, 'body'],
    [{ subject: 'x'.repeat(1_001) }, 400, 'subject'],
    [{ data: 'x'.repeat(300_000) }, 413, undefined],
    [`{"data":${nested(storedDepth + 1)}}`, 400, 'data'],
    // So deeply nested that no body is parsed.
    [`{"data":${nested(requestDepth)}}`, 400, 'data'],
    [`{"data":${nested(100_000)}}`, 400, 'data'],
  ]
  for (const [body, status, param] of bad) {
    const answer = await report(body)
    expect([answer.status, answer.body.error.param]).toEqual([status, param])
  }
  expect(await reports()).toHaveLength(5)
})

test('API-052 one network cannot fill the store, whatever its addresses are, nor one account from many networks', async () => {
  server = await startTestServer()
  const from = (address: string, body: object, token?: string) =>
    server.request('/v2/error-report', { ...(token && { token }), body, headers: { 'x-forwarded-for': address } })
  for (let index = 0; index < reportsPerDay; index++)
    expect((await from(`2001:db8:1:2::${index}`, { body: `words ${index}` })).status).toBe(200)
  const refused = await from('2001:db8:1:2:ffff::1', { body: 'more words' })
  expect([refused.status, refused.body.error.code]).toEqual([429, 'ratelimited'])
  expect((await from('2001:db8:1:3::1', { body: 'from elsewhere' })).status).toBe(200)
  const { token } = await server.signUp('alice@example.org')
  for (let index = 0; index < reportsPerDay; index++)
    expect((await from(`192.0.2.${index}`, { body: `mine ${index}` }, token)).status).toBe(200)
  expect((await from('192.0.2.99', { body: 'mine' }, token)).status).toBe(429)
  expect(await reports()).toHaveLength(2 * reportsPerDay + 1)
})

test('a report that says the same as an open one is counted, and not stored', async () => {
  server = await startTestServer()
  const { token } = await server.signUp('admin@example.org')
  for (let index = 0; index < 5; index++) await report({ body: 'again', data: { error: `at ${index}`, time: index } })
  expect(await reports()).toMatchObject([{ body: 'again', repeats: 4 }])
  const { body } = await server.request('/v3/admin/reports', { token })
  expect(body.reports).toMatchObject([{ alike: 5 }])
  await server.request(`/v3/admin/reports/${body.reports[0].iden}`, { token, body: { done: true } })
  await report({ body: 'again', data: { error: 'at 7' } })
  expect((await server.request('/v3/admin/reports', { token })).body.reports).toMatchObject([{ alike: 1 }])
})

test('reports that say the same at the same time, from many networks and to several nodes, are one', async () => {
  server = await startTestServer()
  const from = (address: string) =>
    server.request('/v2/error-report', { body: { body: 'again' }, headers: { 'x-forwarded-for': address } })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => from(`10.0.${index}.1`)))
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  expect(await reports()).toMatchObject([{ body: 'again', repeats: 11 }])
})

test('reports have a total, of one network and of all, of which the largest sender pays, and an end', async () => {
  server = await startTestServer({ WAYPOST_RATE_LIMIT: 'off' })
  const from = (address: string, body: string) =>
    server.request('/v2/error-report', { body: { body }, headers: { 'x-forwarded-for': address } })
  const large = 'x'.repeat(131_000)
  const statuses: number[] = []
  for (let index = 0; index < 33; index++) statuses.push((await from('2001:db8:1:2::1', `${index} ${large}`)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(31)
  expect(statuses.at(-1)).toBe(429)
  await from('192.0.2.1', 'the only one of a person')
  await server.app.db.write(async (tx) => {
    for (let index = 0; index < 650; index++)
      await tx.run(
        `INSERT INTO error_report (iden, created, address, network, body, likeness, bytes) VALUES ($1, $2, 'x', $3, 'x', $1, 102400)`,
        [`report9${index}`, Date.now() * 1_000, `10.0.${index}.0`],
      )
  })
  const before = (await reports()).length
  expect((await from('192.0.2.2', 'one more')).status).toBe(200)
  const after = await reports()
  expect(after.length).toBeLessThan(before)
  expect(after.map(({ body }) => body)).toEqual(expect.arrayContaining(['the only one of a person', 'one more']))
  expect(after.filter(({ network }) => String(network).startsWith('10.0.'))).toHaveLength(650)
  await server.app.jobs.processAll(Date.now() * 1_000 + reportMilliseconds * 1_000 + 60_000_000)
  expect(await reports()).toEqual([])
})

test('GAP-061 a program learns from its own server, without a token, which address it comes from', async () => {
  server = await startTestServer()
  expect((await server.request('/v3/network-address')).body).toEqual({ ip: '127.0.0.1' })
  const handedOn = await server.request('/v3/network-address', { headers: { 'x-forwarded-for': '198.51.100.7' } })
  expect(handedOn.body).toEqual({ ip: '198.51.100.7' })
})
