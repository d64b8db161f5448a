// Reads the fields of large bodies in a separate thread: parsing eight megabytes of JSON would make others wait too long.

import { Refusal } from '@waypost/protocol'
import { openWorker, WorkerError } from '../../fetch/worker.ts'
import { JsonText } from '../response.ts'
import type { LargeAnswer, LargeBody } from './large-fields.ts'

const ask = openWorker<LargeBody, LargeAnswer>('http/reading/large-worker', { megabytes: 256, time: 10_000 })

/** The last pending body of each network: a network's bodies are read one after another, so that those of others come in between. */
const waiting = new Map<string, Promise<unknown>>()

/**
 * Reads the fields of a body longer than `requestBytes`. Objects in it become `JsonText`s, and lists are empty: no call that takes such a
 * body has a list field or inspects an object.
 * @throws Refusal as `readFields`, and `unavailable` if it takes too long
 */
export async function readLargeFields(network: string, body: Buffer, label: string): Promise<Record<string, unknown>> {
  const before = waiting.get(network) ?? Promise.resolve()
  const answered = before.then(() => ask({ body, label }))
  const settled = answered.catch(() => {})
  waiting.set(network, settled)
  try {
    const { fields, refusal } = await answered
    if (refusal) throw new Refusal(refusal.code, refusal.message, refusal)
    return Object.fromEntries(
      fields.map(({ name, value, levels }) => [name, levels === 0 ? value : new JsonText(String(value), levels)]),
    )
  } catch (error) {
    if (error instanceof WorkerError) throw new Refusal('unavailable', undefined, { retryAfter: 5, cause: error })
    throw error
  } finally {
    if (waiting.get(network) === settled) waiting.delete(network)
  }
}
