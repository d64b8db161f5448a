import { getNetworkAddress, limits, Refusal, sendErrorReport } from '@waypost/protocol'
import { microseconds } from '../change.ts'
import { type Answer, answer } from '../http.ts'
import { objectIden } from '../iden.ts'
import { countToday, untilTomorrow } from '../mail/allowance.ts'
import { mailJob } from '../mail/mail.ts'
import type { Parts } from '../parts.ts'
import { untrustedText } from '../untrusted.ts'
import { type ErrorReport, insertReport } from './rows.ts'
import { mailOfReport } from './rules.ts'

export function supportCalls({ config, db, jobs }: Parts): Answer[] {
  return [
    answer(sendErrorReport, async ({ reply_to, subject, body, data }, asked) => {
      const caller = await asked.findCaller()
      const report: ErrorReport = {
        iden: objectIden('report'),
        created: microseconds(),
        account: caller?.account.iden ?? null,
        address: asked.address,
        reply_to: reply_to ?? null,
        subject: subject ?? null,
        body: body ?? null,
        data: data === undefined ? null : untrustedText('data', data, limits.reportBytes),
      }
      await db.write(async (tx) => {
        const most = config.rateLimit === 'off' ? Number.POSITIVE_INFINITY : limits.reportsPerDay
        const allowed = await countToday(jobs, tx, `report from ${asked.address}`, most)
        if (!allowed) throw Refusal.tooMany(untilTomorrow(), 'Too many reports came from your network today. Try again tomorrow.')
        await insertReport(tx, report)
        const to = config.supportEmail
        if (to !== undefined && (await countToday(jobs, tx, 'reports mailed', limits.reportMailsPerDay)))
          await jobs.add(tx, { type: mailJob, payload: mailOfReport(report, to) })
      })
      return {}
    }),
    answer(getNetworkAddress, async (_input, { address }) => ({ ip: address })),
  ]
}
