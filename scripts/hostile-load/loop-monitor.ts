// Loaded into the server under test with `--import`: reports each time its event loop was blocked, to the program that started it.

import { type Span, sharedTime } from './shared-time.ts'

/** A block of the event loop. */
export interface Block extends Span {
  /** Milliseconds that the processor worked for the thread meanwhile: a busy machine hardly changes them, unlike the time that passed. */
  worked: number
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

// Answers in order, so whoever asks has all blocks before it gets the answer.
process.on('message', (id) => process.send?.({ id }))
process.channel?.unref()
look()
