// Keeps the rows of an account within its storage limit.

import { Refusal } from '@waypost/protocol'
import { microseconds } from '../change.ts'
import type { Config } from '../config.ts'
import type { Reader } from '../db/db.ts'
import { findPlan } from '../plan/rows.ts'
import { allowedBy } from '../plan/rules.ts'
import { bytesUsed } from './rows.ts'
import { storageFull } from './rules.ts'

/** Bytes that an account may claim between two measurements of its usage. */
const step = 2 ** 20
/** The most accounts that are remembered; the least recently used are dropped first. */
const kept = 50_000

/** Keeps rows within the storage limit of the account that they count towards. */
export interface Storage {
  /**
   * Claims storage for a row that is about to be written. Usage is measured once per megabyte, not for each row.
   * @throws Refusal `storage_quota`
   */
  claim(reader: Reader, owner: string, bytes: number): Promise<void>
  /** The same without throwing. @returns whether there was enough storage */
  claimQuietly(reader: Reader, owner: string, bytes: number): Promise<boolean>
}

export function openStorage({ plans }: Pick<Config, 'plans'>): Storage {
  /** Bytes that each account may claim before the next measurement. Each node counts for itself. */
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
