// Gives tests ports of this machine that stay free until they are used.

import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { threadId } from 'node:worker_threads'

/** Systems give higher ports than these to those who ask for any: Linux from 32,768 on. */
const range = { first: 21_000, count: 9_800 }
/** The ports that claim those of the range are so many lower, below that of the companion's sign-in. */
const claimsBelow = 10_000
/** Tests that run at the same time begin apart. */
let next = ((process.pid + threadId) * 997) % range.count

/**
 * A port that nothing listens at, for what starts there later or again. One that the system gives could go to somebody else in between.
 * No other test process gets it until this one ends.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = range.first + (next++ % range.count)
    // A port is claimed by listening at another one, which the system ends with the process.
    const claim = await listen(port - claimsBelow, '127.0.0.1')
    if (!claim) continue
    claim.unref()
    const listener = await listen(port)
    if (listener) {
      listener.close()
      await once(listener, 'close')
      return port
    }
    claim.close()
  }
}

/** Undefined if something listens there. */
async function listen(port: number, host?: string): Promise<Server | undefined> {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return undefined
  }
}
