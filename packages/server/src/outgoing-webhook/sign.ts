// Signs the posts to outgoing webhooks, as https://www.standardwebhooks.com specifies.

import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** Generates a secret: 24 random bytes in Base64, after the prefix by which libraries recognize it. */
export const newSecret = (): string => prefix + randomBytes(24).toString('base64')

/** The headers of a message. `id` is the same for all attempts to send it, `seconds` the time of sending in whole seconds. */
export function signed(secret: string, id: string, seconds: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` }
}
