import { hash } from 'node:crypto'
import type { Message } from '../mail/mail.ts'
import type { ErrorReport } from './rows.ts'

/** Characters of diagnostics in the email; the database has all of them. */
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

type Words = Pick<ErrorReport, 'subject' | 'body' | 'data'>

/** The error in diagnostics (JSON, or its beginning), on one line; undefined if there is none. */
export function errorIn(data: string | null): string | undefined {
  const quoted = /"error":("(?:[^"\\]|\\.)*")/.exec(data ?? '')?.[1]
  return quoted === undefined ? undefined : (JSON.parse(quoted) as string)
}

/** The grouping key: equal for reports of the same error, and for messages with the same words. Numbers in an error vary each time. */
export function likenessOf({ subject, body, data }: Words): string {
  const error = errorIn(data)?.replace(/\d+/g, '0')
  return hash('sha256', JSON.stringify(error === undefined ? [subject, body, data] : [error]), 'base64url')
}

/** The email that answers a support message. */
export function mailOfAnswer(
  { subject, body }: Words,
  to: string,
  { body: answer, replyTo, server }: { body: string; replyTo: string; server: string },
): Message {
  return {
    to,
    subject: `Re: ${subject ?? `Your message to ${server}`}`,
    replyTo,
    text: [answer, '', ...(body === null ? [] : ['You wrote:', ...body.split('\n').map((line) => `> ${line}`)])].join('\n'),
  }
}
