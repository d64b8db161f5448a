import { mailbox } from '@waypost/protocol'
import type { Message } from './mail.ts'

/** The longest subject line, in UTF-16 units. */
const subjectLength = 200

/** Whether an address is that of one mailbox, and no longer than mail servers take. */
export function isMailbox(address: string): boolean {
  return address.length <= 254 && mailbox.test(address)
}

/** A line of a header: no line break, no control character, and not too long. */
export function headerLine(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim()
  return line.length > subjectLength ? `${line.slice(0, subjectLength - 1)}…` : line
}

/** A message in the mail library's own words. Addresses are given apart, so that the library reads no list out of them. */
export function envelopeOf({ to, subject, text, replyTo }: Message, from: string) {
  return {
    from: { name: 'Waypost', address: from },
    to: { name: '', address: to },
    ...(replyTo !== undefined && isMailbox(replyTo) ? { replyTo: { name: '', address: replyTo } } : {}),
    subject: headerLine(subject),
    text,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Whether a mail server said that it will never take this message, so that trying again is of no use. */
export function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
}
