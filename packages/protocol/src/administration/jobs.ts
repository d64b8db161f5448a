// Defines the calls on jobs, on failing feeds, and on pending emails.

import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import { email, iden, idenLength, nameLength, seconds, text } from '../wire/field.ts'
import { administrationQuery, rowsPerAdministrationPage } from './query.ts'

/**
 * `failed` jobs are no longer tried; `retrying` ones failed and are tried again; `due` ones wait for their turn; `later` ones for their
 * time.
 */
export const jobStates = ['failed', 'retrying', 'running', 'due', 'later'] as const
export type JobState = (typeof jobStates)[number]

const job = {
  iden: v.string(),
  created: seconds,
  /** How often its current part has been tried. */
  attempt: v.number(),
  next: v.optional(seconds),
  error: v.optional(v.string()),
  state: v.picklist(jobStates),
}

/** A job as administrators see it. */
export const JobShown = v.object({ ...job, type: v.string() })
export type JobShown = v.InferOutput<typeof JobShown>

export const listJobs = defineCall({
  name: 'listJobs',
  method: 'GET',
  path: '/v3/admin/jobs',
  does: 'Counts the jobs of the server by state, and lists those that failed, are retried, run or are due. For administrators only.',
  takes: v.object({ ...administrationQuery, state: v.optional(v.picklist(jobStates)) }),
  gives: v.object({
    counts: v.record(v.picklist(jobStates), v.number()),
    jobs: v.array(JobShown),
    cursor: v.optional(v.string()),
  }),
  who: 'owner',
  scope: 'admin',
  operations: 2,
  refuses: ['forbidden', 'invalid_cursor'],
})

export const retryJobs = defineCall({
  name: 'retryJobs',
  method: 'POST',
  path: '/v3/admin/retry-jobs',
  does: 'Runs jobs again that have failed: those named, those of a type, or all. Returns how many. For administrators only.',
  takes: v.object({
    idens: v.optional(v.pipe(v.array(iden), v.maxLength(rowsPerAdministrationPage))),
    type: v.optional(text(idenLength)),
  }),
  gives: v.object({ retried: v.number() }),
  who: 'owner',
  scope: 'admin',
  refuses: ['forbidden'],
})

/** A channel whose feed cannot be read. */
export const FailingFeed = v.object({
  iden: v.string(),
  tag: v.string(),
  name: v.string(),
  /** An email address. */
  owner: v.string(),
  feed_url: v.string(),
  error: v.string(),
  /** Consecutive failures. */
  failures: v.number(),
  since: v.optional(seconds),
  next: v.optional(seconds),
})
export type FailingFeed = v.InferOutput<typeof FailingFeed>

export const listFailingFeeds = defineCall({
  name: 'listFailingFeeds',
  method: 'GET',
  path: '/v3/admin/failing-feeds',
  does: 'Lists the channels whose feeds cannot be read, the longest failing first. For administrators only.',
  takes: v.object(administrationQuery),
  gives: v.object({ feeds: v.array(FailingFeed), cursor: v.optional(v.string()) }),
  who: 'owner',
  scope: 'admin',
  refuses: ['forbidden', 'invalid_cursor'],
})

export const retryFeed = defineCall({
  name: 'retryFeed',
  method: 'POST',
  path: '/v3/admin/failing-feeds/:iden/retry',
  does: 'Reads the feed of a channel now, and says whether that worked. For administrators only.',
  takes: v.object({ iden }),
  gives: v.object({
    /** Whether the feed can be read; absent if reading it takes longer than a request may. */
    works: v.optional(v.boolean()),
  }),
  who: 'owner',
  scope: 'admin',
  refuses: ['forbidden', 'not_found'],
})

/** An email that could not be sent yet. Its text is not shown: it may contain secrets of its receiver. */
export const WaitingMail = v.object({ ...job, to: v.string(), subject: v.string() })
export type WaitingMail = v.InferOutput<typeof WaitingMail>

/** An email that the mail server refused permanently. Its text is not kept. */
export const RefusedMail = v.object({
  iden: v.string(),
  created: seconds,
  to: v.string(),
  subject: v.string(),
  error: v.string(),
})
export type RefusedMail = v.InferOutput<typeof RefusedMail>

export const listRefusedMails = defineCall({
  name: 'listRefusedMails',
  method: 'GET',
  path: '/v3/admin/refused-mails',
  does: 'Lists the emails that the mail server refused for good within the last 30 days, newest first. For administrators only.',
  takes: v.object(administrationQuery),
  gives: v.object({ mails: v.array(RefusedMail), cursor: v.optional(v.string()) }),
  who: 'owner',
  scope: 'admin',
  refuses: ['forbidden', 'invalid_cursor'],
})

export const dismissRefusedMails = defineCall({
  name: 'dismissRefusedMails',
  method: 'POST',
  path: '/v3/admin/dismiss-refused-mails',
  does: 'Removes an email that the mail server refused from the list, or all of them. Returns how many. For administrators only.',
  takes: v.object({ iden: v.optional(iden) }),
  gives: v.object({ dismissed: v.number() }),
  who: 'owner',
  scope: 'admin',
  refuses: ['forbidden'],
})

export const getMailState = defineCall({
  name: 'getMailState',
  method: 'GET',
  path: '/v3/admin/mail',
  does: 'Returns how the server sends emails, and the emails that wait to be sent. For administrators only.',
  takes: v.object(administrationQuery),
  gives: v.object({
    /** A mail server, or files in the data folder. */
    way: v.picklist(['smtp', 'folder']),
    /** The host and port of the mail server, or the path of the folder. */
    where: v.string(),
    sender: v.string(),
    waiting: v.number(),
    /** Emails that are no longer retried. */
    given_up: v.number(),
    mails: v.array(WaitingMail),
    cursor: v.optional(v.string()),
  }),
  who: 'owner',
  scope: 'admin',
  operations: 2,
  refuses: ['forbidden', 'invalid_cursor'],
})

export const sendTestMail = defineCall({
  name: 'sendTestMail',
  method: 'POST',
  path: '/v3/admin/test-mail',
  does: 'Sends a test email at once, and returns what the mail server said. For administrators only.',
  takes: v.object({ email }),
  gives: v.object({
    sent: v.boolean(),
    /** The mail server's response, or the name of the file. */
    answer: v.optional(v.string()),
    /** In a sentence. */
    problem: v.optional(v.string()),
  }),
  who: 'owner',
  scope: 'admin',
  refuses: ['forbidden', 'ratelimited'],
})

export const discardMail = defineCall({
  name: 'discardMail',
  method: 'DELETE',
  path: '/v3/admin/mail/:iden',
  does: 'Deletes an email that could not be sent so far. For administrators only.',
  takes: v.object({ iden: text(nameLength) }),
  who: 'owner',
  scope: 'admin',
  refuses: ['forbidden', 'not_found'],
})
