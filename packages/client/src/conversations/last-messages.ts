// Knows the last message of every listed target, and fetches those that the mirror does not have.

import { conversationsPerCall, getLatestPushes, isLockout, type Push, Refusal } from '@waypost/protocol'
import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import { isRecord, isStamp, readObject } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import { openRetry } from '../ground/retry.ts'
import { conversationOfTarget } from '../history/following.ts'
import type { Ghost } from '../history/ghost.ts'
import { type Pending, shownIn } from '../history/pending.ts'
import type { Target } from '../history/target.ts'
import type { Conversations } from '../sync/conversation-index.ts'
import type { OpenMirror } from '../sync/mirror.ts'

export interface LastMessage {
  readonly push: Push
  /** `sending` and `failed` are those of a ghost. */
  readonly state: 'settled' | 'sending' | 'failed'
}

export interface LastMessageDeps {
  callRaw: Calls['callRaw']
  mirror: OpenMirror
  conversations: Conversations
  $ghosts: ReadableAtom<readonly Ghost[]>
  $pending: ReadableAtom<Pending>
  $targets: ReadableAtom<readonly Target[]>
  /** `ready` once the mirror is filled. */
  $state: ReadableAtom<unknown>
  platform: Platform
}

/**
 * The last message of each target by its key, and of people without a chat by their address. A message that did not change is the same
 * object. While someone listens, messages missing from the mirror, such as those of long-idle conversations, are fetched in batches.
 */
export function openLastMessages(deps: LastMessageDeps): ReadableAtom<ReadonlyMap<string, LastMessage>> {
  const { mirror, conversations, $ghosts, $pending, $targets } = deps
  let before: ReadonlyMap<string, LastMessage> = new Map()
  const $last = computed([$targets, mirror.of('pushes'), $ghosts, $pending], (targets, _pushes, ghosts, pending) => {
    const queued = new Map<string, Ghost>()
    for (const ghost of ghosts) for (const name of timelinesOf(ghost)) queued.set(name, ghost)
    const all = new Map<string, LastMessage>()
    const take = (key: string, name: string) => {
      const message = lastOf(timelineOf(conversations, name).newestPush(), queued.get(name), pending)
      if (!message) return
      const old = before.get(key)
      all.set(key, old?.push === message.push && old.state === message.state ? old : message)
    }
    for (const target of targets) take(target.key, conversationOfTarget(target))
    // Blocked or hidden people have no chat, and are listed while they are open.
    for (const name of conversations.names()) if (name.startsWith(personPrefix)) take(name.slice(personPrefix.length), name)
    if (all.size !== before.size || [...all].some(([key, message]) => before.get(key) !== message)) before = all
    return before
  })
  const $shown = atom(before)
  onMount($shown, () => {
    const stops = [$last.subscribe((last) => $shown.set(last)), fetchMissing(deps)]
    return () => {
      for (const stop of stops) stop()
    }
  })
  return $shown
}

/** The later one of a push and a ghost. */
function lastOf(push: Push | undefined, ghost: Ghost | undefined, pending: Pending): LastMessage | undefined {
  if (ghost && ghost.push.created >= (push?.created ?? 0))
    return { push: ghost.push, state: ghost.error !== undefined || ghost.lost ? 'failed' : 'sending' }
  return push && { push: shownIn(pending, push), state: 'settled' }
}

const devicePrefix = 'device:'
const personPrefix = 'email:'

/** The names of the timelines that will contain a ghost. */
function timelinesOf({ conversation, push }: Ghost): string[] {
  if (conversation !== 'self') return [conversation]
  const devices = [push.target_device_iden, push.source_device_iden].filter((iden) => iden !== undefined)
  return [conversation, ...devices.map((iden) => devicePrefix + iden)]
}

function timelineOf(conversations: Conversations, name: string) {
  return name.startsWith(devicePrefix) ? conversations.ofDevice(name.slice(devicePrefix.length)) : conversations.of(name)
}

const isOneOf =
  (asked: ReadonlyMap<string, unknown>) =>
  (value: unknown): value is { conversation: string; push?: unknown } =>
    isRecord(value) && typeof value.conversation === 'string' && asked.has(value.conversation)

/** Fetches the newest push of each conversation where it is unknown, until stopped. */
function fetchMissing({ callRaw, mirror, conversations, $targets, $state, platform }: LastMessageDeps): () => void {
  /**
   * Conversations whose newest push a response did not settle, with the stamp from which they were complete then. They are not requested
   * again.
   */
  const inVain = new Map<string, number>()
  let running = false
  let stopped = false
  const retry = openRetry(platform)

  /** Whether the newest push is known, or known not to exist: a push older than `from` may not be the newest one. */
  function isKnown(name: string): boolean {
    const timeline = timelineOf(conversations, name)
    const { from } = timeline.$pushes.get()
    return from === 0 || timeline.newest() >= from
  }

  function missing(): string[] {
    const names = new Set($targets.get().map(conversationOfTarget))
    for (const { user } of mirror.of('blocks').get().entries.values())
      if (user?.email_normalized) names.add(personPrefix + user.email_normalized)
    return [...names].filter((name) => !isKnown(name) && inVain.get(name) !== fromOf(name)).slice(0, conversationsPerCall)
  }

  const fromOf = (name: string): number => timelineOf(conversations, name).$pushes.get().from

  async function fetchThese(names: string[]): Promise<void> {
    const before = new Map(names.map((name) => [name, fromOf(name)]))
    const answer = await callRaw(getLatestPushes, { conversations: names })
    if (!isRecord(answer) || !Array.isArray(answer.latest) || !answer.latest.some(isOneOf(before)))
      throw new Refusal('bad_answer')
    const found: Push[] = []
    const stamps = new Map<string, number>()
    for (const each of answer.latest) {
      if (!isOneOf(before)(each)) continue
      const { conversation: name, push } = each
      // The pushes known at the time of the request may have been forgotten since.
      if (fromOf(name) > (before.get(name) ?? 0)) continue
      const stamp = isRecord(push) ? push.created : 0
      const read = push === undefined ? undefined : readObject('pushes', push)
      if (read) found.push(read)
      if (isStamp(stamp)) stamps.set(name, stamp)
      else inVain.set(name, fromOf(name))
    }
    // In one batch: each change may sort the lists again.
    if (found.length > 0) mirror.fill({ pushes: found })
    for (const [name, stamp] of stamps) {
      conversations.setFrom(name, stamp)
      if (!isKnown(name)) inVain.set(name, fromOf(name))
    }
  }

  async function run(): Promise<void> {
    for (let names = missing(); names.length > 0 && !stopped; names = missing()) await fetchThese(names)
  }

  function look(): void {
    if (running || stopped || $state.get() !== 'ready' || !retry.mayTryNow()) return
    running = true
    run().then(
      () => {
        running = false
        retry.worked()
      },
      (error: unknown) => {
        running = false
        if (!(error instanceof Refusal)) throw error
        // A token that was revoked, or that may not read pushes, does not recover.
        if (isLockout(error) || error.code === 'forbidden') stopped = true
        else if (!stopped) retry.later(error, look)
      },
    )
  }

  // A failed call waits for its retry; changes must not trigger it sooner.
  const lookAgain = () => {
    if (!retry.isWaiting()) look()
  }
  const stops = [$state.listen(look), $targets.listen(lookAgain), mirror.of('pushes').listen(lookAgain)]
  look()
  return () => {
    stopped = true
    retry.cancel()
    for (const stop of stops) stop()
  }
}
