// Writes the mails about error reports and messages to support, and decides which are alike.

import { hash } from 'node:crypto'
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

type Words = Pick<ErrorReport, 'subject' | 'body' | 'data'>

/** The error that diagnostics (JSON, or its beginning) tell of, in one line; undefined for a message without any. */
export function errorIn(data: string | null): string | undefined {
  const quoted = /"error":("(?:[^"\\]|\\.)*")/.exec(data ?? '')?.[1]
  return quoted === undefined ? undefined : (JSON.parse(quoted) as string)
}

/** Reports of the same error are alike, and messages with the same words. Numbers in an error differ from one time to the next. */
export function likenessOf({ subject, body, data }: Words): string {
  const error = errorIn(data)?.replace(/\d+/g, '0')
  return hash('sha256', JSON.stringify(error === undefined ? [subject, body, data] : [error]), 'base64url')
}

/** The mail that answers a message to support. */
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
