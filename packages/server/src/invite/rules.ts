import { limits } from '@waypost/protocol'
import type { Account } from '../account/rows.ts'
import { signUpAddress } from '../invitation/rules.ts'
import { type Message, serverName, type UnsubscribeLinks } from '../mail/mail.ts'
import { unsubscribeLines } from '../mail/unsubscribe.ts'

/** The mail that invites a friend. `secret` is that of the invitation. */
export function invitation(
  inviter: Pick<Account, 'name' | 'email'>,
  to: string,
  origin: string,
  unsubscribe: UnsubscribeLinks,
  secret: string,
): Message {
  const who = inviter.name ?? inviter.email
  return {
    to,
    subject: `${who} invites you to ${serverName}`,
    replyTo: inviter.email,
    unsubscribe,
    text: [
      'Hello,',
      '',
      `${who} (${inviter.email}) would like to share notes, links and files with you on ${serverName}.`,
      '',
      'Sign up with this address and you will find each other:',
      signUpAddress(origin, secret),
      '',
      `The link works once, within ${limits.invitationFor / 86_400_000} days.`,
      '',
      '--',
      'If you do not know the sender, you can ignore this mail.',
      ...unsubscribeLines(unsubscribe),
    ].join('\n'),
  }
}
