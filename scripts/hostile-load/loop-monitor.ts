// Loaded into the server under test with `--import`: reports each time its event loop was blocked, to the program that started it.

import { runDelay, type Span, sharedTime } from './run-delay.ts'

/** A block of the event loop. */
export interface Block extends Span {
  /** Milliseconds of it in which the thread waited for a free processor. */
  waited: number
}

/** Milliseconds between two looks, and from how many on a block is reported. */
const every = 5
const reportedFrom = 20

let last = sharedTime()
let delayBefore = runDelay()

function look(): void {
  const now = sharedTime()
  const delay = runDelay()
  if (now - last - every >= reportedFrom) {
    const block: Block = { start: last, end: now, waited: delay - delayBefore }
    process.send?.({ block })
  }
  last = now
  delayBefore = delay
  setTimeout(look, every).unref()
}

// Answers in order, so whoever asks has all blocks before it gets the answer.
process.on('message', (id) => process.send?.({ id }))
process.channel?.unref()
look()
