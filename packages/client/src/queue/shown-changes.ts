// Shows a push with a person's pending changes. Separate from the session, which needs it only after a change.

import type { Push } from '@waypost/protocol'
import type { PendingChanges, PushChange } from '../history/pending.ts'

/** @param me the normalized email address of the person, which keys their reaction */
export function pendingOf(changes: readonly PushChange[], me: string | undefined): PendingChanges {
  const seen = new WeakMap<Push, Push>()
  const text = changes.find(({ kind }) => kind === 'text')
  const deletion = changes.find(({ kind, input }) => kind === 'deleted' && !input.restored)
  const edit = text?.error !== undefined ? 'refused' : text?.waits ? 'waits' : undefined
  return {
    shown(push) {
      const known = seen.get(push) ?? changes.reduce((before, change) => shownWith(before, change, me), push)
      seen.set(push, known)
      return known
    },
    state: {
      ...(edit && { edit }),
      ...(text?.error !== undefined && { error: text.error }),
      ...(deletion && { deletes: deletion.input.everyone ? 'everyone' : 'own' }),
    },
  }
}

function shownWith(push: Push, { kind, input, at }: PushChange, me: string | undefined): Push {
  if (kind === 'deleted') return push
  const next: Push = { ...push }
  if (kind === 'text') {
    for (const name of ['title', 'body', 'url'] as const) set(next, name, input[name] || undefined)
    next.edited = Math.max(at / 1_000, push.edited ?? 0)
  } else if (kind === 'reaction') set(next, 'reactions', reactionsWith(push.reactions, input.reaction ?? '', me))
  else if (kind === 'pinned') set(next, 'pinned', input.pinned ? (push.pinned ?? at / 1_000) : undefined)
  else if (kind === 'remind_at') set(next, 'remind_at', Number(input.remind_at) || undefined)
  else set(next, 'tags', input.tags?.length ? [...input.tags] : undefined)
  return next
}

function set<F extends keyof Push>(push: Push, name: F, value: Push[F] | undefined): void {
  if (value === undefined) delete push[name]
  else push[name] = value
}

/** '' removes the person's reaction. */
function reactionsWith(reactions: Push['reactions'] = {}, emoji: string, me = ''): Push['reactions'] {
  const next: Record<string, string[]> = {}
  for (const [each, people] of Object.entries(reactions)) {
    const others = people.filter((person) => person !== me)
    if (others.length > 0) next[each] = others
  }
  if (emoji !== '') next[emoji] = [...(next[emoji] ?? []), me]
  return Object.keys(next).length > 0 ? next : undefined
}
