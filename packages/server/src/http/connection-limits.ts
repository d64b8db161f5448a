// Declares the limits of one connection.

/** How long the body of a request may stall before its connection is closed. */
const bodySilenceMilliseconds = 60_000

/** Limits of one connection. Times in milliseconds. */
export interface ConnectionLimits {
  /** How long the headers of a request may take. */
  headers: number
  /** How long a body may pause. */
  bodySilence: number
  /** How long a body may take in addition to a millisecond for each `bodyBytesPerMs` bytes. */
  body: number
  /** How long a reader may take nothing of a response. */
  stall: number
  /** How long, and for how many bytes, the rest of a body is drained after its request was answered, so that the sender reads the response. */
  drain: number
  drainBytes: number
  /** How many small chunks of it are drained: each takes as long as kilobytes of others. */
  drainSmallChunks: number
  /** How long pending requests may take when the server stops. */
  finish: number
  /** How many connections are open at a time; beyond that, the one that has asked for nothing for the longest goes. */
  connections: number
  /** How often these limits are checked. */
  every: number
}

export const usualConnectionLimits: ConnectionLimits = {
  headers: 30_000,
  bodySilence: bodySilenceMilliseconds,
  body: 30_000,
  stall: 30_000,
  drain: 10_000,
  drainBytes: 64 * 2 ** 20,
  drainSmallChunks: 20_000,
  finish: 5_000,
  connections: 50_000,
  every: 1_000,
}
