// Loaded into the server under test with `--import`: reports each time its event loop was blocked, to the program that started it, and what the
// server holds when it is asked.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Span, sharedTime } from './shared-time.ts'

/** A block of the event loop. */
export interface Block extends Span {
  /** Milliseconds that the processor worked for the thread meanwhile: a busy machine hardly changes them, unlike the time that passed. */
  worked: number
}

/** What a server holds, once everything that nobody needs was collected. */
export interface Held {
  /** Bytes of its process, of its objects, and of buffers beside them. */
  rss: number
  heap: number
  buffers: number
  /** What keeps its event loop alive, such as sockets and timers, by kind. */
  active: Record<string, number>
}

/** Milliseconds between two looks, and from how many on a block is reported. */
const every = 5
const reportedFrom = 20

let last = sharedTime()
let workedBefore = workedSoFar()

/** Milliseconds that this thread has used of a processor. */
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
  // What a first collection finalizes, a second one frees.
  for (let time = 0; time < 2; time++) collect()
  const { rss, heapUsed, external } = process.memoryUsage()
  const active: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) active[kind] = (active[kind] ?? 0) + 1
  return { rss, heap: heapUsed, buffers: external, active }
}

// Answers in order, so whoever asks has all blocks before it gets the answer.
process.on('message', (asked: number | { held: number }) =>
  process.send?.(typeof asked === 'number' ? { id: asked } : { id: asked.held, held: held() }),
)
process.channel?.unref()
look()
