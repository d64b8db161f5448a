import { useStore } from '@nanostores/react'
import type { Session, Target } from '@waypost/client'
import type { Activities, Activity } from '@waypost/client/presence'
import { atom, type WritableAtom } from 'nanostores'
import { useSession } from './context.ts'

const known = new WeakMap<Session, WritableAtom<Activities>>()

/** The activities of a session's people, by target key; empty until the background work follows them. */
export function othersOf(session: Session): WritableAtom<Activities> {
  const store = known.get(session) ?? atom<Activities>(new Map())
  known.set(session, store)
  return store
}

/** The activity of a conversation's person. */
export const useActivity = ({ key }: Target): Activity | undefined => useStore(othersOf(useSession())).get(key)
