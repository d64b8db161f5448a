// On the engines too: refused emails are paged, and cut to a number in SQL.

import { afterEach, expect, test } from 'vitest'
import { keepRefused } from '../mail/rows.ts'
import { startMailbox } from '../mail/test-mailbox.ts'
import { type Json, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let mailbox: Awaited<ReturnType<typeof startMailbox>>
let admin: string
async function start(options: Parameters<typeof startMailbox>[0] = {}) {
  mailbox = await startMailbox(options)
  server = await startTestServer({ WAYPOST_SMTP_URL: mailbox.url })
  admin = (await server.signUp('admin@example.org', 'Ada')).token
}
afterEach(async () => {
  await server.close()
  await mailbox.close()
})

const call = (path: string, body?: object, token = admin) => server.request(path, { token, ...(body && { body }) })
const refused = async (query = '') => (await call(`/v3/admin/refused-mails${query}`)).body

test('an email that the mail server refuses for good is listed with its error, without its text, and is not tried again', async () => {
  await start({ refuse: (to) => to.startsWith('unknown') })
  await call('/v3/send-invite', { email: 'unknown@example.org' })
  await server.app.jobs.processAll()
  expect(await refused()).toEqual({
    mails: [
      {
        iden: expect.any(String),
        created: expect.any(Number),
        to: 'unknown@example.org',
        subject: 'Ada invites you to Waypost',
        error: `The mail server ${new URL(mailbox.url).host} refused the sender or the receiver. It said: 550 No such mailbox here`,
      },
    ],
  })
  expect(await (await call('/v3/admin/mail')).body).toMatchObject({ waiting: 0, given_up: 0, mails: [] })
  const rows = JSON.stringify(await server.app.db.all('SELECT * FROM refused_mail'))
  expect(rows).not.toContain('invite=')
  await server.restart()
  const [mail] = (await refused()).mails
  expect((await call('/v3/admin/dismiss-refused-mails', { iden: mail.iden })).body).toEqual({ dismissed: 1 })
  expect((await call('/v3/admin/dismiss-refused-mails', { iden: mail.iden })).body).toEqual({ dismissed: 0 })
  expect(await refused()).toEqual({ mails: [] })
  expect((await call('/v3/admin/audit')).body.entries).toMatchObject([{ act: 'dismiss-mails', details: { emails: 1 } }])
})

test('the code in the subject of an email is not shown to administrators', async () => {
  let busy = true
  await start({ refuse: (to) => to.startsWith('unknown'), busy: () => busy })
  await server.app.db.write((tx) => tx.run('UPDATE account SET email_proven = 0'))
  await call('/v3/send-proof', {})
  await server.app.jobs.processAll()
  const [waiting] = (await call('/v3/admin/mail')).body.mails
  expect(waiting.subject).toBe('•••••• is your code for Waypost')
  busy = false
  await call('/v3/admin/retry-jobs', { type: 'mail' })
  await server.app.jobs.processAll()
  expect(mailbox.received.at(-1)?.headers.subject).toMatch(/^\d{6} is your code for Waypost$/)
})

test('refused emails come in pages, the newest first; after 30 days they are gone, and no more than a thousand are kept', async () => {
  await start()
  const { db } = server.app
  const keep = (count: number) =>
    db.write((tx) => keepRefused(tx, { recipient: `person-${count}@example.org`, subject: 'Hello', error: 'No such mailbox' }))
  for (let count = 0; count < 5; count++) {
    await keep(count)
    // Idens rise by milliseconds.
    for (const until = Date.now() + 2; Date.now() < until; ) await new Promise(setImmediate)
  }
  const found: string[] = []
  let cursor = ''
  do {
    const page = await refused(`?limit=2${cursor && `&cursor=${cursor}`}`)
    expect(page.mails.length).toBeLessThanOrEqual(2)
    found.push(...page.mails.map(({ to }: Json) => to))
    cursor = page.cursor ?? ''
  } while (cursor)
  expect(found).toEqual([4, 3, 2, 1, 0].map((count) => `person-${count}@example.org`))
  const wrong = await call('/v3/admin/refused-mails?cursor=zzz')
  expect([wrong.status, wrong.body.error.code]).toEqual([400, 'invalid_cursor'])
  await db.write((tx) =>
    tx.run("UPDATE refused_mail SET created = created - 2600000000000 WHERE recipient = 'person-0@example.org'"),
  )
  expect((await refused()).mails).toHaveLength(4)
  await keep(5)
  expect(await db.all('SELECT * FROM refused_mail')).toHaveLength(5)
  await db.write(async (tx) => {
    for (let count = 0; count < 1_010; count++)
      await tx.run("INSERT INTO refused_mail VALUES ($1, $2, 'many@example.org', 'Hello', 'No')", [
        `mail0${count}`,
        Date.now() * 1_000,
      ])
  })
  await keep(6)
  expect(await db.all('SELECT * FROM refused_mail')).toHaveLength(1_000)
  expect((await call('/v3/admin/dismiss-refused-mails', {})).body).toEqual({ dismissed: 1_000 })
})

test('emails carry the name of the server: as their sender, in subjects and in texts, as it is when they are sent', async () => {
  await start()
  await call('/v3/admin/settings', { server_name: 'Harbour $& Co' })
  await call('/v3/send-invite', { email: 'friend@example.org' })
  await call('/v2/pushes', { type: 'note', title: 'Keys', body: 'On the table', email: 'other@example.org' })
  await server.request('/provider/local/forgot', { body: { email: 'admin@example.org' } })
  await server.app.jobs.processAll()
  const to = (address: string) => mailbox.received.find((mail) => mail.to.includes(address))
  expect(to('friend@example.org')?.headers).toMatchObject({
    from: '"Harbour $& Co" <no-reply@localhost>',
    subject: 'Ada invites you to Harbour $& Co',
  })
  expect(to('friend@example.org')?.text).toContain('share notes, links and files with you on Harbour $& Co.')
  expect(to('other@example.org')?.text).toContain('sent you this with Harbour $& Co:')
  expect(to('admin@example.org')?.headers.subject).toBe('Set a new password for Harbour $& Co')
  for (const { raw } of mailbox.received) expect(raw).not.toContain('{{')
})
