// Builds the items of a conversation that a screen shows, from pushes and ghosts, and loads older pushes.

import { getHistory, limits, type Push, Refusal } from '@waypost/protocol'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { conversationOfTarget } from '../conversations/following.ts'
import type { Target } from '../conversations/target.ts'
import type { Ghost } from '../queue/ghost.ts'
import type { Calls } from '../session/call.ts'
import type { Conversations } from './conversation-index.ts'
import type { OpenMirror } from './mirror.ts'
import { readHistory } from './objects.ts'
import { placeOf, type Timeline } from './timeline.ts'

export interface HistoryItem {
  /** Stays the same when a ghost becomes the server's push: the guid, or the iden of a push without one. */
  key: string
  /** A ghost has its draft's fields, no iden ('') and the time at which it was queued as `created`. */
  push: Push
  /** `out`: sent by this account. In a device's history, what that device sent is on the `in` side. */
  side: 'in' | 'out'
  state: 'sending' | 'failed' | 'settled'
  /** The server's message about a failed push. */
  error?: string
  /** The file is too big for the plan: offer an upgrade. */
  upgrade?: boolean
  /** Not sent yet although there is a network: a limit is reached, or the server is not ready. It is retried automatically. */
  waits?: 'ratelimited' | 'unavailable'
  /** The file's bytes are gone with the page that held them: ask for the file again and pass it to `retry`. */
  lost?: boolean
  /** A file is being uploaded, or waits for its turn. */
  uploading?: boolean
  /** 0 to 1 while `uploading`. Only the window that holds the file knows it. */
  progress?: number
  /** The file is uploaded, the push itself is not sent yet. */
  upload_done?: boolean
  /** Size of a ghost's file in bytes. */
  file_size?: number
  /** The preview that `sendFiles` was called with. It stays with the sent push in the window that sent it. */
  preview?: unknown
  /** More than 15 minutes lie between this push and the previous one. */
  timeBar: boolean
}

export interface History {
  /** Oldest first; ghosts and failed pushes come last, in the order in which they were queued. */
  items: readonly HistoryItem[]
  /** Whether there is more above: `none` once the first item is the beginning of the conversation. `loadMore` retries after `failed`. */
  more: 'more' | 'loading' | 'none' | 'failed'
}

/** The conversations as a screen shows them. */
export interface Histories {
  of(target: Target): ReadableAtom<History>
  loadMore(target: Target): Promise<void>
  /** Shows all items since a time in seconds. @returns false when the server could not be asked */
  loadSince(target: Target, created: number): Promise<boolean>
}

interface Deps {
  callRaw: Calls['callRaw']
  mirror: OpenMirror
  conversations: Conversations
  $ghosts: ReadableAtom<readonly Ghost[]>
  /** Previews of the files that this window sent, by guid. */
  previews: ReadonlyMap<string, unknown>
}

/** The first push above which some may be missing. */
function knownStart(pushes: readonly Push[], from: number): number {
  return from > 0 ? placeOf(pushes, { created: from, iden: '' }) : 0
}

/** Fetches the pushes of one conversation that are older than the known ones, a page at a time. @throws Refusal */
type Pager = (size?: number) => Promise<void>

interface View {
  $history: ReadableAtom<History>
  loadMore(): Promise<void>
  loadSince(created: number): Promise<boolean>
}

/** How a history classifies a push: whether it belongs here, and on which side. */
interface Lens {
  shows(ghost: Ghost): boolean
  side(push: Push): 'in' | 'out'
}

/** Pushes per page of a conversation. */
const pageSize = 4 * limits.historyPageSize
/** After this many pages with hardly anything on them, the server counts as failing. */
const maxPages = 50

export function openHistories({ callRaw, mirror, conversations, $ghosts, previews }: Deps): Histories {
  const views = new Map<string, View>()

  function viewOf(target: Target): View {
    const name = conversationOfTarget(target)
    const known = views.get(name)
    if (known) return known
    const device = target.type === 'device' ? target.key : undefined
    const timeline = device === undefined ? conversations.of(name) : conversations.ofDevice(device)
    const lens = device === undefined ? conversationLens(name) : deviceLens(device)
    const nextPage = openPager({ callRaw, mirror, conversations, conversation: name, timeline })
    const view = openView({ timeline, nextPage, $ghosts, previews, lens })
    views.set(name, view)
    return view
  }

  return {
    of: (target) => viewOf(target).$history,
    loadMore: (target) => viewOf(target).loadMore(),
    loadSince: (target, created) => viewOf(target).loadSince(created),
  }
}

function openView(parts: Pick<Deps, '$ghosts' | 'previews'> & { timeline: Timeline; nextPage: Pager; lens: Lens }): View {
  const { timeline, nextPage, $ghosts, previews, lens } = parts
  const $loading = atom<'no' | 'yes' | 'failed'>('no')
  // The oldest push shown. New ones do not push any out at the top.
  let top: Push | undefined
  let before: ReadonlyMap<string, HistoryItem> = new Map()

  const $history = computed([timeline.$pushes, $ghosts, $loading], ({ pushes, from }, ghosts, loading): History => {
    const known = knownStart(pushes, from)
    const start = Math.max(known, startOf(pushes, known))
    const entries = new Map<string, HistoryItem>()
    let last = start > known ? pushes[start - 1] : undefined
    const add = (item: Omit<HistoryItem, 'timeBar'>) => {
      const timeBar = last !== undefined && (item.push.created - last.created) * 1_000 > limits.timeBarAfter
      last = item.push
      // Two pushes under one guid would be one item on a screen that goes by keys.
      const key = entries.has(item.key) ? item.push.iden : item.key
      entries.set(key, reused(before.get(key), { ...item, key, timeBar }))
    }
    for (let index = start; index < pushes.length; index++) {
      const push = pushes[index] as Push
      // The guids of incoming pushes are chosen by others.
      const key = (push.direction !== 'incoming' && push.guid) || push.iden
      const preview = previews.size > 0 ? previews.get(key) : undefined
      add({ key, push, side: lens.side(push), state: 'settled', ...(preview !== undefined && { preview }) })
    }
    for (const ghost of ghosts) {
      if (!lens.shows(ghost)) continue
      add({ ...ghostRow(ghost), side: lens.side(ghost.push) })
    }
    before = entries
    return {
      items: [...entries.values()],
      more:
        loading === 'yes'
          ? 'loading'
          : from === 0 && start === 0
            ? 'none'
            : loading === 'failed' && start === known
              ? 'failed'
              : 'more',
    }
  })

  function startOf(pushes: readonly Push[], known: number): number {
    if (!top && pushes.length - known >= limits.historyPageSize) top = pushes[pushes.length - limits.historyPageSize]
    return top ? placeOf(pushes, top) : known
  }

  /** How many there are above those that are shown. */
  function above(shown: Push | undefined): number {
    const { pushes, from } = timeline.$pushes.get()
    const known = knownStart(pushes, from)
    return Math.max(0, (shown ? placeOf(pushes, shown) : pushes.length) - known)
  }

  async function loadMore(): Promise<void> {
    if ($loading.get() === 'yes') return
    const { pushes, from } = timeline.$pushes.get()
    const known = knownStart(pushes, from)
    const shown = pushes[Math.max(known, startOf(pushes, known))]
    const pageSize = limits.historyPageSize
    $loading.set('yes')
    let outcome: 'no' | 'failed' = 'failed'
    try {
      for (let page = 0; above(shown) < pageSize && timeline.$pushes.get().from > 0; page++) {
        if (page === maxPages) throw new Refusal('bad_answer')
        await nextPage()
      }
      outcome = 'no'
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    } finally {
      const now = timeline.$pushes.get()
      const at = shown ? placeOf(pushes, shown) : pushes.length
      top = pushes[Math.max(knownStart(pushes, now.from), at - pageSize)]
      $loading.set(outcome)
    }
  }

  async function loadSince(created: number): Promise<boolean> {
    const since = { created, iden: '' }
    $loading.set('yes')
    try {
      // Each page starts earlier than the one before, or is refused.
      while (timeline.$pushes.get().from > created) await nextPage(limits.pageSize)
    } catch (error) {
      $loading.set('failed')
      if (!(error instanceof Refusal)) throw error
      return false
    }
    const { pushes, from } = timeline.$pushes.get()
    const at = Math.max(knownStart(pushes, from), placeOf(pushes, since))
    if (!top || placeOf(pushes, top) > at) top = pushes[at]
    $loading.set('no')
    return true
  }

  return { $history, loadMore, loadSince }
}

interface PagerDeps extends Pick<Deps, 'callRaw' | 'mirror' | 'conversations'> {
  conversation: string
  timeline: Timeline
}

/** Each page starts where the conversation is known to be complete, so no gap can arise whatever the order of the pages. */
function openPager({ callRaw, mirror, conversations, conversation, timeline }: PagerDeps): Pager {
  let running: Promise<void> | undefined

  async function fetchPage(limit: number): Promise<void> {
    const before = timeline.$pushes.get().from
    const { pushes, from } = readHistory(await callRaw(getHistory, { conversation, created_before: before, limit }))
    if (from >= before) throw new Refusal('bad_answer')
    mirror.fill({ pushes })
    // What was known when the page was requested may have been forgotten since; then the page does not connect to what is known now.
    if (timeline.$pushes.get().from <= before) conversations.setFrom(conversation, from)
  }

  return (size = pageSize) => {
    running ??= fetchPage(size).finally(() => {
      running = undefined
    })
    return running
  }
}

function conversationLens(name: string): Lens {
  return {
    shows: (ghost) => ghost.conversation === name,
    side: (push) => (push.direction === 'incoming' ? 'in' : 'out'),
  }
}

function deviceLens(iden: string): Lens {
  return {
    shows: ({ conversation, push }) =>
      conversation === 'self' && (push.target_device_iden === iden || push.source_device_iden === iden),
    side: (push) => (push.source_device_iden === iden ? 'in' : 'out'),
  }
}

/** What the user must do if the file of a push is lost; a screen may have a better message. */
const lostWords = 'Choose the file again to send it.'

function ghostRow({
  guid,
  push,
  error,
  waits,
  lost,
  upload,
  progress,
  size,
  preview,
  fields,
}: Ghost): Omit<HistoryItem, 'side' | 'timeBar'> {
  const failed = error !== undefined || lost === true
  return {
    key: guid,
    push,
    state: failed ? 'failed' : 'sending',
    ...(failed && { error: error ?? lostWords }),
    ...(waits && !failed && { waits }),
    ...(lost && { lost }),
    ...(error?.includes('File is too big.') && { upgrade: true }),
    ...(upload && !failed && { uploading: true }),
    ...(upload && !failed && progress !== undefined && { progress }),
    ...(!upload && fields.file_url && { upload_done: true }),
    ...(size !== undefined && { file_size: size }),
    ...(preview !== undefined && { preview }),
  }
}

/** Reuses the previous item if it has not changed, so that a screen need not draw it again. */
function reused(old: HistoryItem | undefined, item: HistoryItem): HistoryItem {
  if (!old) return item
  const fields = Object.keys(item) as (keyof HistoryItem)[]
  return fields.length === Object.keys(old).length && fields.every((field) => old[field] === item[field]) ? old : item
}
