// Yields to other requests while one makes many queries, because SQLite answers on this thread.

import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of one turn. */
const turn = 4

/** Makes a function to await before each query; it waits for the next turn of the event loop when this turn has taken long enough. */
export function inTurns(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < turn) return
    await nextTurn()
    began = performance.now()
  }
}
