// Speaks the API of ntfy: https://docs.ntfy.sh/publish/, https://docs.ntfy.sh/subscribe/api/

import { randomBytes } from 'node:crypto'
import { addressOf, ask, type Needed, type Peer, type Place } from './peer.ts'

/**
 * An ntfy server that is already running. Its limits for visitors have to be raised (`docs/performance.md` says how).
 * @param given its address, if necessary with user and password, or with a token as the password and an empty user
 * @throws Error if it doesn't answer like ntfy
 */
export async function ntfyAt(given: string, { places }: Needed): Promise<Peer> {
  const { origin, headers } = addressOf(given)
  const { healthy } = await ask<{ healthy: boolean }>(`${origin}/v1/health`, 'GET', {})
  if (!healthy) throw new Error(`${origin} says that it is not healthy.`)
  const run = `bench-${randomBytes(6).toString('hex')}`
  const topic = (name: string): Place => ({
    post: (text) => ({ method: 'POST', url: `${origin}/${run}-${name}`, headers, body: text }),
    streams: (count) => Array.from({ length: count }, () => ({ url: `${origin}/${run}-${name}/ws`, headers })),
  })
  return {
    name: 'ntfy',
    promise: 'One row for all readers, kept 12 hours. Whether it outlives a restart depends on `cache-file`.',
    origin,
    places: Array.from({ length: places }, (_, index) => topic(String(index))),
    crowded: topic('all'),
    // Topics expire by themselves.
    async [Symbol.asyncDispose]() {},
  }
}
