// Sequences of two requests followed by good ones: writes must not make reads slow.

import type { Attack, Target } from '../attack.ts'
import { send } from '../send.ts'
import type { Sum } from './sums.ts'

const patience = 10_000
/** Distance between the first and second request of a sequence in the list of writes. */
const steps = [1, 13]
/** The reads after each sequence: these, and `further` others in rotation. */
const always = ['getEverything', 'listPushes', 'searchPushes']
const further = 4

/** @param targets the calls, as the owner of a full account makes them */
export function* sequences(port: number, targets: readonly Target[]): Generator<Sum> {
  const writes: { target: string; attack: Attack }[] = []
  const reads = new Map<string, Attack>()
  for (const target of targets) {
    const attacks = [...target.attacks()]
    const good = attacks.find(({ what }) => what === 'a good request')
    if (!good) continue
    const { method } = good.request()
    if (method === 'GET') reads.set(target.name, good)
    // Most calls accept and store a text of many short words and marks.
    else for (const attack of [good, worstWrite(attacks)]) if (attack) writes.push({ target: target.name, attack })
  }
  const others = [...reads].filter(([name]) => !always.includes(name))
  let next = 0
  for (const [index, first] of writes.entries())
    for (const step of steps) {
      const second = writes[(index + step) % writes.length] as (typeof writes)[number]
      const after = [
        ...always.flatMap((name) => reads.get(name) ?? []),
        ...Array.from({ length: further }, () => others[next++ % others.length]?.[1]).filter((attack) => attack !== undefined),
      ]
      yield {
        target: `${first.target}, then ${second.target}`,
        caller: 'the owner',
        what: `${first.attack.what}, then ${second.attack.what}, then ${after.length} good requests`,
        async send() {
          const statuses: number[] = []
          for (const attack of [first.attack, second.attack, ...after])
            statuses.push((await send(port, attack.request(), patience)).status)
          return statuses
        },
      }
    }
}

function worstWrite(attacks: readonly Attack[]): Attack | undefined {
  return attacks.find(({ what }) => what === 'every text: words of combining marks')
}
