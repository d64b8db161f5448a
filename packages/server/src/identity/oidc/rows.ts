// Reads and writes the rows of visits at OpenID providers.

import { microseconds } from '../../change.ts'
import type { Writer } from '../../db/db.ts'
import { takeOnce } from '../rows.ts'

/** A browser that was sent to an OpenID provider and has not come back. */
export interface OidcVisitRow {
  state: string
  /** The provider. */
  type: string
  /** Hash of the secret in the browser's cookie. */
  browser: string
  verifier: string
  nonce: string
  redirect_uri: string
  client_state: string | null
  /** When the browser was sent there, if the person has to prove there again who they are. Microseconds. */
  fresh_since: number | null
  expires: number
}

/** Stores a visit, and deletes expired ones. */
export async function insertOidcVisit(tx: Writer, visit: Omit<OidcVisitRow, 'expires'>, seconds: number): Promise<void> {
  const now = microseconds()
  await tx.run('DELETE FROM oidc_visit WHERE expires < $1', [now])
  await tx.run(
    `INSERT INTO oidc_visit (state, type, browser, verifier, nonce, redirect_uri, client_state, fresh_since, expires)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      visit.state,
      visit.type,
      visit.browser,
      visit.verifier,
      visit.nonce,
      visit.redirect_uri,
      visit.client_state,
      visit.fresh_since,
      now + seconds * 1e6,
    ],
  )
}

/** Ends a visit. @returns undefined when it is unknown or expired */
export const takeOidcVisit = (tx: Writer, state: string) => takeOnce<OidcVisitRow>(tx, 'oidc_visit', 'state', state)

/** Stores the hash of a sign-in token with the identity it stands for, and deletes expired ones. */
export async function insertOidcToken(tx: Writer, hash: string, identity: string, seconds: number): Promise<void> {
  const now = microseconds()
  await tx.run('DELETE FROM oidc_token WHERE expires < $1', [now])
  await tx.run('INSERT INTO oidc_token (hash, identity, expires) VALUES ($1, $2, $3)', [hash, identity, now + seconds * 1e6])
}

/** Redeems a sign-in token, which works once. @returns undefined when it is unknown or expired */
export const takeOidcToken = (tx: Writer, hash: string) =>
  takeOnce<{ identity: string; expires: number }>(tx, 'oidc_token', 'hash', hash)
