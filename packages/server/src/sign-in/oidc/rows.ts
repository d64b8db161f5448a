import type { Micros } from '../../change.ts'
import type { Writer } from '../../db/db.ts'
import { insertExpiring, takeOnce } from '../../db/write-row.ts'

/** A browser that was sent to an OpenID provider and has not returned. */
export interface OidcVisitRow {
  state: string
  type: string
  /** The hash of the secret in the browser's cookie. */
  browser: string
  verifier: string
  nonce: string
  redirect_uri: string
  client_state: string | null
  /** When the browser was sent there, if the person has to prove their identity again at the provider. Microseconds. */
  fresh_since: Micros | null
  expires: Micros
}

/** Stores a visit, and deletes expired ones. */
export const insertOidcVisit = (tx: Writer, visit: Omit<OidcVisitRow, 'expires'>, seconds: number) =>
  insertExpiring(tx, 'oidc_visit', visit, seconds * 1_000)

/** Ends a visit. @returns undefined when it is unknown or expired */
export const takeOidcVisit = (tx: Writer, state: string) => takeOnce<OidcVisitRow>(tx, 'oidc_visit', 'state', state)

/** Stores the hash of a sign-in token with its identity, and deletes expired ones. */
export const insertOidcToken = (tx: Writer, hash: string, identity: string, seconds: number) =>
  insertExpiring(tx, 'oidc_token', { hash, identity }, seconds * 1_000)

/** Redeems a sign-in token, which works once. @returns undefined when it is unknown or expired */
export const takeOidcToken = (tx: Writer, hash: string) => takeOnce<{ identity: string }>(tx, 'oidc_token', 'hash', hash)
