import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { startTestServer } from '@waypost/server/test-server'
import { SMTPServer } from 'smtp-server'
import { test as base, expect } from './actors.ts'

interface Mail {
  to: string[]
  raw: string
  subject: string
  text: string
}

/** Settings of the story's server besides its mail server; a file sets them with `test.use`. */
type ServerSettings = Record<`WAYPOST_${string}`, string> & {
  config?: NonNullable<Parameters<typeof startTestServer>[1]>['config']
}

interface Mailbox {
  mails: Mail[]
}

/** For stories whose server sends mail: a real SMTP server on this machine. */
export const test = base.extend<Mailbox & { smtp: { url: string; mails: Mail[] }; settings: ServerSettings }>({
  settings: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  smtp: async ({}, use) => {
    const mails: Mail[] = []
    const own = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo({ address }, _session, done) {
        if (!address.startsWith('unknown')) return done()
        done(Object.assign(new Error('No such mailbox here'), { responseCode: 550 }))
      },
      onData(stream, session, done) {
        text(stream).then((raw) => {
          mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw, ...read(raw) })
          done()
        }, done)
      },
    })
    own.listen(0, '127.0.0.1')
    await once(own.server, 'listening')
    await use({ url: `smtp://127.0.0.1:${(own.server.address() as AddressInfo).port}`, mails })
    await new Promise<void>((resolve) => own.close(() => resolve()))
  },
  mails: async ({ smtp }, use) => use(smtp.mails),
  server: async ({ smtp, settings }, use) => {
    const { config, ...environment } = settings
    const server = await startTestServer({ WAYPOST_SMTP_URL: smtp.url, ...environment }, { ...(config && { config }) })
    await use(server)
    await server.close()
  },
})

/** The mail to an address with a subject, once it has arrived. `nth` counts from 1 if there are several. */
export async function mailTo(mails: readonly Mail[], to: string, subject: RegExp, nth = 1): Promise<Mail> {
  const found = () => mails.filter((mail) => mail.to.includes(to) && subject.test(mail.subject))
  await expect.poll(() => found().length).toBeGreaterThanOrEqual(nth)
  return found()[nth - 1] as Mail
}

/** The first link in a mail. */
export const linkIn = (mail: Mail): string => /https?:\/\/\S+[#?]\S+/.exec(mail.text)?.[0] ?? ''

function read(raw: string): { subject: string; text: string } {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  const body = raw.slice(end + 4)
  const encoding = /^content-transfer-encoding: (.*)$/im.exec(head)?.[1]?.trim()
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? decodeURIComponent(
            body
              .replace(/=\r\n/g, '')
              .replace(/%/g, '%25')
              .replace(/=([0-9A-F]{2})/g, '%$1'),
          )
        : body
  return { subject: /^subject: (.*)$/im.exec(head)?.[1] ?? '', text }
}
