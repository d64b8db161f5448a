import { createHash, ECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { endpointLength, notifiesAnybody, type Push, Refusal } from '@waypost/protocol'
import type { Micros } from '../change.ts'
import { isPublicAddress, isWebPort } from '../fetch/public-address.ts'
import { waitOf } from '../fetch/retry-after.ts'
import { retryDelay } from '../jobs/rules.ts'
import type { SubscriptionInUse } from './rows.ts'

/**
 * How long a push service keeps a message for an offline browser: a push, a text or mirrored notification, and a message that closes
 * others. The server remembers the pushes it sent for the same time, so that each one that is still waiting or shown can be closed.
 */
export const messageMilliseconds = { push: 7 * 24 * 60 * 60_000, ephemeral: 24 * 60 * 60_000, close: 60 * 60_000 }

const microsecondsPerMillisecond = 1_000
/** The longest delay that a push service may ask for, in microseconds. */
const maxRetryAfter = 3_600_000_000

/**
 * A browser's endpoint at its push service, in the form stored. Whether its name resolves to a private network is checked at each request.
 * @param allowsPrivate also accepts http and private addresses, for tests
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
  // It doesn't accept VAPID keys, and was switched off in 2024.
  if (url.hostname === 'android.googleapis.com') throw refuse('This push service no longer exists. Subscribe the browser again.')
  if (url.href.length > endpointLength) throw refuse('This address is too long.')
  return url.href
}

/** Checks that a browser's key is a point on P-256, without which encryption would fail. @throws Refusal `invalid_param` */
export function checkPublicKey(p256dh: string): void {
  try {
    const point = Buffer.from(p256dh, 'base64url')
    if (point.length === 65 && point[0] === 4 && ECDH.convertKey(point, 'prime256v1')) return
  } catch {
    // Not on the curve.
  }
  throw Refusal.param('p256dh', 'This is not a public key of a browser.')
}

/** Whether a token with these scopes may receive notifications: without `push:read`, it could not read pushes otherwise. */
export const mayBeNotified = (scopes: readonly string[]) => scopes.includes('everything') || scopes.includes('push:read')

/** Whether the token of a web push subscription may read texts and mirrored notifications. */
export const mayGetEphemerals = ({ scope }: Pick<SubscriptionInUse, 'scope'>) =>
  scope === null || scope.split(' ').includes('everything')

/** Whether a web push subscription may currently be used. */
export const isUsable = ({ valid, stopped }: Pick<SubscriptionInUse, 'valid' | 'stopped'>) => valid === 1 && stopped === 0

/** Whether a browser must show every message: Safari revokes a site's permission after three silent messages. */
export const showsAll = (endpoint: string) => /(^|\.)push\.apple\.com$/.test(new URL(endpoint).hostname)

/** Whether an object that a change wrote is a push without a notification yet: a new one, or one that comes back with this change. */
export const isNew = (push: Push) => (push.created === push.modified || push.reminded === push.modified) && notifiesAnybody(push)

/** The `Topic` of a conversation's messages: an offline browser gets only the latest (RFC 8030), and none of a conversation read since. */
export const topicOf = (device: string, conversation: string) =>
  createHash('sha256').update(`${device} ${conversation}`).digest('base64url').slice(0, 32)

/** The urgency of a push: devices that save power get posts of channels and apps later. */
export const urgencyOf = ({ channel_iden, client_iden }: Push): 'normal' | 'high' =>
  channel_iden || client_iden ? 'normal' : 'high'

/** Since when notifications may still be shown, or be waiting at the push service, in microseconds. */
export const closedSince = (now: Micros) => now - messageMilliseconds.push * microsecondsPerMillisecond

/** Until when sending a message is retried, in microseconds. */
export const until = (kind: keyof typeof messageMilliseconds, from: number) =>
  from + messageMilliseconds[kind] * microsecondsPerMillisecond

/** The meaning of a push service's response. */
export type Verdict = 'sent' | 'gone' | 'refused' | 'too-large' | 'later' | 'unknown'

/**
 * Interprets the status of a push service. `gone`: the browser is no longer subscribed. `refused`: it doesn't accept this server, which may
 * have a wrong clock or another key pair; the message is retried as for `later`.
 */
export function verdictOf(status: number): Verdict {
  if (status >= 200 && status <= 299) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (status === 400 || status === 401 || status === 403) return 'refused'
  if (status === 413) return 'too-large'
  return status === 408 || status === 425 || status === 429 || status >= 500 ? 'later' : 'unknown'
}

/**
 * When a failed message is retried, in microseconds: after the usual retry delay, or later if the push service asks for it, up to an hour.
 * @param tries the number of attempts so far
 * @param retryAfter the header `Retry-After`: seconds, or a date
 */
export function nextTry(now: Micros, tries: number, retryAfter: string | undefined): number {
  return now + Math.max(retryDelay(tries), Math.min(waitOf(retryAfter, now), maxRetryAfter))
}

/** The contact in every message to push services (RFC 8292): the support address, or the server's URL, or `mailFrom` without https. */
export function subjectOf({ supportEmail, mailFrom }: { supportEmail: string | undefined; mailFrom: string }, origin: string) {
  if (supportEmail !== undefined) return `mailto:${supportEmail}`
  return origin.startsWith('https:') ? origin : `mailto:${mailFrom}`
}
