// On the engines too: jobs are listed, counted and retried in SQL.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { microseconds } from '../change.ts'
import { startMailbox } from '../mail/test-mailbox.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let admin: string
let mailbox: Awaited<ReturnType<typeof startMailbox>> | undefined
let site: Server | undefined
async function start(environment: Record<string, string> = {}) {
  server = await startTestServer(environment)
  admin = (await server.signUp('admin@example.org')).token
  // Runs the jobs that sign-ups added.
  await server.app.jobs.processAll()
}
afterEach(async () => {
  await server.close()
  await mailbox?.close()
  site?.close()
  mailbox = undefined
})

const get = async (path: string): Promise<Json> => (await server.request(path, { token: admin })).body
const post = (path: string, body: object = {}) => server.request(path, { token: admin, body })
const hour = 3_600_000_000

test('a mail that a busy mail server refuses is listed with its error and without its text, and goes out when it is retried', async () => {
  let busy = true
  mailbox = await startMailbox({ busy: () => busy })
  await start({ WAYPOST_SMTP_URL: mailbox.url })
  await post('/provider/local/forgot', { email: 'admin@example.org' })
  await server.app.jobs.processAll()
  const state = await get('/v3/admin/mail')
  expect(state).toMatchObject({
    way: 'smtp',
    where: new URL(mailbox.url).host,
    sender: 'no-reply@localhost',
    waiting: 1,
    given_up: 0,
  })
  expect(state.mails).toMatchObject([
    { to: 'admin@example.org', state: 'retrying', attempt: expect.any(Number), subject: expect.any(String) },
  ])
  expect(state.mails[0].error).toContain('450 Try again later')
  expect(JSON.stringify(state)).not.toContain('reset=')
  const jobs = await get('/v3/admin/jobs')
  expect(jobs.counts.retrying).toBe(1)
  expect(jobs.jobs).toMatchObject([{ type: 'mail', state: 'retrying' }])
  expect(JSON.stringify(jobs)).not.toContain('reset=')
  expect((await get('/v3/admin/jobs?state=failed')).jobs).toEqual([])

  expect(mailbox.received).toEqual([])
  busy = false
  expect((await post('/v3/admin/retry-jobs', { type: 'mail' })).body).toEqual({ retried: 1 })
  await server.app.jobs.processAll()
  expect(mailbox.received).toMatchObject([{ to: ['admin@example.org'] }])
  expect(await get('/v3/admin/mail')).toMatchObject({ waiting: 0, given_up: 0, mails: [] })
  const { entries } = await get('/v3/admin/audit')
  expect(entries).toMatchObject([{ act: 'retry-jobs', details: { jobs: 1, type: 'mail' } }])
})

test('a mail that was given up counts as failed; it is retried by its name, or deleted', async () => {
  let busy = true
  mailbox = await startMailbox({ busy: () => busy })
  await start({ WAYPOST_SMTP_URL: mailbox.url, WAYPOST_LOG: 'silent' })
  for (const email of ['admin@example.org', 'other@example.org'])
    await post('/v2/pushes', { type: 'note', body: 'hi', email: email.replace('admin', 'stranger') })
  for (let round = 0; round < 31; round++) await server.app.jobs.processAll(microseconds() + round * 2 * hour)
  const { waiting, given_up, mails } = await get('/v3/admin/mail')
  expect([waiting, given_up, mails.map((mail: Json) => mail.state)]).toEqual([0, 2, ['failed', 'failed']])
  const deleted = await server.request(`/v3/admin/mail/${mails[0].iden}`, { method: 'DELETE', token: admin })
  expect(deleted.status).toBe(200)
  busy = false
  expect((await post('/v3/admin/retry-jobs', { idens: [mails[0].iden, mails[1].iden] })).body).toEqual({ retried: 1 })
  await server.app.jobs.processAll()
  expect(mailbox.received.map(({ to }) => to)).toEqual([[mails[1].to]])
  const again = await server.request(`/v3/admin/mail/${mails[1].iden}`, { method: 'DELETE', token: admin })
  expect([again.status, again.body.error.code]).toEqual([404, 'not_found'])
})

test('a test mail arrives at once, and the answer of the mail server is shown', async () => {
  mailbox = await startMailbox({ refuse: (to) => to.startsWith('unknown') })
  await start({ WAYPOST_SMTP_URL: mailbox.url })
  const sent = await post('/v3/admin/test-mail', { email: 'me@example.org' })
  expect(sent.body).toEqual({ sent: true, answer: expect.stringMatching(/^250 /) })
  expect(mailbox.received).toMatchObject([{ to: ['me@example.org'], headers: { subject: 'Test of emails from Waypost' } }])
  const refused = await post('/v3/admin/test-mail', { email: 'unknown@example.org' })
  expect(refused.body).toEqual({
    sent: false,
    problem: `The mail server ${new URL(mailbox.url).host} refused the sender or the receiver. It said: 550 No such mailbox here`,
  })
})

test('a test mail says in words that no mail server answers, and without one where the file is', async () => {
  const gone = await startMailbox()
  await gone.close()
  await start({ WAYPOST_SMTP_URL: gone.url })
  const { body } = await post('/v3/admin/test-mail', { email: 'me@example.org' })
  expect(body).toEqual({
    sent: false,
    problem: `Nothing answers at ${new URL(gone.url).host}. Is the mail server running, and are host and port right?`,
  })
  await server.close()
  await start()
  const state = await get('/v3/admin/mail')
  expect([state.way, state.where]).toEqual(['folder', expect.stringMatching(/mail$/)])
  const { sent, answer } = (await post('/v3/admin/test-mail', { email: 'me@example.org' })).body
  expect([sent, answer]).toEqual([true, expect.stringMatching(/\.eml$/)])
})

test('a feed that fails is listed with its channel, its owner, its error and since when; retried, it is read at once, and the answer has the outcome', async () => {
  let works = true
  site = createServer((_request, response) => {
    if (!works) return response.writeHead(503).end()
    return response.end(
      '<rss version="2.0"><channel><title>Site</title><item><guid>1</guid><title>One</title></item></channel></rss>',
    )
  })
  await new Promise<void>((resolve) => (site as Server).listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/feed`
  await start({ WAYPOST_FETCH_PRIVATE: 'allow' })
  const owner = await server.signUp('owner@example.org')
  const { body: channel } = await server.request('/v2/channels', {
    token: owner.token,
    body: { tag: 'news', name: 'News', feed_url: url },
  })
  await server.app.jobs.processAll()
  expect(await get('/v3/admin/failing-feeds')).toEqual({ feeds: [] })
  works = false
  await server.app.jobs.processAll(microseconds() + hour)
  const { feeds } = await get('/v3/admin/failing-feeds')
  expect(feeds).toMatchObject([
    { iden: channel.iden, tag: 'news', name: 'News', owner: 'owner@example.org', feed_url: url, failures: 1 },
  ])
  expect(feeds[0].error).not.toBe('')
  expect(Math.abs(feeds[0].since - Date.now() / 1_000)).toBeLessThan(60)
  const retry = async () => (await post(`/v3/admin/failing-feeds/${channel.iden}/retry`)).body
  expect(await retry()).toEqual({ works: false })
  const again = (await get('/v3/admin/failing-feeds')).feeds
  expect(again).toMatchObject([{ failures: 2, since: feeds[0].since }])
  works = true
  expect(await retry()).toEqual({ works: true })
  expect(await get('/v3/admin/failing-feeds')).toEqual({ feeds: [] })
  expect((await post('/v3/admin/failing-feeds/nothing/retry')).status).toBe(404)
})

test('a job that waits for its time is counted, and not retried', async () => {
  await start()
  await server.app.db.write((tx) =>
    server.app.jobs.add(tx, { type: 'upload-expiry', payload: { iden: 'x' }, at: microseconds() + hour }),
  )
  const { counts, jobs } = await get('/v3/admin/jobs')
  expect([counts.later, jobs]).toEqual([1, []])
  expect((await get('/v3/admin/jobs?state=later')).jobs).toMatchObject([{ type: 'upload-expiry', state: 'later' }])
  expect((await post('/v3/admin/retry-jobs')).body).toEqual({ retried: 0 })
})
