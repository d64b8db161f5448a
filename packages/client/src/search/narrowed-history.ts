// Shows the messages of a conversation of one kind or with one tag: kept ones at once, the rest from the server.

import { inOrder, type Push, pushesPerHistoryPage, type SearchKind } from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import type { Platform } from '../ground/platform.ts'
import { conversationOfTarget } from '../history/following.ts'
import { ownGuid } from '../history/ghost.ts'
import { conversationLens, deviceLens, type HistoryItem, type Lens, reused } from '../history/history-item.ts'
import { timeBarMilliseconds } from '../history/history-view.ts'
import type { Target } from '../history/target.ts'
import type { Session } from '../session/session.ts'
import { isFound, type OpenPages, openConversationPages, type PagesState, withKept } from './conversation-pages.ts'

/** The filter of a conversation. */
export type Filter = { kind: SearchKind } | { tag: string }

export interface NarrowedHistory {
  /** Oldest first. */
  items: readonly HistoryItem[]
  state: PagesState
}

export interface Narrowed extends OpenPages {
  readonly $history: ReadableAtom<NarrowedHistory>
}

/** Opens the filtered messages of a conversation. Close it when they are no longer shown. */
export function openNarrowed(
  session: Pick<Session, 'call' | 'mirror' | '$connection'>,
  target: Target,
  filter: Filter,
  platform: Pick<Platform, 'after' | 'now'>,
): Narrowed {
  const itemsOf = openItems(target.type === 'device' ? deviceLens(target.key) : conversationLens(conversationOfTarget(target)))
  const { $pages, ...pages } = openConversationPages(session, target, filter, platform, { size: pushesPerHistoryPage })
  const known = new WeakMap<Push, boolean>()

  /** Cached, because the result stays the same until the push changes. */
  function fits(push: Push): boolean {
    const decided = known.get(push) ?? isFound(push, target, filter)
    known.set(push, decided)
    return decided
  }

  const $history = computed([session.mirror.of('pushes'), $pages], ({ entries }, found): NarrowedHistory => {
    const pushes = withKept(found, entries, fits).sort(inOrder)
    return { items: itemsOf(pushes), state: found.state }
  })
  return { $history, ...pages }
}

/** Oldest first; unchanged ones stay the same objects. */
function openItems(lens: Lens): (pushes: readonly Push[]) => readonly HistoryItem[] {
  let before: ReadonlyMap<string, HistoryItem> = new Map()
  return (pushes) => {
    const items = new Map<string, HistoryItem>()
    for (const [at, push] of pushes.entries()) {
      const last = pushes[at - 1]
      const own = ownGuid(push)
      const key = own && !items.has(own) ? own : push.iden
      const timeBar = last !== undefined && (push.created - last.created) * 1_000 > timeBarMilliseconds
      items.set(key, reused(before.get(key), { key, push, side: lens.side(push), state: 'settled', timeBar }))
    }
    before = items
    return [...items.values()]
  }
}
