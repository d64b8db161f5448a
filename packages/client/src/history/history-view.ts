// Shows a part of a conversation: its newest items, or those around a search hit. More are loaded in both directions.

import { getHistory, objectsPerPage, type Push, pushesPerHistoryPage, Refusal } from '@waypost/protocol'
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import { readHistory, readLaterHistory } from '../ground/objects.ts'
import type { Conversations } from '../sync/conversation-index.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import { placeOf, type Timeline } from '../sync/timeline.ts'
import { type Ghost, ownGuid } from './ghost.ts'
import { changedItem, ghostItem, type HistoryItem, type Lens, reused } from './history-item.ts'
import type { Pending } from './pending.ts'

/** A time bar separates messages that are further apart than this. */
export const timeBarMilliseconds = 15 * 60_000

export interface History {
  /** Oldest first; ghosts and failed pushes come last, in the order in which they were queued. */
  items: readonly HistoryItem[]
  /** `none` once the first item is the beginning of the conversation. `loadMore` retries after `failed`. */
  more: 'more' | 'loading' | 'none' | 'failed'
  /** There is more below the items. `loadLater` retries after `failed`. */
  later?: 'more' | 'loading' | 'failed'
}

export interface View {
  $history: ReadableAtom<History>
  loadMore(): Promise<void>
  /** Shows one more page below, if the items do not reach the newest ones. */
  loadLater(): Promise<void>
  /** Shows the items around a time in seconds, however old. @returns false when the server could not be reached */
  showAround(created: number): Promise<boolean>
  /**
   * Shows the items around the first incoming one after a stamp in seconds, and returns how many incoming ones follow it: at once if they
   * are in memory, otherwise from the server. Undefined if there are none, the server could not be reached, or something else was shown
   * meanwhile.
   */
  showUnread(readTo: number): Unread | undefined | Promise<Unread | undefined>
  showNewest(): void
}

/** The unread part of a conversation when it was opened. */
export interface Unread {
  /** The `created` stamp up to which it had been read, in seconds. */
  after: number
  /** How many incoming pushes there were after that; the server counts to about 10,000. */
  count: number
}

interface Parts {
  callRaw: Calls['callRaw']
  mirror: OpenMirror
  conversations: Conversations
  conversation: string
  timeline: Timeline
  $ghosts: ReadableAtom<readonly Ghost[]>
  $pending: ReadableAtom<Pending>
  previews: ReadonlyMap<string, unknown>
  lens: Lens
  /** The pushes of a conversation before a stamp that this browser keeps; undefined if there are none. */
  before?: ((conversation: string, before: number, limit: number) => Promise<Page | undefined>) | undefined
}

/** `from` is the stamp from which the conversation is complete with the page. */
interface Page {
  pushes: Push[]
  from: number
}

/** A part of a conversation that is complete, by the `created` of its pushes in seconds: from `from` up to and including `to`. */
interface Part {
  from: number
  to: number
}

const pageSize = 4 * pushesPerHistoryPage
/** After this many almost empty pages, the server counts as failing. */
const maxPages = 50
/** At least this many items are shown before the first unread one, so a pane has some above it. */
const aboveUnread = 12
const microsecond = 1e-6

export function openView({
  callRaw,
  mirror,
  conversations,
  conversation,
  timeline,
  $ghosts,
  $pending,
  previews,
  lens,
  before: beforeKept,
}: Parts): View {
  const $loading = atom<'no' | 'yes' | 'failed'>('no')
  const $later = atom<'more' | 'loading' | 'failed'>('more')
  /** The part that is shown instead of the newest one. The mirror has its pushes too, so they change like all others. */
  const $apart = atom<Part | undefined>(undefined)
  // The oldest push shown. New pushes do not remove any at the top.
  let top: Pick<Push, 'created' | 'iden'> | undefined
  let before: ReadonlyMap<string, HistoryItem> = new Map()
  let running: Promise<void> | undefined
  /** Counts the jumps to another part. */
  let chosen = 0

  const $history = computed(
    [timeline.$pushes, $ghosts, $loading, $apart, $later, $pending],
    ({ pushes, from: knownFrom }, ghosts, loading, apart, later, pending): History => {
      const from = apart?.from ?? knownFrom
      const known = startOf(pushes, from)
      const end = apart ? placeOf(pushes, { created: apart.to + microsecond, iden: '' }) : pushes.length
      const start = Math.max(known, firstShown(pushes, known, end))
      const entries = new Map<string, HistoryItem>()
      let last = start > known ? pushes[start - 1] : undefined
      const add = (item: Omit<HistoryItem, 'timeBar'>) => {
        const timeBar = last !== undefined && (item.push.created - last.created) * 1_000 > timeBarMilliseconds
        last = item.push
        // Two pushes with one guid would share an item on a screen that uses keys.
        const key = entries.has(item.key) ? item.push.iden : item.key
        entries.set(key, reused(before.get(key), { ...item, key, timeBar }))
      }
      for (let index = start; index < end; index++) {
        const push = pushes[index] as Push
        const key = ownGuid(push) || push.iden
        const preview = previews.size > 0 ? previews.get(key) : undefined
        const item = { key, push, side: lens.side(push), state: 'settled', ...(preview !== undefined && { preview }) } as const
        add(changedItem(item, pending.get(push.iden)))
      }
      for (const ghost of apart ? [] : ghosts) {
        if (!lens.shows(ghost)) continue
        add({ ...ghostItem(ghost), side: lens.side(ghost.push) })
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
        ...(apart && { later }),
      }
    },
  )

  function firstShown(pushes: readonly Push[], known: number, end: number): number {
    if (!top && end - known >= pushesPerHistoryPage) top = pushes[end - pushesPerHistoryPage]
    return top ? placeOf(pushes, top) : known
  }

  const part = (): Part => $apart.get() ?? { from: timeline.$pushes.get().from, to: Number.POSITIVE_INFINITY }

  /** Fetches the page before the shown part, from this browser's store or from the server. @throws Refusal */
  function nextPage(): Promise<void> {
    running ??= fetchEarlier().finally(() => {
      running = undefined
    })
    return running
  }

  /** Each page starts where the part is known to be complete, so no gap can arise, whatever order the pages arrive in. */
  async function fetchEarlier(): Promise<void> {
    const apart = $apart.get()
    const { from: until } = part()
    const { pushes, from } =
      (await beforeKept?.(conversation, until, pageSize)) ??
      readHistory(await callRaw(getHistory, { conversation, created_before: until, limit: pageSize }))
    if (from >= until) throw new Refusal('bad_answer')
    mirror.fill({ pushes })
    const now = $apart.get()
    // The mirror may have dropped messages since the request; then the page does not connect to the current ones.
    if (apart && now?.from === until) $apart.set({ ...now, from })
    else if (!apart && timeline.$pushes.get().from <= until) conversations.setFrom(conversation, from)
  }

  /** How many pushes there are above the shown ones. */
  function above(shown: Push | undefined): number {
    const { pushes } = timeline.$pushes.get()
    return Math.max(0, (shown ? placeOf(pushes, shown) : pushes.length) - startOf(pushes, part().from))
  }

  async function loadMore(): Promise<void> {
    if ($loading.get() === 'yes') return
    const { pushes } = timeline.$pushes.get()
    const known = startOf(pushes, part().from)
    const shown = pushes[Math.max(known, firstShown(pushes, known, pushes.length))]
    $loading.set('yes')
    let outcome: 'no' | 'failed' = 'failed'
    try {
      for (let page = 0; above(shown) < pushesPerHistoryPage && part().from > 0; page++) {
        if (page === maxPages) throw new Refusal('bad_answer')
        await nextPage()
      }
      outcome = 'no'
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    } finally {
      const at = shown ? placeOf(pushes, shown) : pushes.length
      top = pushes[Math.max(startOf(pushes, part().from), at - pushesPerHistoryPage)]
      $loading.set(outcome)
    }
  }

  function showSince(created: number): void {
    const { pushes } = timeline.$pushes.get()
    const at = Math.max(startOf(pushes, part().from), placeOf(pushes, { created, iden: '' }))
    if (!top || placeOf(pushes, top) > at) top = pushes[at]
    $loading.set('no')
  }

  /** Shows kept pushes when the server cannot be reached. @returns whether this browser keeps that much */
  async function showKept(created: number): Promise<boolean> {
    showNewest()
    $loading.set('yes')
    let { from } = timeline.$pushes.get()
    for (; from > created; from = timeline.$pushes.get().from) {
      const page = await beforeKept?.(conversation, from, objectsPerPage)
      if (!page || page.from >= from) break
      mirror.fill({ pushes: page.pushes })
      if (timeline.$pushes.get().from <= from) conversations.setFrom(conversation, page.from)
    }
    $loading.set(from > created ? 'failed' : 'no')
    if (from <= created) showSince(created)
    return from <= created
  }

  async function showAround(created: number): Promise<boolean> {
    const { from, to } = part()
    const isShown = from <= created && created <= to
    if (isShown || timeline.$pushes.get().from <= created) {
      if (!isShown) showNewest()
      showSince(created)
      return true
    }
    const limit = pushesPerHistoryPage
    let found: Part
    try {
      const [earlier, later] = await Promise.all([
        callRaw(getHistory, { conversation, created_before: created + microsecond, limit }).then(readHistory),
        callRaw(getHistory, { conversation, created_after: created, limit }).then(readLaterHistory),
      ])
      mirror.fill({ pushes: [...earlier.pushes, ...later.pushes] })
      found = { from: earlier.from, to: later.to }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error.code === 'network' && showKept(created)
    }
    top = { created: found.from, iden: '' }
    show(found)
    return true
  }

  function showUnread(readTo: number): ReturnType<View['showUnread']> {
    // None of the newest pushes is unread; also where nothing ever is, e.g. notes to oneself.
    if (!conversations.$unread.get().get(conversation)) return undefined
    const { pushes, from } = timeline.$pushes.get()
    if (from > readTo) return askForUnread(readTo)
    const at = placeOf(pushes, { created: readTo + microsecond, iden: '' })
    const isIncoming = ({ direction }: Push) => direction === 'incoming'
    const count = pushes.slice(at).filter(isIncoming).length
    if (count === 0) return undefined
    const first = pushes.findIndex((push, index) => index >= at && isIncoming(push))
    showNewest()
    const start = Math.min(first - aboveUnread, pushes.length - pushesPerHistoryPage)
    top = pushes[Math.max(startOf(pushes, from), start)]
    show({ from, to: pushes[first + pageSize]?.created ?? Number.POSITIVE_INFINITY })
    return { after: readTo, count }
  }

  async function askForUnread(after: number): Promise<Unread | undefined> {
    chosen++
    const mine = chosen
    let found: Awaited<ReturnType<typeof askAround>>
    let count: number
    try {
      found = await askAround(after)
      count = found.incoming
      // Pushes sent from elsewhere since then may exceed one page.
      if (found.firstIncoming && found.firstIncoming > found.to) found = await askAround(found.firstIncoming - microsecond)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return undefined
    }
    if (chosen !== mine || count === 0) return undefined
    top = { created: found.from, iden: '' }
    show(found)
    return { after, count }
  }

  /** Fetches a few items before a stamp and a screenful after it. @throws Refusal */
  async function askAround(created: number) {
    const [earlier, later] = await Promise.all([
      callRaw(getHistory, { conversation, created_before: created + microsecond, limit: aboveUnread }).then(readHistory),
      callRaw(getHistory, { conversation, created_after: created, limit: 2 * pushesPerHistoryPage, count: true }).then(
        readLaterHistory,
      ),
    ])
    mirror.fill({ pushes: [...earlier.pushes, ...later.pushes] })
    return { ...later, from: earlier.from }
  }

  async function loadLater(): Promise<void> {
    const apart = $apart.get()
    if (!apart || $later.get() === 'loading') return
    const { pushes, from } = timeline.$pushes.get()
    if (apart.to >= from) {
      const end = placeOf(pushes, { created: apart.to + microsecond, iden: '' })
      return show({ ...apart, to: pushes[end + pageSize - 1]?.created ?? Number.POSITIVE_INFINITY })
    }
    $later.set('loading')
    try {
      const answer = await callRaw(getHistory, { conversation, created_after: apart.to, limit: pushesPerHistoryPage })
      const { pushes, to } = readLaterHistory(answer)
      if (to <= apart.to) throw new Refusal('bad_answer')
      mirror.fill({ pushes })
      const now = $apart.get()
      if (now?.to === apart.to) show({ ...now, to })
      else $later.set('more')
    } catch (error) {
      $later.set('failed')
      if (!(error instanceof Refusal)) throw error
    }
  }

  /** Returns to the newest items once the part reaches them, or nearly. */
  function show(found: Part): void {
    chosen++
    $later.set('more')
    const { pushes, from } = timeline.$pushes.get()
    const meets = found.to >= from
    if (meets && found.from < from) conversations.setFrom(conversation, found.from)
    const left = pushes.length - placeOf(pushes, { created: found.to + microsecond, iden: '' })
    $apart.set(meets && left <= pageSize ? undefined : found)
    $loading.set('no')
  }

  function showNewest(): void {
    chosen++
    if (!$apart.get()) return
    top = undefined
    $later.set('more')
    $apart.set(undefined)
    $loading.set('no')
  }

  return { $history, loadMore, loadLater, showAround, showUnread, showNewest }
}

/** The index of the first push above which some may be missing. */
function startOf(pushes: readonly Push[], from: number): number {
  return from > 0 ? placeOf(pushes, { created: from, iden: '' }) : 0
}
