// How many wrong passwords, codes and links are tolerated, where a pause begins, and who is told. The owner is never locked out.

import type { Db, Writer } from '../db/db.ts'
import { addressKey, budgets, type RateLimits, throttle } from '../http/rate-limits.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { countToday } from '../mail/daily-limits.ts'
import { type Message, mailJob } from '../mail/mail.ts'
import { isMailbox } from '../mail/rules.ts'
import { BoundedMap } from '../processor/bounded-map.ts'

/** How wrong ones of a kind are limited: by rates of `http/rate-limits.ts`, which each node counts for itself. */
interface Tolerated {
  network: keyof RateLimits
  accountAndNetwork: keyof RateLimits
  /** For one account from all networks from which it hasn't signed in before. */
  account: keyof RateLimits
  /** Wrong ones within an hour after which the owner gets an email, once a day. */
  ownerIsToldAfter: number
}

/** Passwords, and the codes asked for after them. Whoever types a wrong code knows the password, so the owner is told sooner. */
export const tolerated = {
  password: { network: 'fromAddress', accountAndNetwork: 'forAccount', account: 'forAccountOverall', ownerIsToldAfter: 10 },
  oneTimeCode: { network: 'fromAddress', accountAndNetwork: 'oneTimeCode', account: 'oneTimeCode', ownerIsToldAfter: 5 },
} as const satisfies Record<string, Tolerated>

/** Wrong tries that a code outlives: one in an email that proves an address, and one that lets a phone in. Nobody is told. */
export const triesPerCode = { email: 5, phone: 5 }

/**
 * The rates of codes that a signed-in person types to let a device or phone in, and of links, which are too long to be guessed. Right
 * ones don't count. Nobody is told.
 */
export const rateOfWrong = { userCode: 'userCode', link: 'passwordReset' } as const satisfies Record<string, keyof RateLimits>

/** Within this time, in milliseconds, wrong guesses are counted for the email to the owner. */
const toldWithin = 3_600_000

const maxKept = 50_000

interface Guesses {
  /** Counts an attempt before it is verified, so that concurrent attempts are limited too. @throws Refusal `ratelimited` */
  take(account: string, address: string): void
  /** Uncounts a right guess. From this address, the account is then limited only by its own attempts. */
  right(account: string, address: string): void
  /** The key of an address's network, if the account has signed in from there. */
  knownFrom(account: string, address: string): string | undefined
  /** Records a wrong guess, even for a nonexistent account. */
  wrong(account: string): Promise<void>
}

interface GuessOptions {
  kind: keyof typeof tolerated
  job: string
  notice(tx: Writer, account: string): Promise<Message | undefined>
}

/**
 * Limits attempts from one network address, for one account from one address, and for one account from everywhere. The last limit doesn't
 * apply to addresses from which the account has signed in before, so that many strangers together can't lock the owner out there.
 */
export function limitGuesses(
  { db, jobs, rateLimits }: { db: Db; jobs: Jobs; rateLimits: RateLimits },
  { kind, job, notice }: GuessOptions,
): Guesses {
  const { network, accountAndNetwork, account, ownerIsToldAfter } = tolerated[kind]
  const ofAddress = throttle(rateLimits[network])
  const ofPair = throttle(rateLimits[accountAndNetwork])
  const ofAccount = throttle(rateLimits[account])
  /** Accounts with an address from which they have signed in; the oldest are evicted first. */
  const known = new BoundedMap<string, true>(maxKept)
  const failures = budgets({ capacity: ownerIsToldAfter, every: toldWithin }, { maxCallers: maxKept })

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
      // For unknown addresses too, so that the response time reveals nothing.
      if (enough && bucket.left === 0) {
        await db.write((tx) => jobs.add(tx, { type: job, key: account, payload: { account } }))
      }
    },
  }
}
