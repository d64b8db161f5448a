// Searches SMS for the typed text, if the account has a phone that sends them.

import { useStore } from '@nanostores/react'
import type { FoundText, TextSearch } from '@waypost/client/search/text-search'
import { atom } from 'nanostores'
import { useEffect, useState } from 'react'
import { useSession } from '../../session/context.ts'

const $nothing = atom<readonly FoundText[]>([])

export function useFoundTexts(query: string): readonly FoundText[] {
  const session = useSession()
  const hasPhone = useStore(session.device.$all).some((device) => device.has_sms)
  const [search, setSearch] = useState<TextSearch>()
  useEffect(() => {
    if (!hasPhone) return
    let opened: TextSearch | undefined
    let isLeft = false
    void Promise.all([import('../../session/session-sms.ts'), import('@waypost/client/search/text-search')]).then(
      ([{ smsOf }, { openTextSearch }]) => {
        if (isLeft) return
        opened = openTextSearch(smsOf(session), () => ({ at: Date.now(), zone: -new Date().getTimezoneOffset() }))
        setSearch(opened)
      },
      // Without its code, other messages are found; it is tried again with the next search.
      () => {},
    )
    return () => {
      isLeft = true
      opened?.close()
    }
  }, [session, hasPhone])
  useEffect(() => search?.ask(query), [search, query])
  return useStore(search?.$found ?? $nothing)
}
