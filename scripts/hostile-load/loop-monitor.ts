// Loaded into the server under test with `--import`: reports each block of its event loop to the parent process, and on request what the
// server holds.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Span, sharedTime } from './shared-time.ts'

/** A block of the event loop. */
export interface Block extends Span {
  /** CPU milliseconds of the thread meanwhile: unlike elapsed time, they hardly change on a busy machine. */
  worked: number
}

/** What a server holds after garbage collection. */
export interface Held {
  /** Bytes of the process, of its objects, and of external buffers. */
  rss: number
  heap: number
  buffers: number
  /** Resources that keep its event loop alive, such as sockets and timers, by kind. */
  active: Record<string, number>
}

/** Milliseconds between two checks, and from how many on a block is reported. */
const every = 5
const reportedFrom = 20

let last = sharedTime()
let workedBefore = workedSoFar()

/** In CPU milliseconds. */
function workedSoFar(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function look(): void {
  const now = sharedTime()
  const worked = workedSoFar()
  if (worked - workedBefore >= reportedFrom) {
    const block: Block = { start: last, end: now, worked: worked - workedBefore }
    process.send?.({ block })
  }
  last = now
  workedBefore = worked
  setTimeout(look, every).unref()
}

function held(): Held {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // The second collection frees what the first one finalized.
  for (let time = 0; time < 2; time++) collect()
  const { rss, heapUsed, external } = process.memoryUsage()
  const active: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) active[kind] = (active[kind] ?? 0) + 1
  return { rss, heap: heapUsed, buffers: external, active }
}

// Replies in order, so the caller has all blocks before it gets the reply.
process.on('message', (asked: number | { held: number }) =>
  process.send?.(typeof asked === 'number' ? { id: asked } : { id: asked.held, held: held() }),
)
process.channel?.unref()
look()
