/** A failed or refused fetch. The message is one sentence for the user who entered the address. */
export class FetchError extends Error {
  override name = 'FetchError'
  /** Whether the address itself is refused, now and later: it is malformed, or names what nothing is fetched from. Not what a name leads to. */
  readonly isRefused: boolean

  constructor(message: string, { cause, isRefused = false }: { cause?: unknown; isRefused?: boolean } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.isRefused = isRefused
  }
}
