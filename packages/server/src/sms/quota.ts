// Counts the texts of each account, enforces the monthly quota, and handles the calls of administrators on it.

import {
  type Account as AccountObject,
  adminSetReplyCount,
  adminUpdateReplyCountQuota,
  normalizeEmail,
  Refusal,
} from '@waypost/protocol'
import { type Account, findAccountByEmail } from '../account/rows.ts'
import { audit } from '../audit/rows.ts'
import type { Change } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { notifyAccountChanged } from '../notify.ts'
import { saveTextsSent, textsSent } from './rows.ts'
import { monthOf, overQuota, quotaAt } from './rules.ts'

/** The monthly quota of texts. */
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

/** Calls of administrators on the count. The quota is always computed from it, so recomputing it only publishes it again. */
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
