import type { Session, Target, Unread } from '@waypost/client'
import { useEffect, useState } from 'react'
import { steppedThroughHistory } from '../../browser/location.ts'
import { keptPlaces } from '../../conversation/kept-places.ts'
import { $wantedMessage } from '../../page/shell/wanted-message.ts'
import { useSession } from '../../session/context.ts'

/** How long the server may take to report unread messages, in milliseconds; then the conversation opens at its newest ones. */
const patience = 3_000

/** How a conversation opens: at its unread messages, or at its newest. Undefined until that is known. */
export function useOpening(target: Target): { unread?: Unread | undefined } | undefined {
  const session = useSession()
  const [found, setFound] = useState(() => openingOf(session, target))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conversation
  useEffect(() => {
    if (!(found instanceof Promise)) return
    let left = false
    const open = (unread?: Unread) => {
      if (!left) setFound({ unread })
    }
    const late = setTimeout(() => {
      session.push.showNewest(target)
      open()
    }, patience)
    void found.then((unread) => {
      clearTimeout(late)
      open(unread)
    })
    return () => {
      left = true
      clearTimeout(late)
    }
  }, [])
  return found instanceof Promise ? undefined : found
}

function openingOf(session: Session, target: Target): { unread?: Unread | undefined } | Promise<Unread | undefined> {
  const { open_at } = session.preferences.$all.get() ?? {}
  const isLed = $wantedMessage.get()?.target === target.key || (steppedThroughHistory() && keptPlaces.has(target.key))
  if (open_at === 'newest' || isLed) return {}
  const unread = session.push.showUnread(target)
  return unread instanceof Promise ? unread : { unread }
}
