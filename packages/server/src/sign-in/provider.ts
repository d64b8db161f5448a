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

interface Membership {
  group: string
  member: boolean
}

/** The rights that a person's groups at a provider grant; absent fields decide nothing. */
export interface GroupStanding {
  provider: string
  allowed?: boolean
  admin?: Membership
  pro?: Membership
}

/** A person as described by a provider. */
export interface Identity {
  /** The provider's permanent id of the person. */
  subject: string
  email: string | undefined
  /** Whether the provider has verified that the address is theirs. */
  proven: boolean
  /** Whether they signed up with an invitation to the address. */
  invited?: boolean
  name?: string
  image_url?: string
  /** Whether the subject still belongs to this person, with the same password. Absent if subjects never change hands. */
  isCurrent?(reader: Reader): Promise<boolean>
  /** Whether the person has just proved their identity to the provider because we requested it. Absent if we can't request it. */
  fresh?: boolean
  /** Seconds since they last proved it there; undefined if the provider doesn't report it. */
  sinceProof?: number | undefined
  groups?: GroupStanding | undefined
  /** Whether the address may sign up through a provider that accepts only some domains; undefined without such a rule. */
  joinsByDomain?: boolean | undefined
  /** With it, signing out also signs out at the provider. */
  idToken?: string | undefined
}

/** A person's contact at a provider. */
export interface KnownPerson {
  name?: string
  email: string
}

/** An identity provider. A client opens its authorization page and returns with a token. */
export interface Provider {
  readonly type: string
  describe(): Promise<Gives<typeof listProviders>['providers'][number]>
  /** The person to whom a token belongs; undefined if the provider didn't issue it to us. */
  identify(accessToken: string): Promise<Identity | undefined>
  /** The person's contacts; undefined if the token doesn't permit it. Absent if the provider has no contacts. */
  contacts?(accessToken: string): Promise<KnownPerson[] | undefined>
  /** The URL at which a person also signs out of the provider; undefined if it has none. @throws if it doesn't answer */
  leave?(idToken: string | null): Promise<string | undefined>
}

/** The person to whom a token belongs. @throws Refusal `group_needed`, and those of `readIdentity` */
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

/** @throws Refusal `group_needed` unless the person is in the group that the provider admits */
export function requireGroup({ groups }: Identity): void {
  if (groups?.allowed === false)
    throw new Refusal('group_needed', `Your account at ${groups.provider} is not in the group that may use this server.`)
}

export const ended = () => new Refusal('sign_in_failed', 'This sign-in is no longer valid. Start again.')

/** A person's name in OpenID claims (https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims), some often missing. */
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
