// Keeps the jobs that wait for something that one account has chosen, such as another server, within a number.

import type { Reader } from '../db/db.ts'
import { BoundedMap } from '../processor/bounded-map.ts'
import { countJobsUnder } from './rows.ts'

/** Jobs that may be added between two looks at how many wait. Each node counts for itself. */
const step = 100
/** Beginnings of keys that are remembered. */
const mostRemembered = 10_000

interface Backlog {
  /** Whether another job may be added whose key begins like this, which then counts as added. */
  hasRoom(reader: Reader, beginning: string): Promise<boolean>
}

/** @param most jobs of the type that may wait whose keys begin alike */
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
