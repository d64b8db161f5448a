// Writes the mail that forwards an error report.

import type { Message } from '../mail/mail.ts'
import type { ErrorReport } from './rows.ts'

/** Characters of diagnostics in the mail; the database has all of it. */
const mailedData = 20_000

/** The mail that forwards a report to the administrators. */
export function mailOfReport(report: ErrorReport, to: string): Message {
  return {
    to,
    subject: report.subject ?? 'Error report',
    ...(report.reply_to === null ? {} : { replyTo: report.reply_to }),
    text: [
      report.body ?? '(no message)',
      '',
      '--',
      `Report: ${report.iden}`,
      `Account: ${report.account ?? 'none'}`,
      `Reply to: ${report.reply_to ?? 'not given'}`,
      ...(report.data === null ? [] : ['', report.data.slice(0, mailedData)]),
    ].join('\n'),
  }
}
