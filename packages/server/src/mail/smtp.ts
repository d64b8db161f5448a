import { createTransport } from 'nodemailer'
import type { Mail } from './mail.ts'
import { envelopeOf, type Sender } from './rules.ts'

/** Milliseconds for connecting to a mail server, for its greeting, and for any response. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 }

/** Sends mail through a mail server; `url` is like `smtps://user:password@mail.example.org`. */
export function mailOverSmtp(url: string, from: () => Sender): Mail {
  const transport = createTransport({ url, pool: true, ...timeouts })
  return {
    about: { way: 'smtp', where: placeOf(url) },
    async send(message) {
      const { response } = await transport.sendMail(envelopeOf(message, from()))
      return response
    },
    async close() {
      transport.close()
    },
  }
}

/** The host and port of a mail server, without any credentials in its address. */
function placeOf(url: string): string {
  const { hostname, port, protocol } = new URL(url)
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`
}
