// Fifty callers at once, each from its own network and a third of them with other accounts, whose requests end in the same turn.

import type { Attack, Target } from '../attack.ts'
import type { Box } from '../boxes.ts'
import type { RawRequest } from '../send.ts'
import type { Result } from '../trial.ts'
import type { Sum } from './sums.ts'
import { networkOf, sendTogether } from './together.ts'

const callers = 50
/**
 * Maximum bytes of all callers' bodies together; larger bodies have fewer callers. Memory per network is limited, and this machine is
 * small.
 */
const mostBytes = 64 * 2 ** 20

/**
 * For each call and address: a good request, the slowest input found before, and the largest one.
 * @param others accounts that share the work with the owner of the box
 */
export function* crowds(
  port: number,
  targets: readonly Target[],
  results: readonly Result[],
  others: readonly Box[],
): Generator<Sum> {
  const slowest = new Map(results.map(({ target, slowest }) => [target, slowest?.what]))
  for (const target of targets)
    for (const attack of worstOf(target, slowest.get(target.name)))
      yield {
        target: target.name,
        caller: `${callers} at once`,
        what: attack.what,
        async send() {
          const count = Math.max(2, Math.min(callers, Math.floor(mostBytes / Math.max(1, attack.bytes))))
          const request = attack.request()
          return sendTogether(
            port,
            Array.from({ length: count }, (_, index) => asCaller(request, index, others)),
          )
        },
        ...(attack.renew && { renew: attack.renew }),
      }
}

function worstOf(target: Target, slowest: string | undefined): Attack[] {
  let good: Attack | undefined
  let slow: Attack | undefined
  let large: Attack | undefined
  for (const attack of target.attacks()) {
    if (attack.what.startsWith('a good request')) good ??= attack
    if (attack.what === slowest) slow = attack
    if (attack.bytes > (large?.bytes ?? 0)) large = attack
  }
  return [...new Set([good, slow, large])].filter((attack) => attack !== undefined)
}

/** The request of one of many callers: two thirds use the same account, from different networks. */
function asCaller(request: RawRequest, index: number, others: readonly Box[]): RawRequest {
  const other = index % 3 === 2 ? others[index % others.length] : undefined
  const headers: Record<string, string> = { 'x-forwarded-for': networkOf(index), ...request.headers }
  if ('access-token' in headers && other) headers['access-token'] = other.token
  return { ...request, headers }
}
