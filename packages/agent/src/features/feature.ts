import type { Session } from '@waypost/client'

/** A feature of the companion that other devices can use. */
export interface Feature {
  /** Starts to listen, and handles what waited on the server while this device was offline. */
  start(): Promise<void>
  /** Stops. Unfinished work is left in a state from which the next `start` resumes. */
  close(): Promise<void>
}

/** Dependencies of all features. */
export interface FeatureDeps {
  /** A started session. The caller restarts it. */
  session: Session
  /** The iden of this device. */
  device: string
  /** Writes a line for the person who runs the companion. `isNews` for what happens every day, such as a phone that comes and goes. */
  log(line: string, isNews?: boolean): void
}
