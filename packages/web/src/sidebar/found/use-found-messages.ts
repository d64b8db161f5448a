// Searches messages for the typed text.

import { useStore } from '@nanostores/react'
import { platform } from '@waypost/client'
import { type FoundMessages, type MessageSearch, nothingFound, openMessageSearch } from '@waypost/client/search'
import { atom } from 'nanostores'
import { useCallback, useEffect, useState } from 'react'
import { useSession } from '../../session/context.ts'

const $nothing = atom(nothingFound)

/** The results of a query, and a function that fetches earlier results. */
export function useFoundMessages(query: string): { found: FoundMessages; more: () => void } {
  const session = useSession()
  const [search, setSearch] = useState<MessageSearch>()
  useEffect(() => {
    const opened = openMessageSearch(session, platform)
    setSearch(opened)
    return opened.close
  }, [session])
  // After the letter is drawn.
  useEffect(() => search?.ask(query), [search, query])
  return { found: useStore(search?.$found ?? $nothing), more: useCallback(() => void search?.more(), [search]) }
}
