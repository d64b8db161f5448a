import { Refusal } from '@waypost/protocol'
import type { Bus } from '../bus/bus.ts'
import type { Caller, FindCaller } from '../caller.ts'
import { microseconds } from '../change.ts'
import type { Reader } from '../db/db.ts'
import { type AccountChanged, accountSubject } from '../notify.ts'
import { BoundedMap } from '../processor/bounded-map.ts'
import { hashToken } from '../tokens.ts'
import { findByToken } from './rows.ts'

const callersKept = 20_000

/** Finds callers by their token, and caches them until the account or its tokens change. */
export async function callersOf(reader: Reader, bus: Bus): Promise<FindCaller> {
  const kept = new BoundedMap<string, Caller>(callersKept)
  const forgotten = { count: 0 }
  await bus.subscribe(accountSubject, (message) => {
    const { account, endedTokens } = message as AccountChanged
    forgotten.count++
    if (Array.isArray(endedTokens)) for (const hash of endedTokens) kept.delete(hash)
    else for (const [hash, caller] of kept) if (caller.account.iden === account) kept.delete(hash)
  })

  bus.onGap(() => {
    forgotten.count++
    kept.clear()
  })

  async function look(hash: string): Promise<Caller | undefined> {
    const { count } = forgotten
    const found = await findByToken(reader, hash)
    if (!found) return undefined
    if (found === 'suspended') throw new Refusal('account_suspended')
    const caller = { ...found, token: hash }
    // A result read before an invalidation may be stale.
    if (count === forgotten.count) kept.set(hash, caller)
    return caller
  }

  return function findCaller(token) {
    const hash = hashToken(token)
    const caller = kept.get(hash)
    if (caller === undefined) return look(hash)
    return caller.expires === null || caller.expires > microseconds() ? caller : undefined
  }
}
