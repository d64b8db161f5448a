// Reads and changes the tokens that serve as Gotify clients: those that the account created for programs.

import { accessTokensPerAccount } from '../access-token/rows.ts'
import { type Micros, microseconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'

/** A token of a program. */
export interface ClientRow {
  hash: string
  created: Micros
  name: string | null
  last_used: Micros | null
}

const isForProgram = 'client_iden IS NULL AND generated = 1 AND admin IS NULL'

/** The valid tokens that an account created for programs, oldest first. */
export const clientsOf = (reader: Reader, account: string) =>
  reader.all<ClientRow>(
    `SELECT hash, created, name, last_used FROM access_token WHERE account = $1 AND ${isForProgram} AND (expires IS NULL OR expires > $2)
     ORDER BY created LIMIT ${accessTokensPerAccount}`,
    [account, microseconds()],
  )

export const renameClient = (tx: Writer, account: string, hash: string, name: string) =>
  tx.run(`UPDATE access_token SET name = $3 WHERE account = $1 AND hash = $2 AND ${isForProgram}`, [account, hash, name])

/** The token with a hash, of any kind. */
export const clientWithHash = (reader: Reader, hash: string) =>
  reader.one<ClientRow>('SELECT hash, created, name, last_used FROM access_token WHERE hash = $1', [hash])
