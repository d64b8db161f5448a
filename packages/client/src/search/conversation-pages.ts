// Asks the server for the pushes of one conversation of one kind, with a tag or with some words: page by page, most recently created first,
// and again after each change.

import { hasTag, isOfKind, objectsPerPage, type Push, Refusal, type SearchKind, searchPushes } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { Platform } from '../ground/platform.ts'
import { conversationOfTarget } from '../history/following.ts'
import { isIn } from '../history/is-in.ts'
import type { Target } from '../history/target.ts'
import type { Session } from '../session/session.ts'

interface AskedFor {
  kind?: SearchKind
  tag?: string
  q?: string
}

/**
 * `more`: there are older ones. `offline`: the server cannot be reached, so there may be others than those that this client keeps. `failed`:
 * the server refused.
 */
export type PagesState = 'loading' | 'more' | 'done' | 'offline' | 'failed'

interface Pages {
  /** Most recently created first. */
  pushes: readonly Push[]
  /** Seconds since 1970: the pushes are complete back to here, as far as the server could be reached. */
  reached: number
  state: PagesState
}

/** A paged list, until it is closed. */
export interface OpenPages {
  loadMore(): Promise<void>
  close(): void
}

/** How many responses with few or no results are followed in a row: the server compares only a part each time. */
const mostAnswers = 20
/**
 * Milliseconds until the server is asked again: after a change, because pushes may have been deleted or tagged elsewhere; while offline.
 */
const pause = { change: 500, offline: 3_000 }

/**
 * Opens the filtered pushes of a conversation. Close it when they are no longer shown.
 * @param size how many are requested at once
 * @param wait milliseconds until the first request
 */
export function openConversationPages(
  { call, mirror, $connection }: Pick<Session, 'call' | 'mirror' | '$connection'>,
  target: Target,
  asked: AskedFor,
  { after, now }: Pick<Platform, 'after' | 'now'>,
  { size, wait = 0 }: { size: number; wait?: number },
): OpenPages & { readonly $pages: ReadableAtom<Pages> } {
  const conversation = conversationOfTarget(target)
  const $pages = atom<Pages>({ pushes: [], reached: Number.NEGATIVE_INFINITY, state: 'loading' })
  let cursor: string | undefined
  /** Changes with each request; a response to an outdated one is dropped. */
  let round = 0
  let waiting = () => {}

  function later(milliseconds: number): void {
    waiting()
    waiting = after(milliseconds, () => void load(false))
  }

  /** Requests one more page, or the newest pushes, as many as are shown. */
  async function load(older: boolean): Promise<void> {
    const own = ++round
    waiting()
    const had = $pages.get().pushes
    const found = older ? [...had] : []
    const enough = older ? had.length + size : Math.max(size, had.length)
    let next = older ? cursor : undefined
    try {
      for (let answers = 1; ; answers++) {
        const answer = await call(searchPushes, {
          ...asked,
          ...(asked.q !== undefined && { zone: -new Date(now()).getTimezoneOffset() }),
          conversation,
          limit: Math.min(enough - found.length, objectsPerPage),
          ...(next !== undefined && { cursor: next }),
        })
        if (own !== round) return
        found.push(...answer.pushes)
        next = answer.cursor
        const isOver = next === undefined || found.length >= enough || answers === mostAnswers
        // Until there are as many as before, the earlier ones stay.
        if (isOver || found.length > had.length) {
          cursor = next
          const reached = next === undefined ? Number.NEGATIVE_INFINITY : (found.at(-1)?.created ?? Number.POSITIVE_INFINITY)
          $pages.set({ pushes: [...found], reached, state: next === undefined ? 'done' : isOver ? 'more' : 'loading' })
        }
        if (isOver) return
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (own !== round) return
      if (error.code !== 'network') return $pages.set({ ...$pages.get(), state: 'failed' })
      $pages.set({ ...$pages.get(), reached: Number.NEGATIVE_INFINITY, state: 'offline' })
      later(pause.offline)
    }
  }

  const stops = [
    mirror.$baseline.listen(() => later(pause.change)),
    $connection.listen((connection) => {
      if (connection === 'connected' && $pages.get().state === 'offline') void load(false)
    }),
  ]
  if (wait === 0) void load(false)
  else later(wait)

  return {
    $pages,
    async loadMore() {
      const { state } = $pages.get()
      if (state === 'loading' || state === 'done') return
      // Offline it retries repeatedly, without showing that.
      if (state !== 'offline') $pages.set({ ...$pages.get(), state: 'loading' })
      await load(cursor !== undefined && state !== 'offline')
    },
    close() {
      round++
      waiting()
      for (const stop of stops) stop()
    },
  }
}

/** Whether the server would find a kept push, apart from its words. */
export const isFound = (push: Push, target: Target, { kind, tag }: AskedFor): boolean =>
  isIn(target, push) &&
  !push.deleted_by_sender &&
  (kind === undefined || isOfKind(push, kind)) &&
  (tag === undefined || hasTag(push, tag))

/** The server's results and this client's kept pushes, unordered. `fits` filters the kept ones. */
export function withKept(
  { pushes: found, reached }: Pages,
  kept: ReadonlyMap<string, Push>,
  fits: (push: Push) => boolean,
): Push[] {
  const pushes = found.filter(({ iden }) => !kept.has(iden))
  // Older kept pushes may have unknown ones between them, which later pages bring.
  for (const push of kept.values()) if (push.created >= reached && fits(push)) pushes.push(push)
  return pushes
}
