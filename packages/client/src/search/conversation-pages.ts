// Asks the server for the pushes of one conversation that are of a kind, have a tag or have some words: page by page, most recently created
// first, and again after each change.

import { hasTag, isOfKind, objectsPerPage, type Push, Refusal, type SearchKind, searchPushes } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { Platform } from '../ground/platform.ts'
import { conversationOfTarget } from '../history/following.ts'
import { isIn } from '../history/is-in.ts'
import type { Target } from '../history/target.ts'
import type { Session } from '../session/session.ts'

/** What is asked for in a conversation. */
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
  /** Seconds since 1970: they are complete back to here, as far as the server could be asked. */
  reached: number
  state: PagesState
}

/** Something that is shown page by page, until it is closed. */
export interface OpenPages {
  /** Loads older ones, or tries again. */
  loadMore(): Promise<void>
  close(): void
}

/** Answers with few results or none that are followed in a row: the server has compared only a part each time. */
const mostAnswers = 20
/** Milliseconds until the server is asked again: after a change, as pushes may have been deleted or tagged elsewhere; without a network. */
const pause = { change: 500, offline: 3_000 }

/**
 * Opens what a conversation has of something. Close it when it is not shown any more.
 * @param size how many are asked for at once
 * @param wait milliseconds until the server is asked first
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
  /** Changes with each request; an answer that another one has overtaken is dropped. */
  let round = 0
  let waiting = () => {}

  function later(milliseconds: number): void {
    waiting()
    waiting = after(milliseconds, () => void load(false))
  }

  /** Asks for a page more, or for the newest ones, as many as there are. */
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
        // Until there are as many as before, those stay.
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
      // Without a network it is tried again and again, which shows nothing of that.
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

/** Whether a push that this client keeps is one that the server would find, apart from its words. */
export const isFound = (push: Push, target: Target, { kind, tag }: AskedFor): boolean =>
  isIn(target, push) &&
  !push.deleted_by_sender &&
  (kind === undefined || isOfKind(push, kind)) &&
  (tag === undefined || hasTag(push, tag))

/** What the server has found and what this client keeps, in no order. `fits` decides about what is kept. */
export function withKept(
  { pushes: found, reached }: Pages,
  kept: ReadonlyMap<string, Push>,
  fits: (push: Push) => boolean,
): Push[] {
  const pushes = found.filter(({ iden }) => !kept.has(iden))
  // What is kept and older may have unknown ones before it, which later pages bring.
  for (const push of kept.values()) if (push.created >= reached && fits(push)) pushes.push(push)
  return pushes
}
