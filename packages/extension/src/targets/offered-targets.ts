import { type Target, takesPushes } from '@waypost/client'
import { refOf, textOfRef } from './target-ref.ts'

/** How many recent targets and how many other devices a menu offers. */
export const mostRecent = 5
export const mostDevices = 10

interface Known {
  me: Target
  people: readonly Target[]
  devices: readonly Target[]
  following: readonly Target[]
  sources: readonly Target[]
  /** Refs, latest first. */
  recent: readonly string[]
  /** The iden of this browser's device. */
  here: string | undefined
}

export interface Offered {
  me: Target
  recent: readonly Target[]
  /** The devices not among the recent ones. */
  devices: readonly Target[]
}

/**
 * The targets to offer, each once. Recent ones are those sent to from here, followed by the people of the latest conversations. This
 * browser itself isn't offered.
 */
export function offeredTargets({ me, people, devices, following, sources, recent, here }: Known): Offered {
  const isOffered = (target: Target) => takesPushes(target) && !target.archived && target.key !== here
  const all = new Map<string, Target>()
  for (const target of [...people, ...devices, ...following, ...sources])
    if (isOffered(target)) all.set(textOfRef(refOf(target)), target)
  const chosen = new Map<string, Target>()
  for (const ref of [...recent, ...people.map((target) => textOfRef(refOf(target)))]) {
    const target = all.get(ref)
    if (target && chosen.size < mostRecent) chosen.set(ref, target)
  }
  const others = devices.filter((device) => isOffered(device) && !chosen.has(textOfRef(refOf(device))))
  return { me, recent: [...chosen.values()], devices: others.slice(0, mostDevices) }
}

/** The recent refs after sending to a target. Oneself is always offered, so never among them. */
export function withRecent(recent: readonly string[], target: Target): readonly string[] {
  if (target.type === 'me') return recent
  const ref = textOfRef(refOf(target))
  return [ref, ...recent.filter((each) => each !== ref)].slice(0, mostRecent)
}
