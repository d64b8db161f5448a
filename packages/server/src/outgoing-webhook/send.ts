import { isStopped } from '../access-token/rows.ts'
import { findAccount } from '../account/rows.ts'
import { microseconds } from '../change.ts'
import { deleteOwned } from '../db/delete-owned.ts'
import type { Deps } from '../deps.ts'
import { FetchError } from '../fetch/failure.ts'
import { waitOf } from '../fetch/retry-after.ts'
import { retryDelay } from '../jobs/rules.ts'
import { pushes } from '../push/rows.ts'
import { type Sending, sendJob } from './outgoing-webhooks.ts'
import { findWebhook, logAttempt, saveWebhook, type WebhookRow } from './rows.ts'
import { signed } from './sign.ts'

/** The maximum concurrent requests of one node, of one account, and to one server. */
const places = {
  concurrency: 16,
  share: 4,
  names: (payload: unknown) => [(payload as Sending).owner, `host ${new URL((payload as Sending).url).host}`],
}
/** Milliseconds within which a server has to answer. */
const answerWithin = 15_000
/** How long a push is retried, and how long a webhook may fail before it is paused. In microseconds. */
const triedFor = 86_400_000_000
const pausedAfter = 3 * 86_400_000_000
/** How often a push of a suspended account is looked at: in case its end was missed. In microseconds. */
const suspendedWait = 3_600_000_000
/** The longest delay that a server may ask for, in microseconds. */
const longestWait = 3_600_000_000

/** Registers the job. Each attempt is logged; a failed one is retried with increasing delays for a day. */
export function sendOutgoingWebhooks({ db, jobs, fetcher }: Pick<Deps, 'db' | 'jobs' | 'fetcher'>): void {
  jobs.handle<Sending>(
    sendJob,
    async (sending, _attempt, { now, signal }) => {
      const { owner, webhook, push: iden, since, attempt } = sending
      const row = await findWebhook(db, owner, webhook)
      const account = await findAccount(db, owner)
      const push = await pushes.find(db, owner, iden)
      // It has since been deleted, or nothing may be sent.
      if (!row || row.paused || !account || !push?.active) return undefined
      if (await isStopped(db, owner, 'outgoing webhooks')) {
        // Not an attempt. The end of the suspension makes it due, see `resume.ts`.
        const last = since + triedFor
        return now >= last ? undefined : { again: sending, at: Math.min(now + suspendedWait, last) }
      }
      const object = pushes.object(push, account)
      const body = JSON.stringify({ type: 'push', conversation: push.conversation, push: object })
      const began = performance.now()
      const { outcome, retryAfter } = await post(row, `msg_${iden}`, body, signal)
      const took = Math.round(performance.now() - began)
      const isSent = outcome.status !== null && outcome.status >= 200 && outcome.status <= 299
      await db.write(async (tx) => {
        const current = await findWebhook(tx, owner, webhook)
        if (!current) return
        await logAttempt(tx, { owner, webhook, at: microseconds(), push: iden, attempt, ...outcome, took })
        const failing = isSent ? null : (current.failing_since ?? now)
        const paused = outcome.status === 410 || (failing !== null && failing < now - pausedAfter) ? 1 : current.paused
        if (failing !== current.failing_since || paused !== current.paused)
          await saveWebhook(tx, { ...current, failing_since: failing, paused })
      })
      const at = now + Math.max(retryDelay(attempt), Math.min(waitOf(retryAfter, now), longestWait))
      if (isSent || outcome.status === 410 || at > since + triedFor) return undefined
      return { again: { ...sending, url: row.url, attempt: attempt + 1 }, at }
    },
    places,
  )

  async function post(row: WebhookRow, id: string, body: string, signal: AbortSignal) {
    const headers = { 'content-type': 'application/json', ...signed(row.secret, id, Math.floor(Date.now() / 1_000), body) }
    try {
      const answer = await fetcher.post(row.url, Buffer.from(body), { headers, signal, timeLimit: answerWithin })
      return { outcome: { status: answer.status, error: null }, retryAfter: answer.headers['retry-after'] }
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
      return { outcome: { status: null, error: error.message }, retryAfter: undefined }
    }
  }
}

/** Deletes the webhooks of a deleted account. */
export const deleteFor = deleteOwned({ table: 'outgoing_webhook_attempt', key: 'at' }, { table: 'outgoing_webhook' })
