import { Refusal } from '@waypost/protocol'

/**
 * How many responses a caller may have at once, how many more may wait, and for how many milliseconds; and how many responses all callers
 * together may be reading before the longest-running ones are dropped.
 */
const defaults = { concurrency: 16, maxWaiting: 200, timeout: 20_000, all: 512 }

interface Queue {
  free: number
  waiting: (() => void)[]
}

/** A response that holds a slot. */
export interface Turn {
  end(): void
  /** Marks the response as being read; from now on `drop` may be called to end it in favour of others. */
  sending(drop: () => void): void
}

/**
 * Limits the concurrent responses of a caller, which is an account or a network address. A slot is held from before the database is read
 * until the response is sent, so that unread responses are bounded however many connections a caller opens.
 */
export class ConcurrencyLimit {
  readonly #options: typeof defaults
  readonly #queues = new Map<string, Queue>()
  /** The responses of all callers that are being read, longest-running first. */
  readonly #sending = new Map<Turn, () => void>()

  constructor(options: Partial<typeof defaults> = {}) {
    this.#options = { ...defaults, ...options }
  }

  /** Waits for a slot. @throws Refusal `ratelimited` when none becomes free in time */
  async acquire(key: string): Promise<Turn> {
    const { concurrency, maxWaiting, timeout } = this.#options
    let queue = this.#queues.get(key)
    if (!queue) {
      queue = { free: concurrency, waiting: [] }
      this.#queues.set(key, queue)
    }
    if (queue.free > 0) queue.free--
    else if (queue.waiting.length >= maxWaiting) throw tooMany()
    else await this.#wait(queue, timeout)
    return this.#begin(key, queue)
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

  #begin(key: string, queue: Queue): Turn {
    let ended = false
    const turn = {
      end: () => {
        if (ended) return
        ended = true
        this.#sending.delete(turn)
        const next = queue.waiting.shift()
        if (next) return next()
        queue.free++
        if (queue.free === this.#options.concurrency) this.#queues.delete(key)
      },
      sending: (drop: () => void) => {
        if (ended) return
        this.#sending.set(turn, drop)
        this.#dropSlowest()
      },
    }
    return turn
  }

  #dropSlowest(): void {
    for (const [turn, drop] of this.#sending) {
      if (this.#sending.size <= this.#options.all) return
      turn.end()
      drop()
    }
  }
}

const tooMany = () => Refusal.tooMany(10_000, 'Too many responses are waiting to be read. Read them before sending more.')
