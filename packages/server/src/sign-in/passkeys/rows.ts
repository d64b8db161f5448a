import type { Passkey } from '@waypost/protocol'
import { type Micros, microseconds, toSeconds } from '../../change.ts'
import type { Reader, Writer } from '../../db/db.ts'
import { insertExpiring, insertIfNew, takeOnce } from '../../db/write-row.ts'
import { filled } from '../../objects.ts'
import { hashToken } from '../../tokens.ts'
import { proofMilliseconds } from '../mails.ts'

/** How long a browser may take to create or use a passkey. */
export const passkeyMilliseconds = 5 * 60_000

/** A passkey of an account, or of an identity that has no account yet. */
export interface PasskeyRow {
  iden: string
  credential: string
  account: string | null
  identity: string | null
  user_handle: string
  public_key: string
  counter: number
  transports: string
  name: string
  created: Micros
  last_used: Micros | null
}

/** A passkey as its owner sees it. */
export const passkeyObject = ({ iden, name, created, last_used }: PasskeyRow): Passkey => ({
  iden,
  name,
  created: toSeconds(created),
  ...filled({ last_used: last_used === null ? undefined : toSeconds(last_used) }),
})

/** The passkeys of an account, oldest first. */
export const passkeysOf = (reader: Reader, account: string) =>
  reader.all<PasskeyRow>('SELECT * FROM passkey WHERE account = $1 ORDER BY created, iden', [account])

export const findPasskey = (reader: Reader, credential: string) =>
  reader.one<PasskeyRow>('SELECT * FROM passkey WHERE credential = $1', [credential])

/** Stores a passkey, and deletes those of sign-ups that were not confirmed in time; false if the credential already exists. */
export async function insertPasskey(tx: Writer, row: Omit<PasskeyRow, 'created' | 'last_used'>): Promise<boolean> {
  const tooOld = microseconds() - 2 * proofMilliseconds * 1_000
  await tx.run(`DELETE FROM passkey WHERE identity LIKE 'sign-up %' AND created < $1`, [tooOld])
  return insertIfNew(tx, 'passkey', 'credential', { ...row, created: microseconds() })
}

/** Records a use; false if the passkey is gone, or its authenticator's counter has not advanced: it may be a copy. */
export const savePasskeyUse = async (tx: Writer, iden: string, counter: number): Promise<boolean> =>
  (await tx.run(
    'UPDATE passkey SET counter = $2, last_used = $3 WHERE iden = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))',
    [iden, counter, microseconds()],
  )) === 1

/** Renames a passkey of an account. @returns the passkey, or nothing if there is none */
export async function renamePasskey(tx: Writer, account: string, iden: string, name: string): Promise<PasskeyRow | undefined> {
  await tx.run('UPDATE passkey SET name = $3 WHERE account = $1 AND iden = $2', [account, iden, name])
  return tx.one<PasskeyRow>('SELECT * FROM passkey WHERE account = $1 AND iden = $2', [account, iden])
}

/** Deletes one passkey of an account and its sign-ins. @returns whether it existed */
export async function deletePasskeyRow(tx: Writer, account: string, iden: string): Promise<boolean> {
  await tx.run('DELETE FROM passkey_token WHERE account = $1 AND passkey = $2', [account, iden])
  return (await tx.run('DELETE FROM passkey WHERE account = $1 AND iden = $2', [account, iden])) === 1
}

/** Deletes all passkeys of an account and their sign-ins. @returns how many there were */
export async function deletePasskeysOf(tx: Writer, account: string): Promise<number> {
  await tx.run('DELETE FROM passkey_token WHERE account = $1', [account])
  await tx.run('DELETE FROM passkey_challenge WHERE account = $1', [account])
  return tx.run('DELETE FROM passkey WHERE account = $1', [account])
}

/** Moves an identity's passkeys to its new account. */
export const adoptPasskeys = (tx: Writer, identity: string, account: string) =>
  tx.run('UPDATE passkey SET account = $2, identity = NULL WHERE identity = $1', [identity, account])

/** Moves the passkeys of a confirmed sign-up to its identity, or deletes them if there is none. */
export const settlePasskeys = (tx: Writer, waiting: string, identity: string | undefined) =>
  identity === undefined
    ? tx.run('DELETE FROM passkey WHERE identity = $1', [waiting])
    : tx.run('UPDATE passkey SET identity = $2 WHERE identity = $1', [waiting, identity])

type Purpose = 'sign-up' | 'sign-in' | 'add' | 'elevate'

interface Challenge {
  purpose: Purpose
  /** The account that asked, for purposes that need one. */
  account?: string
  /** The person who signs up. */
  payload?: object
}

/** Stores a challenge, and deletes expired ones. */
export const insertChallenge = (tx: Writer, challenge: string, { purpose, account, payload }: Challenge) =>
  insertExpiring(
    tx,
    'passkey_challenge',
    { hash: hashToken(challenge), purpose, account, payload: payload && JSON.stringify(payload) },
    passkeyMilliseconds,
  )

/** Consumes a challenge, whatever its purpose. @returns its payload; undefined unless it matches this purpose and account */
export async function takeChallenge(
  tx: Writer,
  challenge: string,
  { purpose, account }: Omit<Challenge, 'payload'>,
): Promise<{ payload: unknown } | undefined> {
  type Row = { purpose: string; account: string | null; payload: string | null }
  const row = await takeOnce<Row>(tx, 'passkey_challenge', 'hash', hashToken(challenge))
  if (row?.purpose !== purpose || row.account !== (account ?? null)) return undefined
  return { payload: row.payload === null ? undefined : JSON.parse(row.payload) }
}

/** Stores a sign-in token for the account of a passkey, and deletes expired ones. */
export const insertPasskeyToken = (tx: Writer, token: string, account: string, passkey: string, seconds: number) =>
  insertExpiring(tx, 'passkey_token', { hash: hashToken(token), account, passkey }, seconds * 1_000)

/** Redeems a sign-in token, which works once. @returns the account; undefined when the token is unknown or expired */
export const takePasskeyToken = async (tx: Writer, token: string): Promise<string | undefined> =>
  (await takeOnce<{ account: string }>(tx, 'passkey_token', 'hash', hashToken(token)))?.account
