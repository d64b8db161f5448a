import * as v from 'valibot'

/** Refusals that only the server raises, with their HTTP status and default sentence. The web client is built without these sentences. */
const ofServer = {
  invalid_cursor: [400, 'The cursor is invalid. Start again without one.'],
  sign_in_failed: [400, 'The email address or the password is wrong.'],
  password_weak: [400, 'This password is easy to guess. Use a few unrelated words, or let a password manager make one.'],
  elevation_needed: [403, "Confirm it's you, then repeat this."],
  code_needed: [400, 'Enter the code from your authenticator app, or a recovery code.'],
  code_wrong: [400, 'This code is wrong, used or expired. Enter the one the app shows now.'],
  passkey_unknown: [400, 'This server doesn’t know this passkey. It may have been removed from its account.'],
  passkey_failed: [400, 'Couldn’t verify the passkey. Try again.'],
  last_way_in: [403, 'This is the only way to sign in to this account. Add another one first.'],
  no_password: [400, 'This account has no password here: its owner signs in with another provider.'],
  link_expired: [400, 'This link was already used or has expired. Ask for a new one.'],
  invite_ended: [403, 'This invitation was used or revoked, or it has expired. Sign in if you used it, or ask for a new one.'],
  invite_other: [403, 'This invitation is for another email address. Use that one, or ask to be invited with yours.'],
  email_taken: [400, 'There is already an account with this email address. Sign in instead.'],
  email_missing: [400, 'Email address missing from account.'],
  account_taken: [400, 'Another user already owns this account.'],
  tag_taken: [400, 'Tag taken'],
  topic_taken: [400, 'This topic is taken. Choose another one.'],
  invalid_client: [401, 'The client_id or the client_secret is wrong.'],
  invalid_grant: [400, 'The code is wrong, was used before or has expired. Ask the user again.'],
  authorization_pending: [400, 'The code has not been entered yet. Ask again in a few seconds.'],
  slow_down: [400, 'Wait five more seconds before you ask again.'],
  access_denied: [400, 'The sign-in was refused on the other device.'],
  expired_token: [400, 'The code has expired or was already used. Start again.'],
  upload_incomplete: [400, 'Some pieces of the upload are missing. Send them and finish again.'],
  file_too_big: [400, 'File is too big.'],
  storage_quota: [400, 'The storage of this account is full. Delete some messages or files, or upgrade to Pro.'],
  over_quota: [400, "You've reached the free message limit for this month."],
  pushbullet_pro_required: [400, 'Waypost Pro is required to make this call.'],
  already_pro: [400, 'This account has Pro already.'],
  not_pro: [400, 'This account has no Pro plan to cancel.'],
  no_address: [400, 'This message has no email address to answer to.'],
  no_backup: [400, 'This server stores its rows in PostgreSQL. Use its own tools for a backup.'],
  setting_fixed: [400, 'The environment of the server sets this. Change it there.'],
  plans_in_use: [400, 'Some accounts pay for Pro. Their subscriptions must end first.'],
  payment_failed: [400, 'The payment didn’t go through. Nothing was charged.'],
  provider_unknown: [400, 'This server has no such sign-in provider.'],
  setup_needed: [403, 'This server is not set up yet. Open the link that it printed when it started.'],
  account_suspended: [403, 'This account is suspended. Ask an administrator of this server.'],
  sign_up_closed: [403, 'This server takes new accounts only by invitation.'],
  domain_refused: [403, 'New accounts here need an email address of certain domains.'],
  group_needed: [403, 'Your account at the sign-in provider is not in the group that may use this server.'],
  local_off: [403, 'This server doesn’t use passwords or passkeys. Sign in with its sign-in provider.'],
  too_late: [403, 'A message can be deleted for everyone within two days after it was sent.'],
  too_many_pins: [403, 'Five messages are pinned here already. Unpin one first.'],
  headers_too_large: [431, 'The headers of the request are too large.'],
  disk_full: [507, 'The server’s disk is full, so nothing was saved. Tell its operator.'],
} as const satisfies Record<string, readonly [status: number, sentence?: string]>

/** Refusals that clients raise too, or read from the status of a response that is not ours. */
const ofBoth = {
  invalid_request: [400, 'The request could not be read.'],
  invalid_param: [400, 'A param has an invalid value.'],
  invalid_access_token: [401, 'Access token is missing or invalid.'],
  forbidden: [403, 'You may not do this.'],
  not_found: [404, 'Object not found. The resource could not be found.'],
  method_not_allowed: [405, 'This address doesn’t support this method.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  unsupported_media_type: [415, 'The body could not be read. Send it as JSON, as a form or as multipart/form-data.'],
  request_too_large: [413, 'The request is too large.'],
  upgrade_required: [426, 'This is a live stream. Open it as a WebSocket.'],
  ratelimited: [429, 'Too many requests. Wait a little and try again.'],
  internal: [500, 'Something went wrong on the server. Try again.'],
  unavailable: [503, 'The server is not ready. Try again in a moment.'],
  // Raised by clients only; they are never sent.
  network: [0, 'Could not connect to server'],
  bad_answer: [0, 'The server sent a response that couldn’t be read.'],
  no_recipient: [0, 'No recipient.'],
  storage_full: [0, 'The storage of this browser is full.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

const refusals: Readonly<Record<RefusalCode, readonly [status: number, sentence?: string]>> = { ...ofServer, ...ofBoth }

export type RefusalCode = keyof typeof ofServer | keyof typeof ofBoth

/** Temporary refusals: the same request may be accepted a little later. */
const passing: ReadonlySet<RefusalCode> = new Set([
  'network',
  'unavailable',
  'ratelimited',
  'request_timeout',
  'authorization_pending',
  'slow_down',
])

/** Faults of the server, or of a proxy in front of it. They end once an operator has fixed them, or never. */
const faults: ReadonlySet<RefusalCode> = new Set(['internal', 'disk_full', 'bad_answer'])

/** Refusals of every request with the same token. */
const lockouts: ReadonlySet<RefusalCode> = new Set(['invalid_access_token', 'account_suspended'])

/** Whether the same request may be accepted a little later, without anyone's intervention. */
export const isPassing = ({ code }: Refusal): boolean => passing.has(code)

/** Whether the request itself is not at fault: the refusal is temporary, or the server has a fault. Background work is then retried. */
export const mayPass = (refusal: Refusal): boolean => isPassing(refusal) || faults.has(refusal.code)

/** Whether the token or its account may make no requests at all. Unsent data is kept until it may again. */
export const isLockout = ({ code }: Refusal): boolean => lockouts.has(code)

/**
 * Milliseconds until the same request is retried.
 * @param usual the wait in milliseconds, unless the server asks for a longer one with `Retry-After`
 */
export const retryIn = ({ retryAfter = 0 }: Refusal, usual: number): number => Math.max(usual, retryAfter * 1_000)

/** The body of every response with a refusal. `error_code` repeats the code, because some programs read it there. */
export const RefusalBody = v.object({
  error: v.object({
    code: v.string(),
    type: v.string(),
    message: v.string(),
    param: v.optional(v.string()),
    cat: v.optional(v.string()),
  }),
  error_code: v.optional(v.string()),
})
export type RefusalBody = v.InferOutput<typeof RefusalBody>

/**
 * The one error type of the project: a call was understood but is refused.
 * Compare `code`; `message` is for the user.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** HTTP status; 0 if the client raised it without a response. */
  readonly status: number
  readonly param: string | undefined
  /** Whether that field was missing. */
  readonly missing: boolean
  /** Seconds after which a retry makes sense, if known; the server sends them as `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(
    code: RefusalCode,
    message?: string,
    options: { param?: string; missing?: boolean; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(
      message ?? refusals[code][1] ?? refusals.internal[1],
      options.cause === undefined ? undefined : { cause: options.cause },
    )
    this.name = 'Refusal'
    this.code = code
    this.status = refusals[code][0]
    this.param = options.param
    this.missing = options.missing ?? false
    this.retryAfter = options.retryAfter
  }

  /** `ratelimited`, with the milliseconds after which the same request is allowed again. */
  static tooMany(wait: number, message?: string): Refusal {
    return new Refusal('ratelimited', message, { retryAfter: Math.max(1, Math.ceil(wait / 1_000)) })
  }

  /** `invalid_param` for a field. Existing programs look for the default message. */
  static param(param: string, why?: string, missing = false): Refusal {
    return new Refusal('invalid_param', why ?? `The param '${param}' has an invalid value.`, { param, missing })
  }
}

/** The JSON body of a refusal. */
export function refusalBody(refusal: Refusal): RefusalBody {
  return {
    error: {
      code: refusal.code,
      type: refusal.status >= 500 ? 'server' : 'invalid_request',
      message: refusal.message,
      ...(refusal.param === undefined ? {} : { param: refusal.param }),
      cat: '(=^‥^=)',
    },
    error_code: refusal.code,
  }
}

/**
 * Parses a refusal from a response. An unknown code becomes the nearest one for its status. `retryAfter` is the `Retry-After` header, of
 * which only whole seconds are supported.
 */
export function readRefusal(status: number, body: unknown, retryAfter?: string | null): Refusal {
  const wait = retryAfter && /^\d{1,9}$/.test(retryAfter) ? { retryAfter: Number(retryAfter) } : {}
  const parsed = v.safeParse(RefusalBody, body)
  if (!parsed.success) return new Refusal(codeOfStatus(status), undefined, wait)
  const { code, message, param } = parsed.output.error
  return new Refusal(code in refusals ? (code as RefusalCode) : codeOfStatus(status), message, {
    ...wait,
    ...(param !== undefined && { param }),
  })
}

const codes: Readonly<Record<number, RefusalCode>> = {
  401: 'invalid_access_token',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'request_too_large',
  415: 'unsupported_media_type',
  426: 'upgrade_required',
  429: 'ratelimited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

const codeOfStatus = (status: number): RefusalCode =>
  codes[status] ?? (status >= 500 ? 'internal' : status >= 400 ? 'invalid_request' : 'bad_answer')
