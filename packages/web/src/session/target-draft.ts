import { useStore } from '@nanostores/react'
import { conversationOfTarget, type Draft, type DraftText, type Session, type Target } from '@waypost/client'
import { computed, type ReadableAtom } from 'nanostores'
import { useEffect, useMemo } from 'react'
import { onLeaving } from '../browser/location.ts'
import { settingKeys } from '../browser/storage.ts'
import { useSession } from './context.ts'

/** The draft of a conversation, from any device. */
export function useTargetDraft(target: Target) {
  const session = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  const $draft = useMemo(() => session.drafts.of(target), [session, target.key])
  keepDrafts(session)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  useEffect(() => () => session.drafts.hold(target, false), [session, target.key])
  return {
    draft: useStore($draft),
    write: (change: Draft) => session.drafts.write(target, { ...$draft.get(), ...change }),
    /** Call it when the form gains or loses the focus. */
    hold: (held: boolean) => session.drafts.hold(target, held),
  }
}

/** The drafts by conversation, except for the open one, which shows it in its field. */
export function useOtherDrafts(open: Target | undefined): ReadonlyMap<string, DraftText> {
  const session = useSession()
  keepDrafts(session)
  const except = open && conversationOfTarget(open)
  const $others = useMemo(() => othersOf(session.drafts.$all, except), [session, except])
  return useStore($others)
}

/** All drafts but one. Only changes if one of those changes, since the draft being typed changes with every key. */
function othersOf($all: Session['drafts']['$all'], except: string | undefined): ReadableAtom<ReadonlyMap<string, DraftText>> {
  let before: ReadonlyMap<string, DraftText> = new Map()
  return computed($all, (all) => {
    const others = [...all].filter(([name]) => name !== except)
    if (others.length !== before.size || others.some(([name, text]) => before.get(name) !== text)) before = new Map(others)
    return before
  })
}

const kept = new WeakSet<Session>()

/** Sends a session's drafts to the server when the page is left, and takes over those of earlier versions. Once per session. */
function keepDrafts(session: Session): void {
  if (kept.has(session)) return
  kept.add(session)
  onLeaving(session.drafts.flush)
  session.$state.subscribe((state) => {
    if (state !== 'ready' || settingKeys('draft_').length === 0) return
    // Offline, they wait for the next start.
    import('./old-drafts.ts').then(({ moveOldDrafts }) => moveOldDrafts(session)).catch(() => {})
  })
}
