// Reads the lists of sessions and of tokens for programs.

import { type AccessToken, limits, type SignedInSession } from '@waypost/protocol'
import { microseconds, toSeconds } from '../change.ts'
import type { Reader } from '../db/db.ts'
import { filled } from '../objects.ts'
import { idenOf, isForProgram, isSession, scopesOf } from './rows.ts'

/** A session, or a token for a program. */
interface TokenRow {
  hash: string
  created: number
  name: string | null
  expires: number | null
  scope: string | null
  last_used: number | null
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

/** The sessions of an account, the most recently used first. */
export async function sessionsOf(reader: Reader, account: string, current: string): Promise<SignedInSession[]> {
  const rows = await reader.all<TokenRow & { admin_name: string | null }>(
    `SELECT access_token.*, COALESCE(account.name, account.email) AS admin_name
     FROM access_token LEFT JOIN account ON account.iden = access_token.admin
     WHERE access_token.account = $1 AND ${isSession} AND (expires IS NULL OR expires > $2)
     ORDER BY COALESCE(last_used, access_token.created) DESC LIMIT ${limits.sessions}`,
    [account, microseconds()],
  )
  return rows.map((row) => ({
    ...tokenFields(row, 'Unknown device'),
    current: row.hash === current,
    ...filled({ opened_by: row.admin === null ? undefined : (row.admin_name ?? 'An administrator') }),
  }))
}

/** The tokens that an owner created for programs, the newest first. */
export async function tokensForPrograms(reader: Reader, account: string): Promise<AccessToken[]> {
  const rows = await reader.all<TokenRow>(
    `SELECT * FROM access_token WHERE account = $1 AND ${isForProgram} AND (expires IS NULL OR expires > $2)
     ORDER BY created DESC LIMIT ${limits.accessTokens}`,
    [account, microseconds()],
  )
  return rows.map((row) => ({
    ...tokenFields(row, 'Access token'),
    scopes: scopesOf(row.scope),
    ...filled({ expires: row.expires === null ? undefined : toSeconds(row.expires) }),
  }))
}

/** How many tokens an owner has created for programs that still work. */
export async function countTokensForPrograms(reader: Reader, account: string): Promise<number> {
  const row = await reader.one<{ count: number }>(
    `SELECT COUNT(*) AS count FROM access_token WHERE account = $1 AND ${isForProgram} AND (expires IS NULL OR expires > $2)`,
    [account, microseconds()],
  )
  return Number(row?.count ?? 0)
}
