import { Refusal } from '@waypost/protocol'
import { dayMilliseconds, type Micros } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { deleteOwned } from '../db/delete-owned.ts'
import { countRows, insertRow } from '../db/write-row.ts'

/** How many reports are kept per network or account, and in total, and for how long. */
const reportsOfOne = { rows: 200, bytes: 4 * 2 ** 20 }
const reportsInAll = { rows: 10_000, bytes: 64 * 2 ** 20 }
export const reportMilliseconds = 180 * 24 * 60 * 60_000

/** An error report or support message. Empty fields are null. */
export interface ErrorReport {
  iden: string
  created: Micros
  account: string | null
  /** The sender's network address, and the key of its network. */
  address: string
  network: string | null
  reply_to: string | null
  subject: string | null
  body: string | null
  data: string | null
  /** Equal for similar reports. */
  likeness: string | null
}

/** Bytes of a report besides its texts. */
const reportRow = 1_024

const bytesOf = (report: ErrorReport): number =>
  Object.values(report).reduce<number>(
    (bytes, value) => bytes + (typeof value === 'string' ? Buffer.byteLength(value) : 0),
    reportRow,
  )

/** Concurrent reports must not all find room for one more, nor be stored twice. It is the first statement of their write. */
export const lockReports = (tx: Pick<Writer, 'lock'>) => tx.lock('reports')

/**
 * Stores a report, or counts it with an open one of the same person in the same words, and deletes old ones. If there are too many in
 * total, the oldest of the network with the most reports are deleted. Its write must have begun with `lockReports`.
 * @returns whether it was stored
 * @throws Refusal `ratelimited` if too many of its network or account are kept
 */
export async function keepReport(tx: Writer, report: ErrorReport): Promise<boolean> {
  await deleteReportsBefore(tx, report.created - reportMilliseconds * 1_000)
  if (await countAgain(tx, report)) return false
  const bytes = bytesOf(report)
  for (const [column, value] of Object.entries({ network: report.network, account: report.account })) {
    if (value !== null && isOver(await keptOf(tx, `WHERE ${column} = $1`, [value]), bytes, reportsOfOne))
      throw Refusal.tooMany(dayMilliseconds, tooMany)
  }
  // Rows from before the limit existed are deleted in slices.
  for (let slices = 0; slices < 100 && isOver(await keptOf(tx), bytes, reportsInAll); slices++) await deleteOfLargest(tx)
  await insertRow(tx, 'error_report', { ...report, bytes })
  return true
}

const tooMany = 'Too many of your reports are still unread. Try again later.'

interface Kept {
  rows: number
  bytes: number
}

const isOver = (kept: Kept, bytes: number, most: Kept) => kept.rows >= most.rows || kept.bytes + bytes > most.bytes

async function keptOf(tx: Reader, which = '', values: string[] = []): Promise<Kept> {
  const row = await tx.one<{ count: number | string; bytes: number | string }>(
    `SELECT COUNT(*) AS count, COALESCE(SUM(bytes), 0) AS bytes FROM error_report ${which}`,
    values,
  )
  return { rows: Number(row?.count), bytes: Number(row?.bytes) }
}

/** Counts a report with an identical one. @returns whether there is one */
async function countAgain(tx: Writer, { likeness, body, reply_to, account }: ErrorReport): Promise<boolean> {
  const same = await tx.one<{ iden: string }>(
    `SELECT iden FROM error_report WHERE likeness = $1 AND done IS NULL AND COALESCE(body, '') = $2 AND COALESCE(reply_to, '') = $3
       AND COALESCE(account, '') = $4 ORDER BY created DESC LIMIT 1`,
    [likeness, body ?? '', reply_to ?? '', account ?? ''],
  )
  if (same) await tx.run('UPDATE error_report SET repeats = repeats + 1 WHERE iden = $1', [same.iden])
  return same !== undefined
}

async function deleteOfLargest(tx: Writer): Promise<void> {
  const largest = await tx.one<{ network: string }>(
    `SELECT COALESCE(network, '') AS network FROM error_report GROUP BY COALESCE(network, '') ORDER BY SUM(bytes) DESC LIMIT 1`,
  )
  await tx.run(
    `DELETE FROM error_report WHERE iden IN (SELECT iden FROM error_report WHERE COALESCE(network, '') = $1 ORDER BY iden LIMIT 20)`,
    [largest?.network ?? ''],
  )
}

/** Deletes the reports from before a time, in microseconds. */
export const deleteReportsBefore = (tx: Writer, before: number) => tx.run('DELETE FROM error_report WHERE created < $1', [before])

/** A report as administrators see it: the newest of a group of similar ones. Times in microseconds. */
export interface ReportShownRow extends ErrorReport {
  done: number | null
  answered: Micros | null
  account_email: string | null
  alike: number | string
  first: Micros | string
}

/** The grouping key of similar reports. Those of earlier versions are similar to none. */
const group = 'COALESCE(likeness, iden)'

/** One report for each group of open or done ones, newest first. `data` is truncated. */
export const listReportGroups = (
  reader: Reader,
  { done, before = '~', limit }: { done: boolean; before?: string | undefined; limit: number },
) =>
  reader.all<ReportShownRow>(
    `SELECT report.iden, report.created, report.account, report.address, report.network, report.reply_to, report.subject, report.body,
       SUBSTR(report.data, 1, 2000) AS data, report.likeness, report.done, report.answered, account.email AS account_email,
       newest.alike, newest.first
     FROM (
       SELECT MAX(iden) AS iden, COUNT(*) + SUM(repeats) AS alike, MIN(created) AS first FROM error_report
       WHERE CASE WHEN done IS NULL THEN 0 ELSE 1 END = $1 GROUP BY ${group}
     ) AS newest JOIN error_report AS report ON report.iden = newest.iden LEFT JOIN account ON account.iden = report.account
     WHERE newest.iden < $2 ORDER BY newest.iden DESC LIMIT $3`,
    [Number(done), before, limit],
  )

/** The number of groups of open reports. */
export const countOpenReports = (reader: Reader) =>
  countRows(reader, `FROM (SELECT ${group} FROM error_report WHERE done IS NULL GROUP BY ${group}) AS open`)

/** Finds a complete report. */
export const findReport = (reader: Reader, iden: string) =>
  reader.one<ReportShownRow>(
    `SELECT report.*, account.email AS account_email,
       (SELECT COUNT(*) + SUM(repeats) FROM error_report WHERE ${group} = COALESCE(report.likeness, report.iden)) AS alike,
       (SELECT MIN(created) FROM error_report WHERE ${group} = COALESCE(report.likeness, report.iden)) AS first
     FROM error_report AS report LEFT JOIN account ON account.iden = report.account WHERE report.iden = $1`,
    [iden],
  )

const alikeTo = `${group} = (SELECT ${group} FROM error_report WHERE iden = $1)`

/** Marks a report and similar ones as done; null reopens them. */
export const setDone = (tx: Writer, iden: string, done: number | null) =>
  tx.run(`UPDATE error_report SET done = $2 WHERE ${alikeTo}`, [iden, done])

export const markAnswered = (tx: Writer, iden: string, answered: Micros) =>
  tx.run('UPDATE error_report SET answered = $2 WHERE iden = $1', [iden, answered])

/** Deletes a report and similar ones. */
export const deleteAlike = (tx: Writer, iden: string) => tx.run(`DELETE FROM error_report WHERE ${alikeTo}`, [iden])

export const deleteFor = deleteOwned({ table: 'error_report', owner: 'account' })
