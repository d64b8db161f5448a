// On the engines too: daily limits are counted by upserts.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsPerAccount, mailsPerAddress } from '../mail/daily-limits.ts'
import { startMailbox } from '../mail/test-mailbox.ts'
import { reportsPerDay } from '../support/calls.ts'
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

test('GAP-086 a push to somebody without an account is mailed, once, with its text and an invitation', async () => {
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

test('an address that could be read as several is refused, and a title makes no header', async () => {
  const before = mailbox.received.length
  for (const email of ['a@example.com,victim@example.com', 'a@x;b@y', 'A <a@x>', '"a"@x', 'a@x b@y', 'a@b@c', '@x', 'a@']) {
    const { status, body } = await push({ email, body: 'x' })
    expect([email, status, body.error?.param]).toEqual([email, 400, 'email'])
  }
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

test('to an address longer than mail servers take a push is kept and not mailed, and an invitation is refused', async () => {
  const email = `${'x'.repeat(250)}@example.com`
  const before = mailbox.received.length
  expect((await push({ email, body: 'x' })).status).toBe(200)
  const { status, body } = await server.request('/v3/send-invite', { token: alice, body: { email } })
  expect([status, body.error?.param]).toEqual([400, 'email'])
  await server.app.jobs.processAll()
  expect(mailbox.received).toHaveLength(before)
  expect(await server.app.db.all('SELECT * FROM invite WHERE email_normalized = $1', [email])).toEqual([])
})

test('a push over a daily limit of emails is stored and answered, is not emailed, and says so in the row of its sender', async () => {
  const mallory = (await server.signUp('mallory@example.org')).token
  const to = (index: number) => push({ email: `target${index}@example.com`, body: 'buy', guid: `buy ${index}` }, mallory)
  for (let index = 0; index < mailsPerAccount; index++) {
    const { status, body } = await to(index)
    expect([status, body.email_skipped]).toEqual([200, undefined])
  }
  const kept = await to(1_000)
  expect(kept.status).toBe(200)
  expect(kept.body).toMatchObject({ direction: 'outgoing', receiver_email: 'target1000@example.com', email_skipped: true })
  expect((await to(1_000)).body).toEqual(kept.body)
  expect((await server.request('/v2/pushes?limit=1', { token: mallory })).body.pushes).toEqual([kept.body])
  const toUser = await push({ email: 'alice@example.org', body: 'hi' }, mallory)
  expect([toUser.status, toUser.body.email_skipped]).toEqual([200, undefined])

  for (let index = 0; index < mailsPerAddress; index++) await push({ email: 'Flooded@example.com', body: `${index}` })
  expect((await push({ email: 'flooded@example.com', body: 'too many' })).body.email_skipped).toBe(true)
  expect(await mailsTo('flooded@example.com')).toBe(mailsPerAddress)
  expect(await mailsTo('target1000@example.com')).toBe(0)
  expect(await server.app.db.all("SELECT * FROM invite WHERE email_normalized = 'target1000@example.com'")).toEqual([])

  await server.app.jobs.processAll(endOfToday() * 1_000)
  expect(await server.app.db.all('SELECT * FROM daily_count')).toEqual([])
  await push({ email: 'alone@example.com', body: 'the only one' })
  await server.app.jobs.processAll(endOfToday() * 1_000)
  expect(await server.app.db.all('SELECT * FROM daily_count')).toEqual([])
})

test('an invitation over the daily limit is refused, with the seconds until the next day as Retry-After', async () => {
  const { token } = await server.signUp('inviter@example.org')
  const invite = (index: number) => server.request('/v3/send-invite', { token, body: { email: `guest${index}@example.com` } })
  for (let index = 0; index < mailsPerAccount; index++) expect((await invite(index)).status).toBe(200)
  const refused = await invite(1_000)
  expect([refused.status, refused.body.error.code]).toEqual([429, 'ratelimited'])
  const wait = Number(refused.headers.get('retry-after'))
  expect(Math.abs(wait - (endOfToday() - Date.now()) / 1_000)).toBeLessThan(5)
})

test('WAYPOST_RATE_LIMIT=off lifts the daily limits of emails and error reports too', async () => {
  const own = await startTestServer({ WAYPOST_RATE_LIMIT: 'off' })
  try {
    const { token } = await own.signUp('many@example.org')
    for (let index = 0; index <= mailsPerAccount; index++) {
      const { body } = await own.request('/v2/pushes', { token, body: { email: 'same@example.com', body: `${index}` } })
      expect(body).not.toHaveProperty('email_skipped')
    }
    for (let index = 0; index <= reportsPerDay; index++)
      expect((await own.request('/v2/error-report', { body: { body: 'help' } })).status).toBe(200)
  } finally {
    await own.close()
  }
})

const endOfToday = () => (Math.floor(Date.now() / 86_400_000) + 1) * 86_400_000

async function mailsTo(address: string): Promise<number> {
  await server.app.jobs.processAll()
  return mailbox.received.filter(({ to }) => to.some((one) => one.toLowerCase() === address)).length
}
