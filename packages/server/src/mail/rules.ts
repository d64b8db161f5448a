// Applies the rules of mail: valid addresses, header lines, and which errors are permanent.

import { mailbox } from '@waypost/protocol'
import type { Message } from './mail.ts'

/** The longest subject line, in UTF-16 units. */
const subjectLength = 200

/** Whether an address is a single mailbox, and not longer than mail servers accept. */
export function isMailbox(address: string): boolean {
  return address.length <= 254 && mailbox.test(address)
}

/** A header line: without line breaks and control characters, and not too long. */
export function headerLine(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim()
  return line.length > subjectLength ? `${line.slice(0, subjectLength - 1)}…` : line
}

/** Who emails come from. */
export interface Sender {
  name: string
  address: string
}

/** A message in the format of the mail library. Addresses are objects, so that the library does not parse them as lists. */
export function envelopeOf({ to, subject, text, replyTo, unsubscribe }: Message, from: Sender) {
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo !== undefined && isMailbox(replyTo) ? { replyTo: { name: '', address: replyTo } } : {}),
    subject: headerLine(subject),
    text,
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
