// Gives screens what other people do: whether they are online or typing.

import { useStore } from '@nanostores/react'
import type { Session, Target } from '@waypost/client'
import type { Activities, Activity } from '@waypost/client/presence'
import { atom, type WritableAtom } from 'nanostores'
import { useSession } from './context.ts'

const known = new WeakMap<Session, WritableAtom<Activities>>()

/** What the people of a session do, by target key; nothing until the background follows it. */
export function othersOf(session: Session): WritableAtom<Activities> {
  const store = known.get(session) ?? atom<Activities>(new Map())
  known.set(session, store)
  return store
}

/** What the person of a conversation does. */
export const useActivity = ({ key }: Target): Activity | undefined => useStore(othersOf(useSession())).get(key)
