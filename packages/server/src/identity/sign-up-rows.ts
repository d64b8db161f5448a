// Reads and writes the rows of sign-ups that wait for proof of the address by email.

import { limits } from '@waypost/protocol'
import { microseconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { hashToken } from '../tokens.ts'
import { codesOfAddress, countGuess, uncountGuess } from './guess-rows.ts'

/** A sign-up that waits for proof. */
interface PendingSignUp {
  /** Hash of the secret of the browser that signs up. */
  handle: string
  email: string
  email_normalized: string
  password_hash: string
  name: string | null
  expires: number
}

/** Hash of an emailed code, which is too short to be hashed alone. */
const codeHash = (handle: string, code: string) => hashToken(`${handle} ${code}`)

/** Stores a sign-up with the hashes of its secrets, and deletes expired ones. */
export async function insertPendingSignUp(
  tx: Writer,
  { handle, link, code }: { handle: string; link: string; code: string },
  person: Omit<PendingSignUp, 'handle' | 'expires'>,
): Promise<void> {
  const now = microseconds()
  await tx.run('DELETE FROM pending_sign_up WHERE expires < $1', [now])
  await tx.run(
    `INSERT INTO pending_sign_up (handle, link, code, tries, email, email_normalized, password_hash, name, created, expires)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      hashToken(handle),
      hashToken(link),
      codeHash(handle, code),
      limits.proofTries,
      person.email,
      person.email_normalized,
      person.password_hash,
      person.name,
      now,
      now + limits.proofFor * 1_000,
    ],
  )
}

/** The sign-up with the secret of an emailed link; undefined when it is unknown, used or expired. */
export const findSignUpByLink = (reader: Reader, link: string) =>
  reader.one<PendingSignUp>('SELECT * FROM pending_sign_up WHERE link = $1 AND expires >= $2', [hashToken(link), microseconds()])

/**
 * Tries a code for the sign-up of a browser. Each try counts before the code is compared, for the sign-up and for its address.
 * @returns the sign-up, `wrong`, or undefined when it is unknown or expired, or has no tries left
 * @throws Refusal `ratelimited` after too many wrong codes for the address, in whatever sign-ups
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

/** Ends a sign-up, and all others with its address. @returns false when another request was first */
export async function takeSignUp(tx: Writer, { handle, email_normalized }: PendingSignUp): Promise<boolean> {
  const taken = (await tx.run('DELETE FROM pending_sign_up WHERE handle = $1', [handle])) === 1
  if (taken) await tx.run('DELETE FROM pending_sign_up WHERE email_normalized = $1', [email_normalized])
  return taken
}
