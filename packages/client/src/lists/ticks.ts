// Ticks items of lists at once, and sends the ticks to the server, even after a reload or an hour offline.

import { isLockout, itemsPerList, type Push, Refusal, updatePush } from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { listeners } from '../ground/listeners.ts'
import { isRecord } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import { openDelivery } from '../queue/delivery.ts'
import { openEntries } from '../queue/entries.ts'
import type { Session } from '../session/session.ts'

export interface Ticks {
  /** The ticks that are not in the mirror yet: by the iden of a push, whether the item at an index is ticked. */
  readonly $pending: ReadableAtom<ReadonlyMap<string, ReadonlyMap<number, boolean>>>
  /** The last call for an item counts. */
  tick(push: Push, index: number, checked: boolean): void
  /** The server did not accept a tick, e.g. because the sender has changed the list: it is reverted. */
  onRefused(listener: (refusal: Refusal) => void): () => void
  /** Another window has changed the saved ticks. */
  look(): void
  close(): void
}

/** A tick that the mirror does not show yet. */
interface Entry {
  user: string
  push: string
  index: number
  /** The text of the item, so no other item is ticked if the list has changed meanwhile. */
  text: string
  checked: boolean
  /** In milliseconds. */
  at: number
  /** The stamp of the ticked push, in seconds, once the server has it. */
  sent?: number
}

interface Options {
  saved: KeyValueStore
  platform: Pick<Platform, 'after' | 'now'>
}

const prefix = 'tick.'

const guidOf = ({ push, index }: Pick<Entry, 'push' | 'index'>): string => `${push}.${index}`

/**
 * The ticks of a session that is ready. Each item is saved and sent separately, so windows that tick different items of a list don't
 * overwrite each other.
 */
export function openTicks(session: Pick<Session, 'call' | 'mirror' | '$account' | '$connection'>, options: Options): Ticks {
  const { call, mirror, $account, $connection } = session
  const { saved, platform } = options
  const refused = listeners<Refusal>()
  const entries = openEntries<Entry>({
    saved,
    prefix,
    guidOf,
    write: (entry) => JSON.stringify(entry),
    read(text) {
      const entry = readEntry(text)
      return entry?.user === $account.get()?.iden ? entry : undefined
    },
    compare: (one, other) => one.at - other.at,
    unsavedFields: ['sent'],
    onGone: (guid) => delivery.done(guid),
  })
  const { $all, find, remove, forget } = entries
  const delivery = openDelivery<Entry>({
    platform,
    ready: () => $all.get().filter(({ sent }) => sent === undefined),
    laneOf: ({ push }) => push,
    send,
  })

  async function send(known: Entry, isStopped: () => boolean): Promise<void> {
    const guid = guidOf(known)
    if (entries.isDoneElsewhere(guid)) return forget(guid)
    // Another window may have ticked the item again meanwhile.
    const entry = entries.readOne(guid) ?? known
    if (entry.at !== known.at) entries.putSaved(entry)
    const { push: iden, index, text, checked, at } = entry
    const isLatest = () => (entries.readOne(guid)?.at ?? at) <= at && (find(guid)?.at ?? at) <= at
    try {
      const { modified } = await call(updatePush, { iden, ticks: [{ index, text, checked }] })
      delivery.done(guid)
      if (isStopped() || !isLatest()) return
      saved.erase(prefix + guid)
      if (isShown(iden, modified)) forget(guid)
      else entries.update(guid, { sent: modified })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // It stays saved, for a session that may retry it.
      if (isLockout(error)) delivery.stop()
      if (isStopped() || delivery.refused(iden, guid, error) || !isLatest()) return
      remove(guid)
      // The list was deleted: there is nothing to report.
      if (error.code !== 'not_found') refused.emit(error)
    }
  }

  /** Whether the mirror has a push as of a stamp, or does not have it at all. */
  function isShown(iden: string, modified: number): boolean {
    const push = mirror.of('pushes').get().entries.get(iden)
    return push === undefined || push.modified >= modified
  }

  function look(): void {
    const known = new Map($all.get().map((entry) => [guidOf(entry), entry]))
    for (const entry of entries.readSaved()) if (known.get(guidOf(entry))?.at !== entry.at) entries.putSaved(entry)
    for (const { sent, ...entry } of known.values()) {
      const guid = guidOf(entry)
      if (sent === undefined && entries.isDoneElsewhere(guid)) forget(guid)
    }
    delivery.sendReady()
  }

  const stops = [
    mirror.of('pushes').listen(() => {
      for (const entry of $all.get()) if (entry.sent !== undefined && isShown(entry.push, entry.sent)) forget(guidOf(entry))
    }),
    $connection.listen((connection) => {
      if (connection === 'connected') delivery.resume()
    }),
  ]
  look()
  delivery.resume()

  return {
    $pending: computed($all, byPush),
    tick(push, index, checked) {
      const text = push.items?.[index]?.text
      if (text === undefined || index >= itemsPerList) return
      const at = Math.max(platform.now(), ($all.get().at(-1)?.at ?? 0) + 1)
      entries.save({ user: $account.get()?.iden ?? '', push: push.iden, index, text, checked, at })
      delivery.sendReady()
    },
    onRefused: refused.on,
    look,
    close() {
      delivery.stop()
      for (const stop of stops) stop()
    },
  }
}

function byPush(entries: readonly Entry[]): ReadonlyMap<string, ReadonlyMap<number, boolean>> {
  const all = new Map<string, Map<number, boolean>>()
  for (const { push, index, checked } of entries) {
    const ofPush = all.get(push) ?? new Map<number, boolean>()
    all.set(push, ofPush.set(index, checked))
  }
  return all
}

function readEntry(text: string | undefined): Entry | undefined {
  try {
    const entry: unknown = JSON.parse(text ?? '')
    if (!isRecord(entry)) return undefined
    const { user, push, index, text: item, checked, at } = entry
    const isWhole = [user, push, item].every((each) => typeof each === 'string') && typeof checked === 'boolean'
    return isWhole && Number.isInteger(index) && Number.isFinite(at) ? (entry as unknown as Entry) : undefined
  } catch {
    return undefined
  }
}
