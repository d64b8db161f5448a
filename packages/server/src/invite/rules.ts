import type { Account } from '../account/rows.ts'
import type { Message, UnsubscribeLinks } from '../mail/mail.ts'
import { unsubscribeLines } from '../mail/unsubscribe.ts'

/** The mail that invites a friend. */
export function invitation(
  inviter: Pick<Account, 'name' | 'email'>,
  to: string,
  origin: string,
  unsubscribe: UnsubscribeLinks,
): Message {
  const who = inviter.name ?? inviter.email
  return {
    to,
    subject: `${who} invites you to Waypost`,
    replyTo: inviter.email,
    unsubscribe,
    text: [
      'Hello,',
      '',
      `${who} (${inviter.email}) would like to share notes, links and files with you on Waypost.`,
      '',
      `Sign up with this address and you will find each other: ${origin}/signin`,
      '',
      '--',
      'If you do not know the sender, you can ignore this mail.',
      ...unsubscribeLines(unsubscribe),
    ].join('\n'),
  }
}
