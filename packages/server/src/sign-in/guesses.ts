// Limits guesses of passwords and codes without locking the owner out, and tells the owner of many wrong ones.

import type { Db, Writer } from '../db/db.ts'
import { addressKey, budgets, type RateLimit, throttle } from '../http/rate-limits.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { countToday } from '../mail/daily-limits.ts'
import { type Message, mailJob } from '../mail/mail.ts'
import { isMailbox } from '../mail/rules.ts'
import { BoundedMap } from '../processor/bounded-map.ts'

/** Within this time, in milliseconds, wrong guesses are counted for the notice. */
const noticedWithin = 3_600_000

/** Accounts and addresses that are remembered. */
const maxKept = 50_000

/** Counts failed attempts on accounts: passwords, or codes. */
interface Guesses {
  /** Counts a try before it is verified, so that concurrent tries are limited too. @throws Refusal `ratelimited` */
  take(account: string, address: string): void
  /** Uncounts a right guess. From this address, the account is then only limited by its own tries. */
  right(account: string, address: string): void
  /** The key of the network that an address belongs to, if the account has signed in from there. */
  knownFrom(account: string, address: string): string | undefined
  /** Records a wrong guess, also for an account that does not exist. */
  wrong(account: string): Promise<void>
}

interface GuessOptions {
  /** The type of the job that tells an owner. */
  job: string
  fromAddress: RateLimit
  /** For one account from one network address. */
  forPair: RateLimit
  /** For one account from all network addresses from which it has not signed in before. */
  forAccount: RateLimit
  /** How many wrong guesses within an hour the owner is told of. */
  noticedAfter: number
  /** The email to an owner; undefined where there is none to tell. */
  notice(tx: Writer, account: string): Promise<Message | undefined>
}

/**
 * Limits attempts from one network address, for one account from one address, and for one account from everywhere. The last does not
 * count for addresses from which the account has signed in: many strangers together cannot lock the owner out there.
 */
export function limitGuesses({ db, jobs }: { db: Db; jobs: Jobs }, options: GuessOptions): Guesses {
  const { job, notice, noticedAfter } = options
  const ofAddress = throttle(options.fromAddress)
  const ofPair = throttle(options.forPair)
  const ofAccount = throttle(options.forAccount)
  /** Accounts with an address from which they have signed in; the oldest are dropped first. */
  const known = new BoundedMap<string, true>(maxKept)
  const failures = budgets({ capacity: noticedAfter, every: noticedWithin }, { maxCallers: maxKept })

  const pairOf = (account: string, from: string) => `${account} ${from}`

  jobs.handle<{ account: string }>(job, async ({ account }) => {
    await db.write(async (tx) => {
      const mail = await notice(tx, account)
      if (!mail || !isMailbox(mail.to)) return
      if (!(await countToday(jobs, tx, `${job} ${account}`, 1))) return
      await jobs.add(tx, { type: mailJob, payload: mail })
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
      known.set(pairOf(account, from), true)
    },
    knownFrom(account, address) {
      const from = addressKey(address)
      return known.has(pairOf(account, from)) ? from : undefined
    },
    async wrong(account) {
      const { enough, bucket } = failures.spend(account, 1)
      // For unknown addresses too, so that the time of the answer tells nothing.
      if (enough && bucket.left === 0) {
        await db.write((tx) => jobs.add(tx, { type: job, key: account, payload: { account } }))
      }
    },
  }
}
