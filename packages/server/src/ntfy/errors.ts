// Converts refusals to ntfy's errors: a number that programs compare, a sentence, and a documentation page.

import { Refusal, type RefusalCode } from '@waypost/protocol'

const docs = 'https://ntfy.sh/docs/'

/** Every ntfy error that we send: its sentence, its page, and our corresponding code. */
const errors = {
  40000: ['bad request', '', 'invalid_request'],
  40001: ['e-mail notifications are not enabled', 'config/#e-mail-notifications', 'invalid_request'],
  40002: ['cannot disable cache for delayed message', 'publish/#scheduled-delivery', 'invalid_request'],
  40003: ['delayed e-mail notifications are not supported', 'publish/#scheduled-delivery', 'invalid_request'],
  40004: ['invalid delay parameter: unable to parse delay', 'publish/#scheduled-delivery', 'invalid_param'],
  40005: ['invalid delay parameter: too small, please refer to the docs', 'publish/#scheduled-delivery', 'invalid_param'],
  40006: ['invalid delay parameter: too large, please refer to the docs', 'publish/#scheduled-delivery', 'invalid_param'],
  40007: ['invalid priority parameter', 'publish/#message-priority', 'invalid_param'],
  40008: ['invalid since parameter', 'subscribe/api/#fetch-cached-messages', 'invalid_param'],
  40009: ['invalid request: topic invalid', '', 'invalid_param'],
  40010: ['invalid request: topic name is not allowed', '', 'invalid_param'],
  40011: ['invalid message: message must be UTF-8 encoded', '', 'invalid_request'],
  40013: ['invalid request: attachment URL is invalid', 'publish/#attachments', 'invalid_param'],
  40014: ['invalid request: attachments not allowed', 'config/#attachments', 'invalid_request'],
  40016: ['invalid request: client not using the websocket protocol', 'subscribe/api/#websockets', 'invalid_request'],
  40017: ['invalid request: request body must be message JSON', 'publish/#publish-as-json', 'invalid_request'],
  40018: ['invalid request: actions invalid', 'publish/#action-buttons', 'invalid_param'],
  40019: ['invalid request: request body must be Matrix JSON', 'publish/#matrix-gateway', 'invalid_request'],
  40021: ['invalid request: icon URL is invalid', 'publish/#icons', 'invalid_param'],
  40022: ['invalid request: signup not enabled', 'config', 'invalid_request'],
  40023: ['invalid request: no token provided', '', 'invalid_request'],
  40024: ['invalid request: request body must be valid JSON', '', 'invalid_request'],
  40032: ['invalid request: calling is disabled', 'config/#phone-calls', 'invalid_request'],
  40033: ['invalid request: phone number invalid', 'publish/#phone-calls', 'invalid_param'],
  40041: [
    'invalid request: message or title is too large after replacing template',
    'publish/#message-templating',
    'invalid_request',
  ],
  40042: [
    'invalid request: message body must be JSON if templating is enabled',
    'publish/#message-templating',
    'invalid_request',
  ],
  40043: ['invalid request: could not parse template', 'publish/#message-templating', 'invalid_request'],
  40044: ['invalid request: template contains disallowed function calls', 'publish/#message-templating', 'invalid_request'],
  40045: ['invalid request: template execution failed', 'publish/#message-templating', 'invalid_request'],
  40048: ['invalid request: template file not found', 'publish/#message-templating', 'invalid_param'],
  40049: ['invalid request: sequence ID invalid', 'publish/#updating-deleting-notifications', 'invalid_param'],
  40057: ['invalid request: title is too long', 'publish/#message-title', 'invalid_param'],
  40058: ['invalid request: tags are too long', 'publish/#tags-emojis', 'invalid_param'],
  40101: ['unauthorized', 'publish/#authentication', 'invalid_access_token'],
  40301: ['forbidden', 'publish/#authentication', 'forbidden'],
  40401: ['page not found', '', 'not_found'],
  40801: ['request timed out', '', 'request_timeout'],
  41301: ['attachment too large, or bandwidth limit reached', 'publish/#limitations', 'request_too_large'],
  41302: ['Matrix message is larger than the max allowed length', '', 'request_too_large'],
  41303: ['JSON body too large', '', 'request_too_large'],
  42901: ['limit reached: too many requests', 'publish/#limitations', 'ratelimited'],
  42903: ['limit reached: too many active subscriptions', 'publish/#limitations', 'ratelimited'],
  42904: ['limit reached: the total number of topics on the server has been reached', 'publish/#limitations', 'ratelimited'],
  42909: ['limit reached: too many auth failures', 'publish/#limitations', 'ratelimited'],
  43101: ['request header too large', '', 'headers_too_large'],
  50001: ['internal server error', '', 'internal'],
  50301: ['the server is busy, please try again later', '', 'unavailable'],
  50701: ['cannot publish to UnifiedPush topic without previously active subscriber', '', 'disk_full'],
  50702: ['the disk of the server is full', '', 'disk_full'],
} as const satisfies Record<number, readonly [sentence: string, page: string, code: RefusalCode]>

type NtfyCode = keyof typeof errors

/** A refusal that is an ntfy error. */
export class NtfyRefusal extends Refusal {
  readonly number: NtfyCode

  constructor(number: NtfyCode, detail = '') {
    const [sentence, , code] = errors[number]
    super(code, detail === '' ? sentence : `${sentence}; ${detail}`)
    this.number = number
  }
}

/** The ntfy errors for general refusals. All others are identified by status. */
const byCode: Partial<Record<RefusalCode, NtfyCode>> = {
  storage_quota: 41301,
  file_too_big: 41301,
  sign_in_failed: 40101,
  headers_too_large: 43101,
}
const byStatus: Record<number, NtfyCode> = {
  400: 40000,
  401: 40101,
  403: 40301,
  404: 40401,
  405: 40401,
  408: 40801,
  413: 41301,
  415: 40000,
  429: 42901,
  500: 50001,
  503: 50301,
  507: 50702,
}

/** An ntfy error as sent. Strict clients accept only these keys. */
interface NtfyError {
  code: number
  http: number
  error: string
  link?: string
}

/** The ntfy error for a refusal. */
export function errorOf(refusal: Refusal): NtfyError {
  const own = refusal instanceof NtfyRefusal
  const number = own ? refusal.number : (byCode[refusal.code] ?? byStatus[refusal.status] ?? 40000)
  const [sentence, page] = errors[number]
  const http = Math.floor(number / 100)
  // A sentence for people says more than the default one, but clients may rely on the latter to tell two errors apart.
  const error =
    own || refusal.status >= 500 || number === 40401 || number === 40101
      ? own
        ? refusal.message
        : sentence
      : `${sentence}; ${refusal.message}`
  return { code: number, http, error, ...(page !== '' && { link: docs + page }) }
}
