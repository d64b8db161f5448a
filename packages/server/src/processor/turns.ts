// Shares each turn of the event loop among what comes together: pieces of connections, bodies and answers.

import { performance } from 'node:perf_hooks'

/** Milliseconds of one turn of the event loop, by the clock: of all together, and of each network or account. */
interface TurnLimits {
  all: number
  each: number
}

const usualTurnLimits: TurnLimits = { all: 10, each: 5 }

/** How many pieces that have waited are begun in one turn, if there is time. */
const mostInTurn = 100

/** What waits for its turn. Light work goes before heavy work of the same key, but one of each in turns. */
interface Queue {
  light: (() => void)[]
  heavy: (() => void)[]
  lightIsNext: boolean
}

/**
 * Begins short pieces of work one after the other until a turn of the event loop was long enough; what comes after that waits for the next
 * turn, in which networks and accounts take turns. So others wait for one such turn and one piece, however many pieces come together.
 */
export class LoopTurns {
  readonly #limits: TurnLimits
  readonly #now: () => number
  /** When the first work of this turn began; undefined if none has yet. */
  #began: number | undefined
  /** What was begun last. All that happens until the next is counted for it: much of the work of a piece follows in promises. */
  #last: { key: string; at: number } | undefined
  readonly #spent = new Map<string, number>()
  /** By key. Those at the front have their turn first, and go to the end then. */
  readonly #waiting = new Map<string, Queue>()
  /** How many pieces wait, and how many of them are tried in this turn. */
  #pieces = 0
  #comingUp = 0

  constructor(limits: TurnLimits = usualTurnLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /** Whether a piece of work may be done now; it has to be done at once then. @param key the network or account whose work it is */
  begin(key: string): boolean {
    // Those that came before go first.
    return !this.#waiting.has(key) && this.#mayBegin(key)
  }

  /** Does a piece of work in a later turn. @param isLight whether it takes far less than a millisecond */
  later(key: string, isLight: boolean, work: () => void): void {
    if (this.#began === undefined) this.#open(this.#now())
    const queue = this.#waiting.get(key) ?? { light: [], heavy: [], lightIsNext: true }
    queue[isLight ? 'light' : 'heavy'].push(work)
    this.#waiting.set(key, queue)
    this.#pieces++
  }

  /** Undefined if a piece of work may be done now; resolves otherwise when it may. Nothing else may be awaited between that and the work. */
  wait(key: string): Promise<void> | undefined {
    return this.begin(key) ? undefined : new Promise((resolve) => this.later(key, false, resolve))
  }

  #mayBegin(key: string): boolean {
    const now = this.#now()
    if (this.#began === undefined) this.#open(now)
    this.#count(now)
    if (this.#isFull(now) || (this.#spent.get(key) ?? 0) >= this.#limits.each) return false
    this.#last = { key, at: now }
    return true
  }

  #open(now: number): void {
    this.#began = now
    setImmediate(() => {
      this.#began = undefined
      this.#last = undefined
      this.#spent.clear()
      // Each in a callback of its own: what follows from it in promises comes before the next one, and is counted.
      for (; this.#comingUp < Math.min(this.#pieces, mostInTurn); this.#comingUp++) setImmediate(this.#doNext)
    })
  }

  #count(now: number): void {
    if (!this.#last) return
    const { key, at } = this.#last
    this.#spent.set(key, (this.#spent.get(key) ?? 0) + now - at)
    this.#last = { key, at: now }
  }

  #isFull(now: number): boolean {
    return this.#began !== undefined && now - this.#began >= this.#limits.all
  }

  readonly #doNext = (): void => {
    this.#comingUp--
    this.#next()?.()
  }

  /** The next piece of work that has time; undefined without one. */
  #next(): (() => void) | undefined {
    for (const [key, queue] of this.#waiting) {
      if (!this.#mayBegin(key)) {
        if (this.#isFull(this.#now())) return undefined
        continue
      }
      const { light, heavy, lightIsNext } = queue
      const work = lightIsNext ? (light.shift() ?? heavy.shift()) : (heavy.shift() ?? light.shift())
      queue.lightIsNext = !lightIsNext
      this.#pieces--
      this.#waiting.delete(key)
      if (light.length + heavy.length > 0) this.#waiting.set(key, queue)
      return work
    }
    return undefined
  }
}

/** There is one event loop, so there is one of these. */
export const loopTurns = new LoopTurns()
