// Gives tests ports of this machine that stay free until they are used.

import { createSocket } from 'node:dgram'
import { type EventEmitter, once } from 'node:events'
import { createServer } from 'node:net'
import { threadId } from 'node:worker_threads'

/** Systems give higher ports than these to those who ask for any: Linux from 32,768 on. */
const range = { first: 21_000, count: 10_000 }
/** Tests that run at the same time begin apart. */
let next = ((process.pid + threadId) * 997) % range.count

/**
 * A port that nothing listens at, for what starts there later or again. One that the system gives could go to somebody else in between.
 * No other test process gets it until this one ends.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = range.first + (next++ % range.count)
    // What is tested uses TCP. A port of UDP is its claim, which the system ends with the process.
    const claim = createSocket('udp4').bind(port, '127.0.0.1')
    if (await isFree(claim)) {
      const listener = createServer().listen(port)
      if (await isFree(listener)) {
        claim.unref()
        listener.close()
        await once(listener, 'close')
        return port
      }
    }
    claim.close()
  }
}

/** Whether nothing else has the port that is asked for. */
async function isFree(asked: EventEmitter): Promise<boolean> {
  try {
    await once(asked, 'listening')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return false
  }
}
