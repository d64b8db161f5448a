import { useStore } from '@nanostores/react'
import { platform, type Target } from '@waypost/client'
import { type FoundWithin, openSearchWithin } from '@waypost/client/search/search-within'
import type { Push, SearchKind } from '@waypost/protocol'
import { atom } from 'nanostores'
import { useCallback, useEffect, useState } from 'react'
import { $wantedMessage } from '../../page/shell/wanted-message.ts'
import { useSession } from '../../session/context.ts'
import { showToast } from '../../ui/feedback/feedback.ts'
import { i18n } from '../../ui/language.ts'
import { showMessage } from './en.ts'

const messages = i18n('show-message', showMessage)

const $loading = atom<FoundWithin>({ pushes: [], state: 'loading' })

/** The pushes of a conversation of a kind or with some words, and a function that loads older ones. */
export function useFoundWithin(target: Target, { kind, q }: { kind?: SearchKind; q?: string }) {
  const session = useSession()
  const [search, setSearch] = useState<ReturnType<typeof openSearchWithin>>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  useEffect(() => {
    const asked = { ...(kind !== undefined && { kind }), ...(q !== undefined && { q }) }
    const opened = openSearchWithin(session, target, asked, platform)
    setSearch(opened)
    return opened.close
  }, [session, target.key, kind, q])
  return { found: useStore(search?.$found ?? $loading), loadMore: useCallback(() => void search?.loadMore(), [search]) }
}

/** Scrolls the conversation to a message; `then` is called once it is there. */
export function useShowMessage(target: Target, then: () => void): (push: Push) => Promise<void> {
  const session = useSession()
  return async (push) => {
    if (!(await session.push.showAround(target, push.created))) return showToast(messages.get().notLoaded)
    $wantedMessage.set({ target: target.key, push })
    then()
  }
}
