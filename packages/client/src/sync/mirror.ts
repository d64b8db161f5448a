import { type Push, Refusal, type SyncedObjects, type SyncedType, syncedTypes } from '@waypost/protocol'
import { atom, batch, type ReadableAtom } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import { listeners } from '../ground/listeners.ts'
import { byType, isRecord, isStamp, type Objects, readObject, readObjects } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import { openCatchUp } from './catch-up.ts'

/** The synced copy of every type. */
export interface Mirror {
  /** Active objects of a type by iden. Each change sets a new wrapper; the map inside is the same one. */
  of<T extends SyncedType>(type: T): ReadableAtom<{ readonly entries: ReadonlyMap<string, SyncedObjects[T]> }>
  /** The newest stamp received, in seconds. */
  readonly $baseline: ReadableAtom<number>
  /** Overlapping calls share one run. @throws Refusal */
  catchUp(): Promise<void>
}

/** One object before and after a change; without `after` it was deleted, at the stamp `deleted` if that is known. */
export interface Change<T> {
  before?: T
  after?: T
  deleted?: number
}

type Changes = { [T in SyncedType]: Change<SyncedObjects[T]>[] }

/** The mirror as the other modules of the client use it. */
export interface OpenMirror extends Mirror {
  /** Merges objects from a response. The baseline stays, because other changes may precede them. */
  merge(objects: Objects): void
  /** Like `merge`, for objects that are not news, e.g. older pushes of a history. */
  fill(objects: Objects): void
  /** Parses and merges the single object of a response. @throws Refusal `bad_answer` */
  take<T extends SyncedType>(type: T, answer: unknown): SyncedObjects[T]
  /** Removes an object after the server has confirmed its deletion. */
  remove(type: SyncedType, iden: string): void
  isCatchingUp(): boolean
  /** Records that everything up to a stamp has been merged. */
  reach(baseline: number): void
  clear(): void
  /** Merges the objects of a tickle, or fetches them. */
  tickle(frame: Record<string, unknown>): void
  /** Fetches changes until everything up to now is merged, and retries later while that fails. */
  keepUp(): void
  /** Called for each merge that changed something, before any atom changes. */
  onChanges(listener: (changes: Changes) => void): () => void
  /** Called with merged pushes that are new or changed, and with deleted ones, even if unknown. */
  onPushes(listener: (pushes: readonly Push[]) => void): () => void
  /** Called for changes that are news, after all atoms have changed. */
  onNews(listener: (changes: Changes) => void): () => void
  close(): void
}

interface Table<T> {
  entries: Map<string, T>
  $entries: ReadableAtom<{ readonly entries: ReadonlyMap<string, T> }>
  renew(): void
}

const microsecond = 1e-6

export function openMirror(options: { callRaw: Calls['callRaw']; platform: Platform }): OpenMirror {
  const { callRaw, platform } = options
  const tables = byType(() => table()) as { [T in SyncedType]: Table<SyncedObjects[T]> }
  // A response that was in flight when an object was deleted must not restore it.
  const tombstones = new Map<string, number>()
  const $baseline = atom(0)
  const changed = listeners<Changes>()
  const news = listeners<Changes>()
  const merged = listeners<readonly Push[]>()
  const { catchUp, catchUpTo, keepUp, isCatchingUp, close } = openCatchUp({
    callRaw,
    platform,
    $baseline,
    merge: (objects, newest) => mergeAll(objects, true, newest),
  })

  function mergeAll(objects: Objects, isNews: boolean, baseline = 0): void {
    const mergeType = <T extends SyncedType>(type: T) =>
      merge<SyncedObjects[T]>(tables[type], objects[type] as SyncedObjects[T][] | undefined, tombstones)
    const changes = byType(mergeType) as Changes
    const gone = (objects.pushes ?? []).filter(({ active }) => !active)
    merged.emit([...changes.pushes.flatMap(({ after }) => after ?? []), ...gone])
    publish(changes, isNews, baseline)
  }

  function publish(changes: Changes, isNews: boolean, baseline: number): void {
    const types = syncedTypes.filter((type) => changes[type].length > 0)
    // One batch, so no listener sees an intermediate state.
    guard(() =>
      batch(() => {
        if (types.length > 0) changed.emit(changes)
        for (const type of types) tables[type].renew()
        reach(baseline)
      }),
    )
    if (types.length > 0 && isNews) guard(() => news.emit(changes))
  }

  function reach(baseline: number): void {
    if (baseline > $baseline.get()) $baseline.set(baseline)
  }

  function tickle({ after, modified, objects }: Record<string, unknown>): void {
    const stamped = isStamp(after) && isStamp(modified)
    if (stamped && modified <= $baseline.get()) return
    if (stamped && after === $baseline.get() && isRecord(objects)) {
      mergeAll(readObjects(objects), true, modified)
    } else {
      // Without stamps it is unknown whether the current run will include this change.
      catchUpTo(stamped ? modified : Number.POSITIVE_INFINITY)
    }
  }

  return {
    of: <T extends SyncedType>(type: T) => (tables[type] as Table<SyncedObjects[T]>).$entries,
    $baseline,
    catchUp,
    merge: (objects) => mergeAll(objects, true),
    fill: (objects) => mergeAll(objects, false),
    take(type, answer) {
      const object = readObject(type, answer)
      if (!object) throw new Refusal('bad_answer')
      mergeAll({ [type]: [object] }, true)
      return object
    },
    remove(type, iden) {
      const before = tables[type].entries.get(iden)
      if (before) mergeAll({ [type]: [{ ...before, active: false, modified: before.modified + microsecond }] }, true)
    },
    isCatchingUp,
    reach,
    clear() {
      const changes = byType((type) => empty(tables[type] as Table<unknown>)) as Changes
      tombstones.clear()
      $baseline.set(0)
      publish(changes, false, 0)
    },
    tickle,
    keepUp,
    onChanges: changed.on,
    onPushes: merged.on,
    onNews: news.on,
    close,
  }
}

function table<T>(): Table<T> {
  const entries = new Map<string, T>()
  const $entries = atom({ entries })
  return { entries, $entries, renew: () => $entries.set({ entries }) }
}

function empty<T>({ entries }: Table<T>): Change<T>[] {
  const changes = Array.from(entries.values(), (before) => ({ before }))
  entries.clear()
  return changes
}

/** Of two versions of an object the one with the later stamp wins, whatever their order. */
function merge<T extends { iden: string; active: boolean; modified: number }>(
  { entries }: Table<T>,
  objects: readonly T[] | undefined,
  tombstones: Map<string, number>,
): Change<T>[] {
  const changes: Change<T>[] = []
  for (const object of latestOf(objects ?? [])) {
    const before = entries.get(object.iden)
    const stamp = before?.modified ?? tombstones.get(object.iden)
    if (stamp !== undefined && object.modified <= stamp) continue
    if (object.active) {
      entries.set(object.iden, object)
      tombstones.delete(object.iden)
      changes.push(before ? { before, after: object } : { after: object })
    } else {
      entries.delete(object.iden)
      tombstones.set(object.iden, object.modified)
      if (before) changes.push({ before, deleted: object.modified })
    }
  }
  return changes
}

/** The earliest change comes first. */
function latestOf<T extends { iden: string; modified: number }>(objects: readonly T[]): Iterable<T> {
  if (objects.length < 2) return objects
  const latest = new Map<string, T>()
  for (const object of [...objects].sort((a, b) => a.modified - b.modified)) {
    latest.delete(object.iden)
    latest.set(object.iden, object)
  }
  return latest.values()
}

// An error in a listener becomes an unhandled rejection and does not stop the sync.
function guard(work: () => void): void {
  try {
    work()
  } catch (error) {
    void Promise.reject(error)
  }
}
