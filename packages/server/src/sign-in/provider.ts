// Declares the interface of identity providers, and reads whom their tokens belong to.

import {
  addressLength,
  email as emailField,
  type Gives,
  type listProviders,
  nameLength,
  plainName,
  Refusal,
} from '@waypost/protocol'
import * as v from 'valibot'
import type { Reader } from '../db/db.ts'

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
  /** The address at which a person signs out of the provider too; undefined where it has none. @throws if it does not answer */
  leave?(idToken: string | null): Promise<string | undefined>
}

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

export const ended = () => new Refusal('sign_in_failed', 'This sign-in is no longer valid. Start again.')

/**
 * The name of a person in OpenID claims: many providers fill only some of them.
 * @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims
 */
function nameIn(claims: Record<string, unknown>): string {
  const said = (...names: string[]) => names.map((name) => claims[name]).filter((value) => typeof value === 'string')
  const names = [said('name'), said('given_name', 'family_name'), said('preferred_username'), said('nickname')]
  const inWords = names.map((parts) => plainName(parts.join(' ')).trim().slice(0, nameLength))
  return inWords.find((name) => name !== '') ?? ''
}

/** Reads a person from OpenID claims. An address that the provider marks as unverified is ignored. */
export function identityOf(subject: string, claims: Record<string, unknown>): Identity {
  const disproved = claims.email_verified === false || claims.email_verified === 'false'
  const email = v.safeParse(emailField, claims.email)
  const name = nameIn(claims)
  const picture = typeof claims.picture === 'string' && claims.picture.length <= addressLength ? claims.picture : ''
  return {
    subject,
    email: !disproved && email.success ? email.output : undefined,
    proven: claims.email_verified === true || claims.email_verified === 'true',
    ...(name === '' ? {} : { name }),
    ...(/^https?:\/\//i.test(picture) ? { image_url: picture } : {}),
  }
}
