// Receives notifications from Matrix homeservers for apps that use UnifiedPush.

import type { FastifyRequest } from 'fastify'
import { startOfBody } from '../http/foreign-api.ts'
import { NtfyRefusal } from './errors.ts'
import { givenBy } from './given.ts'
import type { Params } from './params.ts'
import { isTopic, type Publishing, publish, unifiedPushBytes } from './publish.ts'

const nothing: Params = () => ''

/**
 * Publishes a notification to the topic in its first pushkey; returns the pushkeys that the homeserver should forget.
 * @throws NtfyRefusal for a notification that is too long or broken, and for a topic without an owner
 */
export async function pushFromMatrix(publishing: Publishing, request: FastifyRequest): Promise<{ rejected: string[] }> {
  const body = await startOfBody(request, unifiedPushBytes, publishing.options)
  if (body === undefined) throw new NtfyRefusal(41302)
  const pushkey = pushkeyIn(body)
  const base = `${publishing.deps.origin()}/`
  const topic = pushkey.startsWith(base) ? (pushkey.slice(base.length).split(/[/?#]/, 1)[0] as string) : ''
  if (!isTopic(topic)) return { rejected: [pushkey] }
  try {
    await publish(publishing, topic, undefined, givenBy(nothing), body, { isEncrypted: true })
  } catch (error) {
    if (error instanceof NtfyRefusal && (error.number === 40301 || error.number === 40010)) return { rejected: [pushkey] }
    throw error
  }
  return { rejected: [] }
}

function pushkeyIn(body: Buffer): string {
  try {
    const parsed = JSON.parse(body.toString()) as { notification?: { devices?: { pushkey?: unknown }[] } }
    const pushkey = parsed?.notification?.devices?.[0]?.pushkey
    if (typeof pushkey === 'string' && pushkey !== '') return pushkey
  } catch {
    // Refused below.
  }
  throw new NtfyRefusal(40019)
}
