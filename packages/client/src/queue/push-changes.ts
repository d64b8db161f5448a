// Keeps a person's changes of pushes until the server has them: texts, reactions, pins, reminders, tags and deletions.

import { deletePush, isLockout, type Push, Refusal, restorePush, updatePush } from '@waypost/protocol'
import { computed } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import type { Failures } from '../ground/failure.ts'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { isRecord } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import { changePrefix } from '../ground/prefixes.ts'
import type { ChangeKind, ChangeNews, Pending, PushChange } from '../history/pending.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import { openDelivery } from './delivery.ts'
import { openEntries } from './entries.ts'
import type { Outbox } from './outbox.ts'
import { pendingOf } from './shown-changes.ts'

export type PushChanges = ReturnType<typeof openPushChanges>

export interface PushChangesDeps {
  callRaw: Calls['callRaw']
  mirror: OpenMirror
  failures: Pick<Failures, 'report' | 'solve'>
  saved: KeyValueStore
  platform: Pick<Platform, 'after' | 'now' | 'unique'>
  /** The signed-in account, once it is known. */
  user(): { iden: string; email_normalized?: string | undefined } | undefined
  /** The other windows pass it to `receive`. */
  announce(news: ChangeNews): void
  outbox: Pick<Outbox, 'add'>
  onFull(refusal: Refusal): void
}

const concurrency = 4

const nameOf = ({ push, kind }: Pick<PushChange, 'push' | 'kind'>): string => `${push}.${kind}`

/**
 * The pending changes of a session. They show at once, and one window sends them for all, in order for each push. Of two changes of one
 * kind the later one wins, whichever window made it.
 */
export function openPushChanges(deps: PushChangesDeps) {
  const { mirror, failures, saved, platform, user, announce, outbox, onFull } = deps
  const entries = openEntries<PushChange>({
    saved,
    prefix: changePrefix,
    guidOf: nameOf,
    write: ({ sent: _, ...change }) => JSON.stringify(change),
    read: (text) => readChange(text, user()?.iden),
    compare: (one, other) => one.at - other.at,
    unsavedFields: ['sent'],
    onFull,
    onGone: (name) => delivery.done(name),
  })
  const { $all, find } = entries
  const delivery = openDelivery<PushChange>({
    platform,
    ready: () => $all.get().filter(({ sent, error }) => sent === undefined && error === undefined),
    laneOf: ({ push }) => push,
    send,
    concurrency,
  })
  /** The time of the last finished change of each kind: a window may announce it late. */
  const over = new Map<string, number>()
  /** Callbacks for the outcome of a deletion, by its name. */
  const waiting = new Map<string, ((isDone: boolean) => void)[]>()

  function newest(name: string): PushChange | undefined {
    const [own, kept] = [find(name), entries.readOne(name)]
    return own && own.at >= (kept?.at ?? 0) ? own : kept
  }

  function tell({ push, kind, at }: PushChange, more: Omit<ChangeNews, 'push' | 'kind' | 'at'> = {}): void {
    announce({ push, kind, at, ...more })
  }

  function save(change: PushChange): void {
    entries.save(change)
    tell(change, { text: JSON.stringify(change) })
  }

  /** Forgets a change, in memory and in storage, unless a later one has replaced it. */
  function end({ push, kind, at }: Pick<PushChange, 'push' | 'kind' | 'at'>, isDone: boolean, sent?: number): void {
    const name = nameOf({ push, kind })
    over.set(name, Math.max(at, over.get(name) ?? 0))
    if ((entries.readOne(name)?.at ?? 0) <= at) saved.erase(changePrefix + name)
    const own = find(name)
    if (own && own.at <= at) {
      if (sent !== undefined && !isShown(push, sent)) entries.put({ ...own, sent })
      else entries.forget(name)
    }
    delivery.done(name)
    for (const resolve of waiting.get(name) ?? []) resolve(isDone)
    waiting.delete(name)
  }

  /** Whether the mirror has a push as of a stamp, or does not have it at all. */
  function isShown(iden: string, modified: number): boolean {
    const push = mirror.of('pushes').get().entries.get(iden)
    return push === undefined || push.modified >= modified
  }

  async function send(known: PushChange, isStopped: () => boolean): Promise<void> {
    const name = nameOf(known)
    if (entries.isDoneElsewhere(name)) return entries.forget(name)
    const change = newest(name) ?? known
    if (change !== find(name)) entries.putSaved(change)
    if (change.error !== undefined) return
    const { push: iden, kind, at } = change
    const isLatest = () => (newest(name)?.at ?? 0) <= at
    try {
      const stamp = await bring(deps, change)
      if (isStopped()) return
      failures.solve(kind === 'deleted' && !change.input.restored ? 'deleting' : 'updating', 'Push', iden)
      tell(change, { sent: stamp })
      if (isLatest()) end(change, true, stamp)
      else delivery.done(name)
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      if (isStopped()) return
      // They stay saved, for a session that may send them again.
      if (isLockout(refusal)) delivery.stop()
      else if (delivery.refused(iden, name, refusal)) {
        if (isLatest() && !(change.tried && change.waits)) save({ ...change, tried: true, waits: true })
      } else if (isLatest()) refused(change, refusal)
    }
  }

  /** A typed text stays with its push, everything else is reverted. */
  function refused(change: PushChange, refusal: Refusal): void {
    const { push, kind, input } = change
    const { code, message } = refusal
    const isGone = code === 'not_found'
    if (kind === 'text' && !isGone) return void save({ ...change, error: message, waits: false })
    // A push that was never deleted need not be restored.
    if (input.restored && isGone && mirror.of('pushes').get().entries.has(push)) {
      tell(change, { sent: 0 })
      return void end(change, true)
    }
    tell(change, { refusal: { code, message } })
    end(change, false)
    if (kind === 'text') queueText(change, message)
    else report(change, refusal)
  }

  /** Shows a text whose push is gone as unsent. */
  function queueText({ input: { title, body, url }, to }: PushChange, error: string): void {
    const text = { type: url ? 'link' : 'note', ...(title && { title }), ...(body && { body }), ...(url && { url }) } as const
    const more = { error, ...(to?.channel !== undefined && { channel: to.channel }) }
    outbox.add({ guid: platform.unique(), ...text, ...to?.fields }, 0, more)
  }

  function report({ push, kind }: Pick<PushChange, 'push' | 'kind'>, refusal: Refusal): void {
    failures.report(kind === 'deleted' ? 'deleting' : 'updating', 'Push', refusal, push)
  }

  function add(
    push: string,
    kind: ChangeKind,
    input: PushChange['input'],
    { base, to }: Pick<PushChange, 'base' | 'to'> = {},
  ): void {
    const name = nameOf({ push, kind })
    const at = Math.max(platform.now(), (newest(name)?.at ?? 0) + 1, (over.get(name) ?? 0) + 1)
    const before = kind === 'text' ? newest(name) : undefined
    const earlier = before && [...(before.earlier ?? []), before.input].slice(-mostEarlier)
    save({ user: user()?.iden ?? '', push, kind, input, at, base, to, ...(before && { base: before.base, earlier }) })
    delivery.sendReady()
  }

  mirror.of('pushes').listen(() => {
    for (const change of $all.get())
      if (change.sent !== undefined && isShown(change.push, change.sent)) entries.forget(nameOf(change))
  })

  return {
    $pending: computed($all, (changes): Pending => {
      const ofPush = new Map<string, PushChange[]>()
      for (const change of changes) ofPush.set(change.push, [...(ofPush.get(change.push) ?? []), change])
      const me = user()?.email_normalized
      return new Map(Array.from(ofPush, ([push, all]) => [push, pendingOf(all, me)]))
    }),
    load(): void {
      for (const change of entries.readSaved()) {
        const name = nameOf(change)
        if (change.at > (find(name)?.at ?? 0)) entries.putSaved({ ...change, tried: true })
      }
      delivery.sendReady()
    },
    /** Replaces an earlier one of its kind. */
    add,
    edit(push: Push, text: { title: string; body: string; url: string }): void {
      const base = mirror.of('pushes').get().entries.get(push.iden)?.edited ?? 0
      add(push.iden, 'text', text, { base, to: recipientOf(push, mirror) })
    },
    /** Resolves with the outcome of a pending deletion or restoration: whether the server has done it. */
    outcome: (push: string): Promise<boolean> =>
      new Promise((resolve) => {
        const name = nameOf({ push, kind: 'deleted' })
        if (find(name)) waiting.set(name, [...(waiting.get(name) ?? []), resolve])
        else resolve(true)
      }),
    /** Discards a pending or refused text. One in flight may still arrive. */
    discardText(push: string): void {
      const change = newest(nameOf({ push, kind: 'text' }))
      if (!change || change.sent !== undefined) return
      tell(change)
      end(change, false)
    },
    retryText(push: string): void {
      const change = find(nameOf({ push, kind: 'text' }))
      if (change?.error === undefined) return
      const { error: _, ...rest } = change
      // The user has seen the current text.
      const base = mirror.of('pushes').get().entries.get(push)?.edited ?? 0
      save({ ...rest, base, tried: false, at: change.at + 1 })
      if (delivery.isRunning()) delivery.resume()
    },
    /** Another window has made a change, or knows its outcome. */
    receive({ push, kind, at, text, sent, refusal }: ChangeNews): void {
      const name = nameOf({ push, kind })
      const change = readChange(text, user()?.iden)
      if (change) {
        if (at >= Math.max(find(name)?.at ?? 0, (over.get(name) ?? 0) + 1)) entries.put(change)
        delivery.sendReady()
        return
      }
      const own = find(name)
      end({ push, kind, at }, refusal === undefined && sent !== undefined, sent)
      // The other window cannot have known of a later one when it erased it.
      if (own && own.at > at && own.sent === undefined && !entries.readOne(name)) save(own)
      if (refusal && kind !== 'text') report({ push, kind }, new Refusal(refusal.code, refusal.message))
    },
    resume: delivery.resume,
    /** Pending changes stay saved. */
    stop: delivery.stop,
  }
}

const mostEarlier = 3
const editedElsewhere = 'It was edited on another device in the meantime.'

/** Sends a change to the server. @returns the stamp of the changed push @throws Refusal */
async function bring(
  { callRaw, mirror }: Pick<PushChangesDeps, 'callRaw' | 'mirror'>,
  { push: iden, kind, input, tried, base = 0, earlier = [] }: PushChange,
): Promise<number> {
  if (kind === 'deleted' && !input.restored) {
    try {
      await callRaw(deletePush, { iden, ...input }, { keepalive: input.undoable === true })
    } catch (error) {
      // It is gone already.
      if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
    }
    mirror.remove('pushes', iden)
    return Number.MAX_SAFE_INTEGER
  }
  if (kind === 'deleted') return mirror.take('pushes', await callRaw(restorePush, { iden })).modified
  if (kind === 'text' && tried) {
    // It may have arrived although the response was lost, or the push was edited on another device since.
    await mirror.catchUp()
    const push = mirror.of('pushes').get().entries.get(iden)
    if (push && hasText(push, input)) return push.modified
    if (push && (push.edited ?? 0) > base && !earlier.some((text) => hasText(push, text)))
      throw new Refusal('forbidden', editedElsewhere)
  }
  return mirror.take('pushes', await callRaw(updatePush, { iden, ...input })).modified
}

function recipientOf(push: Push, mirror: Pick<OpenMirror, 'of'>): PushChange['to'] {
  const { direction, receiver_email: email, target_device_iden: device_iden, channel_iden: channel, source_iden } = push
  if (channel !== undefined)
    return { fields: { channel_tag: mirror.of('channels').get().entries.get(channel)?.tag ?? '' }, channel }
  if (source_iden !== undefined) return { fields: { source_iden } }
  if (direction === 'outgoing' && email !== undefined) return { fields: { email } }
  return { fields: device_iden === undefined ? {} : { device_iden } }
}

const hasText = (push: Push, text: PushChange['input']): boolean =>
  (['title', 'body', 'url'] as const).every((field) => (push[field] ?? '') === (text[field] ?? ''))

function readChange(text: string | undefined, user: string | undefined): PushChange | undefined {
  try {
    const change: unknown = JSON.parse(text ?? '')
    if (!isRecord(change) || change.user !== user || !isRecord(change.input)) return undefined
    const isWhole = typeof change.push === 'string' && typeof change.kind === 'string' && Number.isFinite(change.at)
    return isWhole ? (change as unknown as PushChange) : undefined
  } catch {
    return undefined
  }
}
