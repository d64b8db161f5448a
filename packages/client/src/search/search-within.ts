// Searches one conversation: for its pictures, links or files, or for words.

import { inOrder, isEmpty, matches, type Push, readQuery, type SearchKind, withinLimits } from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import type { Platform } from '../ground/platform.ts'
import type { Target } from '../history/target.ts'
import type { Session } from '../session/session.ts'
import { isFound, type OpenPages, openConversationPages, type PagesState, withKept } from './conversation-pages.ts'
import { textsOf } from './kept-search.ts'

export interface FoundWithin {
  /** Most recently created first. */
  pushes: readonly Push[]
  state: PagesState
}

const size = 100
/** The debounce before the server is asked, in milliseconds. */
const typing = 120

/** Opens a search in one conversation, for a kind or for words. Close it when it is no longer shown. */
export function openSearchWithin(
  session: Pick<Session, 'call' | 'mirror' | '$connection'>,
  target: Target,
  { kind, q }: { kind?: SearchKind; q?: string },
  platform: Pick<Platform, 'after' | 'now'>,
): OpenPages & { readonly $found: ReadableAtom<FoundWithin> } {
  const asked = { ...(kind !== undefined && { kind }), ...(q !== undefined && { q: withinLimits(q) }) }
  const wait = q === undefined ? 0 : typing
  const { $pages, ...pages } = openConversationPages(session, target, asked, platform, { size, wait })

  const $found = computed($pages, (found): FoundWithin => {
    if (found.state !== 'offline') return found
    const query = readQuery(asked.q ?? '', { at: platform.now(), zone: -new Date(platform.now()).getTimezoneOffset() })
    const fits = (push: Push) => isFound(push, target, asked) && (isEmpty(query) || matches(query, textsOf(push)))
    const { entries } = session.mirror.of('pushes').get()
    return { pushes: withKept(found, entries, fits).sort((one, other) => inOrder(other, one)), state: 'offline' }
  })
  return { $found, ...pages }
}
