// Goes to a message or to a day of a conversation, loading earlier messages as needed, and back.

import { useStore } from '@nanostores/react'
import type { HistoryItem, Target } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { useEffect, useState } from 'react'
import type { FollowedEnd } from '../../conversation/followed-end.ts'
import { $wantedMessage } from '../../page/shell/wanted-message.ts'
import { useSession } from '../../session/context.ts'
import { i18n } from '../../ui/language.ts'
import { showToast } from '../../ui/notices/notices.ts'

const messages = i18n('history-jumps', {
  notFound: "Couldn't load that message. Check your connection and try again.",
})

/** How long a message that the user was brought to lights up, in milliseconds. */
const lightsUp = 1_600

/** Where a user is brought: a message, or the first one at or after a time in seconds. */
type Goal = { iden: string } | { since: number }

/** Brings the user to messages of a conversation. */
export function useJumps(target: Target, items: readonly HistoryItem[], end: Pick<FollowedEnd, 'reveal' | 'atEnd'>) {
  const session = useSession()
  const [goal, setGoal] = useState<Goal>()
  const [found, setFound] = useState<string>()
  const [from, setFrom] = useState<Push>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the goal is among the items
  useEffect(() => {
    const item = goal && itemAt(goal, items)
    if (!item) return
    setGoal(undefined)
    setFound(item.key)
    end.reveal(item.key)
  }, [goal, items])

  const wanted = useStore($wantedMessage)
  useEffect(() => {
    if (wanted?.target !== target.key) return
    $wantedMessage.set(undefined)
    setGoal({ iden: wanted.push.iden })
  }, [wanted, target.key])

  useEffect(() => {
    if (found === undefined) return
    const timer = setTimeout(() => setFound(undefined), lightsUp)
    return () => clearTimeout(timer)
  }, [found])

  // At the end the reply is as near as it was.
  const { atEnd } = end
  useEffect(() => {
    if (atEnd) setFrom(undefined)
  }, [atEnd])

  function jump(push: Push) {
    setGoal({ iden: push.iden })
    if (items.some((item) => item.push.iden === push.iden)) return
    void session.push.showAround(target, push.created).then((loaded) => {
      if (loaded) return
      setGoal(undefined)
      showToast(messages.get().notFound)
    })
  }

  return {
    found,
    jump,
    jumpFrom(push: Push, reply: Push) {
      setFrom(reply)
      jump(push)
    },
    /**
     * Goes to the first message at or after a time in seconds, or to the newest one if there is none. Resolves to false when earlier messages
     * could not be loaded.
     */
    async jumpSince(since: number): Promise<boolean> {
      const loaded = await session.push.showAround(target, since)
      if (loaded) setGoal({ since })
      return loaded
    },
    back:
      from === undefined
        ? undefined
        : () => {
            setFrom(undefined)
            jump(from)
          },
  }
}

function itemAt(goal: Goal, items: readonly HistoryItem[]): HistoryItem | undefined {
  if ('iden' in goal) return items.find(({ push }) => push.iden === goal.iden)
  return items.find(({ push }) => push.created >= goal.since) ?? items.at(-1)
}
