// Knows in memory which accounts have web push subscriptions, so that all others pay nothing for them.

import type { Bus } from '../bus/bus.ts'
import type { Reader } from '../db/db.ts'
import { allOwners } from './rows.ts'

/** The accounts that have, or had since the start, web push subscriptions. */
export interface Owners {
  has(owner: string): boolean
  /** Adds an account, here at once and on other nodes soon. */
  add(owner: string): void
}

const subject = 'web-push-owner'
/** Milliseconds until they are read again when the database did not answer. */
const retryAfter = 1_000

/** Reads the accounts. @param onError called when they cannot be read again after messages of other nodes may have been lost */
export async function openOwners({ db, bus }: { db: Reader; bus: Bus }, onError: (error: unknown) => void): Promise<Owners> {
  const owners = new Set<string>()

  async function read(): Promise<void> {
    for (const owner of await allOwners(db)) owners.add(owner)
  }

  function readAgain(): void {
    read().catch((error) => {
      onError(error)
      setTimeout(readAgain, retryAfter).unref()
    })
  }

  await bus.subscribe(subject, (message) => void owners.add((message as { owner: string }).owner))
  bus.onGap(readAgain)
  await read()
  return {
    has: (owner) => owners.has(owner),
    add(owner) {
      owners.add(owner)
      bus.publish(subject, { owner })
    },
  }
}
