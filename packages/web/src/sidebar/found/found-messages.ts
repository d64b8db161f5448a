import { useStore } from '@nanostores/react'
import { platform, type Session } from '@waypost/client'
import { type FoundMessages, type MessageSearch, nothingFound, openMessageSearch } from '@waypost/client/search'
import type { Push } from '@waypost/protocol'
import { atom } from 'nanostores'
import { useCallback, useEffect, useState } from 'react'
import { $wantedMessage } from '../../page/shell/wanted-message.ts'
import { open } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { showToast } from '../../ui/feedback/feedback.ts'
import { i18n } from '../../ui/language.ts'
import { openMessageWords } from './en.ts'

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
  // After the letter has been drawn.
  useEffect(() => search?.ask(query), [search, query])
  return { found: useStore(search?.$found ?? $nothing), more: useCallback(() => void search?.more(), [search]) }
}

const messages = i18n('open-message', openMessageWords)

/** Resolves once the conversation is open, or a notice says why not. */
export async function openMessage(session: Session, push: Push): Promise<void> {
  const target = session.target.of(push)
  if (!target) return showToast(messages.get().gone)
  // Opened only now, so the conversation doesn't show its newest messages first.
  if (!(await session.push.showAround(target, push.created))) return showToast(messages.get().notLoaded)
  $wantedMessage.set({ target: target.key, push })
  open(session.target.sectionOf(target), target.key)
}
