import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../test-ports.ts'

interface Received {
  from: string
  to: string[]
  headers: Record<string, string>
  text: string
  raw: string
}

/** A real mail server on a separate port that keeps the emails it receives. */
export async function startMailbox(options: { refuse?: (to: string) => boolean; busy?: () => boolean } = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (options.busy?.()) return done(Object.assign(new Error('Try again later'), { responseCode: 450 }))
      if (!options.refuse?.(address)) return done()
      done(Object.assign(new Error('No such mailbox here'), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      text(stream).then((raw) => {
        const from = session.envelope.mailFrom
        received.push({ from: from ? from.address : '', to: session.envelope.rcptTo.map(({ address }) => address), ...read(raw) })
        done()
      }, done)
    },
  })
  // Once it is closed, nothing else answers there.
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Parses an email that has a single plain text part. */
export function read(raw: string): Pick<Received, 'headers' | 'text' | 'raw'> {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) headers[line.slice(0, line.indexOf(':')).toLowerCase()] = line.slice(line.indexOf(':') + 1).trim()
  const body = raw.slice(end + 4)
  const encoding = headers['content-transfer-encoding']
  return {
    raw,
    headers,
    text: encoding === 'base64' ? fromBase64(body) : encoding === 'quoted-printable' ? fromQuoted(body) : body,
  }
}

const fromBase64 = (body: string) => Buffer.from(body, 'base64').toString('utf8')

function fromQuoted(body: string): string {
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
