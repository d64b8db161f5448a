import { Refusal } from '@waypost/protocol'
import { isAway, unavailable, waitBeforeRetry } from './postgres-errors.ts'
import type { Waiting, Written } from './postgres-writer.ts'

/** Writes a batch, or takes all of it back and throws. */
type Together = (batch: readonly Waiting[], wait: boolean) => Promise<Written>
/** Writes one, and does so again where it can go well then. */
type Alone = (waiting: Waiting) => Promise<unknown>

/** Batches that are written at a time. While the database works for one, the next is made ready here. */
const mostAtOnce = 2
/** Milliseconds after which one more may be: a batch that waits for another node, or does much, must not keep the rest waiting. */
const patience = 50
/** Writes in a batch. The first of them is answered when the last is done. */
const most = 64

/**
 * Brings writes together that arrive while others are being written, so that they share a transaction and a flush to the disk. Those that
 * want the same box do not wait for each other in the database: they are in one batch, or the later one stays here.
 */
export class Batches {
  readonly #together: Together
  readonly #alone: Alone
  /** In the order in which they came. */
  #queue: Waiting[] = []
  /** Boxes of the batches that are being written. */
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

  /** Writes what waits, at the end of this turn of the event loop: more may arrive in it. */
  #start(): void {
    if (this.#starting || this.#busy >= mostAtOnce || this.#queue.length === 0) return
    this.#starting = true
    setImmediate(() => {
      this.#starting = false
      const batch = this.#take()
      if (batch.length > 0) void this.#write(batch)
    })
  }

  /** The next batch. A write that has to stay keeps its boxes free for itself, or later ones could keep it waiting for ever. */
  #take(): Waiting[] {
    const batch: Waiting[] = []
    const left: Waiting[] = []
    const held = new Set(this.#held)
    for (const waiting of this.#queue) {
      if (batch.length < most && !waiting.boxes.some((box) => held.has(box))) {
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
    const impatient = setTimeout(leaveLane, patience)
    // What stayed may have another lane.
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
   * Writes a batch; answers what is left of it for another node to let go of its boxes. Nearly always every write goes well. Where one
   * fails after it has written, each is done again apart from the others.
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

/** What to tell the writes of a batch that must not be done again: they might be done twice, or have waited long enough. */
function whyNotAgain(reason: unknown): Refusal | undefined {
  if (reason instanceof Refusal) return reason
  return isAway(reason) && waitBeforeRetry(reason, 1) === undefined ? unavailable(reason) : undefined
}
