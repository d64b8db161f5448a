// Composes the email that a recipient without an account receives instead of a push.

import type { Account } from '../account/rows.ts'
import { signUpAddress } from '../invitation/rules.ts'
import { type Message, serverName, type UnsubscribeLinks } from '../mail/mail.ts'
import { headerLine } from '../mail/rules.ts'
import { unsubscribeLines } from '../mail/unsubscribe.ts'
import type { Content } from './rules.ts'

/** Returns the email for a push. `invite` is the secret of the invitation in it. */
export function mailOfPush(
  push: Content,
  sender: Pick<Account, 'name' | 'email'>,
  to: string,
  origin: string,
  unsubscribe: UnsubscribeLinks,
  invite: string | undefined,
): Message {
  const who = sender.name ?? sender.email
  const what = push.title ?? push.file_name ?? 'a message for you'
  const lines = [push.title, push.body, push.url, push.file_name, push.file_url].filter((line) => line !== null && line !== '')
  return {
    to,
    subject: headerLine(`${who}: ${what}`),
    replyTo: sender.email,
    unsubscribe,
    text: [
      `${who} (${sender.email}) sent you this with ${serverName}:`,
      '',
      ...lines,
      '',
      '--',
      'Waypost brings notes, links and files from one device to another, and to the people you know.',
      `To get such messages at once and to answer them, sign up with this address: ${signUpAddress(origin, invite)}`,
      'If you do not know the sender, you can ignore this mail.',
      ...unsubscribeLines(unsubscribe),
    ].join('\n'),
  }
}
