/** Milliseconds of a monotonic clock that all processes of this machine share. */
export const sharedTime = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000

/** A span of time, by `sharedTime`. */
export interface Span {
  start: number
  end: number
}
