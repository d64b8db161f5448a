// Looks up single pushes that memory may no longer hold: those quoted by replies, and the pinned ones.

import { getHistory, getPush, type Push, Refusal } from '@waypost/protocol'
import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import { readHistory, readObject } from '../ground/objects.ts'
import { conversationOfTarget } from '../history/following.ts'
import { type Pending, shownIn } from '../history/pending.ts'
import type { Target } from '../history/target.ts'
import type { Conversations } from '../sync/conversation-index.ts'
import type { OpenMirror } from '../sync/mirror.ts'

interface Deps {
  callRaw: Calls['callRaw']
  mirror: OpenMirror
  conversations: Conversations
  $pending: ReadableAtom<Pending>
}

/** The most quoted pushes in the cache. */
const most = 500

/** Returns a function that looks up a push. Asks the server once, when someone starts to listen and memory does not hold it. */
export function knownPushes({
  callRaw,
  mirror,
  $pending,
}: Pick<Deps, 'callRaw' | 'mirror' | '$pending'>): (iden: string) => ReadableAtom<Push | undefined> {
  const stores = new Map<string, ReadableAtom<Push | undefined>>()
  const $pushes = mirror.of('pushes')

  return (iden) => {
    const known = stores.get(iden)
    if (known) return known
    const $fetched = atom<Push | undefined>()
    const $push = computed([$pushes, $fetched, $pending], ({ entries }, fetched, pending) => {
      const push = entries.get(iden) ?? fetched
      return push && shownIn(pending, push)
    })
    onMount($push, () => {
      if (!$pushes.get().entries.has(iden) && !$fetched.get()) void fetchPush()
    })
    if (stores.size >= most) stores.delete(stores.keys().next().value as string)
    stores.set(iden, $push)
    return $push

    async function fetchPush(): Promise<void> {
      try {
        const push = readObject('pushes', await callRaw(getPush, { iden }))
        if (push?.active) $fetched.set(push)
      } catch (error) {
        // Without the original, the reply is shown alone; it is looked up the next time the reply is shown.
        if (!(error instanceof Refusal)) throw error
      }
    }
  }
}

/** Returns a function that lists the pinned pushes of a conversation. */
export function pinnedPushes({
  callRaw,
  mirror,
  conversations,
  $pending,
}: Deps): (target: Target) => ReadableAtom<readonly Push[]> {
  const stores = new Map<string, ReadableAtom<readonly Push[]>>()

  return (target) => {
    const device = target.type === 'device' ? target.key : undefined
    const conversation = conversationOfTarget(target)
    const known = stores.get(conversation)
    if (known) return known
    const timeline = device === undefined ? conversations.of(conversation) : conversations.ofDevice(device)
    let before: readonly Push[] = []
    const $pinned = computed([timeline.$pushes, $pending], ({ pushes }, pending) => {
      const pinned = (pending.size > 0 ? pushes.map((push) => shownIn(pending, push)) : pushes)
        .filter((push) => push.pinned !== undefined)
        .sort((a, b) => (b.pinned ?? 0) - (a.pinned ?? 0))
      if (pinned.length !== before.length || pinned.some((push, index) => push !== before[index])) before = pinned
      return before
    })
    onMount($pinned, () => void fetchPinned(conversation))
    stores.set(conversation, $pinned)
    return $pinned
  }

  async function fetchPinned(conversation: string): Promise<void> {
    try {
      const { pushes } = readHistory(await callRaw(getHistory, { conversation, pinned: true }))
      mirror.fill({ pushes })
    } catch (error) {
      // Pushes in memory are shown; the conversation itself shows the connection state.
      if (!(error instanceof Refusal)) throw error
    }
  }
}
