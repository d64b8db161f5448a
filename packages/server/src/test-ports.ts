import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { threadId } from 'node:worker_threads'

/** Systems assign higher ports than these automatically: Linux from 32,768 on. */
const range = { first: 21_000, count: 9_800 }
/** The claiming ports are this much lower than those of the range, below that of the companion's sign-in. */
const claimsBelow = 10_000
/** Concurrent tests start at different ports. */
let next = ((process.pid + threadId) * 997) % range.count

/**
 * A port without a listener, for a server that starts there later or again. A port assigned by the system could be taken in between. No
 * other test process gets it until this one ends.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = range.first + (next++ % range.count)
    // A port is claimed by listening on another one, which the system releases when the process ends.
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
