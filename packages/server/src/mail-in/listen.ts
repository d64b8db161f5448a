// Receives emails to `NAME+TOKEN@host` as messages of sources, over SMTP (RFC 5321). Off unless configured.

import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { bodyLength, Refusal, titleLength } from '@waypost/protocol'
import type { ParsedMail } from 'mailparser'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { Deps } from '../deps.ts'
import { addressKey, throttle } from '../http/rate-limits.ts'
import { deliver } from '../push/source/deliver.ts'
import type { NewMessage } from '../source/message.ts'
import type { SourceRow } from '../source/rows.ts'
import { sourceOfToken } from '../source/tokens.ts'
import { fileUrl } from '../upload/rules.ts'
import { storeFile } from '../upload/store-file.ts'
import { bodyOf, priorityOf, tokenOf } from './rules.ts'

/** The maximum bytes of an email, and the number of emails read at a time: each is held in memory. */
const most = { bytes: 25 * 2 ** 20, reading: 2, connections: 50, recipients: 10, attachments: 10 }
/** Milliseconds after which a silent client is disconnected. */
const patience = 60_000
/** UTF-16 units of HTML that are converted to text. */
const htmlRead = 200_000

/** The sources that an email is for, kept between its recipients and its data. */
type Session = SMTPServerSession & { sources?: Map<string, SourceRow> }

/** Listens for emails. @returns the function that stops it, and the port; undefined if it is off */
export async function listenForMail(deps: Deps): Promise<{ port: number; close(): Promise<void> } | undefined> {
  const { config, db, log, rateLimits } = deps
  if (!config.mailIn) return undefined
  const [{ SMTPServer }, { simpleParser }] = await Promise.all([import('smtp-server'), import('mailparser')])
  const wrongTokens = throttle(rateLimits.mailIn)
  let reading = 0

  const server = new SMTPServer({
    name: config.mailIn.domain,
    banner: 'Waypost',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    authOptional: true,
    logger: false,
    size: most.bytes,
    maxClients: most.connections,
    socketTimeout: patience,
    onRcptTo({ address }, session: Session, done) {
      findSource(address, session).then(() => done(), done)
    },
    onData(stream, session: Session, done) {
      take(stream, session).then(() => done(null, 'Taken'), done)
    },
  })
  // Clients may drop their connections as often as they like.
  const said = throttle({ burst: 10, every: 60_000 })
  server.on('error', (error) => {
    if (said.allows('')) log.warn({ error }, 'A mail connection failed.')
  })

  async function findSource(address: string, session: Session): Promise<void> {
    const known = session.sources ?? new Map<string, SourceRow>()
    if (known.size >= most.recipients) throw reply(452, 'Too many recipients')
    const token = tokenOf(address)
    if (!wrongTokens.allows(addressKey(session.remoteAddress))) throw reply(450, 'Too many wrong addresses. Try again later')
    const source = token === undefined ? undefined : await sourceOfToken(db, token)
    if (!source) throw reply(550, 'There is no such address here')
    session.sources = known.set(address, source)
  }

  async function take(stream: SMTPServerDataStream, session: Session): Promise<void> {
    if (reading >= most.reading) {
      stream.resume()
      throw reply(451, 'Busy. Try again in a moment')
    }
    reading++
    try {
      const mail = await simpleParser(stream, { maxHtmlLengthToParse: htmlRead, skipImageLinks: true, skipTextToHtml: true })
      if (stream.sizeExceeded) throw reply(552, `An email may have ${most.bytes / 2 ** 20} MB`)
      for (const source of new Map(Array.from(session.sources?.values() ?? [], (row) => [row.iden, row])).values())
        await deliverMail(deps, source, mail)
    } catch (error) {
      throw error instanceof Refusal
        ? reply(error.code === 'storage_quota' || error.code === 'file_too_big' ? 552 : 554, error.message)
        : error
    } finally {
      reading--
      session.sources?.clear()
    }
  }

  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(config.mailIn?.port, config.mailIn?.host, () => {
      server.off('error', failed)
      listening()
    })
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** Delivers an email: its text with its first file; each further file is a separate message. Retries are delivered once. */
async function deliverMail(deps: Deps, source: SourceRow, mail: ParsedMail): Promise<void> {
  const identity = mail.messageId ?? JSON.stringify([mail.subject, mail.date, mail.text])
  const guid = `mail ${createHash('sha256').update(`${source.iden} ${identity}`).digest('base64url')}`
  const title = mail.subject?.trim().slice(0, titleLength)
  const body = bodyOf(mail).slice(0, bodyLength)
  const priority = priorityOf(mail)
  const text: NewMessage = {
    ...(title && { title }),
    ...(body && { body }),
    ...(!title && !body && { body: 'An empty email' }),
    ...(priority !== undefined && { priority }),
  }
  const files = mail.attachments.filter(({ related }) => !related).slice(0, most.attachments)
  if (files.length === 0) {
    await deliver(deps, source, { ...text, guid })
    return
  }
  for (const [place, { filename = 'attachment', contentType, content }] of files.entries()) {
    const what = { name: filename, type: contentType }
    const upload = await storeFile(deps, source.owner, what, Readable.from([content]), content.length)
    const file = {
      file_url: fileUrl(deps.origin(), upload.file_key, upload.name),
      file_name: upload.name,
      file_type: upload.type,
    }
    await deliver(deps, source, { ...(place === 0 ? text : {}), ...file, guid: place === 0 ? guid : `${guid} ${place}` })
  }
}
