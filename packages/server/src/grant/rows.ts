import { type Grant, parseScopes } from '@waypost/protocol'
import type { Via } from '../access-token/rows.ts'
import type { Change, Micros } from '../change.ts'
import type { ClientRow } from '../client/rows.ts'
import type { Reader, Writer } from '../db/db.ts'
import { type SyncedRow, savedTable, saveSynced, syncedObject } from '../db/synced-table.ts'
import { insertExpiring } from '../db/write-row.ts'
import { filled } from '../objects.ts'
import { accessToken, hashToken } from '../tokens.ts'

const grantsPerAccount = 500

/** The columns `client_...` are copies of the client's. */
interface GrantRow extends SyncedRow {
  client_iden: string
  client_name: string | null
  client_website_url: string | null
  client_image_url: string | null
  client_email: string | null
  /** The scopes that the owner last approved, separated by spaces; NULL means `everything`. */
  scope: string | null
}

/** How long a code can be exchanged, in seconds. */
const codeFor = 600

export const findGrant = (reader: Reader, owner: string, client: string) =>
  reader.one<GrantRow>('SELECT * FROM app_grant WHERE client_iden = $1 AND owner = $2 AND active = 1', [client, owner])

/** Grants of a client in the order of their owners, starting after a given owner. */
export const someGrantsOf = (reader: Reader, client: string, after: string, most: number) =>
  reader.all<GrantRow>('SELECT * FROM app_grant WHERE client_iden = $1 AND active = 1 AND owner > $2 ORDER BY owner LIMIT $3', [
    client,
    after,
    most,
  ])

/** A grant with the client's current name and addresses. */
export function grantTo(grant: GrantRow, client: ClientRow, email: string | null): GrantRow {
  return {
    ...grant,
    client_name: client.name,
    client_website_url: client.website_url,
    client_image_url: client.image_url,
    client_email: email,
  }
}

/** Saves a grant. */
export const saveGrant = (tx: Change, grant: GrantRow) => saveSynced(tx, grants, grant)

/** Turns a grant into a tombstone. The caller deletes the client's tokens. */
export function endGrant(tx: Change, grant: GrantRow): Promise<GrantRow> {
  const nothing = { client_name: null, client_website_url: null, client_image_url: null, client_email: null }
  return saveGrant(tx, { ...grant, ...nothing, active: 0 })
}

/** A grant as its owner sees it. */
export const grantObject = (row: GrantRow): Grant =>
  syncedObject(row, ({ client_iden: iden, client_name: name, client_website_url: website_url, client_image_url: image_url }) => ({
    client: { iden, ...filled({ name, website_url, image_url, email: row.client_email }) },
    scopes: parseScopes(row.scope ?? undefined) ?? [],
  }))

export const grants = savedTable('grants', 'app_grant', grantObject, {
  fixed: ['client_iden'],
  changing: ['client_name', 'client_website_url', 'client_image_url', 'client_email', 'scope'],
  room: { most: grantsPerAccount, names: 'apps that it lets in', advice: 'Remove some first.' },
})

/** An authorization code, which the client exchanges for a token. */
export interface CodeRow extends Via {
  hash: string
  account: string
  redirect_uri: string | null
  scope: string | null
  /** The PKCE challenge, and `S256` or `plain`. */
  challenge: string | null
  challenge_method: string | null
  expires: Micros
  /** The hash of the token that it was exchanged for. */
  used_for: string | null
}

/** Creates a code and stores its hash. @returns the code, which is stored nowhere */
export async function insertCode(
  tx: Writer,
  account: string,
  { client_iden, grant_iden, scope }: Via & { scope: string },
  redirect: string | undefined,
  pkce: { challenge: string; method: string } | undefined,
): Promise<string> {
  const code = accessToken()
  const [redirect_uri, challenge, challenge_method] = [redirect, pkce?.challenge, pkce?.method]
  const row = { hash: hashToken(code), account, client_iden, grant_iden, redirect_uri, scope, challenge, challenge_method }
  await insertExpiring(tx, 'access_code', row, codeFor * 1_000)
  return code
}

export const findCode = (reader: Reader, code: string) =>
  reader.one<CodeRow>('SELECT * FROM access_code WHERE hash = $1', [hashToken(code)])

/** Marks a code as used. @returns false if it was already used; only one of several concurrent attempts succeeds */
export async function markUsed(tx: Writer, hash: string, usedFor: string): Promise<boolean> {
  return (await tx.run('UPDATE access_code SET used_for = $2 WHERE hash = $1 AND used_for IS NULL', [hash, usedFor])) === 1
}
