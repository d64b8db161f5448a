import { createHash } from 'node:crypto'
import { type Account as AccountObject, limits, type Profile } from '@waypost/protocol'
import { microseconds, toSeconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { accessToken } from '../iden.ts'
import { filled } from '../paging.ts'

/** A person with an account. Stamps in microseconds. */
export interface Account {
  iden: string
  created: number
  modified: number
  email: string
  email_normalized: string
  name: string | null
  image_url: string | null
  /** 1 for those who may look after the server; the first account is one. */
  admin: number
}

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

/** An identity at a provider that opens an account. */
export interface Login {
  type: string
  /** The provider's own name for the person. */
  subject: string
  account: string
  email: string
  name: string | null
  image_url: string | null
  created: number
}

export const findLogin = (reader: Reader, type: string, subject: string) =>
  reader.one<Login>('SELECT * FROM login WHERE type = $1 AND subject = $2', [type, subject])

export function insertLogin(tx: Writer, login: Login): Promise<number> {
  return tx.run(
    'INSERT INTO login (type, subject, account, email, name, image_url, created) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [login.type, login.subject, login.account, login.email, login.name, login.image_url, login.created],
  )
}

/** Tokens are kept as SHA-256 of their text: they are random enough to need no salt. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Makes a token and keeps its hash. @returns the token itself, which is nowhere else */
export async function insertToken(tx: Writer, account: string): Promise<string> {
  const token = accessToken()
  await tx.run('INSERT INTO access_token (hash, account, created) VALUES ($1, $2, $3)', [
    hashToken(token),
    account,
    microseconds(),
  ])
  return token
}

export const findAccountByToken = (reader: Reader, hash: string) =>
  reader.one<Account>('SELECT account.* FROM access_token JOIN account ON account.iden = access_token.account WHERE hash = $1', [
    hash,
  ])

export const deleteTokens = (tx: Writer, account: string) => tx.run('DELETE FROM access_token WHERE account = $1', [account])

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
