// Limits how many large responses an account reads at once.

import { Refusal } from '@waypost/protocol'

/** How many large responses an account may have at once, how many more may wait, and for how many milliseconds. */
const defaults = { concurrency: 16, maxWaiting: 200, timeout: 20_000 }

interface Queue {
  free: number
  waiting: (() => void)[]
}

/**
 * Limits how many large responses an account has at once. A slot is held from before the database is read until the response is sent, so
 * that unread responses are bounded however many connections an account opens.
 */
export class ConcurrencyLimit {
  readonly #options: typeof defaults
  readonly #queues = new Map<string, Queue>()

  constructor(options: Partial<typeof defaults> = {}) {
    this.#options = { ...defaults, ...options }
  }

  /** Waits for a slot. @returns a function that releases it @throws Refusal `ratelimited` when none becomes free in time */
  async acquire(key: string): Promise<() => void> {
    const { concurrency, maxWaiting, timeout } = this.#options
    let queue = this.#queues.get(key)
    if (!queue) {
      queue = { free: concurrency, waiting: [] }
      this.#queues.set(key, queue)
    }
    if (queue.free > 0) queue.free--
    else if (queue.waiting.length >= maxWaiting) throw tooMany()
    else await this.#wait(queue, timeout)
    return this.#ending(key, queue)
  }

  #wait(queue: Queue, timeout: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(turn), 1)
        reject(tooMany())
      }, timeout)
      queue.waiting.push(turn)
    })
  }

  #ending(key: string, queue: Queue): () => void {
    let ended = false
    return () => {
      if (ended) return
      ended = true
      const next = queue.waiting.shift()
      if (next) return next()
      queue.free++
      if (queue.free === this.#options.concurrency) this.#queues.delete(key)
    }
  }
}

const tooMany = () => Refusal.tooMany(10_000, 'Too many large answers of this account wait to be read. Read them, then go on.')
