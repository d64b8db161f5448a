/** What a server answered that did not give what was asked for. */
interface FailedAnswer {
  status: number
  retryAfter: string | undefined
  /** Whether a temporary redirect led there: then it says nothing about the requested address. */
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
  /** Whether the address itself is permanently refused, malformed or of a refused kind. Not set for what a name resolves to. */
  readonly isRefused: boolean
  readonly answer: FailedAnswer | undefined

  constructor(message: string, { cause, isRefused = false, answer }: FetchErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.isRefused = isRefused
    this.answer = answer
  }
}
