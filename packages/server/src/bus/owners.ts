// Keeps in memory which accounts have a rare feature, so that other accounts skip the check.

import type { Bus } from './bus.ts'

/** The accounts that have the feature, or had it since the start. */
export interface Owners {
  has(owner: string): boolean
  /** Adds an account: here at once, on other nodes soon after. */
  add(owner: string): void
}

interface Options {
  bus: Bus
  subject: string
  read(): Promise<readonly string[]>
}

/** In milliseconds, while the database doesn't answer. */
const retryAfter = 1_000

/** Reads the accounts. @param onError called if they can't be reloaded after messages from other nodes may have been lost */
export async function openOwners({ bus, subject, read }: Options, onError: (error: unknown) => void): Promise<Owners> {
  const owners = new Set<string>()

  async function readAll(): Promise<void> {
    for (const owner of await read()) owners.add(owner)
  }

  function readAgain(): void {
    readAll().catch((error) => {
      onError(error)
      setTimeout(readAgain, retryAfter).unref()
    })
  }

  await bus.subscribe(subject, (message) => void owners.add((message as { owner: string }).owner))
  bus.onGap(readAgain)
  await readAll()
  return {
    has: (owner) => owners.has(owner),
    add(owner) {
      owners.add(owner)
      bus.publish(subject, { owner })
    },
  }
}
