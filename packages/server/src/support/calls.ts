// Handles the calls that report errors, stop emails, and return the caller's network address.

import { getNetworkAddress, Refusal, sendErrorReport, unsubscribe } from '@waypost/protocol'
import { microseconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { untrustedText } from '../http/untrusted.ts'
import { risingIden } from '../iden.ts'
import { countToday, untilTomorrow } from '../mail/daily-limits.ts'
import { mailJob } from '../mail/mail.ts'
import { findMailAddress, setMailStopped } from '../mail/rows.ts'
import { deleteReportsBefore, type ErrorReport, keepReport, lockReports, reportMilliseconds } from './rows.ts'
import { likenessOf, mailOfReport } from './rules.ts'

/** The maximum error reports per day from one network, and from one account. */
export const reportsPerDay = 20

/** The maximum report emails per day, in total. */
const reportMailsPerDay = 500

/** The maximum bytes of an error report's data, besides its text. */
const reportBytes = 2 ** 18

/** The job that deletes old reports even if no new ones arrive. */
const endJob = 'old-reports'

export function supportCalls({ config, db, jobs }: Deps): Handler[] {
  jobs.handle(endJob, async (_payload, _attempt, { now }) => {
    await db.write((tx) => deleteReportsBefore(tx, now - reportMilliseconds * 1_000))
    return undefined
  })

  return [
    handle(sendErrorReport, async ({ reply_to, subject, body, data }, context) => {
      const caller = await context.findCaller()
      const sent: Omit<ErrorReport, 'likeness'> = {
        iden: risingIden('report'),
        created: microseconds(),
        account: caller?.account.iden ?? null,
        address: context.address,
        network: context.network,
        reply_to: reply_to ?? null,
        subject: subject ?? null,
        body: body ?? null,
        data: data === undefined ? null : untrustedText('data', data, reportBytes),
      }
      const report: ErrorReport = { ...sent, likeness: likenessOf(sent) }
      await db.write(async (tx) => {
        await lockReports(tx)
        const limit = config.rateLimit === 'off' ? Number.POSITIVE_INFINITY : reportsPerDay
        const from = [`report from ${context.network}`, ...(report.account === null ? [] : [`report of ${report.account}`])]
        for (const name of from) if (!(await countToday(jobs, tx, name, limit))) throw Refusal.tooMany(untilTomorrow(), tooMany)
        if (!(await keepReport(tx, report))) return
        await jobs.add(tx, { type: endJob, key: endJob, at: report.created + reportMilliseconds * 1_000 })
        const to = config.supportEmail
        if (to !== undefined && (await countToday(jobs, tx, 'reports mailed', reportMailsPerDay)))
          await jobs.add(tx, { type: mailJob, payload: mailOfReport(report, to) })
      })
      return {}
    }),
    handle(unsubscribe, async ({ token, undo = false }) => {
      const address = await findMailAddress(db, token)
      if (!address) throw new Refusal('not_found', 'This link is incomplete. Copy all of it from the email.')
      const stopped = !undo
      if (stopped !== (address.stopped !== null))
        await db.write((tx) => setMailStopped(tx, token, stopped ? microseconds() : null))
      return { email: address.email_normalized, stopped }
    }),
    handle(getNetworkAddress, async (_input, { address }) => ({ ip: address })),
  ]
}

const tooMany = 'Too many reports came from your network or account today. Try again tomorrow.'
