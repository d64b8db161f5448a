// Adds the jobs that post pushes to outgoing webhooks, within the changes that create the pushes.

import { conversationOf, type Push, withCommas } from '@waypost/protocol'
import type { Bus } from '../bus/bus.ts'
import { type Owners, openOwners } from '../bus/owners.ts'
import { type BoxWatch, type Micros, microseconds } from '../change.ts'
import type { Db } from '../db/db.ts'
import { openBacklog } from '../jobs/backlog.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { logAttempt, ownersOfWebhooks, type WebhookRow, webhooksOf } from './rows.ts'

/** Posts the pushes of accounts to their outgoing webhooks. */
export interface OutgoingWebhooks extends Pick<Owners, 'add'> {
  readonly watch: BoxWatch
}

/** The type of the jobs that send one push to one webhook. */
export const sendJob = 'outgoing-webhook'
export interface Sending {
  owner: string
  webhook: string
  /** The address when the job was created, for sharing out the places. */
  url: string
  push: string
  since: Micros
  attempt: number
}

/** The maximum pending messages of one webhook; later ones are not sent, which its log records. */
export const mostWaiting = 10_000

/** @param onError called for failures that no caller waits for */
export async function openOutgoingWebhooks(
  { db, bus, jobs }: { db: Db; bus: Bus; jobs: Jobs },
  onError: (error: unknown) => void,
): Promise<OutgoingWebhooks> {
  const owners = await openOwners({ bus, subject: 'outgoing-webhook-owner', read: () => ownersOfWebhooks(db) }, onError)
  const backlog = openBacklog(sendJob, mostWaiting)
  return {
    add: owners.add,
    watch: {
      watches: owners.has,
      async changed(tx, owner, { pushes: changed = [] }) {
        const fresh = changed.filter((push) => push.active && push.created === push.modified)
        if (fresh.length === 0) return
        for (const row of await webhooksOf(tx, owner)) {
          if (row.paused) continue
          for (const push of fresh.filter((one) => isIn(row, one))) {
            const payload: Sending = {
              owner,
              webhook: row.iden,
              url: row.url,
              push: push.iden,
              since: microseconds(),
              attempt: 1,
            }
            if (await backlog.hasRoom(tx, `${row.iden} `))
              await jobs.add(tx, { type: sendJob, key: `${row.iden} ${push.iden}`, payload })
            else await logAttempt(tx, { owner, webhook: row.iden, at: microseconds(), push: push.iden, ...tooMany })
          }
        }
      },
    },
  }
}

const tooMany = {
  attempt: 0,
  status: null,
  error: `This message is not sent: ${withCommas(mostWaiting)} others wait for this address.`,
  took: 0,
}

const isIn = ({ conversation }: WebhookRow, push: Push): boolean =>
  conversation === null ||
  conversation === conversationOf(push) ||
  (push.direction === 'self' &&
    [push.target_device_iden, push.source_device_iden].some(
      (device) => device !== undefined && conversation === `device:${device}`,
    ))
