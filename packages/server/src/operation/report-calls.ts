// Handles the calls of administrators on messages to support and error reports.

import {
  answerReport,
  deleteReport,
  getReport,
  listReports,
  Refusal,
  type Report,
  rowsPerAdministrationPage,
  updateReport,
} from '@waypost/protocol'
import { audit } from '../audit/rows.ts'
import { microseconds, toSeconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { mailJob } from '../mail/mail.ts'
import { isMailbox } from '../mail/rules.ts'
import { filled } from '../objects.ts'
import {
  countOpenReports,
  deleteAlike,
  findReport,
  listReportGroups,
  markAnswered,
  type ReportShownRow,
  setDone,
} from '../support/rows.ts'
import { errorIn, mailOfAnswer } from '../support/rules.ts'

const excerpt = 300

export function reportCalls({ config, db, jobs, settings }: Deps): Handler[] {
  async function find(iden: string): Promise<ReportShownRow> {
    const report = await findReport(db, iden)
    if (!report) throw new Refusal('not_found')
    return report
  }

  return [
    handle(listReports, async ({ limit = rowsPerAdministrationPage, cursor, done = false }) => {
      if (cursor !== undefined && !cursor.startsWith('report')) throw new Refusal('invalid_cursor')
      const rows = await listReportGroups(db, { done, before: cursor, limit: limit + 1 })
      const page = rows.slice(0, limit)
      return {
        reports: page.map((row) => shown(row, excerpt)),
        open: await countOpenReports(db),
        ...(rows.length > limit && { cursor: (page.at(-1) as ReportShownRow).iden }),
      }
    }),
    handle(getReport, async ({ iden }) => {
      const report = await find(iden)
      return {
        ...shown(report, Number.POSITIVE_INFINITY),
        address: report.address,
        ...(report.data !== null && { data: JSON.parse(report.data) as unknown }),
      }
    }),
    handle(updateReport, async ({ iden, done }, { caller }) => {
      await find(iden)
      await db.write(async (tx) => {
        await setDone(tx, iden, done ? microseconds() : null)
        await audit(tx, { act: done ? 'report-done' : 'report-open', by: caller.account, details: { report: iden } })
      })
      return {}
    }),
    handle(answerReport, async ({ iden, body }, { caller }) => {
      const report = await find(iden)
      const to = report.reply_to
      if (to === null || !isMailbox(to)) throw new Refusal('no_address')
      const message = mailOfAnswer(report, to, {
        body,
        replyTo: config.supportEmail ?? caller.account.email,
        server: settings.now.name,
      })
      await db.write(async (tx) => {
        await jobs.add(tx, { type: mailJob, payload: message })
        await markAnswered(tx, iden, microseconds())
        await setDone(tx, iden, microseconds())
        await audit(tx, { act: 'report-answer', by: caller.account, details: { to } })
      })
      return {}
    }),
    handle(deleteReport, async ({ iden }, { caller }) => {
      await find(iden)
      await db.write(async (tx) => {
        await deleteAlike(tx, iden)
        await audit(tx, { act: 'report-delete', by: caller.account, details: { report: iden } })
      })
      return {}
    }),
  ]
}

function shown(row: ReportShownRow, length: number): Report {
  const error = errorIn(row.data)
  return {
    iden: row.iden,
    created: toSeconds(row.created),
    kind: error === undefined ? 'message' : 'error',
    alike: Number(row.alike),
    first: toSeconds(Number(row.first)),
    ...filled({
      subject: row.subject,
      body: row.body?.slice(0, length),
      error,
      reply_to: row.reply_to,
      account: row.account_email,
      done: row.done !== null,
      answered: row.answered === null ? undefined : toSeconds(row.answered),
    }),
  }
}
