// Knows in memory which accounts have something that few accounts have, so that all others pay nothing for it.

import type { Bus } from './bus.ts'

/** The accounts that have it, or had it since the start. */
export interface Owners {
  has(owner: string): boolean
  /** Adds an account, here at once and on other nodes soon. */
  add(owner: string): void
}

interface Options {
  bus: Bus
  /** The subject by which nodes tell each other. */
  subject: string
  /** The accounts that have it now. */
  read(): Promise<readonly string[]>
}

/** Milliseconds until they are read again when the database did not answer. */
const retryAfter = 1_000

/** Reads the accounts. @param onError called when they cannot be read again after messages of other nodes may have been lost */
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
