// Searches messages: at once among those that this client keeps, and all others on the server.

import { inOrder, isEmpty, type Push, Refusal, readQuery, searchPageSize, searchPushes, withinLimits } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { Platform } from '../ground/platform.ts'
import type { Session } from '../session/session.ts'
import { openKeptSearch } from './kept-search.ts'

export interface FoundMessages {
  q: string
  /** Most recently created first. */
  pushes: readonly Push[]
  /**
   * `nothing`: there are no words to search for. `searching`: there may be more in a moment. `kept`: the server could not be reached, so
   * these are from what this client keeps. `failed`: the server refused.
   */
  state: 'nothing' | 'searching' | 'done' | 'kept' | 'failed'
  /** There are earlier ones, which `more` fetches. */
  more: boolean
  /** The share of the account that the server has indexed, from 0 to 1, while incomplete. */
  indexed?: number
  /** Not all messages were compared: there may be more matches, and `more` continues. */
  partial?: true
  /** The query is too long for a search: these are the results for its beginning. */
  isCut?: true
}

export interface MessageSearch {
  readonly $found: ReadableAtom<FoundMessages>
  /** Ends the previous search. */
  ask(q: string): void
  more(): Promise<void>
  close(): void
}

/** The state before anything is typed. */
export const nothingFound: FoundMessages = { q: '', pushes: [], state: 'nothing', more: false }

type Used = Pick<Session, 'call' | 'mirror' | 'target' | '$connection'>

/** Milliseconds before the server is asked: after the last keystroke, after a change, while it is indexing, while offline. */
const pause = { typing: 120, change: 500, indexing: 2_000, offline: 3_000 }

interface Results {
  /** Found among what this client keeps. */
  own: readonly Push[]
  /** Not all that this client keeps was compared. */
  isOwnPartial: boolean
  /** Found by the server, page by page. */
  theirs: readonly Push[]
  cursor?: string | undefined
}

const noResults: Results = { own: [], isOwnPartial: false, theirs: [] }

/** Searches messages for whatever was asked last. Open it with the search field, and close it with that. */
export function openMessageSearch(session: Used, platform: Platform): MessageSearch {
  const { call, mirror, target, $connection } = session
  const targets = () => [...target.$people.get(), ...target.$devices.get(), ...target.$following.get(), ...target.$sources.get()]
  const kept = openKeptSearch({ $pushes: mirror.of('pushes'), targets }, platform)
  const $found = atom(nothingFound)
  let q = ''
  let round = 0
  let results = noResults
  let fetching = false
  const next = openTimer(platform, () => void fetchFirst())

  void kept.prepare()
  const stops = [
    // The client may not have the messages that were deleted or edited elsewhere.
    mirror.$baseline.listen(() => {
      if ($found.get().state !== 'nothing') next.startIn(pause.change)
    }),
    $connection.listen((connection) => {
      if (connection === 'connected' && $found.get().state === 'kept') next.startIn(0)
    }),
  ]

  const now = () => ({ at: platform.now(), zone: -new Date(platform.now()).getTimezoneOffset() })

  function show(change: Partial<FoundMessages>, isPartial = $found.get().partial === true): void {
    const { partial: _, isCut: __, ...before } = $found.get()
    const marks = { ...(isPartial && ({ partial: true } as const)), ...(withinLimits(q) !== q && ({ isCut: true } as const)) }
    $found.set({ ...before, q, pushes: listed(results), more: results.cursor !== undefined, ...marks, ...change })
  }

  async function findKept(): Promise<void> {
    const asked = round
    const found = await kept.find(readQuery(q, now()), searchPageSize, () => asked === round)
    if (!found || asked !== round) return
    results = { ...results, own: found.pushes, isOwnPartial: found.isPartial }
    show({}, $found.get().state === 'kept' && found.isPartial)
  }

  async function fetchFirst(): Promise<void> {
    const asked = round
    try {
      const answer = await call(searchPushes, { q: withinLimits(q), zone: now().zone, limit: searchPageSize })
      if (asked !== round) return
      results = { ...results, own: [], theirs: answer.pushes, cursor: answer.cursor }
      const { indexed: _, ...before } = $found.get()
      $found.set({ ...before, ...(answer.indexed !== undefined && { indexed: answer.indexed }) })
      show({ state: 'done' }, answer.partial === true)
      if (answer.indexed !== undefined) next.startIn(pause.indexing)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (asked !== round) return
      results = { ...results, cursor: undefined }
      show({ state: stateAfter(error) }, error.code === 'network' && results.isOwnPartial)
      if (error.code === 'network') next.startIn(pause.offline)
    }
  }

  return {
    $found,
    ask(typed) {
      if (typed.trim() === q) return
      round++
      q = typed.trim()
      results = noResults
      next.stop()
      if (isEmpty(readQuery(q, now()))) return $found.set({ ...nothingFound, q })
      // The earlier results stay until there are new ones.
      const { partial: _, ...before } = $found.get()
      $found.set({ ...before, q, state: 'searching' })
      void findKept()
      next.startIn(pause.typing)
    },
    async more() {
      const { cursor } = results
      if (cursor === undefined || fetching) return
      const asked = round
      fetching = true
      try {
        const answer = await call(searchPushes, { q: withinLimits(q), zone: now().zone, limit: searchPageSize, cursor })
        if (asked !== round) return
        results = { ...results, theirs: [...results.theirs, ...answer.pushes], cursor: answer.cursor }
        show({ state: 'done' }, answer.partial === true)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (asked === round) show({ state: stateAfter(error) })
      } finally {
        fetching = false
      }
    },
    close() {
      round++
      next.stop()
      for (const stop of stops) stop()
    },
  }
}

/** The results in one list, most recently created first. */
function listed({ own, theirs, cursor }: Results): Push[] {
  // There may be unknown matches between older ones, which later pages of the server bring.
  const reached = cursor === undefined ? Number.NEGATIVE_INFINITY : (theirs.at(-1)?.created ?? Number.POSITIVE_INFINITY)
  const pushes = new Map<string, Push>()
  for (const push of [...theirs, ...own.filter(({ created }) => created >= reached)]) pushes.set(push.iden, push)
  return [...pushes.values()].sort((one, other) => inOrder(other, one))
}

const stateAfter = ({ code }: Refusal): FoundMessages['state'] => (code === 'network' ? 'kept' : 'failed')

/** Starting the timer again takes the place of the start before. */
function openTimer(platform: Pick<Platform, 'after'>, work: () => void) {
  let stop: (() => void) | undefined
  return {
    startIn(milliseconds: number): void {
      stop?.()
      stop = platform.after(milliseconds, () => {
        stop = undefined
        work()
      })
    },
    stop(): void {
      stop?.()
      stop = undefined
    },
  }
}
