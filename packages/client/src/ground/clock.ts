import { atom, type ReadableAtom } from 'nanostores'

/** The server's clock, estimated from its responses. Stamps of pushes use it, because the clock of a device may be wrong by days. */
export interface Clock {
  /** Milliseconds by which the server's clock is ahead of this machine's; 0 while the two nearly agree. */
  readonly $ahead: ReadableAtom<number>
  /** The server's time, in milliseconds since 1970. */
  now(): number
  /** A response had this `Date` header (RFC 9110, whole seconds); `requestedAt` is when it was requested, by this machine's clock. */
  observe(date: string | null | undefined, requestedAt: number): void
}

/** Milliseconds. Differences below `tolerance` are ignored; a response slower than `slow` is too imprecise to use. */
const tolerance = 5_000
const slow = 10_000

export function openClock(own: () => number): Clock {
  const $ahead = atom(0)
  return {
    $ahead,
    now: () => own() + $ahead.get(),
    observe(date, requestedAt) {
      const serverTime = Date.parse(date ?? '')
      const receivedAt = own()
      // If the clock was set meanwhile, the response time is unknown.
      if (Number.isNaN(serverTime) || receivedAt < requestedAt || receivedAt - requestedAt > slow) return
      // The header omits the fraction of the second.
      const ahead = serverTime + 500 - (requestedAt + receivedAt) / 2
      const known = Math.abs(ahead) < tolerance ? 0 : ahead
      if (known === 0 || Math.abs(known - $ahead.get()) > tolerance) $ahead.set(known)
    },
  }
}
