import { limits } from '@waypost/protocol'
import { afterEach, expect, test } from 'vitest'
import { startMailbox } from '../mail/test-mailbox.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let mailbox: Awaited<ReturnType<typeof startMailbox>> | undefined
afterEach(async () => {
  await server.close()
  await mailbox?.close()
  mailbox = undefined
})

const report = (body: unknown, token?: string) =>
  server.request('/v2/error-report', { ...(token === undefined ? {} : { token }), body })
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

test('API-052 the error page reports without an account too, and what it sends may be anything but endless', async () => {
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
    [`{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400, 'data'],
  ]
  for (const [body, status, param] of bad) {
    const answer = await report(body)
    expect([answer.status, answer.body.error.param]).toEqual([status, param])
  }
  expect(await reports()).toHaveLength(5)
})

test('API-052 one network cannot fill the store', async () => {
  server = await startTestServer()
  for (let index = 0; index < limits.reportsPerDay; index++) expect((await report({ body: 'again' })).status).toBe(200)
  const refused = await report({ body: 'again' })
  expect([refused.status, refused.body.error.code]).toEqual([429, 'ratelimited'])
  expect(await reports()).toHaveLength(limits.reportsPerDay)
})

test('GAP-061 a program learns from its own server, without a token, which address it comes from', async () => {
  server = await startTestServer()
  expect((await server.request('/v3/network-address')).body).toEqual({ ip: '127.0.0.1' })
  const handedOn = await server.request('/v3/network-address', { headers: { 'x-forwarded-for': '198.51.100.7' } })
  expect(handedOn.body).toEqual({ ip: '198.51.100.7' })
})
