/** How long the body of a request may stall before its connection is closed. */
const bodySilenceMilliseconds = 60_000

/** Limits of one connection. Times in milliseconds. */
export interface ConnectionLimits {
  headers: number
  bodySilence: number
  /** How long a body may take in addition to one millisecond per `bodyBytesPerMs` bytes. */
  body: number
  /** How long a reader may take nothing of a response. */
  stall: number
  /** How long, and for how many bytes, the rest of a body is drained after the response, so that its sender reads that. */
  drain: number
  drainBytes: number
  /** How many small chunks of it are drained: each takes as long as kilobytes in larger ones. */
  drainSmallChunks: number
  /** How long pending requests may take when the server stops. */
  finish: number
  /** The maximum number of open connections; beyond it, the one that has been idle longest is closed. */
  connections: number
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
