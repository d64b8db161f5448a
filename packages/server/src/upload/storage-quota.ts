// Checks that an account's data stays within its storage limit. Usage is computed by `bytesUsed`, the limit by `allowedBy`.

import { Refusal } from '@waypost/protocol'
import type { Bus } from '../bus/bus.ts'
import { microseconds } from '../change.ts'
import type { Query, Reader } from '../db/db.ts'
import { type AccountChanged, accountSubject } from '../notify.ts'
import { findStanding, standing } from '../plan/rows.ts'
import { type Allowed, allowedBy } from '../plan/rules.ts'
import { BoundedMap } from '../processor/bounded-map.ts'
import type { Settings } from '../settings/settings.ts'
import { bytesUsed, usage } from './rows.ts'
import { storageFull } from './rules.ts'

/** Bytes that an account may claim between two measurements of its usage. */
const step = 2 ** 20
const maxRemembered = 50_000

/**
 * Returns the bytes that an account uses.
 * @throws Refusal `storage_quota` when there is no room for `bytes` more
 */
export async function checkStorage(reader: Reader, owner: string, allowed: Allowed, bytes: number): Promise<number> {
  const used = await bytesUsed(reader, owner)
  if (used + bytes > allowed.storageBytes) throw storageFull(allowed, used)
  return used
}

/** Keeps rows within the storage limit of the account that pays for them. */
export interface StorageQuota {
  /** Claims storage for a row about to be written. Usage is measured per megabyte, not for each row. @throws Refusal `storage_quota` */
  claim(reader: Reader, owner: string, bytes: number): Promise<void>
  /** The same without throwing. @returns whether there was enough storage */
  claimQuietly(reader: Reader, owner: string, bytes: number): Promise<boolean>
  /** The queries that a claim makes for an account with unknown usage, for `WriteOptions.ahead`. */
  asks(owner: string): Query[]
}

export async function openStorageQuota(settings: Settings, bus: Bus): Promise<StorageQuota> {
  /** Bytes that each account may claim before the next measurement. Each node counts separately. */
  const claimable = new BoundedMap<string, number>(maxRemembered)

  // Room that was claimed under other limits is measured again.
  settings.onChange(() => claimable.clear())
  await bus.subscribe(accountSubject, (message) => void claimable.delete((message as AccountChanged).account))
  bus.onGap(() => claimable.clear())

  async function claim(reader: Reader, owner: string, bytes: number): Promise<void> {
    const left = claimable.get(owner) ?? 0
    if (bytes <= left) return void claimable.set(owner, left - bytes)
    const allowed = allowedBy(settings.now, await findStanding(reader, owner), microseconds())
    if (allowed.storageBytes === Number.POSITIVE_INFINITY) return void claimable.set(owner, Number.POSITIVE_INFINITY)
    const used = await checkStorage(reader, owner, allowed, bytes)
    claimable.set(owner, Math.min(allowed.storageBytes - used - bytes, step))
  }

  return {
    claim,
    asks: (owner) => (claimable.get(owner) === undefined ? [standing(owner), usage(owner)] : []),
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
