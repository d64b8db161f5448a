import { isOfDomain, words } from '../../settings/domains.ts'
import type { GroupStanding, Identity } from '../provider.ts'
import type { OidcConfig } from './settings.ts'

type Claims = Record<string, unknown>

/** The groups in a claim: a list, or names that are separated by commas or spaces. */
export function groupsIn(claim: unknown): string[] {
  if (typeof claim === 'string') return words(claim)
  return Array.isArray(claim) ? claim.filter((group) => typeof group === 'string') : []
}

/** The rights that a person's groups grant; undefined if no group is configured. */
export function standingOf(config: OidcConfig, claims: Claims): GroupStanding | undefined {
  const { title, groupsClaim, adminGroup, proGroup, allowedGroup } = config
  const own = groupsIn(claims[groupsClaim])
  const membership = (group: string | undefined) => group !== undefined && { group, member: own.includes(group) }
  const [admin, pro, allowed] = [adminGroup, proGroup, allowedGroup].map(membership)
  if (!admin && !pro && !allowed) return undefined
  return { provider: title, ...(admin && { admin }), ...(pro && { pro }), ...(allowed && { allowed: allowed.member }) }
}

/** Whether a person's address may sign up through the provider; undefined without a rule. */
export function joinsByDomain({ domains }: OidcConfig, { email, proven }: Identity): boolean | undefined {
  if (domains.length === 0) return undefined
  return proven && email !== undefined && isOfDomain(email, domains)
}

/** Seconds that a provider may take from the sign-in to the ID token. */
const slack = 10

/** By the provider's clock, how many seconds before the ID token was issued the person signed in there; undefined if not reported. */
export function secondsSinceProof({ auth_time, iat }: Claims): number | undefined {
  return typeof auth_time === 'number' && typeof iat === 'number' ? Math.max(0, iat - auth_time) : undefined
}

/**
 * Whether a person who was sent to the provider to prove their identity again has done so. A browser can remove that request from the URL,
 * so only the time in the ID token shows it.
 * @param elapsed seconds since the browser was sent there
 * @param tells whether the provider declares that it reports the time; one that doesn't is trusted
 */
export function isFresh(claims: Claims, elapsed: number, tells: boolean): boolean {
  const since = secondsSinceProof(claims)
  return since === undefined ? !tells : since <= elapsed + slack
}
