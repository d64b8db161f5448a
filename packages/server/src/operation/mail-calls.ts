// Handles the calls of administrators on emails: the transport, a test, and failed emails.

import {
  discardMail,
  dismissRefusedMails,
  getMailState,
  listRefusedMails,
  Refusal,
  rowsPerAdministrationPage,
  sendTestMail,
} from '@waypost/protocol'
import { audit } from '../audit/rows.ts'
import { microseconds, toSeconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { throttle } from '../http/rate-limits.ts'
import { countJobsOf, deleteFailedJob, jobsInState } from '../jobs/rows.ts'
import { type Message, mailJob } from '../mail/mail.ts'
import { deleteRefused, listRefused } from '../mail/rows.ts'
import { subjectShown, whyNotSent } from '../mail/rules.ts'
import { jobShown } from './job-calls.ts'

/** Each test is an email to a real person. */
const tests = throttle({ burst: 10, every: 60_000 })

export function mailCalls({ config, db, mail, origin, settings }: Deps): Handler[] {
  return [
    handle(getMailState, async ({ limit = rowsPerAdministrationPage, cursor }) => {
      const { waiting, failed } = await countJobsOf(db, mailJob)
      const { rows, ...more } = await jobsInState(db, microseconds(), { type: mailJob, limit, cursor })
      return {
        ...mail.about,
        sender: config.mailFrom,
        waiting,
        given_up: failed,
        ...more,
        mails: rows.map((job) => {
          const message = JSON.parse(job.payload) as Message
          return { ...jobShown(job), to: message.to, subject: subjectShown(message, settings.now.name) }
        }),
      }
    }),
    handle(sendTestMail, async ({ email }, { caller }) => {
      tests.take(caller.account.iden)
      await db.write((tx) => audit(tx, { act: 'test-mail', by: caller.account, details: { to: email } }))
      try {
        const answer = await mail.send(testMail(email, settings.now.name, origin()))
        return { sent: true, answer }
      } catch (error) {
        return { sent: false, problem: whyNotSent(error, mail.about.where) }
      }
    }),
    handle(listRefusedMails, async ({ limit = rowsPerAdministrationPage, cursor }) => {
      if (cursor !== undefined && !cursor.startsWith('mail')) throw new Refusal('invalid_cursor')
      const rows = await listRefused(db, limit + 1, cursor)
      const page = rows.slice(0, limit)
      return {
        mails: page.map(({ iden, created, recipient, subject, error }) => ({
          iden,
          created: toSeconds(created),
          to: recipient,
          subject,
          error,
        })),
        ...(rows.length > limit && { cursor: page.at(-1)?.iden }),
      }
    }),
    handle(dismissRefusedMails, async ({ iden }, { caller }) => {
      const dismissed = await db.write(async (tx) => {
        const count = await deleteRefused(tx, iden)
        if (count > 0) await audit(tx, { act: 'dismiss-mails', by: caller.account, details: { emails: count } })
        return count
      })
      return { dismissed }
    }),
    handle(discardMail, async ({ iden }, { caller }) => {
      await db.write(async (tx) => {
        if ((await deleteFailedJob(tx, iden, mailJob, microseconds())) === 0) throw new Refusal('not_found')
        await audit(tx, { act: 'discard-mail', by: caller.account })
      })
      return {}
    }),
  ]
}

const testMail = (to: string, name: string, origin: string): Message => ({
  to,
  subject: `Test of emails from ${name}`,
  text: [
    'Hello,',
    '',
    `An administrator of ${origin} sent this email to test whether emails arrive. They do.`,
    '',
    '--',
    'You need not do anything.',
  ].join('\n'),
})
