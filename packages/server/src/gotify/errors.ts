import { STATUS_CODES } from 'node:http'
import { Refusal, type RefusalCode } from '@waypost/protocol'

const codes: Readonly<Record<number, RefusalCode>> = {
  400: 'invalid_request',
  401: 'invalid_access_token',
  403: 'forbidden',
  404: 'not_found',
}

/** A refusal with a status and sentence of Gotify's. */
export class GotifyRefusal extends Refusal {
  constructor(status: 400 | 401 | 403 | 404, message: string) {
    super(codes[status] as RefusalCode, message)
  }
}

export const unauthorized = () =>
  new GotifyRefusal(401, 'you need to provide a valid access token or user credentials to access this api')
export const noPage = () => new GotifyRefusal(404, 'page not found')

interface GotifyError {
  error: string
  errorCode: number
  errorDescription: string
}

/** Statuses that Gotify clients know, in place of some of ours. */
const asKnown: Readonly<Record<number, number>> = { 405: 404, 415: 400, 507: 500 }

/** The Gotify error for a refusal. */
export function errorOf(refusal: Refusal): GotifyError {
  const status = refusal.code === 'sign_in_failed' ? 401 : (asKnown[refusal.status] ?? refusal.status)
  return { error: STATUS_CODES[status] ?? 'Error', errorCode: status, errorDescription: sentenceOf(refusal, status) }
}

function sentenceOf(refusal: Refusal, status: number): string {
  if (refusal instanceof GotifyRefusal) return refusal.message
  // An account with a second factor is told what to do; nobody else learns what was wrong.
  if (status === 401) return refusal.code === 'sign_in_failed' ? refusal.message : unauthorized().message
  return status === 404 ? noPage().message : refusal.message
}
