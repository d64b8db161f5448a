import { useStore } from '@nanostores/react'
import type { Client, Target } from '@waypost/client'
import { createContext, use } from 'react'
import { isTargetSection, type Place } from '../route.ts'

/** The open session, for every screen of the main page. */
export const ClientContext = createContext<Client | undefined>(undefined)

export function useClient(): Client {
  const client = use(ClientContext)
  if (!client) throw new Error('This screen stands outside of a session.')
  return client
}

/** The target that a place names, kept up to date; undefined when there is none. */
export function useTarget({ section, item }: Place): Target | undefined {
  const client = useClient()
  // The lists say when a target changed; `find` also knows those that no list shows.
  useStore(client.target.$people)
  useStore(client.target.$devices)
  useStore(client.target.$following)
  return item === undefined || item === 'new' || !isTargetSection(section) ? undefined : client.target.find(section, item)
}
