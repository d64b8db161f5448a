import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mail } from './mail.ts'
import { openMail } from './open.ts'
import { headerLine, isFinal, isMailbox } from './rules.ts'
import { read, startMailbox } from './test-mailbox.ts'

let data: string
let mailbox: Awaited<ReturnType<typeof startMailbox>>
let mail: Mail | undefined
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'waypost-mail-'))
  mailbox = await startMailbox({ refuse: (to) => to.startsWith('unknown') })
})
afterEach(async () => {
  await mail?.close()
  await mailbox.close()
  rmSync(data, { recursive: true, force: true })
})

const overSmtp = () => openMail({ smtpUrl: mailbox.url, mailFrom: 'help@example.org', data }, () => 'Waypost')
const inFolder = () => openMail({ smtpUrl: undefined, mailFrom: 'help@example.org', data }, () => 'Waypost')
const message = {
  to: 'ann@example.org',
  subject: 'Grüße & Umlauts',
  text: `Hello Ann,\n\nhttps://example.org/${'long'.repeat(50)}\nschöne Grüße\n.\n--\nend`,
  replyTo: 'bob@example.org',
}

test('a mail server gets the message as it is, for the one person it is to', async () => {
  mail = await overSmtp()
  await mail.send(message)
  const [got] = mailbox.received
  expect(got?.from).toBe('help@example.org')
  expect(got?.to).toEqual(['ann@example.org'])
  expect(got?.headers.from).toBe('Waypost <help@example.org>')
  expect(got?.headers['reply-to']).toBe('bob@example.org')
  expect(got?.headers['content-type']).toContain('text/plain')
  expect(got?.text.replaceAll('\r\n', '\n').trimEnd()).toBe(message.text)
})

test('without a mail server each mail is a whole file, which only the owner of the folder reads', async () => {
  mail = await inFolder()
  await mail.send(message)
  await mail.send({ to: 'carol@example.org', subject: 'Second', text: 'two' })
  const names = readdirSync(join(data, 'mail')).sort()
  expect(names).toHaveLength(2)
  for (const name of names) {
    expect(name).toMatch(/\.eml$/)
    expect(statSync(join(data, 'mail', name)).mode & 0o077).toBe(0)
  }
  const [first, second] = names.map((name) => read(readFileSync(join(data, 'mail', name), 'utf8')))
  expect(first?.text.replaceAll('\r\n', '\n').trimEnd()).toBe(message.text)
  expect(second?.headers.to).toBe('carol@example.org')
})

test('no text makes a header or a recipient of its own', async () => {
  mail = await overSmtp()
  await mail.send({
    to: 'ann@example.org',
    subject: 'Hi\r\nBcc: victim@example.org\nX-Evil: 1\u2028Cc: victim@example.org',
    text: 'Hello\r\n\r\nBcc: victim@example.org\r\n.\r\nRCPT TO:<victim@example.org>',
    replyTo: 'bob@example.org\r\nBcc: victim@example.org',
  })
  const [got] = mailbox.received
  expect(mailbox.received).toHaveLength(1)
  expect(got?.to).toEqual(['ann@example.org'])
  expect(Object.keys(got?.headers ?? {})).not.toEqual(expect.arrayContaining(['bcc']))
  for (const name of ['bcc', 'cc', 'x-evil', 'reply-to']) expect(got?.headers).not.toHaveProperty(name)
  expect(got?.headers.subject).toContain('Hi Bcc: victim@example.org')
})

test('a list of addresses is never read as one', async () => {
  mail = await overSmtp()
  await mail.send({ ...message, to: 'ann@example.org, victim@example.org' }).catch(() => {})
  expect(mailbox.received.flatMap(({ to }) => to)).not.toContain('victim@example.org')
})

test('an address is one mailbox, and nothing that a mail program reads as more', () => {
  for (const address of ['ann@example.org', 'a.b+c@sub.example.org', 'ünï@exämple.org', 'root@localhost', "o'neil@example.org"])
    expect(isMailbox(address)).toBe(true)
  for (const address of [
    'a@example.org,b@example.org',
    'a@example.org;b@example.org',
    'Ann <a@example.org>',
    '"a b"@example.org',
    'group:a@example.org',
    'a@b@example.org',
    'a@example.org\n',
    'a\u202e@example.org',
    '@example.org',
    `${'x'.repeat(250)}@example.org`,
  ])
    expect(isMailbox(address)).toBe(false)
  expect(headerLine(` a\r\n\tb\0c ${'x'.repeat(500)}`)).toMatch(/^a b c x+…$/)
  expect(headerLine('x'.repeat(500))).toHaveLength(200)
})

test('what a mail server says of a mailbox that is not there is final; that it is away is not', async () => {
  mail = await overSmtp()
  expect(isFinal(await mail.send({ ...message, to: 'unknown@example.org' }).catch((error) => error))).toBe(true)
  await mailbox.close()
  const away = await openMail({ smtpUrl: mailbox.url, mailFrom: 'help@example.org', data }, () => 'Waypost')
  expect(isFinal(await away.send(message).catch((error) => error))).toBe(false)
  await away.close()
})
