// Limits guesses of passwords without locking the owner out, and tells the owner of many wrong ones.

import type { Db } from '../db/db.ts'
import { addressKey, type RateLimits, throttle } from '../http/throttle.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { countToday } from '../mail/daily-limits.ts'
import { mailJob } from '../mail/mail.ts'
import { isMailbox } from '../mail/rules.ts'
import { mailOfGuesses } from './password-mails.ts'
import { findLocalIdentity } from './rows.ts'

/** The job that tells an owner of wrong passwords. */
const noticeJob = 'password-guessed'

/** Wrong passwords within an hour, of which the owner is told. */
const noticedAfter = 10
const noticedWithin = 3_600_000

/** Accounts and addresses that are remembered. */
const maxKept = 50_000

/** Counts the passwords that are tried for accounts. */
interface Guesses {
  /** Counts a try before the password is verified, so that concurrent tries are limited too. @throws Refusal `ratelimited` */
  take(account: string, address: string): void
  /** Uncounts a right password. From this address, the account is then only limited by its own tries. */
  right(account: string, address: string): void
  /** Records a wrong password, also for an account that does not exist. */
  wrong(account: string): Promise<void>
}

/**
 * Limits the passwords that are tried from one network address, for one account from one address, and for one account from everywhere. The
 * last does not count for addresses from which the account has signed in: many strangers together cannot lock the owner out there.
 */
export function limitGuesses(deps: { db: Db; jobs: Jobs; rateLimits: RateLimits; origin(): string }): Guesses {
  const { db, jobs, rateLimits, origin } = deps
  const ofAddress = throttle(rateLimits.fromAddress)
  const ofPair = throttle(rateLimits.forAccount)
  const ofAccount = throttle(rateLimits.forAccountOverall)
  /** Accounts with an address from which they have signed in; the oldest are dropped first. */
  const known = new Set<string>()
  const failures = new Map<string, { count: number; since: number }>()

  const pairOf = (account: string, from: string) => `${account} ${from}`

  jobs.handle<{ email: string }>(noticeJob, async ({ email }) => {
    await db.write(async (tx) => {
      const person = await findLocalIdentity(tx, email)
      if (!person || !isMailbox(person.email)) return
      if (!(await countToday(jobs, tx, `password guesses for ${email}`, 1))) return
      await jobs.add(tx, { type: mailJob, payload: mailOfGuesses(person.email, origin()) })
    })
    return undefined
  })

  return {
    take(account, address) {
      const from = addressKey(address)
      ofAddress.take(from)
      ofPair.take(pairOf(account, from))
      if (!known.has(pairOf(account, from))) ofAccount.take(account)
    },
    right(account, address) {
      const from = addressKey(address)
      ofAddress.giveBack(from)
      ofPair.giveBack(pairOf(account, from))
      if (!known.has(pairOf(account, from))) ofAccount.giveBack(account)
      known.delete(pairOf(account, from))
      if (known.size >= maxKept) known.delete(known.values().next().value as string)
      known.add(pairOf(account, from))
    },
    async wrong(account) {
      const now = Date.now()
      const before = failures.get(account)
      const counted = before && now - before.since < noticedWithin ? before : { count: 0, since: now }
      counted.count++
      failures.delete(account)
      if (failures.size >= maxKept) failures.delete(failures.keys().next().value as string)
      failures.set(account, counted)
      // For unknown addresses too, so that the time of the answer tells nothing.
      if (counted.count === noticedAfter) {
        await db.write((tx) => jobs.add(tx, { type: noticeJob, key: account, payload: { email: account } }))
      }
    },
  }
}
