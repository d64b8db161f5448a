// Gives a story an SMTP server that receives the mails of the server.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { startTestServer } from '@waypost/server/test-server'
import { SMTPServer } from 'smtp-server'
import { test as base } from './actors.ts'

interface Mail {
  to: string[]
  /** The message with its headers. */
  raw: string
}

interface Mailbox {
  /** The received mails. */
  mails: Mail[]
}

/** For stories whose server sends mail: a real SMTP server on this machine. */
export const test = base.extend<Mailbox & { smtp: { url: string; mails: Mail[] } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  smtp: async ({}, use) => {
    const mails: Mail[] = []
    const own = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData(stream, session, done) {
        text(stream).then((raw) => {
          mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
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
  server: async ({ smtp }, use) => {
    const server = await startTestServer({ WAYPOST_SMTP_URL: smtp.url })
    await use(server)
    await server.close()
  },
})
