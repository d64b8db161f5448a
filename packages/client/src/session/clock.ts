import { atom, type ReadableAtom } from 'nanostores'

/** The server's clock, as far as its answers tell: every stamp of a push is by it, and the clock of a device may be wrong by days. */
export interface Clock {
  /** Milliseconds by which the server's clock is ahead of this machine's; 0 while the two all but agree. */
  readonly $ahead: ReadableAtom<number>
  /** The server's time, in milliseconds since 1970. */
  now(): number
  /** An answer carried this `Date` header (RFC 9110, whole seconds); `asked` is when it was asked for, by this machine's clock. */
  hear(date: string | null | undefined, asked: number): void
}

/** Milliseconds. Nobody sees less than `tolerance`; an answer slower than `slow` says too little. */
const tolerance = 5_000
const slow = 10_000

export function openClock(own: () => number): Clock {
  const $ahead = atom(0)
  return {
    $ahead,
    now: () => own() + $ahead.get(),
    hear(date, asked) {
      const said = Date.parse(date ?? '')
      const answered = own()
      // A clock that was set meanwhile says nothing of how long the answer took.
      if (Number.isNaN(said) || answered < asked || answered - asked > slow) return
      // The header leaves out the part of the second that had passed.
      const ahead = said + 500 - (asked + answered) / 2
      const known = Math.abs(ahead) < tolerance ? 0 : ahead
      if (known === 0 || Math.abs(known - $ahead.get()) > tolerance) $ahead.set(known)
    },
  }
}
