// On the engines too: addresses are upserted, and waiting jobs are ended.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { mailJob } from './mail.ts'
import { startMailbox } from './test-mailbox.ts'

let server: TestServer
let mailbox: Awaited<ReturnType<typeof startMailbox>>
let alice: string
beforeAll(async () => {
  mailbox = await startMailbox()
  server = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url })
  alice = (await server.signUp('alice@example.org', 'Alice')).token
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const push = (email: string) => server.request('/v2/pushes', { token: alice, body: { type: 'note', body: 'hi', email } })
const invite = (email: string) => server.request('/v3/send-invite', { token: alice, body: { email } })

async function mailsTo(address: string) {
  await server.app.jobs.processAll()
  return mailbox.received.filter(({ to }) => to.some((one) => one.toLowerCase() === address))
}

async function tokensTo(address: string) {
  const { headers, text } = (await mailsTo(address)).at(-1) ?? { headers: {}, text: '' }
  const header = /^<(.*)\/v3\/unsubscribe\/(\w{22})>$/.exec((headers as Record<string, string>)['list-unsubscribe'] ?? '')
  const line = /^(.*)\/unsubscribed\?token=(\w{22})$/m.exec(text)
  expect([header?.[1], line?.[1]]).toEqual([server.origin, server.origin])
  expect((headers as Record<string, string>)['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  return [header?.[2] ?? '', line?.[2] ?? '']
}

test('an email to somebody without an account has a header and a line to stop such emails, for a push and for an invitation', async () => {
  await push('Pushed@example.com')
  await invite('invited@example.com')
  const [one, two] = [await tokensTo('pushed@example.com'), await tokensTo('invited@example.com')]
  expect(one[0]).toBe(one[1])
  expect(two[0]).toBe(two[1])
  expect(one[0]).not.toBe(two[0])
  await push('pushed@example.com')
  expect(await tokensTo('pushed@example.com')).toEqual(one)
})

test('one POST of a mail program stops the emails to that address alone, also those that wait; undo allows them again', async () => {
  await push('gone@example.com')
  const [token] = await tokensTo('gone@example.com')
  const later = (Date.now() + 3_600_000) * 1_000
  const waiting = { to: 'Gone@example.com', subject: 'Late', text: 'Late', unsubscribe: { page: '', oneClick: '' } }
  const asked = { ...waiting, to: 'gone@example.com', subject: 'Asked for' }
  await server.app.db.write(async (tx) => {
    await server.app.jobs.add(tx, { type: mailJob, payload: waiting, at: later })
    await server.app.jobs.add(tx, { type: mailJob, payload: { ...asked, unsubscribe: undefined }, at: later })
  })
  const answer = await fetch(`${server.origin}/v3/unsubscribe/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect([answer.status, await answer.json()]).toEqual([200, { email: 'gone@example.com', stopped: true }])
  await server.app.jobs.processAll(later)
  const subjects = (await mailsTo('gone@example.com')).map(({ headers }) => headers.subject)
  expect(subjects).toEqual(['Alice: a message for you', 'Asked for'])
  const skipped = await push('GONE@example.com')
  expect([skipped.status, skipped.body.email_skipped]).toEqual([200, true])
  const refused = await invite('gone@example.com')
  expect([refused.status, refused.body.error.message]).toEqual([
    403,
    'This person opted out of emails from this server. Send them the link yourself.',
  ])
  expect(await mailsTo('gone@example.com')).toHaveLength(2)
  expect((await push('stays@example.com')).body.email_skipped).toBeUndefined()
  expect(await mailsTo('stays@example.com')).toHaveLength(1)

  const back = await server.request(`/v3/unsubscribe/${token}`, { body: { undo: true } })
  expect(back.body).toEqual({ email: 'gone@example.com', stopped: false })
  await push('gone@example.com')
  expect(await mailsTo('gone@example.com')).toHaveLength(3)
})

test('a token that is in no email is refused', async () => {
  for (const token of ['x', 'x'.repeat(22), 'pushed@example.com']) {
    const { status, body } = await server.request(`/v3/unsubscribe/${encodeURIComponent(token)}`, { body: {} })
    expect([token, status, body.error.code]).toEqual([token, 404, 'not_found'])
  }
})
