// Shares the processor: work whose length depends on what users wrote runs in slices with a time limit.

import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { BoundedMap } from './bounded-map.ts'

/** Processor milliseconds. Work is sliced by the clock, and charged by processor time. */
export interface ProcessorLimits {
  /** For all such work together in one turn of the event loop, before others get a turn. */
  slice: number
  /** For one request, which then answers with its results so far. */
  total: number
  /** What one account may use at once; after that, it gets half of the time. */
  burst: number
  /** The maximum time that a request waits and works in total, in milliseconds of the clock. */
  longest: number
}

export const usualProcessorLimits: ProcessorLimits = { slice: 10, total: 250, burst: 1_000, longest: 10_000 }

/** For work that must be completed, and for tests of search results, however busy the machine is. */
export const noProcessorLimits: ProcessorLimits = {
  slice: 10,
  total: Number.POSITIVE_INFINITY,
  burst: Number.POSITIVE_INFINITY,
  longest: Number.POSITIVE_INFINITY,
}

/** Work in steps, each a millisecond or so. The iterator returns the result. */
export type Steps<Result> = Iterator<unknown, Result>

/** The time of one request. */
export interface ProcessorTime {
  /** Whether no time is left; the request then answers with its results so far. */
  readonly isOver: boolean
  /**
   * Runs work in slices. At least one step is always done, so that requests which continue earlier ones finish eventually.
   * @param most milliseconds that this work may take, if that is less than the time left
   * @returns undefined if the time ended before the work
   */
  run<Result>(steps: Steps<Result>, most?: number): Promise<{ result: Result } | undefined>
  /** Queries the database when it is this request's turn: SQLite answers on this thread. */
  ask<Result>(question: () => Promise<Result>): Promise<Result>
  /** A share, from 0 to 1, of the time left, for one part of the request. */
  part(share: number): ProcessorTime
}

/** Does all steps at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Gives each request its time. */
export interface Processor {
  /** @param account the account that the work is for: accounts take turns */
  time(account: string): ProcessorTime
}

/** The time that this thread has spent on such work, and who waits for a turn. There is one event loop, so there is one of these. */
const loop = {
  /** In this turn of the event loop, by the clock. */
  spent: 0,
  isRenewing: false,
  /** By account. Those at the front go first, and then move to the end. */
  waiting: new Map<string, (() => void)[]>(),
}

/** Ends the slice with this turn of the event loop, and lets one of the waiting begin the next. */
function renew(): void {
  if (loop.isRenewing) return
  loop.isRenewing = true
  setImmediate(() => {
    loop.isRenewing = false
    loop.spent = 0
    const [first] = loop.waiting
    if (!first) return
    const [account, turns] = first
    loop.waiting.delete(account)
    const next = turns.shift()
    if (turns.length > 0) loop.waiting.set(account, turns)
    next?.()
    if (loop.waiting.size > 0) renew()
  })
}

function turn(account: string): Promise<void> {
  return new Promise((resolve) => {
    const turns = loop.waiting.get(account)
    if (turns) turns.push(resolve)
    else loop.waiting.set(account, [resolve])
    renew()
  })
}

/** Processor milliseconds that this thread has used. */
function worked(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** An account's recently used time, which decays at half the rate of the clock, and when it was last updated. */
interface Use {
  used: number
  at: number
}

const mostAccounts = 10_000

export function openProcessor(limits: ProcessorLimits = usualProcessorLimits): Processor {
  const uses = new BoundedMap<string, Use>(mostAccounts)

  function useOf(account: string): Use {
    const now = performance.now()
    const known = uses.get(account)
    if (known) {
      known.used = Math.max(0, known.used - (now - known.at) / 2)
      known.at = now
      return known
    }
    const use = { used: 0, at: now }
    uses.set(account, use)
    return use
  }

  return {
    time(account) {
      const began = performance.now()
      let clock = 0
      let processor = 0
      const spent = () => Math.min(clock, processor)
      const isLate = () => performance.now() - began > limits.longest

      function counted<Result>(work: () => Result): Result {
        const [before, workedBefore] = [performance.now(), worked()]
        try {
          return work()
        } finally {
          const took = performance.now() - before
          clock += took
          processor += worked() - workedBefore
          loop.spent += took
          useOf(account).used += took
          renew()
        }
      }

      /** Undefined if this request may work at once. Nothing may be awaited between this result and the work, because others check too. */
      function wait(): Promise<void> | undefined {
        const tooMuch = useOf(account).used - limits.burst
        if (tooMuch > 0) return setTimeout(Math.min(2 * tooMuch, 2 * limits.slice)).then(() => turn(account))
        return loop.spent >= limits.slice || loop.waiting.size > 0 ? turn(account) : undefined
      }

      function until(most: number): ProcessorTime {
        const isOver = () => spent() >= most || isLate()
        return {
          get isOver() {
            return isOver()
          },
          async run(steps, mostHere = Number.POSITIVE_INFINITY) {
            const end = spent() + mostHere
            for (;;) {
              const waits = wait()
              if (waits) await waits
              const step = counted(() => slice(steps, performance.now() + limits.slice - loop.spent))
              if (step.done) return { result: step.value }
              if (isOver() || spent() >= end) {
                steps.return?.()
                return undefined
              }
            }
          },
          async ask(question) {
            const waits = wait()
            if (waits) await waits
            return counted(question)
          },
          part: (share) => until(Math.min(most, spent() + share * (most - spent()))),
        }
      }
      return until(limits.total)
    },
  }
}

function slice<Result>(steps: Steps<Result>, until: number): IteratorResult<unknown, Result> {
  for (;;) {
    const step = steps.next()
    if (step.done || performance.now() >= until) return step
  }
}
