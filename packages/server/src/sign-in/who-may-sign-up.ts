import { Refusal } from '@waypost/protocol'
import { anyAccount } from '../account/rows.ts'
import type { Reader } from '../db/db.ts'
import { findInvitation, isInvited, isSetupSecret } from '../invitation/rows.ts'
import { domainsInWords, isOfDomain } from '../settings/domains.ts'
import type { Settings } from '../settings/settings.ts'

/** Whether new people may sign up. The first person always may, and becomes the administrator. */
export async function maySignUp(reader: Reader, { now }: Settings): Promise<boolean> {
  return now.signUp !== 'closed' || !(await anyAccount(reader))
}

interface Credentials {
  invite?: string | undefined
  /** Whether the address is known to be theirs. */
  proven?: boolean
  /** Whether they have already shown an invitation to the address. */
  invited?: boolean | undefined
  /** Whether the provider admits the address without an invitation because of its domain. */
  joinsByDomain?: boolean | undefined
  /** Whether an unproven address may satisfy the server's domain rule. */
  unprovenDomain?: boolean
}

/**
 * Decides whether a new person with an address may sign up. If invitations are required, an address alone is not enough, because anyone
 * could type it.
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

/** @throws Refusal `domain_refused` unless the address is in one of the domains, if there are any */
export function requireDomain(domains: readonly string[], normalized: string): void {
  if (domains.length > 0 && !isOfDomain(normalized, domains))
    throw new Refusal('domain_refused', `New accounts here need an email address of ${domainsInWords(domains)}.`)
}

const notVouched = 'The sign-in provider does not confirm that this email address is yours.'
