// Keeps the pushes that wait to be sent, and sends them in order.

import { createPush, isLockout, Refusal } from '@waypost/protocol'
import { computed } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import type { Platform } from '../ground/platform.ts'
import { outboxPrefix } from '../ground/prefixes.ts'
import { isFollowed } from '../history/following.ts'
import {
  type Ghost,
  ghostOf,
  ghostText,
  isMadeOf,
  isShown,
  onlySent,
  ownGuid,
  type PushFields,
  readGhost,
} from '../history/ghost.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import { takePush } from '../sync/writes.ts'
import { openDelivery } from './delivery.ts'
import { type Changes, openEntries } from './entries.ts'

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
 * Pushes that wait to be sent. Each is saved, and they are sent one at a time. Pushes of one conversation stay in order; a push that has
 * to wait does not delay other conversations.
 */
export function openOutbox({ callRaw, mirror, saved, isRead, platform, user, onFull, announce }: Deps) {
  const entries = openEntries<Ghost>({
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
    onGone(guid) {
      added.delete(guid)
      delivery.done(guid)
    },
  })
  const { $all: $ghosts, find, update } = entries
  // One at a time, also to different people: the server stamps pushes in the order in which they arrive.
  const delivery = openDelivery<Ghost>({ platform, ready, laneOf: ({ conversation }) => conversation, send, concurrency: 1 })

  /** Guids of pushes that were added here. */
  const added = new Set<string>()

  mirror.onChanges(({ pushes, scheduled_pushes }) => {
    if ($ghosts.get().length === 0) return
    for (const { after } of scheduled_pushes) if (after?.guid) discard(after.guid)
    for (const { before, after } of pushes) {
      if (!after || (after.direction === 'incoming' && after.source_iden === undefined)) continue
      const ghost = after.guid ? find(after.guid) : before ? undefined : $ghosts.get().find((entry) => isMadeOf(after, entry))
      if (ghost) discard(ghost.guid)
    }
  })

  function discard(guid: string): void {
    if (!find(guid)) return
    entries.remove(guid)
    // Other files may have waited for it.
    delivery.sendReady()
  }

  /** Files of one conversation are sent in order, so an uploaded file waits for one that is still uploading. Other pushes do not wait. */
  function ready(): Ghost[] {
    const uploading = new Set<string>()
    return $ghosts.get().filter(({ guid, conversation, error, lost, upload, fields }) => {
      if (error !== undefined || lost) return false
      if (entries.isDoneElsewhere(guid)) entries.forget(guid)
      else if (upload) uploading.add(conversation)
      else return !(uploading.has(conversation) && fields.file_url)
      return false
    })
  }

  /** Tells of ghosts whether the server has them. */
  function arrivals(): (ghost: Ghost) => boolean {
    const pushes = [...mirror.of('pushes').get().entries.values()]
    const scheduled = [...mirror.of('scheduled_pushes').get().entries.values()]
    const guids = new Set([...pushes.map(ownGuid), ...scheduled.map(({ guid }) => guid)])
    return (ghost) => guids.has(ghost.guid) || pushes.some((push) => isMadeOf(push, ghost))
  }

  /** Whether the file of a ghost that nobody has seen was never stored. Its window may only be slow, so it has a day. */
  const isForgotten = (ghost: Ghost) => !isShown(ghost) && ghost.push.created < platform.now() / 1_000 - storesWithinSeconds

  /** Makes a refused push wait, or fail if waiting does not help. */
  function refused({ guid, conversation }: Ghost, refusal: Refusal): void {
    if (!find(guid)) return
    const { code, message } = refusal
    const waits = code === 'ratelimited' || code === 'unavailable' ? code : undefined
    if (!delivery.refused(conversation, guid, refusal)) update(guid, { error: message, waits: undefined })
    else if (code !== 'network' && find(guid)?.waits !== waits) update(guid, { waits })
  }

  async function send(ghost: Ghost, isStopped: () => boolean): Promise<void> {
    const { guid, fields, channel, tried } = ghost
    try {
      // Scheduled pushes keep their guid for every recipient.
      const nameless = channel !== undefined && fields.send_at === undefined && !isFollowed(mirror, channel)
      if (nameless && tried !== undefined) {
        // The server cannot recognize a push without a guid, so check whether only the response was lost.
        await mirror.catchUp()
        if (isStopped() || !find(guid)) return
      } else if (nameless) update(guid, { tried: mirror.$baseline.get() })
      const answer = await callRaw(createPush, onlySent(nameless ? { ...fields, guid: '' } : fields))
      if (isStopped()) return
      takePush(mirror, answer)
      discard(guid)
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      if (isStopped()) return
      if (isLockout(refusal)) delivery.stop()
      else refused(ghost, refusal)
    }
  }

  return {
    $ghosts,
    /** Those that may be shown. */
    $shown: computed($ghosts, (ghosts) => (ghosts.every(isShown) ? ghosts : ghosts.filter(isShown))),
    /** Loads what an earlier session left. */
    load(): void {
      const hasArrived = arrivals()
      const waiting: Ghost[] = []
      for (const ghost of entries.readSaved()) {
        if (find(ghost.guid)) continue
        if (isForgotten(ghost) || hasArrived(ghost)) entries.remove(ghost.guid)
        else waiting.push(ghost)
      }
      // Entries added before loading ended come last, even if this machine's clock was set back.
      let newest = Math.max(0, ...waiting.map(({ push }) => push.created))
      const early = $ghosts.get().filter(({ guid, push }) => added.has(guid) && push.created <= newest)
      entries.putSaved(...waiting)
      for (const { guid, push } of early) {
        newest += microsecond
        update(guid, { push: { ...push, created: newest } })
      }
    },
    /** Erases what a session of another account left. */
    disown: entries.disown,
    /** Queues a push. `newest` is the latest stamp in its conversation: a ghost is shown below it even if this machine's clock is slow. */
    add(fields: PushFields & { guid: string }, newest: number, more: Partial<Ghost> = {}): void {
      // These stamps define the order of the queue, so no two are equal.
      const created = Math.max(platform.now() / 1_000, newest, ($ghosts.get().at(-1)?.push.created ?? 0) + microsecond)
      added.add(fields.guid)
      entries.save({ ...ghostOf(fields, created, more.channel), ...more })
      delivery.sendReady()
    },
    find,
    /** Changes a ghost and saves it, unless only `progress`, `preview` or `lost` changed; undefined removes a field. */
    update(guid: string, changes: Changes<Ghost>): void {
      update(guid, changes)
      delivery.sendReady()
    },
    retry(guid: string): void {
      if (find(guid)?.error === undefined) return
      update(guid, { error: undefined })
      if (delivery.isRunning()) delivery.resume()
    },
    discard,
    /** Applies what another window did to a ghost: its serialized form, or undefined if it was sent or discarded. */
    receive(guid: string, text: string | undefined): void {
      const ghost = readGhost(text, user())
      const entry = find(guid)
      if (!ghost) {
        // Where this window keeps what it has moved from local storage, the other one could not erase it.
        if (text === undefined) saved.erase(outboxPrefix + guid)
        if (entry) entries.forget(guid)
        delivery.sendReady()
        return
      }
      // It is older than what is known here, so the other window is told that.
      if (entry && !entry.upload && ghost.upload) return void entries.save(entry)
      if (!entry && arrivals()(ghost)) return void entries.remove(guid)
      // This message may arrive before what the other window wrote to storage.
      entries.saveText(guid, text as string)
      const { preview, progress } = entry ?? {}
      const own = { ...(preview !== undefined && { preview }), ...(progress !== undefined && { progress }) }
      entries.putSaved({ ...ghost, ...own })
      if (entry?.error !== undefined && ghost.error === undefined && delivery.isRunning()) delivery.resume()
      else delivery.sendReady()
    },
    resume: delivery.resume,
    /** Stops sending; waiting entries stay saved. */
    stop: delivery.stop,
    /** Stops, and erases the saved entries. */
    erase(): void {
      delivery.stop()
      entries.erase()
    },
  }
}
