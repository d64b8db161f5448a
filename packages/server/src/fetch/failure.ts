/** What a server answered that did not give what was asked for. */
interface FailedAnswer {
  status: number
  /** The header `Retry-After`. */
  retryAfter: string | undefined
  /** Whether a temporary redirect led there: then it says nothing of the address that was asked for. */
  isElsewhere: boolean
}

interface FetchErrorOptions {
  cause?: unknown
  isRefused?: boolean
  answer?: FailedAnswer
}

/** A failed or refused fetch. The message is one sentence for the user who entered the address. */
export class FetchError extends Error {
  override name = 'FetchError'
  /** Whether the address itself is refused, now and later: it is malformed, or names what nothing is fetched from. Not what a name leads to. */
  readonly isRefused: boolean
  /** The answer that was no success, if there was one. */
  readonly answer: FailedAnswer | undefined

  constructor(message: string, { cause, isRefused = false, answer }: FetchErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.isRefused = isRefused
    this.answer = answer
  }
}
