// Records when and from where tokens are used, up to a minute late, so that a request costs no write.

import type { Caller } from '../caller.ts'
import { microseconds } from '../change.ts'
import type { Db } from '../db/db.ts'
import { placeOf } from './requesting-device.ts'
import { saveLastUse } from './rows.ts'

/** In milliseconds. */
const savedEvery = 60_000
/** The uses saved in one batch; other writes don't wait long behind it. */
const savedAtOnce = 500

/** Records the uses of tokens. */
export interface LastUses {
  note(caller: Caller, from?: { readonly ip: string }): void
  save(): Promise<void>
  close(): Promise<void>
}

/** Records the uses of tokens, and saves them once a minute and on close. */
export function lastUsesIn(db: Db, onError: (error: unknown) => void): LastUses {
  /** By token hash. */
  let uses = new Map<string, { at: number; address: string | undefined }>()
  const clock = setInterval(() => save().catch(onError), savedEvery).unref()

  async function save(): Promise<void> {
    if (uses.size === 0) return
    const saved = [...uses]
    uses = new Map()
    for (let done = 0; done < saved.length; done += savedAtOnce) {
      const some = await Promise.all(
        saved.slice(done, done + savedAtOnce).map(async ([hash, { at, address }]) => {
          return { hash, at, place: address === undefined ? undefined : await placeOf(address) }
        }),
      )
      await db.write(async (tx) => {
        for (const { hash, at, place } of some) await saveLastUse(tx, hash, at, place)
      })
    }
  }

  return {
    note({ token }, from) {
      if (!uses.has(token)) uses.set(token, { at: microseconds(), address: from?.ip })
    },
    save,
    async close() {
      clearInterval(clock)
      await save()
    },
  }
}
