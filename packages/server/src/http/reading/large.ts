// Reads the fields of large bodies in a thread of its own: to parse eight megabytes of JSON takes longer than others may wait.

import { Refusal } from '@waypost/protocol'
import { openWorker, WorkerError } from '../../fetch/worker.ts'
import { JsonText } from '../response.ts'
import type { LargeAnswer, LargeBody } from './large-fields.ts'

const ask = openWorker<LargeBody, LargeAnswer>('http/reading/large-worker', { megabytes: 256, time: 10_000 })

/** The last body of each network that waits: they are read one after the other, so that those of others come between them. */
const waiting = new Map<string, Promise<unknown>>()

/**
 * Reads the fields of a body of more than `requestBytes`. Objects among them are `JsonText`s, and lists are empty: no call that takes such
 * a body has a field that is a list, or looks into an object.
 * @param network whose body it is
 * @throws Refusal as `readFields` does, and `unavailable` when it takes too long
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
