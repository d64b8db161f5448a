import { useStore } from '@nanostores/react'
import type { Session, Target } from '@waypost/client'
import { createContext, use } from 'react'
import { isTargetSection, type Place } from '../route.ts'

/** The open session, for every screen of the main page. */
export const ClientContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = use(ClientContext)
  if (!session) throw new Error('This screen stands outside of a session.')
  return session
}

/** The target that a place names, kept up to date; undefined when there is none. */
export function useTarget({ section, item }: Place): Target | undefined {
  const session = useSession()
  // The lists say when a target changed; `find` also knows those that no list shows.
  useStore(session.target.$people)
  useStore(session.target.$devices)
  useStore(session.target.$following)
  return item === undefined || item === 'new' || !isTargetSection(section) ? undefined : session.target.find(section, item)
}
