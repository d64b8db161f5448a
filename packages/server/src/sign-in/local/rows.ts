import { type Micros, microseconds } from '../../change.ts'
import type { Reader, Writer } from '../../db/db.ts'
import { insertExpiring, insertIfNew, takeOnce } from '../../db/write-row.ts'
import { endLinks } from '../../mail/link-rows.ts'
import { hashToken } from '../../tokens.ts'
import { proofMilliseconds } from '../mails.ts'
import { codesOfAddress, countGuess, uncountGuess } from '../wrong-code-rows.ts'
import { triesPerCode } from '../wrong-passwords-and-codes.ts'

/** A person known to the built-in provider. */
export interface LocalIdentityRow {
  email_normalized: string
  email: string
  /** Empty if there is no password. */
  password_hash: string
  name: string | null
  /** 1 if the sign-up proved the address. */
  proven: number
  /** 1 if the sign-up brought an invitation of the address. */
  invited: number
  created: Micros
}

export const findLocalIdentity = (reader: Reader, normalized: string) =>
  reader.one<LocalIdentityRow>('SELECT * FROM local_identity WHERE email_normalized = $1', [normalized])

/** @returns false when the address already has an identity */
export const insertLocalIdentity = (tx: Writer, row: Omit<LocalIdentityRow, 'created'>) =>
  insertIfNew(tx, 'local_identity', 'email_normalized', { ...row, created: microseconds() })

/** Replaces an identity's password hash, and deletes its sign-in tokens and password reset links; false if it doesn't exist. */
export async function savePasswordHash(tx: Writer, normalized: string, passwordHash: string): Promise<boolean> {
  await endAccess(tx, normalized)
  const changed = await tx.run('UPDATE local_identity SET password_hash = $2 WHERE email_normalized = $1', [
    normalized,
    passwordHash,
  ])
  return changed === 1
}

/** Changes the address of an identity. Ends its sign-in tokens and password reset links. */
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

/** Deletes a built-in provider's identity with its tokens, and the passkey of a sign-up that was never completed. */
export async function deleteLocalIdentity(tx: Writer, normalized: string): Promise<void> {
  await tx.run('DELETE FROM local_identity WHERE email_normalized = $1', [normalized])
  await tx.run('DELETE FROM passkey WHERE identity = $1', [normalized])
  await endAccess(tx, normalized)
}

/** Stores the hash of a sign-in token, and deletes expired ones. */
export const insertLocalToken = (tx: Writer, hash: string, normalized: string, seconds: number) =>
  insertExpiring(tx, 'local_token', { hash, email_normalized: normalized }, seconds * 1_000)

export const findIdentityOfToken = (reader: Reader, hash: string) =>
  reader.one<LocalIdentityRow>(
    `SELECT local_identity.* FROM local_identity
     JOIN local_token ON local_token.email_normalized = local_identity.email_normalized WHERE local_token.hash = $1`,
    [hash],
  )

/** Redeems a sign-in token, which works once. @returns undefined when it is unknown or expired */
export const takeLocalToken = (tx: Writer, hash: string) =>
  takeOnce<{ email_normalized: string }>(tx, 'local_token', 'hash', hash)

interface PendingSignUp {
  /** The hash of the secret held by the browser that signs up. */
  handle: string
  email: string
  email_normalized: string
  password_hash: string
  name: string | null
  expires: Micros
}

/** The hash of an emailed code, which is too short to be hashed alone. */
const codeHash = (handle: string, code: string) => hashToken(`${handle} ${code}`)

/** Stores a sign-up with the hashes of its secrets, and deletes expired ones. */
export async function insertPendingSignUp(
  tx: Writer,
  { handle, link, code }: { handle: string; link: string; code: string },
  person: Omit<PendingSignUp, 'handle' | 'expires'>,
): Promise<void> {
  const secrets = { handle: hashToken(handle), link: hashToken(link), code: codeHash(handle, code), tries: triesPerCode.email }
  await insertExpiring(tx, 'pending_sign_up', { ...secrets, ...person, created: microseconds() }, proofMilliseconds)
}

/** Finds a sign-up by the secret of an emailed link; undefined if it is unknown, used or expired. */
export const findSignUpByLink = (reader: Reader, link: string) =>
  reader.one<PendingSignUp>('SELECT * FROM pending_sign_up WHERE link = $1 AND expires >= $2', [hashToken(link), microseconds()])

/**
 * Tries a code for a browser's sign-up. Each attempt counts before the code is compared, for both the sign-up and its address.
 * @returns the sign-up, `wrong`, or undefined if it is unknown or expired, or has no attempts left
 * @throws Refusal `ratelimited` after too many wrong codes for the address, across all sign-ups
 */
export async function tryCode(tx: Writer, handle: string, code: string): Promise<PendingSignUp | 'wrong' | undefined> {
  const key = hashToken(handle)
  const begun = await tx.one<PendingSignUp>('SELECT * FROM pending_sign_up WHERE handle = $1 AND expires >= $2', [
    key,
    microseconds(),
  ])
  if (!begun) return undefined
  const ofAddress = codesOfAddress(begun.email_normalized)
  await countGuess(tx, ofAddress)
  const tried = await tx.run('UPDATE pending_sign_up SET tries = tries - 1 WHERE handle = $1 AND tries > 0 AND expires >= $2', [
    key,
    microseconds(),
  ])
  if (tried === 0) return undefined
  const row = await tx.one<PendingSignUp & { code: string }>('SELECT * FROM pending_sign_up WHERE handle = $1', [key])
  if (row?.code !== codeHash(handle, code)) return 'wrong'
  await uncountGuess(tx, ofAddress)
  return row
}

/** Ends a sign-up, and all others with its address. @returns false if another request came first */
export async function takeSignUp(tx: Writer, { handle, email_normalized }: PendingSignUp): Promise<boolean> {
  const taken = (await tx.run('DELETE FROM pending_sign_up WHERE handle = $1', [handle])) === 1
  if (taken) await tx.run('DELETE FROM pending_sign_up WHERE email_normalized = $1', [email_normalized])
  return taken
}
