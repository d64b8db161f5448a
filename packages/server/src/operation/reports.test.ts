// On the engines too: reports are grouped and counted in SQL.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMailbox } from '../mail/test-mailbox.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let mailbox: Awaited<ReturnType<typeof startMailbox>>
let admin: string
beforeEach(async () => {
  mailbox = await startMailbox()
  server = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url, WAYPOST_RATE_LIMIT: 'off' })
  admin = (await server.signUp('admin@example.org', 'Ada')).token
})
afterEach(async () => {
  await server.close()
  await mailbox.close()
})

const send = (body: object, token?: string) =>
  server.request('/v2/error-report', { ...(token === undefined ? {} : { token }), body })
const list = async (query = ''): Promise<Json> => (await server.request(`/v3/admin/reports${query}`, { token: admin })).body
const at = (iden: string, body?: object, path = '') =>
  server.request(`/v3/admin/reports/${iden}${path}`, { token: admin, ...(body && { body }) })

const question = {
  reply_to: 'bo@example.net',
  subject: 'Message from Bo',
  body: 'How do I add a second device?',
  data: { page: '/support' },
}

test('a message to support is listed with who sent it, opened whole, marked as done and opened again', async () => {
  const { token } = await server.signUp('bo@example.org')
  const long = `${question.body} ${'x'.repeat(1_000)}`
  await send({ ...question, body: long }, token)
  const { reports, open } = await list()
  expect(open).toBe(1)
  expect(reports).toMatchObject([
    { kind: 'message', subject: 'Message from Bo', reply_to: 'bo@example.net', account: 'bo@example.org', alike: 1 },
  ])
  expect(reports[0].body).toBe(long.slice(0, 300))
  const whole = await at(reports[0].iden)
  expect(whole.body).toMatchObject({ body: long, data: { page: '/support' }, address: expect.stringMatching(/127\.0\.0\.1|::1/) })

  expect((await at(reports[0].iden, { done: true })).status).toBe(200)
  expect(await list()).toMatchObject({ reports: [], open: 0 })
  expect((await list('?done=true')).reports).toMatchObject([{ iden: reports[0].iden, done: true }])
  await at(reports[0].iden, { done: false })
  expect((await list()).open).toBe(1)
  const { entries } = (await server.request('/v3/admin/audit', { token: admin })).body
  expect(entries.map(({ act }: Json) => act)).toEqual(['report-open', 'report-done'])
})

test('reports of the same error are one group with their number; another error is another one, and one that comes again is open', async () => {
  const crash = (error: string, body = '') =>
    send({ subject: 'Aw, Snap! An error.', body, data: { error, stack: ['at a (b.js:1:2)'], time: Math.random() } })
  await crash('TypeError: x is undefined at 12')
  await crash('RangeError: too big')
  await crash('TypeError: x is undefined at 977', 'I clicked "Send"')
  await send(question)
  const { reports, open } = await list()
  expect(open).toBe(3)
  expect(reports.map(({ kind, error, alike, body }: Json) => [kind, error, alike, body])).toEqual([
    ['message', undefined, 1, question.body],
    ['error', 'TypeError: x is undefined at 977', 2, 'I clicked "Send"'],
    ['error', 'RangeError: too big', 1, undefined],
  ])
  expect(reports[1].first).toBeLessThan(reports[1].created)
  await at(reports[1].iden, { done: true })
  expect((await list('?done=true')).reports).toMatchObject([{ alike: 2 }])
  await crash('TypeError: x is undefined at 5')
  const again = (await list()).reports[0]
  expect([again.error, again.alike]).toEqual(['TypeError: x is undefined at 5', 1])
  expect((await at(again.iden)).body.alike).toBe(3)
  expect((await server.request(`/v3/admin/reports/${again.iden}`, { method: 'DELETE', token: admin })).status).toBe(200)
  expect((await list('?done=true')).reports).toEqual([])
  expect((await list()).open).toBe(2)
  expect((await at(again.iden)).status).toBe(404)
})

test('an answer goes to the address of the message, with the message below it, and marks it as done', async () => {
  await send(question)
  const { iden } = (await list()).reports[0]
  expect((await at(iden, { body: 'Open the settings.\nThen add it.' }, '/answer')).status).toBe(200)
  await server.app.jobs.processAll()
  const [mail] = mailbox.received
  expect([mail?.to, mail?.headers.subject, mail?.headers['reply-to']]).toEqual([
    ['bo@example.net'],
    'Re: Message from Bo',
    'admin@example.org',
  ])
  expect(mail?.text.replaceAll('\r\n', '\n').trimEnd()).toBe(
    'Open the settings.\nThen add it.\n\nYou wrote:\n> How do I add a second device?',
  )
  expect((await list('?done=true')).reports).toMatchObject([{ iden, answered: expect.any(Number), done: true }])
})

test('a message without an address, or with text in its place, is not answered', async () => {
  await send({ subject: 'A', body: 'Without' })
  await send({ subject: 'B', body: 'Text', reply_to: 'call me, a@example.org, b@example.org' })
  for (const { iden } of (await list()).reports) {
    const { status, body } = await at(iden, { body: 'Hello' }, '/answer')
    expect([status, body.error.code]).toEqual([400, 'no_address'])
  }
  await server.app.jobs.processAll()
  expect(mailbox.received).toEqual([])
})

test('long lists come in pages, and nothing in them is seen by others', async () => {
  for (let number = 0; number < 5; number++) await send({ subject: `Message ${'ABCDE'[number]}` })
  const first = await list('?limit=3')
  const rest = await list(`?limit=3&cursor=${first.cursor}`)
  expect([first.reports.length, rest.reports.length, rest.cursor]).toEqual([3, 2, undefined])
  // Reports of the same millisecond are in no particular order.
  const subjects = [...first.reports, ...rest.reports].map(({ subject }: Json) => subject)
  expect(subjects.sort()).toEqual(['A', 'B', 'C', 'D', 'E'].map((letter) => `Message ${letter}`))
  const { token } = await server.signUp('bo@example.org')
  for (const path of ['reports', `reports/${first.reports[0].iden}`, 'jobs', 'mail', 'failing-feeds', 'storage', 'version'])
    expect([path, (await server.request(`/v3/admin/${path}`, { token })).status]).toEqual([path, 403])
})
