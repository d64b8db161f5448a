// Verifies that the sender of a webhook knows its secret, in each of the ways that senders use. All comparisons take constant time.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The maximum difference in seconds between the time in a signature and now, to prevent replay of recorded requests. */
const tolerance = 300

interface Signed {
  headers: IncomingHttpHeaders
  body: Buffer
  secret: string
  /** Seconds since 1970. */
  now: number
}

/** Whether a request proves that its sender knows the secret: by a signature of its body, or by the secret itself. */
export const isProved = (signed: Signed): boolean => proofs.some((proves) => proves(signed))

const proofs: readonly ((signed: Signed) => boolean)[] = [
  // GitHub, and Gitea, Forgejo and others that use the same scheme: docs.github.com, Validating webhook deliveries.
  ({ headers, body, secret }) => isHex(headers, 'x-hub-signature-256', hmac(secret, body), 'sha256='),
  // docs.gitea.com, Webhooks.
  ({ headers, body, secret }) => isHex(headers, 'x-gitea-signature', hmac(secret, body)),
  ({ headers, body, secret }) => isHex(headers, 'x-forgejo-signature', hmac(secret, body)),
  ({ headers, body, secret }) => isHex(headers, 'x-gogs-signature', hmac(secret, body)),
  // docs.sentry.io, Integration Platform, Webhooks.
  ({ headers, body, secret }) => isHex(headers, 'sentry-hook-signature', hmac(secret, body)),
  // grafana.com/docs, Configure webhook notifications.
  provesGrafana,
  // docs.stripe.com/webhooks/signature.
  provesStripe,
  // standardwebhooks.com, and Svix, its origin.
  (signed) => provesStandard(signed, 'webhook'),
  (signed) => provesStandard(signed, 'svix'),
  // docs.gitlab.com, Webhooks: the secret itself. Programs that support custom headers can send it in the others.
  ({ headers, secret }) => isSame(textOf(headers, 'x-gitlab-token'), secret),
  ({ headers, secret }) => isSame(textOf(headers, 'x-webhook-secret'), secret),
  ({ headers, secret }) => isSame(/^bearer\s+(\S.*)$/i.exec(textOf(headers, 'authorization') ?? '')?.[1], secret),
  ({ headers, secret }) => isSame(passwordIn(textOf(headers, 'authorization')), secret),
]

const hmac = (secret: string | Buffer, ...parts: readonly (string | Buffer)[]): Buffer => {
  const made = createHmac('sha256', secret)
  for (const part of parts) made.update(part)
  return made.digest()
}

function textOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value.slice(0, 4_096).trim() : undefined
}

/** Whether two texts are equal, in a time that doesn't reveal how much matches. Digests have equal lengths. */
function isSame(given: string | undefined, secret: string): boolean {
  if (given === undefined) return false
  return timingSafeEqual(hmac('compare', given), hmac('compare', secret))
}

function isHex(headers: IncomingHttpHeaders, name: string, expected: Buffer, prefix = ''): boolean {
  const given = textOf(headers, name)
  return given?.startsWith(prefix) === true && isSame(given.slice(prefix.length).toLowerCase(), expected.toString('hex'))
}

const isRecent = (time: string | undefined, now: number): boolean =>
  time !== undefined && /^\d{1,12}$/.test(time) && Math.abs(Number(time) - now) <= tolerance

/** The administrator chooses the name of the timestamp header; with it, the time is signed too. */
function provesGrafana({ headers, body, secret, now }: Signed): boolean {
  const name = 'x-grafana-alerting-signature'
  if (textOf(headers, name) === undefined) return false
  const time = Object.keys(headers).find((header) => header.startsWith('x-grafana-') && header.endsWith('timestamp'))
  if (time === undefined) return isHex(headers, name, hmac(secret, body))
  const given = textOf(headers, time)
  return isRecent(given, now) && isHex(headers, name, hmac(secret, `${given}:`, body))
}

function provesStripe({ headers, body, secret, now }: Signed): boolean {
  const parts = (textOf(headers, 'stripe-signature') ?? '').split(',', 20).map((part) => part.trim().split('=', 2))
  const time = parts.find(([name]) => name === 't')?.[1]
  if (!isRecent(time, now)) return false
  const expected = hmac(secret, `${time}.`, body).toString('hex')
  return parts.some(([name, value]) => name === 'v1' && isSame(value, expected))
}

function provesStandard({ headers, body, secret, now }: Signed, prefix: string): boolean {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => textOf(headers, `${prefix}-${name}`))
  if (id === undefined || signatures === undefined || !isRecent(time, now)) return false
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  const expected = hmac(key, `${id}.${time}.`, body).toString('base64')
  return signatures.split(' ', 20).some((signature) => signature.startsWith('v1,') && isSame(signature.slice(3), expected))
}

/** The password from Basic authorization, which is the secret, whatever the user name. */
function passwordIn(header: string | undefined): string | undefined {
  const value = /^basic\s+(\S+)$/i.exec(header ?? '')?.[1]
  if (value === undefined) return undefined
  const text = Buffer.from(value, 'base64').toString('utf8')
  const at = text.indexOf(':')
  return at === -1 ? undefined : text.slice(at + 1)
}
