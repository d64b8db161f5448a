// Decides which web push subscriptions are accepted, what is sent to which, and when it is tried again.

import { createHash, ECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { endpointLength, notifiesAnybody, type Push, Refusal } from '@waypost/protocol'
import type { Micros } from '../change.ts'
import { isPublicAddress, isWebPort } from '../fetch/public-address.ts'
import { waitOf } from '../fetch/retry-after.ts'
import { retryDelay } from '../jobs/rules.ts'
import type { SubscriptionInUse } from './rows.ts'

/**
 * How long a push service keeps a message for a browser that is away: a push, a text or mirrored notification, and one that closes
 * others. The server remembers for just as long which pushes it has sent, so that each that still waits, or is shown, can be closed.
 */
export const messageMilliseconds = { push: 7 * 24 * 60 * 60_000, ephemeral: 24 * 60 * 60_000, close: 60 * 60_000 }

const microsecondsPerMillisecond = 1_000
/** Longest wait that a push service may ask for. */
const maxRetryAfter = 3_600_000_000

/**
 * The address of a browser at its push service, as it is stored. Whether its name leads into a private network is checked at each request.
 * @param allowsPrivate also takes http and private addresses, for tests
 * @throws Refusal `invalid_param`
 */
export function readEndpoint(text: string, param: string, allowsPrivate: boolean): string {
  const refuse = (why: string) => Refusal.param(param, why)
  if (!URL.canParse(text)) throw refuse('This is not the address of a push service.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:'))
    throw refuse('The address of a push service begins with https://.')
  if (url.username || url.password || url.hash) throw refuse('This is not the address of a push service.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isPrivate = isIP(host) ? !isPublicAddress(host) : !host.includes('.')
  if (!allowsPrivate && (isPrivate || !isWebPort(url.port))) throw refuse('This address is not that of a public push service.')
  // It takes no VAPID keys, and was switched off in 2024.
  if (url.hostname === 'android.googleapis.com') throw refuse('This push service no longer exists. Subscribe the browser again.')
  if (url.href.length > endpointLength) throw refuse('This address is too long.')
  return url.href
}

/** Checks that a key of a browser is a point on the curve P-256; others could not be encrypted for. @throws Refusal `invalid_param` */
export function checkPublicKey(p256dh: string): void {
  try {
    const point = Buffer.from(p256dh, 'base64url')
    if (point.length === 65 && point[0] === 4 && ECDH.convertKey(point, 'prime256v1')) return
  } catch {
    // Not on the curve.
  }
  throw Refusal.param('p256dh', 'This is not a public key of a browser.')
}

/** Whether a token with these scopes may get what its account is notified of: without `push:read` it could not read that otherwise. */
export const mayBeNotified = (scopes: readonly string[]) => scopes.includes('everything') || scopes.includes('push:read')

/** Whether the token of a web push subscription may read texts and mirrored notifications. */
export const mayGetEphemerals = ({ scope }: Pick<SubscriptionInUse, 'scope'>) =>
  scope === null || scope.split(' ').includes('everything')

/** Whether messages may be sent with a web push subscription now. */
export const isUsable = ({ valid, stopped }: Pick<SubscriptionInUse, 'valid' | 'stopped'>) => valid === 1 && stopped === 0

/** Safari revokes the permission of a site after three messages for which it shows nothing. */
export const showsAll = (endpoint: string) => /(^|\.)push\.apple\.com$/.test(new URL(endpoint).hostname)

/** Whether an object that a change wrote is a push that nobody has been told of: a new one, or one that comes back with this change. */
export const isNew = (push: Push) => (push.created === push.modified || push.reminded === push.modified) && notifiesAnybody(push)

/**
 * The header `Topic` of the messages of a conversation: of those that a browser has not got yet, only the latest is kept (RFC 8030). So
 * a browser that was away gets one of each conversation, and none of a conversation that was read meanwhile.
 */
export const topicOf = (device: string, conversation: string) =>
  createHash('sha256').update(`${device} ${conversation}`).digest('base64url').slice(0, 32)

/** How urgent a push is: devices that save power get posts of channels and apps later. */
export const urgencyOf = ({ channel_iden, client_iden }: Push): 'normal' | 'high' =>
  channel_iden || client_iden ? 'normal' : 'high'

/** Since when browsers may still show a notification, or get it from their push service, in microseconds. */
export const closedSince = (now: Micros) => now - messageMilliseconds.push * microsecondsPerMillisecond

/** Until when a message is tried, in microseconds. */
export const until = (kind: keyof typeof messageMilliseconds, from: number) =>
  from + messageMilliseconds[kind] * microsecondsPerMillisecond

/** What an answer of a push service means. */
export type Verdict = 'sent' | 'gone' | 'refused' | 'too-large' | 'later' | 'unknown'

/**
 * Reads the status of a push service. `gone`: the browser has no subscription any more. `refused`: it does not accept this server, which may
 * have a wrong clock or another key pair; the message is tried again like one for `later`.
 */
export function verdictOf(status: number): Verdict {
  if (status >= 200 && status <= 299) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (status === 400 || status === 401 || status === 403) return 'refused'
  if (status === 413) return 'too-large'
  return status === 408 || status === 425 || status === 429 || status >= 500 ? 'later' : 'unknown'
}

/**
 * When a message that failed is tried again, in microseconds: after the usual wait of a retry, and not before the push service asks for it,
 * which may ask for an hour at most.
 * @param tries how often it was tried
 * @param retryAfter the header `Retry-After`: seconds, or a date
 */
export function nextTry(now: Micros, tries: number, retryAfter: string | undefined): number {
  return now + Math.max(retryDelay(tries), Math.min(waitOf(retryAfter, now), maxRetryAfter))
}

/**
 * The contact that push services find in every message (RFC 8292): the support address, or the address of the server.
 * @param mailFrom an address of this server, where it has no https
 */
export function subjectOf({ supportEmail, mailFrom }: { supportEmail: string | undefined; mailFrom: string }, origin: string) {
  if (supportEmail !== undefined) return `mailto:${supportEmail}`
  return origin.startsWith('https:') ? origin : `mailto:${mailFrom}`
}
