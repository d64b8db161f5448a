// Reads and writes the rows of accounts, the identities that sign in to them, access tokens and invitations.

import { type Account as AccountObject, type ConnectedAccount, limits, type Profile } from '@waypost/protocol'
import type { Account } from '../caller.ts'
import { type Change, microseconds, toSeconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { deleteOwned } from '../db/delete-owned.ts'
import { type SyncedRow, savedTable, saveSynced, syncedFields } from '../db/synced-table.ts'
import { filled } from '../objects.ts'
import { accessToken, hashToken } from '../tokens.ts'

export type { Account }

export const findAccount = (reader: Reader, iden: string) => reader.one<Account>('SELECT * FROM account WHERE iden = $1', [iden])

export const findAccountByEmail = (reader: Reader, normalized: string) =>
  reader.one<Account>('SELECT * FROM account WHERE email_normalized = $1', [normalized])

export async function anyAccount(reader: Reader): Promise<boolean> {
  return (await reader.one('SELECT 1 AS one FROM account LIMIT 1')) !== undefined
}

export function insertAccount(tx: Writer, account: Account): Promise<number> {
  return tx.run(
    `INSERT INTO account (iden, created, modified, email, email_normalized, name, image_url, admin)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      account.iden,
      account.created,
      account.modified,
      account.email,
      account.email_normalized,
      account.name,
      account.image_url,
      account.admin,
    ],
  )
}

export const deleteAccountRow = (tx: Writer, iden: string) => tx.run('DELETE FROM account WHERE iden = $1', [iden])

/** An identity at a provider that signs in to an account. A tombstone has no identity. */
interface LoginRow extends SyncedRow {
  type: string | null
  /** The provider's id of the person. */
  subject: string | null
  email: string | null
  name: string | null
  image_url: string | null
  /** 1 for the first one of an account, which cannot be removed. */
  is_primary: number
}

export const findLogin = (reader: Reader, type: string, subject: string) =>
  reader.one<LoginRow>('SELECT * FROM login WHERE type = $1 AND subject = $2 AND active = 1', [type, subject])

export const deleteLogins = (tx: Writer, owner: string) => tx.run('DELETE FROM login WHERE owner = $1', [owner])

export const loginsOf = (reader: Reader, owner: string) =>
  reader.all<LoginRow>('SELECT * FROM login WHERE owner = $1 AND active = 1', [owner])

/** Saves a login. */
export const saveLogin = async (tx: Change, login: LoginRow): Promise<ConnectedAccount> =>
  loginObject(await saveSynced(tx, logins, login))

/** A login as its owner sees it. */
export function loginObject(row: LoginRow): ConnectedAccount {
  const object = syncedFields(row)
  if (!object.active) return object
  const { type, name, email, image_url } = row
  return { ...object, ...filled({ type, name, email, image_url, primary: row.is_primary === 1 }) }
}

export const logins = savedTable('accounts', 'login', loginObject, {
  fixed: ['is_primary'],
  changing: ['type', 'subject', 'email', 'name', 'image_url'],
})

/** The OAuth client that a token is issued to, and the grant it is issued by. */
export interface Via {
  client_iden: string
  grant_iden: string
}

/** Creates a token and stores its hash. @returns the token, which is stored nowhere */
export async function insertToken(tx: Writer, account: string, via?: Via): Promise<string> {
  const token = accessToken()
  await tx.run('INSERT INTO access_token (hash, account, created, client_iden, grant_iden) VALUES ($1, $2, $3, $4, $5)', [
    hashToken(token),
    account,
    microseconds(),
    via?.client_iden ?? null,
    via?.grant_iden ?? null,
  ])
  return token
}

/** Marks a token as created by the person for use in a program. */
export const markGenerated = (tx: Writer, token: string) =>
  tx.run('UPDATE access_token SET generated = 1 WHERE hash = $1', [hashToken(token)])

/** Whether the account has a valid token that was created for use in a program. */
export async function hasGeneratedToken(reader: Reader, account: string): Promise<boolean> {
  const found = await reader.one('SELECT 1 AS one FROM access_token WHERE account = $1 AND generated = 1 LIMIT 1', [account])
  return found !== undefined
}

/** The account of a token, and the OAuth client that it was issued to; null for the person's own tokens. */
export async function findByToken(
  reader: Reader,
  hash: string,
): Promise<{ account: Account; client: string | null } | undefined> {
  const row = await reader.one<Account & { via_client: string | null }>(
    `SELECT account.*, access_token.client_iden AS via_client
     FROM access_token JOIN account ON account.iden = access_token.account WHERE hash = $1`,
    [hash],
  )
  if (!row) return undefined
  // Cached for many callers: a plain object takes half the memory of an engine's row.
  const { iden, created, modified, email, email_normalized, name, image_url, admin } = row
  return { account: { iden, created, modified, email, email_normalized, name, image_url, admin }, client: row.via_client }
}

/** Deletes every token of an account, and every code that could be exchanged for one. */
export async function deleteTokens(tx: Writer, account: string): Promise<void> {
  // Codes first: this waits for exchanges in progress, whose tokens are then deleted as well.
  await tx.run('DELETE FROM access_code WHERE account = $1', [account])
  await tx.run('DELETE FROM device_sign_in WHERE account = $1', [account])
  await tx.run('DELETE FROM access_token WHERE account = $1', [account])
}

/**
 * Deletes the tokens of an account's sessions, but not those of its programs and of OAuth clients. Ends sign-ins by code as well.
 * @param kept the hash of a token that stays; all are deleted without it
 * @returns the deleted tokens
 */
export async function deleteSessions(tx: Writer, account: string, kept?: string): Promise<{ account: string; hash: string }[]> {
  // Codes first: this waits for sign-ins in progress, whose tokens are then deleted as well.
  await tx.run('DELETE FROM device_sign_in WHERE account = $1', [account])
  const which = 'account = $1 AND client_iden IS NULL AND generated = 0 AND hash <> $2'
  const values = [account, kept ?? '']
  const ended = await tx.all<{ account: string; hash: string }>(`SELECT account, hash FROM access_token WHERE ${which}`, values)
  await tx.run(`DELETE FROM access_token WHERE ${which}`, values)
  return ended
}

/** Deletes every token and code of an OAuth client, by one grant or by all. @returns the deleted tokens */
export async function deleteTokensOf(
  tx: Writer,
  via: { client_iden: string; grant_iden?: string },
): Promise<{ account: string; hash: string }[]> {
  const values = via.grant_iden === undefined ? [via.client_iden] : [via.client_iden, via.grant_iden]
  const which = via.grant_iden === undefined ? 'client_iden = $1' : 'client_iden = $1 AND grant_iden = $2'
  await tx.run(`DELETE FROM access_code WHERE ${which}`, values)
  const ended = await tx.all<{ account: string; hash: string }>(`SELECT account, hash FROM access_token WHERE ${which}`, values)
  await tx.run(`DELETE FROM access_token WHERE ${which}`, values)
  return ended
}

export const deleteToken = (tx: Writer, hash: string) => tx.run('DELETE FROM access_token WHERE hash = $1', [hash])

/** Records an invitation of an address. */
export const addInvite = (tx: Writer, owner: string, normalized: string) =>
  tx.run(
    'INSERT INTO invite (owner, email_normalized, created) VALUES ($1, $2, $3) ON CONFLICT (owner, email_normalized) DO NOTHING',
    [owner, normalized, microseconds()],
  )

/** Whether anybody has invited an address. */
export async function isInvited(reader: Reader, normalized: string): Promise<boolean> {
  return (await reader.one('SELECT 1 AS one FROM invite WHERE email_normalized = $1 LIMIT 1', [normalized])) !== undefined
}

/** An account as its owner sees it. */
export function accountObject(account: Account): AccountObject {
  return {
    id: account.iden,
    iden: account.iden,
    created: toSeconds(account.created),
    modified: toSeconds(account.modified),
    email: account.email,
    email_normalized: account.email_normalized,
    ...filled({ name: account.name, image_url: account.image_url, admin: account.admin === 1 }),
    max_upload_size: limits.free.fileBytes,
  }
}

/** An account as others see it. */
export function profileObject(account: Pick<Account, 'iden' | 'email' | 'email_normalized' | 'name' | 'image_url'>): Profile {
  return {
    iden: account.iden,
    email: account.email,
    email_normalized: account.email_normalized,
    ...filled({ name: account.name, image_url: account.image_url }),
  }
}

export const deleteFor = deleteOwned({ table: 'login' }, { table: 'invite', key: 'email_normalized' })
