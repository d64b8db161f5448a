// Lets others have their turn while a request makes many queries: SQLite answers on this thread.

import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of one turn. */
const turn = 4

/** Makes a function to be awaited before each query, which waits for the next turn of the event loop once this one was long enough. */
export function inTurns(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < turn) return
    await nextTurn()
    began = performance.now()
  }
}
