// Saves the mirror of a session, and loads it at the next start.

import { firstPushesPerConversation, type Push, Refusal, type SyncedType, storageVersion, syncedTypes } from '@waypost/protocol'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { isStamp } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import { type Conversations, timelinesOf } from './conversation-index.ts'
import type { OpenMirror } from './mirror.ts'
import { mirrorPrefix, parseSaved, pushPrefix, readSaved } from './saved-objects.ts'

interface Deps {
  saved: KeyValueStore
  mirror: OpenMirror
  conversations: Conversations
  platform: Platform
  onFull(refusal: Refusal): void
  /** Up to which baseline everything is saved that is saved elsewhere; the saved baseline does not go beyond. */
  reached?: () => number
}

const key = {
  bootstrap: 'bootstrap',
  version: 'version',
  types: 'types',
  user: 'user',
  baseline: 'baseline',
  since: 'known_since',
}
/** A version that knows one more type must not continue from one that did not. */
const types = syncedTypes.join(' ')
/** Changes within this many milliseconds are written together. */
const writeAfter = 200
/** Milliseconds of work in one go while the snapshot is loaded. */
const sliceOf = 12
/** About 40 short pushes are kept per conversation, and fewer if they are very long: in UTF-16 units. */
const conversationRoom = 200_000
/** If not even this many of each fit, the storage counts as full. */
const fewestPushes = 5

const plainTypes = syncedTypes.filter((type) => type !== 'pushes')

/** The saved form of a mirror: what a session shows at its next start before it has asked the server. */
export function openSnapshot({ saved, mirror, conversations, platform, onFull, reached }: Deps) {
  const unwritten = new Set<string>()
  let perConversation = firstPushesPerConversation
  let user: string | undefined
  let stopWrite: (() => void) | undefined
  let writing = false
  let filling = false
  /** Merged objects were just read, so they need not be written. */
  let merging = false
  /** Changes when a load that is under way must not go on. */
  let round = 0

  mirror.onChanges((changes) => {
    if (merging) return
    for (const type of plainTypes) if (changes[type].length > 0) unwritten.add(mirrorPrefix + type)
    for (const { before, after } of changes.pushes) {
      for (const push of [before, after]) if (push) for (const name of timelinesOf(push)) unwritten.add(pushPrefix + name)
    }
    writeSoon()
  })
  conversations.onKnown((conversation) => {
    if (merging) return
    unwritten.add(pushPrefix + conversation)
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
      // The part written so far is consistent; continuing would fail at every change.
      writing = false
      onFull(error)
    }
  }

  /**
   * The baseline is written last, so that after a crash everything newer is fetched again. Several windows write to the same place: one
   * that is behind waits until it has caught up, as its older copy under a newer baseline would lose a change.
   */
  function write(): void {
    if (user === undefined || saved.read(key.user) !== user) return
    const baseline = Math.min(mirror.$baseline.get(), reached?.() ?? Number.POSITIVE_INFINITY)
    const whole = saved.read(key.bootstrap) === 'done'
    if (whole && Number(saved.read(key.baseline)) > baseline) return
    if (!whole) markAll()
    writeMarked()
    // If two windows know different ranges of a conversation that is not saved, the smaller one counts.
    saved.write(key.since, String(Math.max(conversations.since(), Number(saved.read(key.since) ?? 0))))
    saved.write(key.baseline, String(baseline))
    if (!whole) saved.write(key.bootstrap, 'done')
  }

  /** A large account may have to do with fewer pushes per conversation. @throws Refusal `storage_full` */
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

  /** Conversations come first, as saving fewer of their pushes makes room. */
  function markAll(): void {
    unwritten.clear()
    for (const conversation of conversations.names()) unwritten.add(pushPrefix + conversation)
    for (const type of plainTypes) unwritten.add(mirrorPrefix + type)
  }

  function textOf(name: string): string | undefined {
    if (!name.startsWith(pushPrefix)) {
      const type = name.slice(mirrorPrefix.length) as SyncedType
      return JSON.stringify([...mirror.of(type).get().entries.values()])
    }
    return conversationText(name.slice(pushPrefix.length))
  }

  /**
   * The latest pushes of a conversation, and from when on they are complete. Both are in one entry, because windows that have loaded
   * different ranges of a conversation save to the same place.
   */
  function conversationText(conversation: string): string | undefined {
    const { pushes, from } = conversations.of(conversation).$pushes.get()
    if (pushes.length === 0 && from >= conversations.since()) return undefined
    const texts: string[] = []
    let room = conversationRoom
    // Messages to and from a device are saved with the account's own conversation. These few are for when it is too far up there.
    const most = conversation.startsWith('device:') ? fewestPushes : perConversation
    for (const push of pushes.slice(-most).reverse()) {
      const text = JSON.stringify(push)
      room -= text.length
      if (room < 0 && texts.length > 0) break
      texts.unshift(text)
    }
    const oldest = texts.length < pushes.length ? (pushes.at(-texts.length) as Push).created : 0
    // The pinned ones stand above the conversation, however old they are.
    const pinned = pushes.slice(0, -texts.length).filter((push) => push.pinned)
    texts.unshift(...pinned.map((push) => JSON.stringify(push)))
    return `{"from":${Math.max(from, oldest)},"pushes":[${texts.join(',')}]}`
  }

  function eraseMirror(): void {
    saved.erase(key.bootstrap)
    saved.erase(key.baseline)
    saved.erase(key.since)
    for (const name of saved.keys(mirrorPrefix)) saved.erase(name)
  }

  return {
    /** The iden of the user whose data is saved. */
    owner: () => saved.read(key.user),
    /** Fills the mirror from the snapshot, if that is complete, of this version and of this user. A browser can draw meanwhile. */
    async load(forUser: string): Promise<boolean> {
      const own = ++round
      const baseline = Number(saved.read(key.baseline) ?? Number.NaN)
      const since = Number(saved.read(key.since) ?? Number.NaN)
      const usable =
        saved.read(key.bootstrap) === 'done' &&
        saved.read(key.version) === String(storageVersion) &&
        saved.read(key.types) === types &&
        saved.read(key.user) === forUser &&
        Number.isFinite(baseline) &&
        isStamp(since)
      if (!usable) return false
      const pause = pauses(platform)
      const parts = await parseSaved(readSaved(saved), pause)
      if (!parts || own !== round) return false
      user = forUser
      filling = false
      conversations.begin(since)
      for (const { objects, from } of parts) {
        await pause()
        if (own !== round) return false
        merging = true
        for (const [conversation, stamp] of from) conversations.setFrom(conversation, stamp)
        mirror.fill(objects)
        merging = false
      }
      await pause()
      if (own !== round) return false
      mirror.reach(baseline)
      writing = true
      return true
    },
    /** Erases the snapshot and suspends writing until `complete`. @throws Refusal `storage_full` */
    begin(forUser: string): void {
      round++
      stopWrite?.()
      stopWrite = undefined
      eraseMirror()
      user = forUser
      writing = filling = true
      saved.write(key.version, String(storageVersion))
      saved.write(key.types, types)
      saved.write(key.user, forUser)
    },
    /** How many pushes of a conversation it holds at most. */
    holds: () => perConversation,
    writeSoon,
    /** Saves everything and marks it complete. @throws Refusal `storage_full` */
    complete(): void {
      filling = false
      write()
    },
    /** Saves pending changes, and then nothing more. */
    close(): void {
      round++
      flush()
      writing = false
    },
    /** Erases everything and writes nothing until `begin`. */
    erase(): void {
      round++
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

/** Pauses long work, each time that some has been done, so that input is handled and a frame is drawn. */
function pauses({ now, after }: Pick<Platform, 'now' | 'after'>): () => Promise<void> {
  let end = now() + sliceOf
  return async () => {
    // What draws the objects that were merged last does so first.
    await undefined
    if (now() < end) return
    await new Promise<void>((resolve) => after(0, resolve))
    end = now() + sliceOf
  }
}
