import { type Micros, microseconds } from '../../change.ts'
import type { Reader, Writer } from '../../db/db.ts'
import { countRows, deleteExpired, insertIfNew } from '../../db/write-row.ts'

/** How long a sign-in waits for a one-time code, and the maximum attempts. */
const codeStepMilliseconds = 10 * 60_000
const triesPerCodeStep = 5

interface CodesRow {
  account: string
  secret: string
  created: Micros
  confirmed: number
  last_step: number
}

/** The one-time codes of an account, whether or not they are enabled. */
export const findSecret = (reader: Reader, account: string) =>
  reader.one<CodesRow>('SELECT * FROM one_time_code WHERE account = $1', [account])

/** The one-time codes of an account, if enabled. */
export async function findCodes(reader: Reader, account: string): Promise<CodesRow | undefined> {
  const row = await findSecret(reader, account)
  return row?.confirmed ? row : undefined
}

/** Stores an unconfirmed secret in place of an earlier one. @returns false if codes are enabled */
export async function startSecret(tx: Writer, account: string, secret: string): Promise<boolean> {
  const changed = await tx.run(
    `INSERT INTO one_time_code (account, secret, created, confirmed, last_step) VALUES ($1, $2, $3, 0, 0)
     ON CONFLICT (account) DO UPDATE SET secret = excluded.secret, created = excluded.created, last_step = 0
     WHERE one_time_code.confirmed = 0`,
    [account, secret, microseconds()],
  )
  return changed === 1
}

/** Enables codes. @returns false unless this secret was waiting for confirmation */
export const confirmSecret = async (tx: Writer, { account, secret }: CodesRow, step: number): Promise<boolean> =>
  (await tx.run(
    'UPDATE one_time_code SET confirmed = 1, created = $4, last_step = $3 WHERE account = $1 AND secret = $2 AND confirmed = 0',
    [account, secret, step, microseconds()],
  )) === 1

/** Consumes the code of a time step. @returns false if it, or a later one, was already used */
export const useStep = async (tx: Writer, { account, secret }: CodesRow, step: number): Promise<boolean> =>
  (await tx.run(
    'UPDATE one_time_code SET last_step = $3 WHERE account = $1 AND secret = $2 AND confirmed = 1 AND last_step < $3',
    [account, secret, step],
  )) === 1

/** Deletes one-time codes and recovery codes. @returns whether codes were enabled */
export async function deleteCodesOf(tx: Writer, account: string): Promise<boolean> {
  const codes = await findCodes(tx, account)
  await tx.run('DELETE FROM one_time_code WHERE account = $1', [account])
  await tx.run('DELETE FROM recovery_code WHERE account = $1', [account])
  await tx.run('DELETE FROM sign_in_step WHERE account = $1', [account])
  return codes !== undefined
}

/** Replaces the recovery codes of an account. */
export async function saveRecoveryCodes(tx: Writer, account: string, hashes: readonly string[]): Promise<void> {
  await tx.run('DELETE FROM recovery_code WHERE account = $1', [account])
  for (const hash of hashes) await tx.run('INSERT INTO recovery_code (account, hash) VALUES ($1, $2)', [account, hash])
}

/** Consumes a recovery code. @returns whether the account had it */
export const useRecoveryCode = async (tx: Writer, account: string, hash: string): Promise<boolean> =>
  (await tx.run('DELETE FROM recovery_code WHERE account = $1 AND hash = $2', [account, hash])) === 1

export const countRecoveryCodes = (reader: Reader, account: string) =>
  countRows(reader, 'FROM recovery_code WHERE account = $1', [account])

/** A sign-in with a proven identity that is waiting for a one-time code. */
interface StepRow {
  hash: string
  account: string
  type: string
  subject: string
  /** With it, signing out also signs out at the provider. */
  id_token: string | null
}

/** Stores a sign-in that is waiting for a code, and deletes expired ones. */
export async function insertStep(tx: Writer, step: StepRow): Promise<void> {
  await deleteExpired(tx, 'sign_in_step')
  const expires = microseconds() + codeStepMilliseconds * 1_000
  await insertIfNew(tx, 'sign_in_step', 'hash', { ...step, tries: 0, expires })
}

export const findStep = (reader: Reader, hash: string) =>
  reader.one<StepRow>('SELECT * FROM sign_in_step WHERE hash = $1 AND expires >= $2', [hash, microseconds()])

/** Counts an attempt for a waiting sign-in. @returns false if it no longer waits, or has no attempts left */
export const countTry = async (tx: Writer, hash: string): Promise<boolean> =>
  (await tx.run('UPDATE sign_in_step SET tries = tries + 1 WHERE hash = $1 AND expires >= $2 AND tries < $3', [
    hash,
    microseconds(),
    triesPerCodeStep,
  ])) === 1

export const deleteStep = (tx: Writer, hash: string) => tx.run('DELETE FROM sign_in_step WHERE hash = $1', [hash])
