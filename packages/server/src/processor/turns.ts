// Shares each turn of the event loop among pieces of connections, bodies and responses that arrive together.

import { performance } from 'node:perf_hooks'

/** Milliseconds of one turn of the event loop, by the clock: in total, and per network or account. */
interface TurnLimits {
  all: number
  each: number
}

const usualTurnLimits: TurnLimits = { all: 10, each: 5 }

/** The maximum number of waiting pieces started in one turn, if there is time. */
const mostInTurn = 100
/** One in this many heavy pieces goes to the network or account that has waited longest, however much it has used. */
const longestEvery = 4
/** The milliseconds after which used time counts half; below `forgotten` milliseconds it counts as nothing. */
const halfLife = 1_000
const forgotten = 0.5

type Work = () => void

/**
 * Starts short pieces of work one after another until the event loop's turn has taken long enough; later ones wait for the next turn. Light
 * ones go first, but heavy ones get half of the time; among these, mostly those of the network or account with the least recent use, so
 * that a newcomer doesn't wait for everyone.
 */
export class LoopTurns {
  readonly #limits: TurnLimits
  readonly #now: () => number
  #began: number | undefined
  /** The piece that began last. All time until the next piece is charged to it, because much of a piece's work follows in promises. */
  #last: { key: string; at: number; isLight: boolean } | undefined
  /** Milliseconds by key: in this turn, and recently. */
  readonly #spent = new Map<string, number>()
  readonly #used = new Map<string, number>()
  #halved = 0
  /** By key. A key that had its turn goes to the end. */
  readonly #light = new Map<string, Work[]>()
  readonly #heavy = new Map<string, Work[]>()
  /** Milliseconds of the last heavy work, and of light work since then that had to wait. */
  #heavyLast = 0
  #lightSince = 0
  #heavyCount = 0
  /** The number of waiting pieces, how many of them are tried in this turn, and whether one of them was started in it. */
  #pieces = 0
  #comingUp = 0
  #goesOn = false
  #endIsSet = false

  constructor(limits: TurnLimits = usualTurnLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /** Whether a piece of work may run now; it must then run at once. @param key the network or account that the work is for */
  begin(key: string): boolean {
    // Waiting pieces go first. Their follow-up work continues in the same turn, unless it holds up light work.
    if (this.#pieces > 0 && (!this.#goesOn || this.#light.size > 0 || this.#heavy.has(key))) return false
    const now = this.#count()
    if (this.#isFull(now) || !this.#hasTime(key)) return false
    this.#last = { key, at: now, isLight: false }
    return true
  }

  /** Runs a piece of work in a later turn. @param isLight whether it takes far less than a millisecond */
  later(key: string, isLight: boolean, work: Work): void {
    const waiting = isLight ? this.#light : this.#heavy
    const own = waiting.get(key)
    if (own) own.push(work)
    else waiting.set(key, [work])
    this.#pieces++
    this.#setEnd()
  }

  /** Undefined if a piece of work may run now; otherwise resolves when it may. Nothing else may be awaited in between. */
  wait(key: string): Promise<void> | undefined {
    return this.begin(key) ? undefined : new Promise((resolve) => this.later(key, false, resolve))
  }

  /** Counts the time until now. Begins a turn if there is none. @returns the current time */
  #count(): number {
    const now = this.#now()
    this.#began ??= now
    this.#setEnd()
    if (!this.#last) return now
    const { key, at, isLight } = this.#last
    this.#spent.set(key, (this.#spent.get(key) ?? 0) + now - at)
    this.#used.set(key, (this.#used.get(key) ?? 0) + now - at)
    if (isLight) this.#lightSince += now - at
    else this.#heavyLast += now - at
    this.#last.at = now
    return now
  }

  #setEnd(): void {
    if (this.#endIsSet) return
    this.#endIsSet = true
    setImmediate(this.#end)
  }

  readonly #end = (): void => {
    this.#halve(this.#count())
    this.#endIsSet = false
    this.#began = undefined
    this.#last = undefined
    this.#spent.clear()
    this.#goesOn = false
    // Each in a separate callback: its follow-up work in promises runs before the next one, and is counted.
    for (; this.#comingUp < Math.min(this.#pieces, mostInTurn); this.#comingUp++) setImmediate(this.#doNext)
  }

  #halve(now: number): void {
    if (now - this.#halved < halfLife) return
    const part = 0.5 ** Math.floor((now - this.#halved) / halfLife)
    this.#halved = now
    for (const [key, used] of this.#used) {
      if (used * part < forgotten) this.#used.delete(key)
      else this.#used.set(key, used * part)
    }
  }

  #isFull(now: number): boolean {
    return this.#began !== undefined && now - this.#began >= this.#limits.all
  }

  #hasTime(key: string): boolean {
    return (this.#spent.get(key) ?? 0) < this.#limits.each
  }

  readonly #doNext = (): void => {
    this.#comingUp--
    const now = this.#count()
    if (this.#isFull(now)) return
    const isLightFirst = this.#lightSince < Math.max(this.#limits.each, this.#heavyLast)
    const next = isLightFirst ? (this.#nextLight(now) ?? this.#nextHeavy(now)) : (this.#nextHeavy(now) ?? this.#nextLight(now))
    next?.()
  }

  #nextLight(now: number): Work | undefined {
    for (const key of this.#light.keys()) if (this.#hasTime(key)) return this.#take(this.#light, key, now)
    return undefined
  }

  #nextHeavy(now: number): Work | undefined {
    const isForLongest = this.#heavyCount % longestEvery === longestEvery - 1
    let next: string | undefined
    for (const key of this.#heavy.keys()) {
      if (!this.#hasTime(key)) continue
      if (next === undefined || this.#usedBy(key) < this.#usedBy(next)) next = key
      if (isForLongest) break
    }
    if (next === undefined) return undefined
    this.#heavyCount++
    this.#heavyLast = 0
    this.#lightSince = 0
    return this.#take(this.#heavy, next, now)
  }

  #usedBy(key: string): number {
    return this.#used.get(key) ?? 0
  }

  #take(from: Map<string, Work[]>, key: string, at: number): Work | undefined {
    const waiting = from.get(key) ?? []
    const work = waiting.shift()
    from.delete(key)
    if (waiting.length > 0) from.set(key, waiting)
    this.#pieces--
    this.#goesOn = true
    this.#last = { key, at, isLight: from === this.#light }
    return work
  }
}

/** There is one event loop, so there is one instance. */
export const loopTurns = new LoopTurns()
