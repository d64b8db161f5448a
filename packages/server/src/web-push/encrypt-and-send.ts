import type { WebPushMessage } from '@waypost/protocol'
import type { Config } from '../config.ts'
import { FetchError } from '../fetch/failure.ts'
import type { Fetcher } from '../fetch/public-fetcher.ts'
import type { KeyPair, SubscriptionRow } from './rows.ts'
import { subjectOf, type Verdict, verdictOf } from './rules.ts'

/** How a message is delivered: see RFC 8030. */
export interface Delivery {
  /** How long the push service keeps it, in seconds. */
  ttl: number
  urgency: 'low' | 'normal' | 'high'
  topic?: string | undefined
}

interface Outcome {
  verdict: Verdict
  retryAfter?: string | undefined
  /** The push service received too many messages: the browser's next message has to wait too. */
  isHeldBack?: boolean
  /** The push service's response, or why it couldn't be reached; for the log. */
  reason: string
}

/** Sends a message to a browser. @throws the reason of the signal when it was aborted */
export type Send = (to: SubscriptionRow, message: WebPushMessage, delivery: Delivery, signal: AbortSignal) => Promise<Outcome>

/** Milliseconds within which a push service has to answer. */
const timeLimit = 10_000
const reasonLength = 200

interface Used {
  keys: KeyPair
  config: Pick<Config, 'supportEmail' | 'mailFrom'>
  fetcher: Fetcher
  origin: () => string
}

/** Returns the function that sends messages. Its library is loaded with the first one, which few servers ever send. */
export function sender({ keys, config, fetcher, origin }: Used): Send {
  return async ({ endpoint, p256dh, auth }, message, { ttl, urgency, topic }, signal) => {
    const { generateRequestDetails } = (await import('web-push')).default
    const { body, headers } = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: {
        subject: subjectOf(config, origin()),
        publicKey: keys.public_key,
        privateKey: keys.private_key,
      },
      TTL: Math.max(0, Math.round(ttl)),
      urgency,
      ...(topic !== undefined && { topic }),
      contentEncoding: 'aes128gcm',
    })
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
    try {
      const answer = await fetcher.post(endpoint, body, { headers: sent, signal, timeLimit })
      const said = answer.body.toString('utf8').replace(/\s+/g, ' ').slice(0, reasonLength).trim()
      return {
        verdict: verdictOf(answer.status),
        retryAfter: answer.headers['retry-after'],
        isHeldBack: answer.status === 429,
        reason: `status ${answer.status}${said && `: ${said}`}`,
      }
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
      return { verdict: error.isRefused ? 'gone' : 'later', reason: error.message }
    }
  }
}
