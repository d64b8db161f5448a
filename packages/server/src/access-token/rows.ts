// Reads and writes the rows of access tokens: sessions, tokens for programs, and tokens of OAuth clients.

import { type AccessToken, isScope, Refusal, type Scope, type SignedInSession } from '@waypost/protocol'
import { hasEvent, recordEvent } from '../audit/rows.ts'
import type { Account } from '../caller.ts'
import { type Micros, microseconds, toSeconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { countRows, deleteExpired, insertRow } from '../db/write-row.ts'
import { endLinks } from '../mail/link-rows.ts'
import { filled } from '../objects.ts'
import { accessToken, hashToken } from '../tokens.ts'
import type { StoppedBySuspension } from './suspension.ts'

/** Beyond this number, the least recently used session ends. */
const sessionsPerAccount = 500

/** The maximum number of access tokens that a user creates for programs. */
export const accessTokensPerAccount = 200

/** The maximum number of access tokens of one app per account. */
export const tokensPerApp = 100

interface NewToken {
  /** The device of a session, or the name that the owner gave the token. */
  name?: string | undefined
  /** Where it is issued: a country code, or `local`. */
  place?: string | undefined
  expires?: Micros | undefined
  /** Scopes separated by spaces; defaults to `everything`. */
  scope?: string | null | undefined
  /** 1 for a token that the owner created for a program. */
  generated?: 1
  /** When the user proved who they are. */
  proved?: Micros | undefined
  /** The identity provider at which the session began, and the ID token that ends it there too. */
  provider?: string
  id_token?: string | undefined
  /** The administrator who opens the session to help the owner. */
  admin?: string
  client_iden?: string
  grant_iden?: string
}

/** The OAuth client that a token is issued to, and the grant that issued it. */
export type Via = Required<Pick<NewToken, 'client_iden' | 'grant_iden'>>

/**
 * Creates a token, by default a session; stores only its hash, and deletes expired tokens.
 * @param secret the token, for programs that accept only one format
 * @throws Refusal `account_suspended`: every way to sign in goes through here
 */
export async function insertToken(
  tx: Writer,
  account: string,
  token: NewToken = {},
  secret: string = accessToken(),
): Promise<string> {
  if (await isStopped(tx, account, 'signing in')) throw new Refusal('account_suspended')
  await deleteExpired(tx, 'access_token')
  await insertRow(tx, 'access_token', { generated: 0, ...token, hash: hashToken(secret), account, created: microseconds() })
  return secret
}

const isSession = 'client_iden IS NULL AND generated = 0'

/** When the user of a session last proved who they are, in microseconds. */
export async function provedAt(reader: Reader, hash: string): Promise<number | undefined> {
  const row = await reader.one<{ proved: Micros | null }>('SELECT proved FROM access_token WHERE hash = $1', [hash])
  return row?.proved ?? undefined
}

/** Records that the user of a session has proved who they are; false for other tokens and for a session of an administrator. */
export const prove = async (tx: Writer, hash: string, at: number): Promise<boolean> =>
  (await tx.run(`UPDATE access_token SET proved = $2 WHERE hash = $1 AND admin IS NULL AND ${isSession}`, [hash, at])) === 1

/** Forgets the proofs of all sessions of an account except one. */
export const forgetProofs = (tx: Writer, account: string, kept: string) =>
  tx.run('UPDATE access_token SET proved = NULL WHERE account = $1 AND hash <> $2', [account, kept])

const isForProgram = 'client_iden IS NULL AND generated = 1'

/** A token is random, so part of its hash identifies it without helping anyone guess it. */
export const idenOf = (hash: string) => hash.slice(0, 22)

/** Ends the least recently used sessions of an account beyond `sessionsPerAccount`. */
export async function endOldSessions(tx: Writer, account: string): Promise<EndedToken[]> {
  const old = await tx.all<EndedToken>(
    `SELECT account, hash FROM access_token WHERE account = $1 AND ${isSession}
     ORDER BY COALESCE(last_used, created) DESC, hash LIMIT 100 OFFSET ${sessionsPerAccount}`,
    [account],
  )
  for (const { hash } of old) await deleteToken(tx, hash)
  return old
}

/** Ends the least recently used tokens of an app, by one grant, beyond `tokensPerApp`. */
export async function endOldAppTokens(tx: Writer, { client_iden, grant_iden }: Via): Promise<EndedToken[]> {
  const old = await tx.all<EndedToken>(
    `SELECT account, hash FROM access_token WHERE client_iden = $1 AND grant_iden = $2
     ORDER BY COALESCE(last_used, created) DESC, hash LIMIT 100 OFFSET ${tokensPerApp}`,
    [client_iden, grant_iden],
  )
  for (const { hash } of old) await deleteToken(tx, hash)
  return old
}

/** Whether the account has a valid token that was created for a program. */
export async function hasGeneratedToken(reader: Reader, account: string): Promise<boolean> {
  const row = await reader.one(
    `SELECT 1 FROM access_token WHERE account = $1 AND ${isForProgram} AND (expires IS NULL OR expires > $2) LIMIT 1`,
    [account, microseconds()],
  )
  return row !== undefined
}

/** Records a sign-in on a new device, with a name and place that the account has not had before. Call it after creating the session. */
export async function recordNewDevice(
  tx: Writer,
  account: Pick<Account, 'iden' | 'email'>,
  { name, place }: Pick<NewToken, 'name' | 'place'>,
): Promise<void> {
  const open = await countRows(
    tx,
    `FROM access_token WHERE account = $1 AND ${isSession} AND admin IS NULL
     AND COALESCE(name, '') = $2 AND COALESCE(place, '') = $3`,
    [account.iden, name ?? '', place ?? ''],
  )
  const details = filled({ device: name, place })
  if (open > 1 || (await hasEvent(tx, account.iden, 'sign-in', details))) return
  await recordEvent(tx, account, 'sign-in', details)
}

interface FoundToken {
  account: Account
  /** The OAuth client that the token was issued to; null for the person's own tokens. */
  client: string | null
  session: boolean
  scopes: readonly Scope[]
  expires: Micros | null
  /** The administrator who opened the session; null for the owner's own tokens. */
  support: string | null
}

type FoundRow = Account &
  Pick<FoundToken, 'expires' | 'support'> &
  Record<'via_client' | 'scope' | 'suspended', string | null> & { generated: number }

/** The account of a token that has not expired; `suspended` if the account is, which stops its `tokens`. */
export async function findByToken(reader: Reader, hash: string): Promise<FoundToken | 'suspended' | undefined> {
  const row = await reader.one<FoundRow>(
    `SELECT account.*, access_token.client_iden AS via_client, access_token.expires, access_token.scope, access_token.generated,
       access_token.admin AS support
     FROM access_token JOIN account ON account.iden = access_token.account
     WHERE hash = $1 AND (expires IS NULL OR expires > $2)`,
    [hash, microseconds()],
  )
  if (!row) return undefined
  if (row.suspended !== null) return 'suspended'
  // Many callers are cached, and a plain object takes half the memory of an engine's row.
  const { iden, created, modified, email, email_normalized, name, image_url, admin, email_proven } = row
  return {
    account: { iden, created, modified, email, email_normalized, name, image_url, admin, email_proven },
    client: row.via_client,
    session: row.via_client === null && row.generated === 0,
    scopes: scopesOf(row.scope),
    expires: row.expires,
    support: row.support,
  }
}

/** A name unknown to this version permits nothing. */
const scopesOf = (stored: string | null): Scope[] => (stored === null ? ['everything'] : stored.split(' ').filter(isScope))

/**
 * Records when and from where a token was last used, and when its account was last seen. An unknown `place` doesn't overwrite a known one.
 * The account is rarely written, and never for sessions of administrators.
 */
export async function saveLastUse(tx: Writer, hash: string, at: number, place: string | undefined): Promise<void> {
  await tx.run(
    'UPDATE access_token SET last_used = $2, place = COALESCE($3, place) WHERE hash = $1 AND (last_used IS NULL OR last_used < $2)',
    [hash, at, place ?? null],
  )
  await tx.run(
    `UPDATE account SET last_seen = $2 WHERE iden = (SELECT account FROM access_token WHERE hash = $1 AND admin IS NULL)
     AND (last_seen IS NULL OR last_seen < $3)`,
    [hash, at, at - seenEvery],
  )
}

/** The precision of the time at which an account was last seen, in microseconds. */
const seenEvery = 5 * 60_000_000

/** Whether an account is suspended, which stops something. */
export const isStopped = async (reader: Reader, account: string, _what: StoppedBySuspension): Promise<boolean> =>
  (await reader.one('SELECT 1 AS one FROM account WHERE iden = $1 AND suspended IS NOT NULL', [account])) !== undefined

/** In SQL: whether the account that a column names is not suspended, which would stop something. */
export const isNotStopped = (column: string, _what: StoppedBySuspension): string =>
  `NOT EXISTS (SELECT 1 FROM account WHERE account.iden = ${column} AND account.suspended IS NOT NULL)`

/** Ends the sessions that administrators opened in an account, and those that its owner opened as an administrator. */
export async function deleteSupportSessions(tx: Writer, account: string): Promise<EndedToken[]> {
  const which = '(account = $1 AND admin IS NOT NULL) OR admin = $1'
  const ended = await tx.all<EndedToken>(`SELECT account, hash FROM access_token WHERE ${which}`, [account])
  await tx.run(`DELETE FROM access_token WHERE ${which}`, [account])
  return ended
}

/** A revoked token. */
export interface EndedToken {
  account: string
  hash: string
}

interface NamedToken extends EndedToken {
  name: string | null
}

/** Revokes one session of an account. */
export const deleteSession = (tx: Writer, account: string, iden: string) => deleteByIden(tx, account, iden, isSession)

/** Revokes one token that the owner created for a program. */
export const deleteTokenForProgram = (tx: Writer, account: string, iden: string) => deleteByIden(tx, account, iden, isForProgram)

async function deleteByIden(tx: Writer, account: string, iden: string, kind: string): Promise<NamedToken | undefined> {
  const which = `account = $1 AND substr(hash, 1, 22) = $2 AND ${kind}`
  const found = await tx.one<NamedToken>(`SELECT account, hash, name FROM access_token WHERE ${which}`, [account, iden])
  if (found) await deleteToken(tx, found.hash)
  return found
}

/**
 * Revokes the sessions of an account, but not the tokens of its programs and OAuth clients. Also ends sign-ins by code.
 * @param kept the hash of the session to keep; all end without it
 */
export async function deleteSessions(tx: Writer, account: string, kept = ''): Promise<EndedToken[]> {
  const which = `account = $1 AND hash <> $2 AND ${isSession}`
  // Codes first: this waits for sign-ins in progress, so that their sessions are ended too.
  await tx.run('DELETE FROM device_sign_in WHERE account = $1', [account])
  await tx.run('DELETE FROM sign_in_step WHERE account = $1', [account])
  await tx.run('DELETE FROM passkey_token WHERE account = $1', [account])
  await endLinks(tx, 'phone', account)
  const ended = await tx.all<EndedToken>(`SELECT account, hash FROM access_token WHERE ${which}`, [account, kept])
  await tx.run(`DELETE FROM access_token WHERE ${which}`, [account, kept])
  return ended
}

/** Deletes every token of an account, and every code that could be exchanged for one. */
export async function deleteTokens(tx: Writer, account: string): Promise<void> {
  // Codes first: this waits for exchanges in progress, so that their tokens are deleted too.
  await tx.run('DELETE FROM access_code WHERE account = $1', [account])
  await tx.run('DELETE FROM device_sign_in WHERE account = $1', [account])
  await tx.run('DELETE FROM sign_in_step WHERE account = $1', [account])
  await tx.run('DELETE FROM passkey_token WHERE account = $1', [account])
  await endLinks(tx, 'phone', account)
  await tx.run('DELETE FROM access_token WHERE account = $1', [account])
}

/** Deletes the tokens and codes of an OAuth client, for one grant or for all. */
export async function deleteTokensOf(tx: Writer, via: { client_iden: string; grant_iden?: string }): Promise<EndedToken[]> {
  const values = via.grant_iden === undefined ? [via.client_iden] : [via.client_iden, via.grant_iden]
  const which = via.grant_iden === undefined ? 'client_iden = $1' : 'client_iden = $1 AND grant_iden = $2'
  await tx.run(`DELETE FROM access_code WHERE ${which}`, values)
  const ended = await tx.all<EndedToken>(`SELECT account, hash FROM access_token WHERE ${which}`, values)
  await tx.run(`DELETE FROM access_token WHERE ${which}`, values)
  return ended
}

export const deleteToken = (tx: Writer, hash: string) => tx.run('DELETE FROM access_token WHERE hash = $1', [hash])

interface TokenRow {
  hash: string
  created: Micros
  name: string | null
  expires: Micros | null
  scope: string | null
  last_used: Micros | null
  place: string | null
  admin: string | null
}

function tokenFields(row: TokenRow, nameless: string) {
  return {
    iden: idenOf(row.hash),
    name: row.name ?? nameless,
    created: toSeconds(row.created),
    ...filled({ last_used: row.last_used === null ? undefined : toSeconds(row.last_used), place: row.place }),
  }
}

/** The sessions of an account, most recently used first. */
export async function sessionsOf(reader: Reader, account: string, current: string): Promise<SignedInSession[]> {
  const rows = await reader.all<TokenRow & { admin_name: string | null }>(
    `SELECT access_token.*, COALESCE(account.name, account.email) AS admin_name
     FROM access_token LEFT JOIN account ON account.iden = access_token.admin
     WHERE access_token.account = $1 AND ${isSession} AND (expires IS NULL OR expires > $2)
     ORDER BY COALESCE(last_used, access_token.created) DESC LIMIT ${sessionsPerAccount}`,
    [account, microseconds()],
  )
  return rows.map((row) => ({
    ...tokenFields(row, 'Unknown device'),
    current: row.hash === current,
    ...filled({ opened_by: row.admin === null ? undefined : (row.admin_name ?? 'An administrator') }),
  }))
}

/** The tokens that an owner created for programs, newest first. */
export async function tokensForPrograms(reader: Reader, account: string): Promise<AccessToken[]> {
  const rows = await reader.all<TokenRow>(
    `SELECT * FROM access_token WHERE account = $1 AND ${isForProgram} AND (expires IS NULL OR expires > $2)
     ORDER BY created DESC LIMIT ${accessTokensPerAccount}`,
    [account, microseconds()],
  )
  return rows.map((row) => ({
    ...tokenFields(row, 'Access token'),
    scopes: scopesOf(row.scope),
    ...filled({ expires: row.expires === null ? undefined : toSeconds(row.expires) }),
  }))
}

/** How many valid tokens an owner has created for programs. */
export const countTokensForPrograms = (reader: Reader, account: string) =>
  countRows(reader, `FROM access_token WHERE account = $1 AND ${isForProgram} AND (expires IS NULL OR expires > $2)`, [
    account,
    microseconds(),
  ])

/** The provider at which a session began; undefined for other tokens. */
export const originOf = (reader: Reader, hash: string) =>
  reader.one<{ provider: string | null; id_token: string | null }>(
    'SELECT provider, id_token FROM access_token WHERE hash = $1',
    [hash],
  )
