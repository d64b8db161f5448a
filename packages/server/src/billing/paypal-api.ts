import * as v from 'valibot'

export interface PaypalConfig {
  clientId: string
  secret: string
  api: string
}

const timeout = 20_000

const Token = v.object({ access_token: v.string(), expires_in: v.number() })
const Failure = v.object({
  name: v.optional(v.string()),
  details: v.optional(v.array(v.object({ issue: v.optional(v.string()) })), []),
})

/** An error response. */
export class PaypalError extends Error {
  override name = 'PaypalError'
  readonly status: number
  readonly issues: readonly string[]
  constructor(status: number, path: string, issues: readonly string[]) {
    super(`PayPal answered ${status} to ${path}: ${issues.join(', ')}`)
    this.status = status
    this.issues = issues
  }
}

/**
 * Sends `POST` with a body and `GET` without one.
 * @param key the same one for the same request, so that it is carried out once
 * @throws PaypalError
 */
type AskPaypal = <S extends v.GenericSchema>(schema: S, path: string, body?: object, key?: string) => Promise<v.InferOutput<S>>

/** Signs in to PayPal when a request needs it, and again before the token expires. */
export function signedInPaypal({ clientId, secret, api }: PaypalConfig): AskPaypal {
  let token: { text: string; until: number } | undefined

  async function send(path: string, options: RequestInit): Promise<unknown> {
    const response = await fetch(api + path, { ...options, redirect: 'error', signal: AbortSignal.timeout(timeout) })
    const text = await response.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    if (response.ok) return body
    const failure = v.safeParse(Failure, body)
    const issues = failure.success ? [failure.output.name, ...failure.output.details.map(({ issue }) => issue)] : []
    throw new PaypalError(
      response.status,
      path,
      issues.filter((issue) => issue !== undefined),
    )
  }

  async function authorization(): Promise<string> {
    if (token && token.until > Date.now()) return token.text
    const given = await send('/v1/oauth2/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    })
    const { access_token, expires_in } = v.parse(Token, given)
    // A minute early, so that the token does not expire in transit.
    token = { text: `Bearer ${access_token}`, until: Date.now() + (expires_in - 60) * 1_000 }
    return token.text
  }

  return async (schema, path, body, key) => {
    const answer = await send(path, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: await authorization(),
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'paypal-request-id': key }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return v.parse(schema, answer)
  }
}
