// Invites people: on one's own behalf, as an administrator, and on the command line of the server's machine.

import { type Gives, normalizeEmail, Refusal, type sendInvite } from '@waypost/protocol'
import { type Account, findAccount, findReceiver } from '../account/rows.ts'
import { audit } from '../audit/rows.ts'
import { toSeconds } from '../change.ts'
import type { Config } from '../config.ts'
import type { Writer } from '../db/db.ts'
import { addInvitationLink, endInvitation, invitationMilliseconds, openInvitation, signUpAddress } from '../invitation/rows.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { countMail, countToday, untilTomorrow } from '../mail/daily-limits.ts'
import { type Message, mailJob, serverName, type UnsubscribeLinks } from '../mail/mail.ts'
import { hasStoppedMail } from '../mail/rows.ts'
import { isMailbox } from '../mail/rules.ts'
import { unsubscribeLines, unsubscribeLinks } from '../mail/unsubscribe.ts'
import { domainsInWords, isOfDomain } from '../settings/domains.ts'
import { readSignUpDomains } from '../settings/settings.ts'

const invitationsPerDay = 50

interface InviteDeps {
  config: Pick<Config, 'smtpUrl' | 'rateLimit' | 'proveAddresses'>
  jobs: Pick<Jobs, 'add'>
  origin(): string
}

/** The reason why an invitation can't be revoked. */
export const notOpen = 'This invitation is no longer open.'

/**
 * Invites an address on behalf of an account, or renews its invitation; returns a link to hand over, and whether an email is sent as well.
 * @throws Refusal `invalid_param`, `domain_refused`, `forbidden`, `ratelimited`
 */
export async function invitePerson(
  deps: InviteDeps,
  tx: Writer,
  account: Account,
  { email, send }: { email: string; send: boolean },
): Promise<Gives<typeof sendInvite>> {
  const { config, jobs, origin } = deps
  if (!isMailbox(email)) throw Refusal.param('email')
  const normalized = normalizeEmail(email)
  const domains = await readSignUpDomains(tx)
  if (domains.length > 0 && !isOfDomain(normalized, domains))
    throw new Refusal('domain_refused', `People sign up here with addresses of ${domainsInWords(domains)} only.`)
  const sent = send && config.smtpUrl !== undefined
  if (sent && (await hasStoppedMail(tx, normalized)))
    throw new Refusal('forbidden', 'This person opted out of emails from this server. Send them the link yourself.')
  const refusal = sent ? await countMail(deps, tx, account.iden, normalized) : undefined
  if (refusal) throw refusal
  await countInvitation(deps, tx, account)
  const { iden, expires } = await openInvitation(tx, account.iden, { email, normalized, sent })
  // A person with an account needs no email. The caller sees no difference and so can't learn who has one.
  if (sent && !(await findReceiver(tx, config, normalized))) {
    const links = await unsubscribeLinks(tx, email, origin())
    const mailed = await addInvitationLink(tx, iden, 'mailed')
    await jobs.add(tx, { type: mailJob, payload: invitation(account, email, origin(), links, mailed) })
  }
  const secret = await addInvitationLink(tx, iden, 'copied')
  return { iden, url: signUpAddress(origin(), secret), expires: toSeconds(expires), sent }
}

/** Counts an invitation, or another link for one, towards the account's daily limit. @throws Refusal `ratelimited` */
export async function countInvitation({ config, jobs }: InviteDeps, tx: Writer, { iden }: Pick<Account, 'iden'>): Promise<void> {
  if (config.rateLimit === 'off' || (await countToday(jobs, tx, `invitations of ${iden}`, invitationsPerDay))) return
  throw Refusal.tooMany(untilTomorrow(), `An account makes at most ${invitationsPerDay} invitations a day.`)
}

function invitation(
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
      `The link works once, within ${invitationMilliseconds / 86_400_000} days.`,
      '',
      '--',
      'If you do not know the sender, you can ignore this mail.',
      ...unsubscribeLines(unsubscribe),
    ].join('\n'),
  }
}

/** Revokes any account's invitation and records who did so. @returns the inviting account @throws Refusal `not_found` */
export async function revokeAsAdministrator(tx: Writer, iden: string, by: Account | 'command line'): Promise<string> {
  const ended = await endInvitation(tx, iden)
  if (!ended) throw new Refusal('not_found', notOpen)
  const about = await findAccount(tx, ended.owner)
  await audit(tx, { act: 'revoke-invitation', by, ...(about && { about }), details: { email: ended.email } })
  return ended.owner
}
