import { Refusal } from '@waypost/protocol'
import { isAway, unavailable, waitBeforeRetry } from './postgres-errors.ts'
import type { Waiting, Written } from './postgres-writer.ts'

/** Commits a batch, or rolls all of it back and throws. */
type Together = (batch: readonly Waiting[], wait: boolean) => Promise<Written>
/** Runs one write, with retries where they can succeed. */
type Alone = (waiting: Waiting) => Promise<unknown>

/** Concurrent batches: while the database works on one, the next is prepared here. */
const maxConcurrent = 2
/** Milliseconds after which an extra batch may start: a batch that is slow or waits for another node must not delay the rest. */
const laneTimeout = 50
/** The maximum number of writes in a batch. All of them resolve when the batch is committed. */
const maxWrites = 64

/**
 * Groups writes that arrive while others are in progress, so that they share a transaction and a flush to disk. Writes to the same box
 * never wait for each other in the database: they share a batch, or the later one waits here.
 */
export class Batches {
  readonly #together: Together
  readonly #alone: Alone
  #queue: Waiting[] = []
  /** Boxes of the batches in progress. */
  readonly #held = new Set<string>()
  #busy = 0
  #starting = false

  constructor(together: Together, alone: Alone) {
    this.#together = together
    this.#alone = alone
  }

  add(waiting: Waiting): void {
    this.#queue.push(waiting)
    this.#start()
  }

  /** Starts a batch at the end of this turn of the event loop, as more writes may arrive in it. */
  #start(): void {
    if (this.#starting || this.#busy >= maxConcurrent || this.#queue.length === 0) return
    this.#starting = true
    setImmediate(() => {
      this.#starting = false
      const batch = this.#take()
      if (batch.length > 0) void this.#write(batch)
    })
  }

  /** The next batch. A write that has to wait reserves its boxes; otherwise later writes could starve it. */
  #take(): Waiting[] {
    const batch: Waiting[] = []
    const left: Waiting[] = []
    const held = new Set(this.#held)
    for (const waiting of this.#queue) {
      if (batch.length < maxWrites && !waiting.boxes.some((box) => held.has(box))) {
        batch.push(waiting)
      } else {
        left.push(waiting)
        for (const box of waiting.boxes) held.add(box)
      }
    }
    this.#queue = left
    return batch
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    this.#hold(batch)
    this.#busy++
    let inLane = true
    const leaveLane = () => {
      if (inLane) this.#busy--
      inLane = false
      this.#start()
    }
    const impatient = setTimeout(leaveLane, laneTimeout)
    // Waiting writes may start another batch.
    this.#start()
    const left = await this.#settle(batch, false)
    clearTimeout(impatient)
    this.#letGo(batch)
    this.#hold(left)
    leaveLane()
    if (left.length === 0) return
    await this.#settle(left, true)
    this.#letGo(left)
    this.#start()
  }

  #hold(batch: readonly Waiting[]): void {
    for (const { boxes } of batch) for (const box of boxes) this.#held.add(box)
  }

  #letGo(batch: readonly Waiting[]): void {
    for (const { boxes } of batch) for (const box of boxes) this.#held.delete(box)
  }

  /**
   * Commits a batch and returns the writes that wait for boxes of another node. If a write fails after it has written, each is retried
   * separately.
   */
  async #settle(batch: readonly Waiting[], wait: boolean): Promise<Waiting[]> {
    try {
      if (batch.length > 1) {
        const { settle, left } = await this.#together(batch, wait)
        for (const done of settle) done()
        return left
      }
    } catch (reason) {
      const final = whyNotAgain(reason)
      if (final) {
        for (const { fail } of batch) fail(final)
        return []
      }
    }
    await Promise.all(batch.map((waiting) => this.#alone(waiting).then(waiting.keep, waiting.fail)))
    return []
  }
}

/** The error for writes of a batch that must not be retried, because they might run twice or have waited long enough. */
function whyNotAgain(reason: unknown): Refusal | undefined {
  if (reason instanceof Refusal) return reason
  return isAway(reason) && waitBeforeRetry(reason, 1) === undefined ? unavailable(reason) : undefined
}
