// Handles the calls of administrators on jobs and on failing feeds.

import { setTimeout } from 'node:timers/promises'
import {
  type JobShown,
  type JobState,
  jobStates,
  listFailingFeeds,
  listJobs,
  Refusal,
  retryFeed,
  retryJobs,
  rowsPerAdministrationPage,
} from '@waypost/protocol'
import { audit } from '../audit/rows.ts'
import { microseconds, toSeconds } from '../change.ts'
import { findChannel } from '../channel/rows.ts'
import { channelJobs } from '../channel/rules.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { countJobStates, isJobOver, type JobInState, jobsInState, retryFailedJobs } from '../jobs/rows.ts'
import { filled } from '../objects.ts'
import { failingFeeds, isFeedFailing } from './rows.ts'

/** How often to check for the outcome of a retried feed, and for how long, in milliseconds. A client waits for 30 s. */
const lookEvery = 250
const patience = 20_000

export function jobCalls({ db, jobs }: Deps): Handler[] {
  return [
    handle(listJobs, async ({ state, limit = rowsPerAdministrationPage, cursor }) => {
      const now = microseconds()
      const none = Object.fromEntries(jobStates.map((state) => [state, 0])) as Record<JobState, number>
      const counted = await countJobStates(db, now)
      const { rows, ...more } = await jobsInState(db, now, { state, limit, cursor })
      return {
        counts: { ...none, ...Object.fromEntries(counted.map(({ state, jobs }) => [state, Number(jobs)])) },
        jobs: rows.map((job) => ({ ...jobShown(job), type: job.type })),
        ...more,
      }
    }),
    handle(retryJobs, async ({ idens, type }, { caller }) => {
      const retried = await db.write(async (tx) => {
        let count = 0
        for (const iden of idens ?? [undefined]) count += await retryFailedJobs(tx, microseconds(), { iden, type })
        if (count > 0) await audit(tx, { act: 'retry-jobs', by: caller.account, details: { jobs: count, ...(type && { type }) } })
        return count
      })
      return { retried }
    }),
    handle(listFailingFeeds, async ({ limit = rowsPerAdministrationPage, cursor }) => {
      const { rows, ...more } = await failingFeeds(db, limit, cursor)
      return {
        ...more,
        feeds: rows.map(({ iden, tag, name, owner, feed_url, error, failures, failing_since, next }) => ({
          iden,
          tag,
          name: name ?? tag,
          owner,
          feed_url,
          error: error ?? '',
          failures: failures ?? 0,
          ...(failing_since !== null && { since: toSeconds(failing_since) }),
          ...(next !== null && { next: toSeconds(next) }),
        })),
      }
    }),
    handle(retryFeed, async ({ iden }, { caller }) => {
      await db.write(async (tx) => {
        const channel = await findChannel(tx, iden)
        if (!channel?.active || !channel.feed_url) throw new Refusal('not_found')
        await jobs.add(tx, { type: channelJobs.feed, key: iden, payload: { channel: iden } })
        await audit(tx, { act: 'retry-feed', by: caller.account, details: { channel: channel.tag ?? iden } })
      })
      for (const until = Date.now() + patience; Date.now() < until; await setTimeout(lookEvery, undefined, { ref: false }))
        // Another node may read it.
        if (await isJobOver(db, channelJobs.feed, iden, microseconds())) return { works: !(await isFeedFailing(db, iden)) }
      return {}
    }),
  ]
}

/** A job as administrators see it: without its payload, which may contain secrets. */
export const jobShown = ({ iden, created, attempt, at, last_error, state }: JobInState): Omit<JobShown, 'type'> => ({
  iden,
  created: toSeconds(created),
  attempt,
  state,
  ...(state !== 'failed' && { next: toSeconds(at) }),
  ...filled({ error: last_error }),
})
