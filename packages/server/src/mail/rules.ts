import { getSystemErrorName } from 'node:util'
import { mailbox } from '@waypost/protocol'
import { type Message, serverName } from './mail.ts'

/** The maximum subject length, in UTF-16 units. */
const subjectLength = 200

/** Whether an address is a single mailbox within the length that mail servers accept. */
export function isMailbox(address: string): boolean {
  return address.length <= 254 && mailbox.test(address)
}

/** A header line: without line breaks and control characters, and truncated. */
export function headerLine(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim()
  return line.length > subjectLength ? `${line.slice(0, subjectLength - 1)}…` : line
}

const named = (text: string, name: string): string => text.replaceAll(serverName, () => name)

/** A subject as administrators see it: without the secret codes in it. */
export const subjectShown = ({ subject }: Pick<Message, 'subject'>, name: string): string =>
  headerLine(named(subject, name)).replace(/\b\d{6}\b/g, '••••••')

/** The sender of emails. */
export interface Sender {
  name: string
  address: string
}

/** A message in the mail library's format. Addresses are objects, so that the library doesn't parse them as lists. */
export function envelopeOf({ to, subject, text, replyTo, unsubscribe }: Message, from: Sender) {
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo !== undefined && isMailbox(replyTo) ? { replyTo: { name: '', address: replyTo } } : {}),
    subject: headerLine(named(subject, from.name)),
    text: named(text, from.name),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe.oneClick}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Whether a mail server rejected a message permanently, so that a retry is useless. */
export function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
}

/** Explains in a sentence why an email was not sent. `error`: https://nodemailer.com/errors/; `where`: host and port, or folder. */
export function whyNotSent(error: unknown, where: string): string {
  const { code = '', errno, response, message } = error as NodeJS.ErrnoException & { response?: string }
  const said = response === undefined ? '' : ` It said: ${headerLine(response)}`
  const cause = typeof errno === 'number' && errno < 0 ? getSystemErrorName(errno) : code
  if (cause === 'ECONNREFUSED') return `Nothing answers at ${where}. Is the mail server running, and are host and port right?`
  if (cause === 'ENOTFOUND' || cause === 'EAI_AGAIN' || code === 'EDNS')
    return `The name of the mail server ${where} was not found.`
  if (cause === 'ETIMEDOUT' || cause === 'EHOSTUNREACH' || cause === 'ENETUNREACH')
    return `The mail server ${where} did not answer in time.`
  if (code === 'EAUTH') return `The mail server ${where} refused the user name or the password.${said}`
  if (code === 'EENVELOPE') return `The mail server ${where} refused the sender or the receiver.${said}`
  if (code === 'EMESSAGE') return `The mail server ${where} refused the message.${said}`
  if (code === 'ETLS' || cause.startsWith('ERR_TLS') || cause.startsWith('ERR_SSL'))
    return `No encrypted connection to ${where} was possible: ${headerLine(message)}.`
  if (cause === 'EACCES' || cause === 'ENOSPC' || cause === 'EROFS') return `The folder ${where} cannot be written (${cause}).`
  return `${where} refused the email: ${headerLine(message)}.${said}`
}
