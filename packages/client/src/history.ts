import { limits, listPushes, type Push, Refusal, type Takes } from '@waypost/protocol'
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Calls } from './call.ts'
import type { History, HistoryRow } from './client.ts'
import type { Conversations } from './conversations.ts'
import type { OpenMirror } from './mirror.ts'
import { readPage } from './objects.ts'
import type { Ghost } from './outbox.ts'
import type { Target } from './target.ts'
import { placeOf, type Timeline } from './timeline.ts'

/** The conversations as a screen shows them. */
export interface Histories {
  of(target: Target): ReadableAtom<History>
  loadMore(target: Target): Promise<void>
}

interface Parts {
  ask: Calls['ask']
  mirror: OpenMirror
  conversations: Conversations
  $ghosts: ReadableAtom<readonly Ghost[]>
}

/** Fetches the older pushes of one conversation, a page at a time. */
interface Pager {
  readonly $state: ReadableAtom<'unknown' | 'more' | 'none'>
  /** @throws Refusal */
  next(): Promise<void>
}

interface View {
  $history: ReadableAtom<History>
  loadMore(): Promise<void>
}

/** How a history reads a push: whether it belongs here, and on which side it stands. */
interface Lens {
  shows(ghost: Ghost): boolean
  side(push: Push): 'in' | 'out'
}

/** Pages that one 'Load more' fetches at most, when few of the pushes on them belong to the history. */
const mostPages = 4

export function openHistories({ ask, mirror, conversations, $ghosts }: Parts): Histories {
  const views = new Map<string, View>()
  const pagers = new Map<string, Pager>()

  function viewOf({ type, key }: Target): View {
    const name = type === 'me' ? 'self' : type === 'device' ? `device:${key}` : `email:${key}`
    return remembered(views, name, () => {
      const device = type === 'device' ? key : undefined
      const pages = device !== undefined || type === 'me' ? 'self' : name
      const query = pages === 'self' ? { self: true } : { email: key }
      const pager = remembered(pagers, pages, () => openPager(ask, mirror, query))
      const timeline = device === undefined ? conversations.of(name) : conversations.ofDevice(device)
      return openView(timeline, pager, $ghosts, device === undefined ? conversationLens(name) : deviceLens(device))
    })
  }

  return {
    of: (target) => viewOf(target).$history,
    loadMore: (target) => viewOf(target).loadMore(),
  }
}

function openView(timeline: Timeline, pager: Pager, $ghosts: ReadableAtom<readonly Ghost[]>, lens: Lens): View {
  const $loading = atom<'no' | 'yes' | 'failed'>('no')
  // The oldest push that is shown. New ones push none out at the top.
  let floor: Push | undefined
  let before: ReadonlyMap<string, HistoryRow> = new Map()

  const $history = computed(
    [timeline.$pushes, $ghosts, pager.$state, $loading],
    ({ pushes }, ghosts, pages, loading): History => {
      const start = startOf(pushes)
      const rows = new Map<string, HistoryRow>()
      let last = pushes[start - 1]
      const add = (row: Omit<HistoryRow, 'timeBar'>) => {
        const timeBar = last !== undefined && (row.push.created - last.created) * 1_000 > limits.timeBarAfter
        last = row.push
        // Two pushes under one guid would be one row on a screen that goes by keys.
        const key = rows.has(row.key) ? row.push.iden : row.key
        rows.set(key, kept(before.get(key), { ...row, key, timeBar }))
      }
      for (let index = start; index < pushes.length; index++) {
        const push = pushes[index] as Push
        // A stranger chooses the guids of what comes in.
        const key = (push.direction !== 'incoming' && push.guid) || push.iden
        add({ key, push, side: lens.side(push), state: 'settled' })
      }
      for (const ghost of ghosts) {
        if (!lens.shows(ghost)) continue
        const { guid, push, error } = ghost
        const row = { key: guid, push, side: lens.side(push) }
        add(error === undefined ? { ...row, state: 'sending' } : { ...row, state: 'failed', error })
      }
      before = rows
      return {
        rows: [...rows.values()],
        more: loading === 'yes' ? 'loading' : start > 0 ? 'more' : loading === 'failed' ? 'failed' : pages,
      }
    },
  )

  function startOf(pushes: readonly Push[]): number {
    if (!floor && pushes.length >= limits.historyPageSize) floor = pushes[pushes.length - limits.historyPageSize]
    return floor ? placeOf(pushes, floor) : 0
  }

  async function loadMore(): Promise<void> {
    if ($loading.get() === 'yes') return
    const { pushes } = timeline.$pushes.get()
    const shown = pushes[startOf(pushes)]
    const older = () => (shown ? placeOf(pushes, shown) : pushes.length)
    $loading.set('yes')
    let outcome: 'no' | 'failed' = 'no'
    try {
      for (let page = 0; page < mostPages && older() < limits.historyPageSize && pager.$state.get() !== 'none'; page++) {
        await pager.next()
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      outcome = 'failed'
    } finally {
      floor = pushes[Math.max(0, older() - limits.historyPageSize)]
      $loading.set(outcome)
    }
  }

  return { $history, loadMore }
}

function openPager(ask: Calls['ask'], mirror: OpenMirror, query: Takes<typeof listPushes>): Pager {
  const $state = atom<'unknown' | 'more' | 'none'>('unknown')
  let cursor: string | undefined
  let running: Promise<void> | undefined

  async function fetchPage(): Promise<void> {
    const input = { ...query, active_only: true, limit: limits.pageSize, cursor }
    const page = readPage(await ask(listPushes, input))
    mirror.fill(page.objects)
    cursor = page.cursor === cursor ? undefined : page.cursor
    $state.set(cursor === undefined ? 'none' : 'more')
  }

  return {
    $state,
    next() {
      running ??= fetchPage()
        .catch((error: unknown) => {
          // The next attempt starts from the top; what is known already merges into itself.
          if (error instanceof Refusal && error.code === 'invalid_cursor') cursor = undefined
          throw error
        })
        .finally(() => {
          running = undefined
        })
      return running
    },
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

/** The row from before where nothing about it has changed, so that a screen need not draw it again. */
function kept(old: HistoryRow | undefined, row: HistoryRow): HistoryRow {
  const same =
    old?.push === row.push &&
    old.side === row.side &&
    old.state === row.state &&
    old.timeBar === row.timeBar &&
    old.error === row.error
  return same ? old : row
}

function remembered<T>(all: Map<string, T>, name: string, make: () => T): T {
  const known = all.get(name)
  if (known !== undefined) return known
  const made = make()
  all.set(name, made)
  return made
}
