// Writes the rows of error reports.

import type { Writer } from '../db/db.ts'
import { deleteOwned } from '../db/delete-owned.ts'

/** An error report or support message. Empty fields are null. */
export interface ErrorReport {
  iden: string
  created: number
  account: string | null
  /** Network address of the sender. */
  address: string
  reply_to: string | null
  subject: string | null
  body: string | null
  /** JSON. */
  data: string | null
}

export function insertReport(tx: Writer, report: ErrorReport): Promise<number> {
  return tx.run(
    `INSERT INTO error_report (iden, created, account, address, reply_to, subject, body, data)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [report.iden, report.created, report.account, report.address, report.reply_to, report.subject, report.body, report.data],
  )
}

export const deleteFor = deleteOwned({ table: 'error_report', owner: 'account' })
