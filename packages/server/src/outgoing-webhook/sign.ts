// Signs what is posted to outgoing webhooks, as https://www.standardwebhooks.com specifies.

import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret: 24 random bytes as Base64, behind the prefix by which libraries know it. */
export const newSecret = (): string => prefix + randomBytes(24).toString('base64')

/**
 * The headers of a message.
 * @param id the same for all attempts of one message
 * @param seconds when it is sent, in whole seconds
 */
export function signed(secret: string, id: string, seconds: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` }
}
