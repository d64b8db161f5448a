import type { Session } from '@waypost/client'

/** A feature of the companion that other devices can use. */
export interface Feature {
  /** Starts listening, and handles everything that queued up on the server while this device was offline. */
  start(): Promise<void>
  /** Stops. Unfinished work is left in a state from which the next `start` can resume. */
  close(): Promise<void>
}

/** Dependencies of all features. */
export interface FeatureDeps {
  /** A started session, restarted by the caller. */
  session: Session
  /** The iden of this device. */
  device: string
  /** Writes a line for the person running the companion. `isNews` marks everyday events, such as a phone that comes and goes. */
  log(line: string, isNews?: boolean): void
}
