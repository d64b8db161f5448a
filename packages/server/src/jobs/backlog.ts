// Limits the jobs waiting for something that one account has chosen, such as another server.

import type { Reader } from '../db/db.ts'
import { BoundedMap } from '../processor/bounded-map.ts'
import { countJobsUnder } from './rows.ts'

/** Jobs that may be added between two checks of the pending number. Each node counts separately. */
const step = 100
const mostRemembered = 10_000

interface Backlog {
  /** Whether another job whose key has this prefix may be added; if so, it counts as added. */
  hasRoom(reader: Reader, beginning: string): Promise<boolean>
}

/** @param most the maximum pending jobs of the type whose keys share a prefix */
export function openBacklog(type: string, most: number): Backlog {
  const known = new BoundedMap<string, number>(mostRemembered)
  return {
    async hasRoom(reader, beginning) {
      let room = known.get(beginning) ?? 0
      if (room <= 0) room = Math.min(step, most - (await countJobsUnder(reader, type, beginning)))
      known.set(beginning, room - 1)
      return room > 0
    },
  }
}
