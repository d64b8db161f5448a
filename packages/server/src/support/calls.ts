// Handles the calls for error reports, for stopping emails, and for the caller's network address.

import { getNetworkAddress, limits, Refusal, sendErrorReport, unsubscribe } from '@waypost/protocol'
import { microseconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { untrustedText } from '../http/untrusted.ts'
import { risingIden } from '../iden.ts'
import { countToday, untilTomorrow } from '../mail/daily-limits.ts'
import { mailJob } from '../mail/mail.ts'
import { findMailAddress, setMailStopped } from '../mail/rows.ts'
import { type ErrorReport, insertReport } from './rows.ts'
import { likenessOf, mailOfReport } from './rules.ts'

export function supportCalls({ config, db, jobs }: Deps): Handler[] {
  return [
    handle(sendErrorReport, async ({ reply_to, subject, body, data }, context) => {
      const caller = await context.findCaller()
      const sent: Omit<ErrorReport, 'likeness'> = {
        iden: risingIden('report'),
        created: microseconds(),
        account: caller?.account.iden ?? null,
        address: context.address,
        reply_to: reply_to ?? null,
        subject: subject ?? null,
        body: body ?? null,
        data: data === undefined ? null : untrustedText('data', data, limits.reportBytes),
      }
      const report: ErrorReport = { ...sent, likeness: likenessOf(sent) }
      await db.write(async (tx) => {
        const limit = config.rateLimit === 'off' ? Number.POSITIVE_INFINITY : limits.reportsPerDay
        const allowed = await countToday(jobs, tx, `report from ${context.address}`, limit)
        if (!allowed) throw Refusal.tooMany(untilTomorrow(), 'Too many reports came from your network today. Try again tomorrow.')
        await insertReport(tx, report)
        const to = config.supportEmail
        if (to !== undefined && (await countToday(jobs, tx, 'reports mailed', limits.reportMailsPerDay)))
          await jobs.add(tx, { type: mailJob, payload: mailOfReport(report, to) })
      })
      return {}
    }),
    handle(unsubscribe, async ({ token, undo = false }) => {
      const address = await findMailAddress(db, token)
      if (!address) throw new Refusal('not_found', 'This link is not whole. Copy all of it from the email.')
      const stopped = !undo
      if (stopped !== (address.stopped !== null))
        await db.write((tx) => setMailStopped(tx, token, stopped ? microseconds() : null))
      return { email: address.email_normalized, stopped }
    }),
    handle(getNetworkAddress, async (_input, { address }) => ({ ip: address })),
  ]
}
