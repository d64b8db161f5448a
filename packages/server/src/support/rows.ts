// Reads and writes the rows of error reports.

import type { Reader, Writer } from '../db/db.ts'
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
  /** The same for reports that are alike. */
  likeness: string | null
}

export function insertReport(tx: Writer, report: ErrorReport): Promise<number> {
  return tx.run(
    `INSERT INTO error_report (iden, created, account, address, reply_to, subject, body, data, likeness)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      report.iden,
      report.created,
      report.account,
      report.address,
      report.reply_to,
      report.subject,
      report.body,
      report.data,
      report.likeness,
    ],
  )
}

/** A report as administrators see it: the newest of those that are alike. Times in microseconds. */
export interface ReportShownRow extends ErrorReport {
  done: number | null
  answered: number | null
  /** The email address of the account, if it still exists. */
  account_email: string | null
  alike: number | string
  first: number | string
}

/** What reports that are alike have in common. Those of earlier versions are alike to none. */
const group = 'COALESCE(likeness, iden)'

/** One report for each group of open or of done ones, newest first. `data` is only its beginning. */
export const listReportGroups = (
  reader: Reader,
  { done, before = '~', limit }: { done: boolean; before?: string | undefined; limit: number },
) =>
  reader.all<ReportShownRow>(
    `SELECT report.iden, report.created, report.account, report.address, report.reply_to, report.subject, report.body,
       SUBSTR(report.data, 1, 2000) AS data, report.likeness, report.done, report.answered, account.email AS account_email,
       newest.alike, newest.first
     FROM (
       SELECT MAX(iden) AS iden, COUNT(*) AS alike, MIN(created) AS first FROM error_report
       WHERE CASE WHEN done IS NULL THEN 0 ELSE 1 END = $1 GROUP BY ${group}
     ) AS newest JOIN error_report AS report ON report.iden = newest.iden LEFT JOIN account ON account.iden = report.account
     WHERE newest.iden < $2 ORDER BY newest.iden DESC LIMIT $3`,
    [Number(done), before, limit],
  )

/** The number of groups of open reports. */
export async function countOpenReports(reader: Reader): Promise<number> {
  const row = await reader.one<{ count: number | string }>(
    `SELECT COUNT(*) AS count FROM (SELECT ${group} FROM error_report WHERE done IS NULL GROUP BY ${group}) AS open`,
  )
  return Number(row?.count ?? 0)
}

/** A whole report. */
export const findReport = (reader: Reader, iden: string) =>
  reader.one<ReportShownRow>(
    `SELECT report.*, account.email AS account_email,
       (SELECT COUNT(*) FROM error_report WHERE ${group} = COALESCE(report.likeness, report.iden)) AS alike,
       (SELECT MIN(created) FROM error_report WHERE ${group} = COALESCE(report.likeness, report.iden)) AS first
     FROM error_report AS report LEFT JOIN account ON account.iden = report.account WHERE report.iden = $1`,
    [iden],
  )

const alikeTo = `${group} = (SELECT ${group} FROM error_report WHERE iden = $1)`

/** Marks a report and those that are alike as done; null opens them again. */
export const setDone = (tx: Writer, iden: string, done: number | null) =>
  tx.run(`UPDATE error_report SET done = $2 WHERE ${alikeTo}`, [iden, done])

export const markAnswered = (tx: Writer, iden: string, answered: number) =>
  tx.run('UPDATE error_report SET answered = $2 WHERE iden = $1', [iden, answered])

/** Deletes a report and those that are alike. */
export const deleteAlike = (tx: Writer, iden: string) => tx.run(`DELETE FROM error_report WHERE ${alikeTo}`, [iden])

export const deleteFor = deleteOwned({ table: 'error_report', owner: 'account' })
