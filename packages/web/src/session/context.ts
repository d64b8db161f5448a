import { useStore } from '@nanostores/react'
import type { Session, Target } from '@waypost/client'
import { createContext, use } from 'react'
import { isTargetSection, type Place } from '../route.ts'

/** The open session, for every screen that needs an account. */
export const SessionContext = createContext<Session | undefined>(undefined)

/** The open session. Throws outside `SessionContext`. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a SessionContext around it.')
  return session
}

/** The target at a place of the main page, kept up to date; undefined if there is none. */
export function useTarget({ section, item }: Place): Target | undefined {
  const session = useSession()
  // The lists notify of changes; `find` also knows targets that aren't listed.
  useStore(session.target.$people)
  useStore(session.target.$devices)
  useStore(session.target.$following)
  useStore(session.target.$sources)
  if (item === undefined || item === 'new' || !isTargetSection(section)) return undefined
  // A source's pages are parts of its place.
  return session.target.find(section, section === 'sources' ? (item.split('/')[0] as string) : item)
}
