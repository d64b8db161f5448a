// Keeps a view of each conversation that has been shown.

import type { ReadableAtom } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import type { Conversations } from '../sync/conversation-index.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import { conversationOfTarget } from './following.ts'
import type { Ghost } from './ghost.ts'
import { conversationLens, deviceLens } from './history-item.ts'
import { type History, openView, type Unread, type View } from './history-view.ts'
import type { Pending } from './pending.ts'
import type { Target } from './target.ts'

export interface Histories {
  of(target: Target): ReadableAtom<History>
  loadMore(target: Target): Promise<void>
  loadLater(target: Target): Promise<void>
  showAround(target: Target, created: number): Promise<boolean>
  showUnread(target: Target): Unread | undefined | Promise<Unread | undefined>
  showNewest(target: Target): void
}

interface Deps {
  callRaw: Calls['callRaw']
  mirror: OpenMirror
  conversations: Conversations
  $ghosts: ReadableAtom<readonly Ghost[]>
  $pending: ReadableAtom<Pending>
  /** Previews of the files that this window sent, by guid. */
  previews: ReadonlyMap<string, unknown>
  /** The pushes of a conversation before a stamp that this browser keeps; undefined if there are none. */
  before?: Parameters<typeof openView>[0]['before']
}

export function openHistories(deps: Deps): Histories {
  const { conversations } = deps
  const views = new Map<string, View>()

  function viewOf(target: Target): View {
    const conversation = conversationOfTarget(target)
    const known = views.get(conversation)
    if (known) return known
    const device = target.type === 'device' ? target.key : undefined
    const timeline = device === undefined ? conversations.of(conversation) : conversations.ofDevice(device)
    const lens = device === undefined ? conversationLens(conversation) : deviceLens(device)
    const view = openView({ ...deps, conversation, timeline, lens })
    views.set(conversation, view)
    return view
  }

  return {
    of: (target) => viewOf(target).$history,
    loadMore: (target) => viewOf(target).loadMore(),
    loadLater: (target) => viewOf(target).loadLater(),
    showAround: (target, created) => viewOf(target).showAround(created),
    showUnread: (target) => viewOf(target).showUnread(conversations.readTo(conversationOfTarget(target))),
    showNewest: (target) => viewOf(target).showNewest(),
  }
}
