// Emails a push to an address without an account: decides whether to, how often, and in what words.

import { fileWords, normalizeEmail, type Push } from '@waypost/protocol'
import type { Account } from '../account/rows.ts'
import type { Change } from '../change.ts'
import type { Deps } from '../deps.ts'
import { addInvitationLink, hasRevoked, openInvitation, signUpAddress } from '../invitation/rows.ts'
import { countMail } from '../mail/daily-limits.ts'
import { type Message, mailJob, serverName, type UnsubscribeLinks } from '../mail/mail.ts'
import { hasStoppedMail } from '../mail/rows.ts'
import { headerLine, isMailbox } from '../mail/rules.ts'
import { unsubscribeLines, unsubscribeLinks } from '../mail/unsubscribe.ts'
import { filled } from '../objects.ts'
import type { Content } from './content.ts'
import type { PushRow } from './row.ts'

/**
 * Emails a push with an invitation, within the change that stores it. An address that can't be a mailbox gets nothing.
 * @returns false if a daily limit or the person's wish prevents the email; the push is stored anyway
 */
export async function emailInstead(
  tx: Change,
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'origin'>,
  sender: Account,
  push: PushRow,
): Promise<boolean> {
  const to = push.with_email as string
  if (!isMailbox(to)) return true
  const normalized = normalizeEmail(to)
  if ((await hasStoppedMail(tx, normalized)) || (await countMail(deps, tx, sender.iden, normalized))) return false
  const secret = await invite(tx, sender, { email: to, normalized })
  const links = await unsubscribeLinks(tx, to, deps.origin())
  await deps.jobs.add(tx, { type: mailJob, payload: mailOfPush(push, sender, to, deps.origin(), links, secret) })
  return true
}

/** Invites the recipient of an email, unless the sender has revoked an invitation to them. @returns the secret of the link */
async function invite(tx: Change, sender: Account, to: { email: string; normalized: string }): Promise<string | undefined> {
  if (await hasRevoked(tx, sender.iden, to.normalized)) return undefined
  const { iden } = await openInvitation(tx, sender.iden, { ...to, sent: true })
  return addInvitationLink(tx, iden, 'mailed')
}

/** A description of the file for the subject. The text has the name under which it is downloaded. */
const fileWordsOf = ({ type, file_name, file_type, display }: Content): string | undefined =>
  fileWords({ ...filled({ type, file_name, file_type }), ...(display === null ? {} : (JSON.parse(display) as Partial<Push>)) })

/** The email for a push; `invite` is the secret of the invitation in it. */
function mailOfPush(
  push: Content,
  sender: Pick<Account, 'name' | 'email'>,
  to: string,
  origin: string,
  unsubscribe: UnsubscribeLinks,
  invite: string | undefined,
): Message {
  const who = sender.name ?? sender.email
  const what = push.title ?? fileWordsOf(push) ?? 'a message for you'
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
