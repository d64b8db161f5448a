import { conversationOf, limits, type Push, Refusal, type SyncedType, storageVersion, syncedTypes } from '@waypost/protocol'
import type { Conversations } from './conversations.ts'
import type { OpenMirror } from './mirror.ts'
import { byType, isRecord, isStamp, type Objects } from './objects.ts'
import type { Platform } from './platform.ts'
import type { Saved } from './saved.ts'

/** The saved form of a mirror: what a client shows at its next start before it has asked anything. */
export interface Snapshot {
  /** The iden of the user whose data is saved. */
  owner(): string | undefined
  /** Fills the mirror with what is saved, if that is whole, of this version and this user's. */
  load(user: string): boolean
  /** Throws away what is saved and holds writing back until `complete`. @throws Refusal `storage_full` */
  begin(user: string): void
  /** Saves everything and marks it done. @throws Refusal `storage_full` */
  complete(): void
  /** Saves what has changed and is not written yet, and then nothing more. */
  close(): void
  /** Erases everything and writes no more until `begin`. */
  erase(): void
}

interface Parts {
  saved: Saved
  mirror: OpenMirror
  conversations: Conversations
  platform: Platform
  onFull(refusal: Refusal): void
}

const key = { bootstrap: 'bootstrap', version: 'version', types: 'types', user: 'user', baseline: 'baseline', from: 'known_from' }
/** A program that knows one type more must not take up where one left off that did not. */
const types = syncedTypes.join(' ')
const mirrorPrefix = 'mirror.'
const pushPrefix = `${mirrorPrefix}pushes.`
/** Changes that come within this many milliseconds are written together. */
const writeAfter = 200
/** About 40 short pushes are kept of a conversation, and fewer when they are very long: in UTF-16 units. */
const conversationRoom = 200_000
/** When not even this many of each fit, the storage counts as full. */
const fewestPushes = 5

const plainTypes = syncedTypes.filter((type) => type !== 'pushes')

export function openSnapshot({ saved, mirror, conversations, platform, onFull }: Parts): Snapshot {
  const unwritten = new Set<string>()
  /** Since when none of a conversation is missing among those that are saved, by its name. */
  let savedFrom: Record<string, number> = {}
  let perConversation = limits.bootstrapPushesPerTarget
  let user: string | undefined
  let stopWrite: (() => void) | undefined
  let writing = false
  let filling = false

  mirror.onChanges((changes) => {
    for (const type of plainTypes) if (changes[type].length > 0) unwritten.add(mirrorPrefix + type)
    for (const { before, after } of changes.pushes) {
      if (before) unwritten.add(pushPrefix + conversationOf(before))
      if (after) unwritten.add(pushPrefix + conversationOf(after))
    }
    writeSoon()
  })
  mirror.$baseline.listen(writeSoon)

  function writeSoon(): void {
    if (!writing || filling) return
    stopWrite ??= platform.after(writeAfter, flush)
  }

  function flush(): void {
    stopWrite?.()
    stopWrite = undefined
    if (!writing || filling) return
    try {
      write()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // What was written up to here fits together; to go on would fail at every change.
      writing = false
      onFull(error)
    }
  }

  /**
   * The baseline comes last, so that a crash on the way leaves one from which everything newer is fetched again. Several windows write
   * to the same place: the one that is behind waits until it is not, as its older copy under a newer baseline would lose a change.
   */
  function write(): void {
    if (user === undefined || saved.read(key.user) !== user) return
    const baseline = mirror.$baseline.get()
    const whole = saved.read(key.bootstrap) === 'done'
    if (whole && Number(saved.read(key.baseline)) > baseline) return
    if (!whole) markAll()
    writeMarked()
    saved.write(key.from, JSON.stringify(savedFrom))
    saved.write(key.baseline, String(baseline))
    if (!whole) saved.write(key.bootstrap, 'done')
  }

  /** A large account may have to do with fewer pushes of each conversation. @throws Refusal `storage_full` */
  function writeMarked(): void {
    try {
      for (const name of unwritten) {
        const text = textOf(name)
        if (text === undefined) saved.erase(name)
        else saved.write(name, text)
        unwritten.delete(name)
      }
    } catch (error) {
      if (!(error instanceof Refusal) || perConversation <= fewestPushes) throw error
      perConversation = Math.floor(perConversation / 2)
      markAll()
      writeMarked()
    }
  }

  /** Conversations come first, as they make room when there are fewer pushes in them. */
  function markAll(): void {
    unwritten.clear()
    for (const push of mirror.of('pushes').get().rows.values()) unwritten.add(pushPrefix + conversationOf(push))
    for (const type of plainTypes) unwritten.add(mirrorPrefix + type)
  }

  function textOf(name: string): string | undefined {
    if (!name.startsWith(pushPrefix)) {
      const type = name.slice(mirrorPrefix.length) as SyncedType
      return JSON.stringify([...mirror.of(type).get().rows.values()])
    }
    const conversation = name.slice(pushPrefix.length)
    const { pushes, from } = conversations.of(conversation).$pushes.get()
    delete savedFrom[conversation]
    if (from > 0) savedFrom[conversation] = from
    if (pushes.length === 0) return undefined
    const texts: string[] = []
    let room = conversationRoom
    for (const push of pushes.slice(-perConversation).reverse()) {
      const text = JSON.stringify(push)
      room -= text.length
      if (room < 0 && texts.length > 0) break
      texts.unshift(text)
    }
    const oldest = texts.length < pushes.length ? (pushes.at(-texts.length) as Push).created : 0
    if (oldest > from) savedFrom[conversation] = oldest
    return `[${texts.join(',')}]`
  }

  function eraseMirror(): void {
    saved.erase(key.bootstrap)
    saved.erase(key.baseline)
    saved.erase(key.from)
    savedFrom = {}
    for (const name of saved.keys(mirrorPrefix)) saved.erase(name)
  }

  return {
    owner: () => saved.read(key.user),
    load(forUser) {
      const baseline = Number(saved.read(key.baseline) ?? Number.NaN)
      const objects = readSaved(saved)
      const usable =
        saved.read(key.bootstrap) === 'done' &&
        saved.read(key.version) === String(storageVersion) &&
        saved.read(key.types) === types &&
        saved.read(key.user) === forUser &&
        Number.isFinite(baseline)
      if (!usable || !objects) return false
      user = forUser
      filling = false
      // What was just read need not be written.
      writing = false
      savedFrom = readStamps(saved.read(key.from))
      for (const [conversation, from] of Object.entries(savedFrom)) conversations.setFrom(conversation, from)
      mirror.fill(objects)
      mirror.reach(baseline)
      unwritten.clear()
      writing = true
      return true
    },
    begin(forUser) {
      stopWrite?.()
      stopWrite = undefined
      eraseMirror()
      user = forUser
      writing = filling = true
      saved.write(key.version, String(storageVersion))
      saved.write(key.types, types)
      saved.write(key.user, forUser)
    },
    complete() {
      filling = false
      write()
    },
    close() {
      flush()
      writing = false
    },
    erase() {
      stopWrite?.()
      stopWrite = undefined
      writing = false
      eraseMirror()
      saved.erase(key.version)
      saved.erase(key.types)
      saved.erase(key.user)
    },
  }
}

/** Undefined when anything cannot be read: what is lost here would never be fetched again. */
function readSaved(saved: Saved): Objects | undefined {
  const objects = byType((): unknown[] => [])
  for (const name of saved.keys(mirrorPrefix)) {
    const type = name.startsWith(pushPrefix) ? 'pushes' : (name.slice(mirrorPrefix.length) as SyncedType)
    const rows = readRows(saved.read(name))
    if (!rows || !(type in objects)) return undefined
    for (const row of rows) objects[type].push(row)
  }
  return objects as Objects
}

function readRows(text: string | undefined): unknown[] | undefined {
  try {
    const rows: unknown = JSON.parse(text ?? '')
    return Array.isArray(rows) && rows.every(isSaved) ? rows : undefined
  } catch {
    return undefined
  }
}

function readStamps(text: string | undefined): Record<string, number> {
  try {
    const stamps: unknown = JSON.parse(text ?? '{}')
    return isRecord(stamps)
      ? Object.fromEntries(Object.entries(stamps).filter((pair): pair is [string, number] => isStamp(pair[1])))
      : {}
  } catch {
    return {}
  }
}

// Every object was read by its schema before it was saved, so this looks only for the fields that merging stands on.
function isSaved(row: unknown): boolean {
  return isRecord(row) && typeof row.iden === 'string' && typeof row.created === 'number' && typeof row.modified === 'number'
}
