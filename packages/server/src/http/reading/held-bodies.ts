import type { Readable } from 'node:stream'
import { Refusal } from '@waypost/protocol'

/** The maximum body bytes in memory: of one network address, and in total. */
interface HeldLimits {
  each: number
  all: number
}

const usualHeldLimits: HeldLimits = { each: 64 * 2 ** 20, all: 256 * 2 ** 20 }

/** The body of one request. */
export interface HeldBody {
  /** Counts more bytes, such as those of the decompressed body. @throws Refusal `unavailable` when there is no room */
  grow(bytes: number): void
  release(): void
}

interface ReceivedBody {
  body: Buffer
  held: HeldBody
}

interface Held extends HeldBody {
  key: string
  bytes: number
  since: number
  refuse: ((refusal: Refusal) => void) | undefined
}

/**
 * Counts the bytes of bodies from their arrival until their requests are handled. When there are too many, the bodies that have held the
 * most bytes for the longest are refused: large ones that make no progress, never those sent at a normal pace.
 */
export class HeldBodies {
  readonly #limits: HeldLimits
  readonly #now: () => number
  readonly #held = new Set<Held>()
  readonly #byKey = new Map<string, number>()
  #all = 0

  constructor(limits: HeldLimits = usualHeldLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  get bytes(): number {
    return this.#all
  }

  /**
   * Receives a body of the network `key`.
   * @param charge called with the bytes so far, as they arrive; may refuse
   * @throws Refusal `request_too_large` past `most` bytes, `unavailable` if there is no room, `invalid_request` for a truncated body, and
   * what `charge` throws
   */
  async receive(key: string, from: Readable, most: number, charge: (bytes: number) => void): Promise<ReceivedBody> {
    const received = await this.receiveStart(key, from, most, charge)
    if (received.body) return received
    received.held.release()
    throw tooLarge(most)
  }

  /**
   * Receives a body that may be too long to hold: what has arrived is then put back for the stream's reader, and counts until released.
   * @throws Refusal as `receive` does, but never for its length
   */
  receiveStart(
    key: string,
    from: Readable,
    most: number,
    charge: (bytes: number) => void,
  ): Promise<ReceivedBody | { body: undefined; start: Buffer; held: HeldBody }> {
    return new Promise((resolve, reject) => {
      // The buffer grows by doubling: a list of pieces would take far more memory than the body's bytes if they are very small.
      let room: Buffer = Buffer.alloc(0)
      let length = 0
      const stop = () => {
        from.off('data', take).off('end', end).off('error', cutOff).off('close', cutOff)
        from.on('error', () => {})
        held.refuse = undefined
      }
      const fail = (refusal: unknown) => {
        stop()
        held.release()
        reject(refusal)
      }
      const cutOff = (cause?: unknown) => fail(new Refusal('invalid_request', 'The body was cut off.', { cause }))
      const held = this.#open(key, fail)
      const take = (chunk: Buffer) => {
        try {
          const needed = length + chunk.length
          if (needed > most) return putBack(chunk)
          charge(needed)
          const capacity = needed <= room.length ? room.length : Math.min(most, Math.max(needed, 2 * length))
          held.grow(capacity - room.length)
          if (length === 0) room = chunk
          else if (capacity > room.length) room = Buffer.concat([room.subarray(0, length)], capacity)
          if (length > 0) chunk.copy(room, length)
          length = needed
        } catch (refusal) {
          fail(refusal)
        }
      }
      const putBack = (chunk: Buffer) => {
        from.pause()
        stop()
        const start = Buffer.concat([room.subarray(0, length), chunk])
        from.unshift(start)
        resolve({ body: undefined, start, held })
      }
      const end = () => {
        stop()
        resolve({ body: room.subarray(0, length), held })
      }
      from.on('data', take).on('end', end).on('error', cutOff).on('close', cutOff)
    })
  }

  #open(key: string, refuse: Held['refuse']): Held {
    const held: Held = {
      key,
      bytes: 0,
      since: this.#now(),
      refuse,
      grow: (bytes) => {
        if (!this.#held.has(held)) return
        this.#add(held, bytes)
        this.#makeRoom(held)
      },
      release: () => {
        if (this.#held.delete(held)) this.#add(held, -held.bytes)
      },
    }
    this.#held.add(held)
    return held
  }

  #add(held: Held, bytes: number): void {
    held.bytes += bytes
    this.#all += bytes
    const left = (this.#byKey.get(held.key) ?? 0) + bytes
    if (left > 0) this.#byKey.set(held.key, left)
    else this.#byKey.delete(held.key)
  }

  /** Refuses other bodies, or the one that grew if no other is still arriving, until the rest fits. */
  #makeRoom(grown: Held): void {
    while (true) {
      const crowded = (this.#byKey.get(grown.key) ?? 0) > this.#limits.each
      if (!crowded && this.#all <= this.#limits.all) return
      const victim = this.#longest(crowded ? grown.key : undefined) ?? grown
      if (victim === grown) throw noRoom()
      victim.refuse?.(noRoom())
    }
  }

  /** The arriving body that has held the most bytes for the longest, of one key or of all. */
  #longest(key: string | undefined): Held | undefined {
    const now = this.#now()
    let found: Held | undefined
    let most = -1
    for (const held of this.#held) {
      const score = held.bytes * (now - held.since)
      if (held.refuse === undefined || (key !== undefined && held.key !== key) || score <= most) continue
      found = held
      most = score
    }
    return found
  }
}

export const tooLarge = (most: number) =>
  new Refusal('request_too_large', `The request is too large: at most ${most.toLocaleString('en-US')} bytes.`)

const noRoom = () =>
  new Refusal('unavailable', 'This server is receiving too much at once. Try again in a few seconds.', { retryAfter: 5 })
