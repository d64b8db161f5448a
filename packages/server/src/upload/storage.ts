import { Refusal } from '@waypost/protocol'
import { microseconds } from '../change.ts'
import type { Config } from '../config.ts'
import type { Reader } from '../db/db.ts'
import { findPlan } from '../plan/rows.ts'
import { allowedBy } from '../plan/rules.ts'
import { bytesUsed } from './rows.ts'
import { storageFull } from './rules.ts'

/** Bytes that an account may claim after a look at what it uses, until the next look. */
const step = 2 ** 20
/** Accounts of which this is remembered; those that claimed longest ago are forgotten first. */
const kept = 50_000

/** Keeps rows within the storage of the account that pays for them. */
export interface Storage {
  /**
   * Takes room for a row that is about to be written. What rows and files use is summed up once a megabyte, not for each row.
   * @throws Refusal `storage_quota`
   */
  claim(reader: Reader, owner: string, bytes: number): Promise<void>
  /** The same where nobody waits for an answer. @returns whether there is room */
  claimQuietly(reader: Reader, owner: string, bytes: number): Promise<boolean>
}

export function openStorage({ plans }: Pick<Config, 'plans'>): Storage {
  /** What each account may claim without another look. Each node remembers for itself. */
  const room = new Map<string, number>()

  function remember(owner: string, bytes: number): void {
    room.delete(owner)
    if (room.size >= kept) room.delete(room.keys().next().value as string)
    room.set(owner, bytes)
  }

  async function claim(reader: Reader, owner: string, bytes: number): Promise<void> {
    const left = room.get(owner) ?? 0
    if (bytes <= left) return void room.set(owner, left - bytes)
    const allowed = allowedBy(plans, await findPlan(reader, owner), microseconds())
    if (allowed.storageBytes === Number.POSITIVE_INFINITY) return remember(owner, Number.POSITIVE_INFINITY)
    const used = await bytesUsed(reader, owner)
    const rest = allowed.storageBytes - used - bytes
    if (rest < 0) throw storageFull(allowed, used)
    remember(owner, Math.min(rest, step))
  }

  return {
    claim,
    async claimQuietly(reader, owner, bytes) {
      try {
        await claim(reader, owner, bytes)
        return true
      } catch (error) {
        if (error instanceof Refusal && error.code === 'storage_quota') return false
        throw error
      }
    },
  }
}
