import type { LastMessage, Target } from '@waypost/client'
import type { Chat } from '@waypost/protocol'

interface Lists {
  me: Target
  people: readonly Target[]
  devices: readonly Target[]
  following: readonly Target[]
  sources: readonly Target[]
  /** By the key of the target. */
  last: ReadonlyMap<string, LastMessage>
}

/** Oneself, pinned conversations, then all others by their last message. Archived ones are left to the search. */
export function conversationsOf({ me, people, devices, following, sources, last }: Lists): readonly Target[] {
  const at = new Map<Target, number>()
  const placeOf = (target: Target) => ((target.obj as Chat | undefined)?.pinned ? 1 : 0)
  const all = [people, devices, following, sources].flat().filter(({ archived }) => !archived)
  for (const target of all) at.set(target, last.get(target.key)?.push.created ?? 0)
  // Conversations without a message keep the order of their lists.
  return [me, ...all.sort((a, b) => placeOf(b) - placeOf(a) || (at.get(b) ?? 0) - (at.get(a) ?? 0))]
}
