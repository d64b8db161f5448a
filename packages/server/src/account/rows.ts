// Reads and writes the rows of accounts and of the identities that sign in to them.

import {
  type Account as AccountObject,
  type ConnectedAccount,
  freeLimits,
  type PermanentData,
  type Profile,
  preferencesBytes,
  preferencesKey,
  Refusal,
} from '@waypost/protocol'
import type { Account } from '../caller.ts'
import { type Change, microseconds, toSeconds } from '../change.ts'
import type { Config } from '../config.ts'
import type { Reader, Writer } from '../db/db.ts'
import { deleteOwned } from '../db/delete-owned.ts'
import { type SyncedRow, savedTable, saveSynced, syncedObject } from '../db/synced-table.ts'
import { insertRow } from '../db/write-row.ts'
import { filled } from '../objects.ts'

export type { Account }

export const findAccount = (reader: Reader, iden: string) => reader.one<Account>('SELECT * FROM account WHERE iden = $1', [iden])

export const findAccountByEmail = (reader: Reader, normalized: string) =>
  reader.one<Account>('SELECT * FROM account WHERE email_normalized = $1', [normalized])

/** Whether an account has yet to prove its address. Always false without a mail server, because it could never be proved. */
export const mustProve = (
  { proveAddresses, smtpUrl }: Pick<Config, 'proveAddresses' | 'smtpUrl'>,
  { email_proven }: Pick<Account, 'email_proven'>,
): boolean => email_proven === 0 && proveAddresses && smtpUrl !== undefined

/** The account that receives pushes to an address: none until its owner proves the address, which may be someone else's. */
export async function findReceiver(
  reader: Reader,
  config: Parameters<typeof mustProve>[0],
  normalized: string,
): Promise<Account | undefined> {
  const account = await findAccountByEmail(reader, normalized)
  return account && mustProve(config, account) ? undefined : account
}

/** Serializes everything that could give an account this address. */
export const lockAddress = (tx: Writer, normalized: string) => tx.lock(`address ${normalized}`)

/** Records that the owner of an account has proved its address. */
export const setEmailProven = (tx: Writer, iden: string) =>
  tx.run('UPDATE account SET email_proven = 1, modified = $2 WHERE iden = $1', [iden, microseconds()])

export async function anyAccount(reader: Reader): Promise<boolean> {
  return (await reader.one('SELECT 1 AS one FROM account LIMIT 1')) !== undefined
}

export const insertAccount = (tx: Writer, account: Account) => insertRow(tx, 'account', account)

/** Saves the name, picture and email address of an account, and whether the address is proven. */
export async function saveProfile(tx: Writer, account: Account): Promise<Account> {
  await tx.run(
    'UPDATE account SET modified = $2, email = $3, email_normalized = $4, name = $5, image_url = $6, email_proven = $7 WHERE iden = $1',
    [
      account.iden,
      account.modified,
      account.email,
      account.email_normalized,
      account.name,
      account.image_url,
      account.email_proven,
    ],
  )
  return account
}

/** Whether the account belongs to the only administrator. Locked, so that two can't step down at the same time. */
export async function isLastAdministrator(tx: Writer, { iden }: Pick<Account, 'iden'>): Promise<boolean> {
  await tx.lock('administrators')
  const row = await tx.one<{ own: number | string; others: number | string }>(
    `SELECT COALESCE(SUM(CASE WHEN iden = $1 THEN 1 ELSE 0 END), 0) AS own,
       COALESCE(SUM(CASE WHEN iden = $1 THEN 0 ELSE 1 END), 0) AS others FROM account WHERE admin = 1`,
    [iden],
  )
  return Number(row?.own) > 0 && Number(row?.others) === 0
}

/** Checks within a write that another administrator remains when this one steps down. @throws Refusal `forbidden` */
export async function keepAdministrator(tx: Writer, account: Pick<Account, 'iden'>): Promise<void> {
  if (await isLastAdministrator(tx, account)) throw new Refusal('forbidden', lastAdministrator)
}

const lastAdministrator =
  'This is the last administrator. Make somebody else an administrator first, in the section Administration.'

/** Whether any other account exists. */
export const anyOther = async (reader: Reader, { iden }: Pick<Account, 'iden'>): Promise<boolean> =>
  (await reader.one('SELECT 1 AS one FROM account WHERE iden <> $1 LIMIT 1', [iden])) !== undefined

/** Deletes an account and its logins. @returns whether it existed */
export async function deleteAccount(tx: Writer, iden: string): Promise<boolean> {
  await tx.run('DELETE FROM login WHERE owner = $1', [iden])
  return (await tx.run('DELETE FROM account WHERE iden = $1', [iden])) === 1
}

/** A provider identity that signs in to an account. A tombstone has no identity. */
interface LoginRow extends SyncedRow {
  type: string | null
  /** The person's id at the provider. */
  subject: string | null
  email: string | null
  name: string | null
  image_url: string | null
  /** 1 for the first one of an account, which cannot be removed. */
  is_primary: number
}

export const findLogin = (reader: Reader, type: string, subject: string) =>
  reader.one<LoginRow>('SELECT * FROM login WHERE type = $1 AND subject = $2 AND active = 1', [type, subject])

export const loginsOf = (reader: Reader, owner: string) =>
  reader.all<LoginRow>('SELECT * FROM login WHERE owner = $1 AND active = 1', [owner])

/** Saves a login. */
export const saveLogin = async (tx: Change, login: LoginRow): Promise<ConnectedAccount> =>
  loginObject(await saveSynced(tx, logins, login))

/** Turns a login into its tombstone. */
export const endLogin = (tx: Change, login: LoginRow) =>
  saveLogin(tx, { ...login, active: 0, type: null, subject: null, email: null, name: null, image_url: null })

/** A login as its owner sees it. */
export const loginObject = (row: LoginRow): ConnectedAccount =>
  syncedObject(row, ({ type, name, email, image_url, is_primary }) =>
    filled({ type, name, email, image_url, primary: is_primary === 1 }),
  )

export const logins = savedTable('accounts', 'login', loginObject, {
  fixed: ['is_primary'],
  changing: ['type', 'subject', 'email', 'name', 'image_url'],
})

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
    max_upload_size: freeLimits.fileBytes,
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

/** The preferences of an account; `too long` beyond today's limit, as they are parsed with every answer about the account. */
export async function findPreferences(reader: Reader, owner: string): Promise<PermanentData | 'too long' | undefined> {
  const row = await reader.one<{ data: string | null }>(
    `SELECT CASE WHEN bytes <= ${preferencesBytes} THEN data END AS data FROM permanent WHERE owner = $1 AND key = $2`,
    [owner, preferencesKey],
  )
  if (!row) return undefined
  return row.data === null ? 'too long' : (JSON.parse(row.data) as PermanentData)
}

export const deleteFor = deleteOwned({ table: 'login' }, { table: 'invite', key: 'email_normalized' })
