import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox } from '../mail/test-mailbox.ts'
import { withBrowser } from './test-browser.ts'

let mailbox: Awaited<ReturnType<typeof startMailbox>>
beforeAll(async () => {
  mailbox = await startMailbox()
})
afterAll(() => mailbox.close())
const { server, alice, bob, browser, ask, send, newest, read, notified, closing } = withBrowser(() => ({
  WAYPOST_SMTP_URL: mailbox.url,
}))

test('a notification is closed when its conversation is read after the person has moved to another address', async () => {
  await send('from the old address')
  const { push } = await notified()
  const email = `new-${bob().email}`
  await ask('/v3/change-email', bob(), { email, password: 'a password for tests' })
  await server().app.jobs.processAll()
  const mail = mailbox.received.find(({ to }) => to[0] === email)
  const token = /\/confirm-email#token=(\S+)/.exec(mail?.text ?? '')?.[1]
  await server().request('/v3/confirm-email', { body: { token } })
  await server().app.jobs.processAll()
  expect((await newest()).sender_email).toBe(email)
  await read(`email:${email}`)
  await closing()
  expect((await browser().next()).message).toEqual({ kind: 'close', user_iden: alice().iden, idens: [push.iden] })
})
