// Reads and writes the rows of exports, and reads the permanents for an export.

import type { Reader, Writer } from '../db/db.ts'
import { deleteOwned } from '../db/delete-owned.ts'
import { saveRow } from '../db/write-row.ts'

interface ExportRow {
  account: string
  status: 'waiting' | 'success' | 'error'
  /** Times in microseconds since 1970. */
  asked: number
  finished: number | null
  upload: string
}

export const findExport = (reader: Reader, account: string) =>
  reader.one<ExportRow>('SELECT * FROM account_export WHERE account = $1', [account])

export const saveExport = (tx: Writer, { account, status, asked, finished, upload }: ExportRow) =>
  saveRow(tx, 'account_export', 'account', { account, status, asked, finished, upload })

/** Deletes an export, unless another has replaced it. */
export const deleteExport = (tx: Writer, upload: string) => tx.run('DELETE FROM account_export WHERE upload = $1', [upload])

/** An account's first permanent after a key. */
export const permanentAfter = (reader: Reader, owner: string, key: string) =>
  reader.one<{ key: string; data: string }>(
    'SELECT key, data FROM permanent WHERE owner = $1 AND key > $2 ORDER BY key LIMIT 1',
    [owner, key],
  )

export const deleteFor = deleteOwned({ table: 'account_export', key: 'account', owner: 'account' })
