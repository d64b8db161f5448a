import type { Session } from '@waypost/client'

/** A part of the companion that answers what others ask of this device. */
export interface Feature {
  /** Begins to listen; what was asked while this device was away is answered too, where it waits somewhere. */
  start(): Promise<void>
  /** Ends what it does, and leaves what is half done in a state from which the next `begin` goes on. */
  close(): Promise<void>
}

/** What every answer stands on. */
export interface FeatureDeps {
  /** Started, and started anew by whoever opened it. */
  session: Session
  /** The iden of this device. */
  device: string
  /** Says something to the person who runs the companion, in one line. */
  log(line: string): void
}
