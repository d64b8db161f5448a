// Reads and writes the rows of one-time links: their secrets are emailed or shown as a QR code, work once, and expire.

import { type Micros, microseconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { deleteExpired, insertRow } from '../db/write-row.ts'
import { clientKey, hashToken } from '../tokens.ts'

/**
 * The purpose of a link. Its subject is a normalized address for `reset-password`; an account for `change-email`, `prove-email` and
 * `sign-in`; and an invitation for `invite-mailed` and `invite-copied`. `setup` creates the first account of the server. `phone`, also of
 * an account, signs in a phone after confirmation.
 */
type LinkPurpose =
  | 'reset-password'
  | 'change-email'
  | 'prove-email'
  | 'invite-mailed'
  | 'invite-copied'
  | 'setup'
  | 'sign-in'
  | 'phone'

interface NewLink {
  purpose: LinkPurpose
  subject: string
  payload?: object
}

interface OneTimeLink {
  hash: string
  purpose: LinkPurpose
  subject: string
  /** JSON, or null if the subject is sufficient. */
  payload: string | null
  created: Micros
  expires: Micros
}

/** Creates a link and ends the earlier ones of the same purpose and subject; see `addLink`. */
export async function replaceLink(tx: Writer, link: NewLink, lasts: number): Promise<string> {
  await endLinks(tx, link.purpose, link.subject)
  return addLink(tx, link, lasts)
}

/** Creates a link beside earlier ones of its purpose and subject, for `lasts` milliseconds. Returns the secret, stored nowhere. */
export async function addLink(tx: Writer, { purpose, subject, payload }: NewLink, lasts: number): Promise<string> {
  const secret = clientKey()
  const created = microseconds()
  await deleteExpired(tx, 'one_time_link')
  const row = { hash: hashToken(secret), purpose, subject, payload: payload && JSON.stringify(payload), created }
  await insertRow(tx, 'one_time_link', { ...row, expires: created + lasts * 1_000 })
  return secret
}

/** Finds a link by its secret; undefined if it is unknown, used, replaced or expired. */
export const findLink = (reader: Reader, purpose: LinkPurpose, secret: string) =>
  reader.one<OneTimeLink>('SELECT * FROM one_time_link WHERE hash = $1 AND purpose = $2 AND expires >= $3', [
    hashToken(secret),
    purpose,
    microseconds(),
  ])

/** The link of a purpose and subject; undefined when there is none, or it has expired. */
export const findLinkOf = (reader: Reader, purpose: LinkPurpose, subject: string) =>
  reader.one<OneTimeLink>('SELECT * FROM one_time_link WHERE purpose = $1 AND subject = $2 AND expires >= $3', [
    purpose,
    subject,
    microseconds(),
  ])

/** Replaces the payload of a link. @returns false if another request came first */
export const replacePayload = async (
  tx: Writer,
  { hash, payload }: Pick<OneTimeLink, 'hash' | 'payload'>,
  next: object,
): Promise<boolean> =>
  (await tx.run('UPDATE one_time_link SET payload = $3 WHERE hash = $1 AND payload = $2', [
    hash,
    payload,
    JSON.stringify(next),
  ])) === 1

/** Marks a link as used. @returns false if another request came first */
export const useLink = async (tx: Writer, { hash }: Pick<OneTimeLink, 'hash'>): Promise<boolean> =>
  (await tx.run('DELETE FROM one_time_link WHERE hash = $1', [hash])) === 1

/** Ends the links of a purpose and subject. */
export const endLinks = (tx: Writer, purpose: LinkPurpose, subject: string) =>
  tx.run('DELETE FROM one_time_link WHERE purpose = $1 AND subject = $2', [purpose, subject])
