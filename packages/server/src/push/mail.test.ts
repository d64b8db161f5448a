import { limits } from '@waypost/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox } from '../mail/test-mailbox.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let mailbox: Awaited<ReturnType<typeof startMailbox>>
let alice: string
beforeAll(async () => {
  mailbox = await startMailbox({ refuse: (to) => to.startsWith('refused') })
  server = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url, WAYPOST_SUPPORT_EMAIL: 'help@example.org' })
  alice = (await server.signUp('alice@example.org', 'Alice')).token
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const push = (body: object, token = alice) => server.request('/v2/pushes', { token, body: { type: 'note', ...body } })

test('GAP-086 a push to somebody without an account is mailed, once, with what it says and an invitation', async () => {
  const body = {
    email: 'Friend@example.com',
    title: 'Look',
    body: 'at this',
    url: 'https://example.org/x',
    type: 'link',
    guid: 'g1',
  }
  const { status, body: sent } = await push(body)
  expect(status).toBe(200)
  expect(sent).toMatchObject({ direction: 'outgoing', receiver_email: 'Friend@example.com' })
  expect((await push(body)).body).toEqual(sent)
  await server.app.jobs.processAll()
  await server.app.jobs.processAll()
  expect(mailbox.received).toHaveLength(1)
  const [got] = mailbox.received
  expect([got?.from, got?.to]).toEqual(['help@example.org', ['Friend@example.com']])
  expect(got?.headers.subject).toBe('Alice: Look')
  expect(got?.headers['reply-to']).toBe('alice@example.org')
  for (const part of ['Look', 'at this', 'https://example.org/x', `${server.origin}/signin`, 'Alice (alice@example.org)'])
    expect(got?.text).toContain(part)
})

test('GAP-086 a push to a user is not mailed', async () => {
  const before = mailbox.received.length
  await server.signUp('bob@example.org')
  await push({ email: 'bob@example.org', body: 'hi' })
  await server.app.jobs.processAll()
  expect(mailbox.received).toHaveLength(before)
})

test('an address that could be read as several gets no mail, and a title makes no header', async () => {
  const before = mailbox.received.length
  expect((await push({ email: 'a@example.com,victim@example.com', body: 'x' })).status).toBe(200)
  expect(await server.app.db.all("SELECT * FROM job WHERE type = 'mail'")).toEqual([])
  await push({ email: 'header@example.com', title: 'Hi\r\nBcc: victim@example.com', body: 'x' })
  await server.app.jobs.processAll()
  const received = mailbox.received.slice(before)
  expect(received.map(({ to }) => to)).toEqual([['header@example.com']])
  expect(received[0]?.headers).not.toHaveProperty('bcc')
})

test('a mailbox that the mail server does not know is given up, without a word in the log', async () => {
  await push({ email: 'refused@example.com', body: 'x' })
  await server.app.jobs.processAll()
  expect(await server.app.db.all("SELECT * FROM job WHERE type = 'mail'")).toEqual([])
})

test('the server is nobody’s way to flood mailboxes: an account has so many mails a day, and an address too', async () => {
  const mallory = (await server.signUp('mallory@example.org')).token
  const to = (index: number) => push({ email: `target${index}@example.com`, body: 'buy' }, mallory)
  for (let index = 0; index < limits.mailsPerDay; index++) expect((await to(index)).status).toBe(200)
  const before = (await server.request('/v2/pushes', { token: mallory })).body.pushes.length
  const refused = await to(1_000)
  expect([refused.status, refused.body.error.code]).toEqual([429, 'ratelimited'])
  expect((await server.request('/v3/send-invite', { token: mallory, body: { email: 'x@example.com' } })).status).toBe(429)
  // Nothing is written of what was refused, and what needs no mail goes on.
  expect((await server.request('/v2/pushes', { token: mallory })).body.pushes).toHaveLength(before)
  expect((await push({ email: 'alice@example.org', body: 'hi' }, mallory)).status).toBe(200)

  for (let index = 0; index < limits.mailsPerAddress; index++) await push({ email: 'Flooded@example.com', body: `${index}` })
  expect((await push({ email: 'flooded@example.com', body: 'too many' })).body.error.code).toBe('ratelimited')

  // The next day all of it counts anew.
  const tomorrow = (Math.floor(Date.now() / 86_400_000) + 1) * 86_400_000
  await server.app.jobs.processAll(tomorrow * 1_000)
  expect(await server.app.db.all('SELECT * FROM daily_count')).toEqual([])
}, 20_000)
