import { conversationOf, type Push } from '@waypost/protocol'
import type { Platform } from '../ground/platform.ts'
import type { Conversations } from '../sync/conversation-index.ts'
import type { OpenMirror } from '../sync/mirror.ts'

interface Deps {
  mirror: Pick<OpenMirror, 'onChanges' | 'isCatchingUp'>
  conversations: Conversations
  platform: Pick<Platform, 'after'>
  /** Whether this session reports at all. */
  wanted(): boolean
  /** Reports up to which `created` stamp each conversation has arrived here. */
  report(arrived: readonly (readonly [conversation: string, deliveredTo: number])[]): void
}

/**
 * Milliseconds from the first arriving message to the report. An open conversation is usually read within that time, so one report covers
 * both; and another session may report first.
 */
const reportAfter = 1_000
const people = 'email:'

/** Reports arrivals from other people: at most once in `reportAfter`, and once for a whole catch-up. */
export function openDeliveries({ mirror, conversations, platform, wanted, report }: Deps): {
  /** Searches all conversations for messages that no session has reported. */
  look(): void
  stop(): void
} {
  /** The stamp up to which some session has reported each conversation. */
  const reported = new Map<string, number>()
  /** Conversations in which something may have arrived. */
  const arrived = new Set<string>()
  let stopWait: (() => void) | undefined

  mirror.onChanges(({ pushes, read_markers }) => {
    for (const { before, after } of read_markers) {
      const conversation = after?.conversation ?? before?.conversation
      if (conversation !== undefined) reported.set(conversation, Math.max(after?.delivered_to ?? 0, after?.read_to ?? 0))
    }
    for (const { before, after } of pushes) if (!before && after && isFromPerson(after)) arrived.add(conversationOf(after))
    if (arrived.size > 0) wait()
  })

  function wait(): void {
    if (stopWait || !wanted()) return
    stopWait = platform.after(reportAfter, () => {
      stopWait = undefined
      if (mirror.isCatchingUp()) wait()
      else reportAll()
    })
  }

  function reportAll(): void {
    if (!wanted()) return
    const fresh = [...arrived]
      .map((conversation) => [conversation, conversations.newestIncoming(conversation)] as const)
      .filter(([conversation, newest]) => newest > Math.max(reported.get(conversation) ?? 0, conversations.readTo(conversation)))
    arrived.clear()
    if (fresh.length > 0) report(fresh)
  }

  return {
    look() {
      for (const conversation of conversations.names()) if (conversation.startsWith(people)) arrived.add(conversation)
      if (arrived.size > 0) wait()
    },
    stop() {
      stopWait?.()
      stopWait = undefined
    },
  }
}

const isFromPerson = (push: Push): boolean => push.direction === 'incoming' && conversationOf(push).startsWith(people)
