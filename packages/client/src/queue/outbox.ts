import type { Refusal } from '@waypost/protocol'
import { computed } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import type { Platform } from '../ground/platform.ts'
import { outboxPrefix } from '../ground/prefixes.ts'
import { type Ghost, ghostOf, ghostText, isMadeOf, isShown, ownGuid, type PushFields, readGhost } from '../history/ghost.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import { type Changes, type Entries, openEntries } from './entries.ts'
import { openOutboxDelivery } from './outbox-delivery.ts'
import { type Action, actionOn, type Event, stateOf } from './outbox-states.ts'

export type Outbox = ReturnType<typeof openOutbox>

interface Deps {
  callRaw: Calls['callRaw']
  mirror: OpenMirror
  saved: KeyValueStore
  /** See `openEntries`. */
  isRead?: () => boolean
  platform: Platform
  /** The iden of the signed-in account, once it is known. */
  user(): string | undefined
  onFull(refusal: Refusal): void
  /** Sends the other windows the arguments of `receive`. */
  announce(guid: string, text: string | undefined): void
}

const microsecond = 1e-6
const storesWithinSeconds = 86_400

/**
 * The outbox. Each push is saved, and they are sent one at a time. Pushes of one conversation stay in order; a push that has to wait does
 * not delay other conversations.
 */
export function openOutbox(deps: Deps) {
  const { callRaw, mirror, saved, platform, user } = deps
  const entries = openGhosts(deps, (guid) => {
    added.delete(guid)
    delivery.done(guid)
  })
  const { $all: $ghosts, find, update } = entries
  const delivery = openOutboxDelivery({
    callRaw,
    mirror,
    entries,
    platform,
    onSent: discard,
    onRefused(guid, { message }) {
      if (on('refused', guid) === 'fail') update(guid, { error: message, waits: undefined })
    },
  })

  const added = new Set<string>()

  mirror.onChanges((changes) => {
    if ($ghosts.get().length > 0) for (const guid of arrivedIn(changes, entries)) discard(guid)
  })

  const on = (event: Event, guid: string): Action => actionOn(event, stateOf(find(guid)))

  function discard(guid: string): void {
    if (on('over', guid) !== 'remove') return
    entries.remove(guid)
    // Other files may have been waiting for it.
    delivery.sendReady()
  }

  /** Puts what another window has in the place of what is known here. */
  function take(theirs: Ghost, text: string): void {
    const entry = find(theirs.guid)
    if (!entry && arrivalsIn(mirror)(theirs)) return void entries.remove(theirs.guid)
    // This message may arrive before the other window's write to storage.
    entries.saveText(theirs.guid, text)
    entries.putSaved(withOwn(theirs, entry))
    if (entry?.error !== undefined && theirs.error === undefined && delivery.isRunning()) delivery.resume()
    else delivery.sendReady()
  }

  return {
    $ghosts,
    $shown: computed($ghosts, (ghosts) => (ghosts.every(isShown) ? ghosts : ghosts.filter(isShown))),
    load(): void {
      const hasArrived = arrivalsIn(mirror)
      const now = platform.now() / 1_000
      loadSaved(entries, added, (ghost) => isForgotten(ghost, now) || hasArrived(ghost))
    },
    /** Erases the outbox of another account's session. */
    disown: entries.disown,
    /** `newest` is the latest stamp in the conversation: a ghost is shown below it even if this machine's clock is slow. */
    add(fields: PushFields & { guid: string }, newest: number, more: Partial<Ghost> = {}): void {
      // These stamps define the order of the queue, so no two are equal.
      const created = Math.max(platform.now() / 1_000, newest, ($ghosts.get().at(-1)?.push.created ?? 0) + microsecond)
      added.add(fields.guid)
      entries.save({ ...ghostOf(fields, created, more.channel), ...more })
      delivery.sendReady()
    },
    find,
    /** Saves the ghost, unless only `progress`, `preview` or `lost` changed; undefined removes a field. */
    update(guid: string, changes: Changes<Ghost>): void {
      update(guid, changes)
      delivery.sendReady()
    },
    retry(guid: string): void {
      if (on('retried', guid) !== 'resend') return
      update(guid, { error: undefined })
      if (delivery.isRunning()) delivery.resume()
    },
    discard,
    /** Applies a change from another window to a ghost: its serialized form, or undefined if it was sent or discarded. */
    receive(guid: string, text: string | undefined): void {
      const theirs = readGhost(text, user())
      const entry = find(guid)
      // If this window has moved the entry from local storage to the large store, the other window could not erase it.
      if (text === undefined) saved.erase(outboxPrefix + guid)
      const action = on(theirs ? (theirs.upload ? 'uploadsThere' : 'uploadedThere') : 'overThere', guid)
      if (action === 'forget') entries.forget(guid)
      // It is older than our version, so tell the other window.
      if (action === 'correct' && entry) entries.save(entry)
      if (action === 'take' && theirs) take(theirs, text as string)
      if (!theirs) delivery.sendReady()
    },
    resume: delivery.resume,
    /** Queued entries stay saved. */
    stop: delivery.stop,
    erase(): void {
      delivery.stop()
      entries.erase()
    },
  }
}

/** A ghost as another window has it, with what belongs to this window only. */
function withOwn(theirs: Ghost, { preview, progress }: Partial<Ghost> = {}): Ghost {
  return { ...theirs, ...(preview !== undefined && { preview }), ...(progress !== undefined && { progress }) }
}

function openGhosts({ saved, isRead, user, onFull, announce }: Deps, onGone: (guid: string) => void): Entries<Ghost> {
  return openEntries<Ghost>({
    saved,
    isRead,
    prefix: outboxPrefix,
    guidOf: ({ guid }) => guid,
    write: (ghost) => ghostText(ghost, user()),
    read: (text) => readGhost(text, user()),
    compare: (one, other) => one.push.created - other.push.created,
    unsavedFields: ['progress', 'lost', 'preview'],
    onFull,
    onSaved: announce,
    onGone,
  })
}

/**
 * Loads what an earlier session left, except what is over.
 * @param added guids of those that were added before: they come last, even if this machine's clock was set back
 */
function loadSaved(entries: Entries<Ghost>, added: ReadonlySet<string>, isOver: (ghost: Ghost) => boolean): void {
  const { $all, find, update } = entries
  const waiting: Ghost[] = []
  for (const ghost of entries.readSaved()) {
    if (find(ghost.guid)) continue
    if (isOver(ghost)) entries.remove(ghost.guid)
    else waiting.push(ghost)
  }
  let newest = Math.max(0, ...waiting.map(({ push }) => push.created))
  const early = $all.get().filter(({ guid, push }) => added.has(guid) && push.created <= newest)
  entries.putSaved(...waiting)
  for (const { guid, push } of early) {
    newest += microsecond
    update(guid, { push: { ...push, created: newest } })
  }
}

/** Whether the file of a ghost that nobody has seen was never stored. Its window may only be slow, so it has a day. `now`: in seconds. */
const isForgotten = (ghost: Ghost, now: number): boolean => !isShown(ghost) && ghost.push.created < now - storesWithinSeconds

type Arrived = Parameters<Parameters<OpenMirror['onChanges']>[0]>[0]

/** Guids of the ghosts whose push the mirror has just taken, one after the other. */
function* arrivedIn({ pushes, scheduled_pushes }: Arrived, { $all, find }: Entries<Ghost>): Iterable<string> {
  for (const { after } of scheduled_pushes) if (after?.guid) yield after.guid
  for (const { before, after } of pushes) {
    if (!after || (after.direction === 'incoming' && after.source_iden === undefined)) continue
    const ghost = after.guid ? find(after.guid) : before ? undefined : $all.get().find((entry) => isMadeOf(after, entry))
    if (ghost) yield ghost.guid
  }
}

function arrivalsIn(mirror: OpenMirror): (ghost: Ghost) => boolean {
  const pushes = [...mirror.of('pushes').get().entries.values()]
  const scheduled = [...mirror.of('scheduled_pushes').get().entries.values()]
  const guids = new Set([...pushes.map(ownGuid), ...scheduled.map(({ guid }) => guid)])
  return (ghost) => guids.has(ghost.guid) || pushes.some((push) => isMadeOf(push, ghost))
}
