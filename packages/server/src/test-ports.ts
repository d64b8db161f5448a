// Gives tests ports of this machine that stay free until they are used.

import { once } from 'node:events'
import { createServer } from 'node:net'
import { threadId } from 'node:worker_threads'

/** Systems give higher ports than these to those who ask for any: Linux from 32,768 on. */
const range = { first: 21_000, count: 10_000 }
/** Tests that run at the same time begin apart. */
let next = ((process.pid + threadId) * 997) % range.count

/**
 * A port that nothing listens at, for what starts there later or again. One that the system gives could go to somebody else in between.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = range.first + (next++ % range.count)
    const listener = createServer().listen(port)
    try {
      await once(listener, 'listening')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      continue
    }
    listener.close()
    await once(listener, 'close')
    return port
  }
}
