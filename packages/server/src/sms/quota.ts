import {
  type Account as AccountObject,
  adminSetReplyCount,
  adminUpdateReplyCountQuota,
  freeLimits,
  isBlank,
  normalizeEmail,
  Refusal,
  type Taken,
  textsNearLimit,
  type updateText,
} from '@waypost/protocol'
import { type Account, findAccountByEmail } from '../account/rows.ts'
import { audit } from '../audit/rows.ts'
import type { Change } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { notifyAccountChanged } from '../notify.ts'
import { saveTextsSent, type TextContent, textsSent } from './rows.ts'

interface ReplyQuota {
  /** Counts a text. @throws Refusal `over_quota` when a free account has none left */
  spend(tx: Change, account: Account): Promise<void>
}

export function replyQuota({ bus, hasPro, settings }: Deps): ReplyQuota {
  return {
    async spend(tx, account) {
      const now = Date.now()
      const month = monthOf(now)
      const count = await textsSent(tx, account.iden, month)
      const limited = !(await hasPro(tx, account.iden))
      if (limited && quotaAt(count) === 'over_limit') throw overQuota(count, now, settings.now.sold)
      await saveTextsSent(tx, account.iden, month, count + 1)
      if (limited && quotaAt(count) !== quotaAt(count + 1)) tx.afterCommit(() => notifyAccountChanged(bus, account.iden))
    },
  }
}

/** The fields that texts add to an account. */
export async function quotaOf({ db, hasPro }: Deps, { iden }: Account): Promise<Pick<AccountObject, 'reply_count_quota'>> {
  const quota = quotaAt(await textsSent(db, iden, monthOf(Date.now())))
  return quota && !(await hasPro(db, iden)) ? { reply_count_quota: quota } : {}
}

/** Administrators' calls on the count. The quota is always computed from it, so recomputing it only publishes it again. */
export function quotaCalls({ db, bus }: Deps): Handler[] {
  async function findFor(email: string): Promise<Account> {
    const account = await findAccountByEmail(db, normalizeEmail(email))
    if (!account) throw new Refusal('not_found')
    return account
  }

  return [
    handle(adminSetReplyCount, async ({ email, reply_count }, { caller }) => {
      const account = await findFor(email)
      const { iden } = account
      await db.write(async (tx) => {
        // The count is protected by the lock on the box.
        await tx.lockBoxes([iden])
        await saveTextsSent(tx, iden, monthOf(Date.now()), reply_count)
        await audit(tx, { act: 'set-sms-count', by: caller.account, about: account, details: { count: reply_count } })
      })
      notifyAccountChanged(bus, iden)
      return {}
    }),
    handle(adminUpdateReplyCountQuota, async ({ email }) => {
      const { iden } = await findFor(email)
      notifyAccountChanged(bus, iden)
      return {}
    }),
  ]
}

/** @throws Refusal when a text has no recipient or no content */
export function checkContent(data: TextContent, fileUrl: string | undefined): void {
  if (data.encrypted) {
    if (!data.ciphertext) throw Refusal.param('data', 'An encrypted text needs a ciphertext.')
    return
  }
  if (!data.addresses?.length) throw Refusal.param('data', 'A text needs at least one address.')
  if (data.addresses.some(isBlank)) throw Refusal.param('data', 'An address of this text is empty.')
  if (isBlank(data.message ?? '') && !fileUrl) throw Refusal.param('data', 'A text needs a message or a file.')
}

/** Merges the given fields into the content of a text. */
export function mergedContent(before: TextContent, given: Taken<typeof updateText>['data']): TextContent {
  return { ...before, ...given } as TextContent
}

/** The month of a time in milliseconds, in UTC, e.g. `2025-04`. */
export const monthOf = (time: number) => new Date(time).toISOString().slice(0, 7)

/** The start of the month after that of a time; both in milliseconds. */
export function nextMonth(time: number): Date {
  const date = new Date(time)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1))
}

function quotaAt(count: number): AccountObject['reply_count_quota'] {
  if (count >= freeLimits.textsPerMonth) return 'over_limit'
  return count >= textsNearLimit ? 'near_limit' : undefined
}

/** The specification's sentence, with the details of the quota, and how to get more if Pro is sold. */
export function overQuota(count: number, time: number, sold = true): Refusal {
  const reset = nextMonth(time).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return new Refusal(
    'over_quota',
    "You've reached the free message limit for this month. " +
      `${count} of ${freeLimits.textsPerMonth} messages are used; the count starts again on ${reset} (UTC).${sold ? ' Upgrade to the Pro plan to send unlimited messages.' : ''}`,
  )
}
