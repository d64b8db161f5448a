// Declares the interface of identity providers, and decides who may sign up.

import { email as emailField, type Gives, limits, type listProviders, plainName, Refusal } from '@waypost/protocol'
import * as v from 'valibot'
import { anyAccount } from '../account/rows.ts'
import type { Reader, Writer } from '../db/db.ts'
import { findInvitation, isInvited, isSetupSecret } from '../invitation/rows.ts'
import { domainsInWords, isOfDomain } from '../settings/domains.ts'
import type { Settings } from '../settings/settings.ts'

/** Whether a person is a member of a group that decides something here. */
interface Membership {
  group: string
  member: boolean
}

/** What the groups of a person at a provider decide; absent fields decide nothing. */
export interface GroupStanding {
  /** The name of the provider. */
  provider: string
  /** Whether the person may sign in at all. */
  allowed?: boolean
  admin?: Membership
  pro?: Membership
}

/** A person as a provider describes them. */
export interface Identity {
  /** The provider's permanent id of the person. */
  subject: string
  email: string | undefined
  /** Whether the provider knows that the address is theirs. */
  proven: boolean
  /** Whether they signed up with an invitation of the address. */
  invited?: boolean
  name?: string
  image_url?: string
  /** Whether the subject is still this person's, with the same password. Absent where subjects never change hands. */
  isCurrent?(reader: Reader): Promise<boolean>
  /** Whether the person has just proved to the provider who they are, because we asked for it. Absent where we cannot ask. */
  fresh?: boolean
  /** Seconds since they last proved it there; undefined where the provider does not tell. */
  sinceProof?: number | undefined
  groups?: GroupStanding | undefined
  /** Whether the address may sign up through the provider, which takes those of some domains; undefined without such a rule. */
  joinsByDomain?: boolean | undefined
  /** With it, signing out goes on at the provider. */
  idToken?: string | undefined
}

/** A contact of a person at a provider. */
export interface KnownPerson {
  name?: string
  email: string
}

/** An identity provider. A client opens its authorization page and comes back with a token. */
export interface Provider {
  readonly type: string
  describe(): Promise<Gives<typeof listProviders>['providers'][number]>
  /** The person a token belongs to; undefined when the provider did not issue it to us. */
  identify(accessToken: string): Promise<Identity | undefined>
  /** The person's contacts; undefined when the token does not permit it. Absent where the provider has no contacts. */
  contacts?(accessToken: string): Promise<KnownPerson[] | undefined>
  /** Deletes a person who is no longer linked to any account. Only the built-in provider has it. */
  forget?(tx: Writer, subject: string): Promise<void>
  /** The address at which a person signs out of the provider too; undefined where it has none. @throws if it does not answer */
  leave?(idToken: string | null): Promise<string | undefined>
}

/** Returns a function that deletes a person at the provider of a type, if that provider keeps people. */
export const forgetAt = (providers: readonly Provider[]) => async (tx: Writer, type: string, subject: string) =>
  providers.find((provider) => provider.type === type)?.forget?.(tx, subject)

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

/** The person a token belongs to. @throws Refusal `group_needed`, and those of `readIdentity` */
export async function identify(providers: readonly Provider[], type: string, accessToken: string): Promise<Identity> {
  const identity = await readIdentity(providers, type, accessToken)
  requireGroup(identity)
  return identity
}

/** @throws Refusal `provider_unknown`, `sign_in_failed`, and `unavailable` when the provider does not answer */
export async function readIdentity(providers: readonly Provider[], type: string, accessToken: string): Promise<Identity> {
  const provider = providers.find((candidate) => candidate.type === type)
  if (!provider) throw new Refusal('provider_unknown')
  const identity = await provider.identify(accessToken)
  if (!identity) throw ended()
  return identity
}

/** @throws Refusal `group_needed` for a person who is no member of the group that the provider lets in */
export function requireGroup({ groups }: Identity): void {
  if (groups?.allowed === false)
    throw new Refusal('group_needed', `Your account at ${groups.provider} is not in the group that may use this server.`)
}

export const ended = () => new Refusal('sign_in_failed', 'The sign-in is no longer valid. Start it again.')

/**
 * The name of a person in OpenID claims: many providers fill only some of them.
 * @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims
 */
function nameIn(claims: Record<string, unknown>): string {
  const said = (...names: string[]) => names.map((name) => claims[name]).filter((value) => typeof value === 'string')
  const names = [said('name'), said('given_name', 'family_name'), said('preferred_username'), said('nickname')]
  const inWords = names.map((parts) => plainName(parts.join(' ')).trim().slice(0, limits.nameLength))
  return inWords.find((name) => name !== '') ?? ''
}

/** Reads a person from OpenID claims. An address that the provider marks as unverified is ignored. */
export function identityOf(subject: string, claims: Record<string, unknown>): Identity {
  const disproved = claims.email_verified === false || claims.email_verified === 'false'
  const email = v.safeParse(emailField, claims.email)
  const name = nameIn(claims)
  const picture = typeof claims.picture === 'string' && claims.picture.length <= limits.addressLength ? claims.picture : ''
  return {
    subject,
    email: !disproved && email.success ? email.output : undefined,
    proven: claims.email_verified === true || claims.email_verified === 'true',
    ...(name === '' ? {} : { name }),
    ...(/^https?:\/\//i.test(picture) ? { image_url: picture } : {}),
  }
}
