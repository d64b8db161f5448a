import type { Session, Target } from '@waypost/client'
import { hueAfter, hueOf } from '@waypost/client/pictures/hue'
import { computed, type ReadableAtom } from 'nanostores'
import { useSyncExternalStore } from 'react'
import { useSession } from '../session/context.ts'

const known = new WeakMap<Session, ReadableAtom<ReadonlyMap<string, number>>>()

/** The hue of a target: its own, or the next one if the target above has the same. Undefined for targets in no list. */
export function useHue({ key }: Target): number | undefined {
  const $hues = huesIn(useSession())
  return useSyncExternalStore(
    (changed) => $hues.listen(changed),
    () => $hues.get().get(key),
  )
}

function huesIn(session: Session): ReadableAtom<ReadonlyMap<string, number>> {
  const { $people, $devices, $following, $sources } = session.target
  const $hues =
    known.get(session) ?? computed([$people, $devices, $following, $sources], (...lists) => new Map(lists.flatMap(huesOf)))
  known.set(session, $hues)
  return $hues
}

/** The hues of a list, from top to bottom. Devices, apps and 'Me' show a glyph without a hue, which separates the others. */
export function huesOf(targets: readonly Target[]): [key: string, hue: number][] {
  let above: number | undefined
  return targets.map(({ key, type }) => {
    const own = hueOf(key)
    const hue = own === above ? hueAfter(own) : own
    above = type === 'device' || type === 'grant' ? undefined : hue
    return [key, hue]
  })
}
