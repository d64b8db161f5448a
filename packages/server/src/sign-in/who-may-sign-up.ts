// Decides who may sign up.

import { Refusal } from '@waypost/protocol'
import { anyAccount } from '../account/rows.ts'
import type { Reader } from '../db/db.ts'
import { findInvitation, isInvited, isSetupSecret } from '../invitation/rows.ts'
import { domainsInWords, isOfDomain } from '../settings/domains.ts'
import type { Settings } from '../settings/settings.ts'

/** Whether new people may sign up. The first one always may, and becomes the administrator. */
export async function maySignUp(reader: Reader, { now }: Settings): Promise<boolean> {
  return now.signUp !== 'closed' || !(await anyAccount(reader))
}

/** What a new person brings along. */
interface Credentials {
  /** The secret of an invitation. */
  invite?: string | undefined
  /** Whether the address is known to be theirs. */
  proven?: boolean
  /** Whether they brought an invitation of the address earlier. */
  invited?: boolean | undefined
  /** Whether the provider takes the address without an invitation, because of its domain. */
  joinsByDomain?: boolean | undefined
  /** Whether an address that is not proven may count for the domains of the server. */
  unprovenDomain?: boolean
}

/**
 * Decides whether a new person with an address may sign up. Where invitations are needed, an address alone is not enough: anyone could
 * type it.
 * @returns whether the address is proven, and whether they were invited
 * @throws Refusal `sign_up_closed`, `domain_refused`, `invite_ended`, `invite_other`, `setup_needed`
 */
export async function admit(
  reader: Reader,
  { now: { signUp, setup, signUpDomains } }: Settings,
  normalized: string,
  { invite, proven = false, invited = false, joinsByDomain = false, unprovenDomain = true }: Credentials,
): Promise<{ proven: boolean; invited: boolean }> {
  const invitation = invite === undefined ? undefined : await findInvitation(reader, invite)
  const fits = invitation?.state === 'open' && invitation.email_normalized === normalized
  const credentials = { proven: proven || (fits && invitation.mailed), invited: invited || fits }
  if (!(await anyAccount(reader))) {
    if (setup && !(await isSetupSecret(reader, invite))) throw new Refusal('setup_needed')
    return credentials
  }
  if (signUp === 'closed') throw new Refusal('sign_up_closed')
  requireDomain(signUpDomains, normalized)
  if (signUpDomains.length > 0 && !credentials.proven && !unprovenDomain) throw new Refusal('domain_refused', notVouched)
  if (signUp === 'open' || joinsByDomain) return credentials
  if ((credentials.proven || credentials.invited) && (await isInvited(reader, normalized))) return credentials
  if (invite !== undefined) throw new Refusal(invitation?.state === 'open' ? 'invite_other' : 'invite_ended')
  throw new Refusal('sign_up_closed')
}

/** @throws Refusal `domain_refused` unless the address is of one of the domains, if there are any */
export function requireDomain(domains: readonly string[], normalized: string): void {
  if (domains.length > 0 && !isOfDomain(normalized, domains))
    throw new Refusal('domain_refused', `New accounts here need an email address of ${domainsInWords(domains)}.`)
}

const notVouched = 'The sign-in provider does not confirm that this email address is yours.'
