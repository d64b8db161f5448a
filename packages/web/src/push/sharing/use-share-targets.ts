// Lists the targets that something can be sent to, the most recently used first.

import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { useMemo } from 'react'
import { useCalmStore } from '../../session/calm-store.ts'
import { useSession } from '../../session/context.ts'
import { readRecipient } from './share-link.ts'

/** Targets that are listed before anything is typed. */
const most = 30

/**
 * The targets to choose from: those that match the query, or the one that `to` names, then Me, then the others in the order of their last
 * message. A typed email address is a target, too.
 */
export function useShareTargets(query: string, to: string | undefined): readonly Target[] {
  const session = useSession()
  const { target } = session
  const people = useStore(target.$people)
  const devices = useStore(target.$devices)
  const following = useStore(target.$following)
  const last = useCalmStore(target.$last)
  const recent = useMemo(() => {
    const at = ({ key }: Target) => last.get(key)?.push.created ?? 0
    return [...people, ...devices, ...following].sort((one, other) => at(other) - at(one))
  }, [people, devices, following, last])
  const typed = query.trim()
  const all = typed === '' ? [proposed(), target.me, ...recent] : [...target.search(typed).map(({ target }) => target), written()]
  const known = new Map<string, Target>()
  for (const each of all) if (each && isOpenTo(each)) known.set(keyOf(each), each)
  return [...known.values()].slice(0, typed === '' ? most : undefined)

  function proposed(): Target | undefined {
    const place = to === undefined ? undefined : readRecipient(to)
    return place && target.find(place.section, place.item)
  }

  function written(): Target | undefined {
    const place = typed.includes('@') ? readRecipient(typed) : undefined
    return place && target.find('people', place.item)
  }

  function isOpenTo({ type, key }: Target): boolean {
    return type !== 'subscription' && type !== 'grant' && !(type === 'chat' && session.block.find(key) !== undefined)
  }
}

/** Unique among all targets. */
export const keyOf = ({ type, key }: Target): string => `${type} ${key}`
