import type { RawRequest } from './send.ts'

/** A request that may be slow, and why. */
export interface Attack {
  what: string
  bytes: number
  request(): RawRequest
  /** Recreates whatever it uses up, so that it can be retried. */
  renew?: () => Promise<void>
}

/** A call or another address. */
export interface Target {
  name: string
  before?(): Promise<void>
  attacks(): Iterable<Attack>
}
