// Reads and writes the rows of the built-in identity provider.

import { microseconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { endLinks } from '../mail/link-rows.ts'

/** A person known to the built-in provider. */
export interface LocalIdentityRow {
  email_normalized: string
  email: string
  /** Empty without a password. */
  password_hash: string
  name: string | null
  /** 1 if the sign-up proved the address. */
  proven: number
  /** 1 if the sign-up brought an invitation of the address. */
  invited: number
  created: number
}

export const findLocalIdentity = (reader: Reader, normalized: string) =>
  reader.one<LocalIdentityRow>('SELECT * FROM local_identity WHERE email_normalized = $1', [normalized])

/** @returns false when the address already has an identity */
export async function insertLocalIdentity(
  tx: Writer,
  { email_normalized, email, password_hash, name, proven, invited }: Omit<LocalIdentityRow, 'created'>,
): Promise<boolean> {
  const added = await tx.run(
    `INSERT INTO local_identity (email_normalized, email, password_hash, name, created, proven, invited)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (email_normalized) DO NOTHING`,
    [email_normalized, email, password_hash, name, microseconds(), proven, invited],
  )
  return added > 0
}

/** Stores another password hash of an identity, and deletes its sign-in tokens and links to a new password. @returns false without one */
export async function savePasswordHash(tx: Writer, normalized: string, passwordHash: string): Promise<boolean> {
  await endAccess(tx, normalized)
  const changed = await tx.run('UPDATE local_identity SET password_hash = $2 WHERE email_normalized = $1', [
    normalized,
    passwordHash,
  ])
  return changed === 1
}

/** Gives an identity another address. Ends its sign-in tokens and links to a new password. */
export async function moveLocalIdentity(
  tx: Writer,
  before: string,
  { email, email_normalized }: Pick<LocalIdentityRow, 'email' | 'email_normalized'>,
): Promise<void> {
  await endAccess(tx, before)
  await tx.run('UPDATE local_identity SET email_normalized = $2, email = $3 WHERE email_normalized = $1', [
    before,
    email_normalized,
    email,
  ])
}

async function endAccess(tx: Writer, normalized: string): Promise<void> {
  await endLinks(tx, 'reset-password', normalized)
  await tx.run('DELETE FROM local_token WHERE email_normalized = $1', [normalized])
}

/** Deletes an identity of the built-in provider with its tokens, and the passkey of a sign-up that was never finished. */
export async function deleteLocalIdentity(tx: Writer, normalized: string): Promise<void> {
  await tx.run('DELETE FROM local_identity WHERE email_normalized = $1', [normalized])
  await tx.run('DELETE FROM passkey WHERE identity = $1', [normalized])
  await endAccess(tx, normalized)
}

/** Stores the hash of a sign-in token, and deletes expired ones. */
export async function insertLocalToken(tx: Writer, hash: string, normalized: string, seconds: number): Promise<void> {
  const now = microseconds()
  await tx.run('DELETE FROM local_token WHERE expires < $1', [now])
  await tx.run('INSERT INTO local_token (hash, email_normalized, expires) VALUES ($1, $2, $3)', [
    hash,
    normalized,
    now + seconds * 1e6,
  ])
}

/** The identity that a sign-in token was handed out for. One statement: the address may become another identity's at any moment. */
export const findIdentityOfToken = (reader: Reader, hash: string) =>
  reader.one<LocalIdentityRow>(
    `SELECT local_identity.* FROM local_identity
     JOIN local_token ON local_token.email_normalized = local_identity.email_normalized WHERE local_token.hash = $1`,
    [hash],
  )

/** Redeems a sign-in token, which works once. @returns undefined when it is unknown or expired */
export const takeLocalToken = (tx: Writer, hash: string) =>
  takeOnce<{ email_normalized: string; expires: number }>(tx, 'local_token', 'hash', hash)

/** Reads and deletes the row with a key. Names of tables and columns never come from users. */
export async function takeOnce<R extends { expires: number }>(
  tx: Writer,
  table: string,
  column: string,
  key: string,
): Promise<R | undefined> {
  const row = await tx.one<R>(`SELECT * FROM ${table} WHERE ${column} = $1`, [key])
  // Of two concurrent attempts only one deletes the row.
  const taken = row !== undefined && (await tx.run(`DELETE FROM ${table} WHERE ${column} = $1`, [key])) === 1
  return taken && row.expires >= microseconds() ? row : undefined
}
