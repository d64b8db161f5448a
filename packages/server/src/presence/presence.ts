// Announces to people that somebody is online or typing, on the streams of all nodes. Nothing is stored.

import { awakeMilliseconds, type OnlineEphemeral, type TypingEphemeral } from '@waypost/protocol'
import type { Account } from '../account/rows.ts'
import type { Bus } from '../bus/bus.ts'
import { microseconds, toSeconds } from '../change.ts'
import type { Db } from '../db/db.ts'
import type { Awake } from '../ephemeral/awake.ts'
import { type RateLimits, throttle } from '../http/rate-limits.ts'
import { sendToStreams } from '../notify.ts'
import { isPresenceShared } from '../permanent/rows.ts'
import { BoundedMap } from '../processor/bounded-map.ts'
import { type Seer, seerAt, seersOf } from './rows.ts'

/** What people see of each other besides messages. A person is online while one of their apps is awake. */
export interface Presence {
  /** Announces whether an account is online, after a report by one of its apps. `was`: whether any was reported as awake before. */
  appReported(account: Account, was: boolean): Promise<void>
  /** Hides or shows an account after its preferences were written. @param showed whether it was shown before */
  preferencesWritten(account: Account, showed: boolean): Promise<void>
  /** Tells the person with an address that the account is typing to them. @throws Refusal `ratelimited` */
  typing(account: Account, normalized: string): Promise<void>
  onlineFor(account: Account): Promise<Seer[]>
}

interface Used {
  db: Db
  bus: Bus
  awake: Awake
  rateLimits: RateLimits
}

/** Several apps of an account report every minute; only the first report is announced. In milliseconds. */
const announcedWithin = 0.75 * awakeMilliseconds

const mostRemembered = 50_000

/** @param now milliseconds since 1970 */
export function openPresence({ db, bus, awake, rateLimits }: Used, now: () => number = Date.now): Presence {
  const announcedAt = new BoundedMap<string, number>(mostRemembered)
  const announcements = throttle(rateLimits.onlineAnnouncement)
  const typingOfAccount = throttle(rateLimits.typing)
  const typingToPerson = throttle(rateLimits.typingToPerson)

  const isOnline = ({ iden }: Seer) => awake.guidsOf(iden).length > 0

  function announce(account: Account, seers: readonly Seer[], online: boolean): void {
    if (online) announcedAt.set(account.iden, now())
    else announcedAt.delete(account.iden)
    const push: OnlineEphemeral = { type: 'online', ...sourceOf(account), online }
    for (const { iden } of seers) sendToStreams(bus, iden, { type: 'push', push })
  }

  return {
    async appReported(account, was) {
      const online = isOnline(account)
      if (online ? now() - (announcedAt.get(account.iden) ?? Number.NEGATIVE_INFINITY) < announcedWithin : !was) return
      // The report of an app counts even if nobody is told. Others' knowledge expires.
      if (!announcements.allows(account.iden) || !(await isPresenceShared(db, account.iden))) return
      announce(account, await seersOf(db, account), online)
    },
    async preferencesWritten(account, showed) {
      const shows = await isPresenceShared(db, account.iden)
      if (shows === showed || !isOnline(account) || !announcements.allows(account.iden)) return
      announce(account, await seersOf(db, account), shows)
    },
    async typing(account, normalized) {
      typingOfAccount.take(account.iden)
      typingToPerson.take(`${account.iden} ${normalized}`)
      const created = toSeconds(microseconds())
      const seer = (await isPresenceShared(db, account.iden)) && (await seerAt(db, account, normalized))
      if (!seer) return
      const push: TypingEphemeral = { type: 'typing', ...sourceOf(account), created }
      sendToStreams(bus, seer.iden, { type: 'push', push })
    },
    async onlineFor(account) {
      return (await isPresenceShared(db, account.iden)) ? (await seersOf(db, account)).filter(isOnline) : []
    },
  }
}

const sourceOf = ({ iden, email_normalized }: Account) => ({
  source_user_iden: iden,
  source_email_normalized: email_normalized,
})
