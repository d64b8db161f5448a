// Refuses the calls of OAuth 2.0 in the form that its libraries read (RFC 6749, 5.2).

import type { OauthError, Refusal, RefusalCode } from '@waypost/protocol'
import type { FastifyRequest } from 'fastify'
import type { InferOutput } from 'valibot'

/** The codes of RFC 6749. Those that are not here begin with `invalid_request`, or are of the server. */
const codes: Partial<Record<RefusalCode, string>> = {
  invalid_client: 'invalid_client',
  invalid_grant: 'invalid_grant',
  // Of the person who gave the code.
  account_suspended: 'invalid_grant',
  ratelimited: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
}

/**
 * Whether a request is refused as RFC 6749 says. Its libraries send forms; programs that were written against this API send JSON, and get the
 * form of all other refusals.
 */
export function speaksOauth({ routeOptions, body, bodyLabel }: FastifyRequest): boolean {
  // The content takes precedence over the media type, as in `readFields`.
  const form = Buffer.isBuffer(body) ? !/^\s*[{[]/.test(body.toString('latin1', 0, 64)) : /\burlencoded\b/i.test(bodyLabel)
  return routeOptions.config.call?.oauthErrors === true && form
}

/** The body of a refusal of OAuth 2.0. `error_code` is the code of this API, as in all other refusals. */
export function oauthError(refusal: Refusal): InferOutput<typeof OauthError> {
  return {
    error: oauthCode(refusal),
    // Quotes, backslashes and all that is not ASCII are not allowed in it.
    error_description: refusal.message.replace(/["\\]/g, "'").replace(/[^ -~]/g, ' '),
    error_code: refusal.code,
  }
}

function oauthCode({ code, status, param }: Refusal): string {
  if (code === 'invalid_param' && param === 'grant_type') return 'unsupported_grant_type'
  // Without credentials, a client is not authenticated.
  if (code === 'invalid_param' && (param === 'client_id' || param === 'client_secret')) return 'invalid_client'
  return codes[code] ?? (status >= 500 ? 'server_error' : 'invalid_request')
}
