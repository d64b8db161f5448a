import { Refusal, storageVersion, syncedTypes } from '@waypost/protocol'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { isStamp } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import type { Conversations } from './conversation-index.ts'
import type { OpenMirror } from './mirror.ts'
import { mirrorPrefix, parseSaved, readSaved } from './saved-objects.ts'
import { openSnapshotTexts, type SnapshotTexts } from './snapshot-texts.ts'

interface Deps {
  saved: KeyValueStore
  mirror: OpenMirror
  conversations: Conversations
  platform: Platform
  onFull(refusal: Refusal): void
  /** The baseline that data in other storage has reached; the saved baseline does not go beyond. */
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
/** A version that knows one more type must not resume from one that did not. */
const types = syncedTypes.join(' ')
/** Changes within this many milliseconds are written together. */
const writeAfter = 200
/** Milliseconds of work per slice while the snapshot is loaded. */
const sliceOf = 12

/** The saved form of a mirror: a session shows it at its next start, before it has asked the server. */
export function openSnapshot(deps: Deps) {
  const { saved, mirror, conversations, platform, onFull } = deps
  const texts = openSnapshotTexts({ saved, mirror, conversations, onMarked: writeSoon })
  let user: string | undefined
  let stopWrite: (() => void) | undefined
  /** Not before the mirror has all that is saved. */
  let writing = false
  /** Changes when a load in progress must stop. */
  let round = 0

  mirror.$baseline.listen(writeSoon)

  function writeSoon(): void {
    if (!writing) return
    stopWrite ??= platform.after(writeAfter, flush)
  }

  function stopWaiting(): void {
    stopWrite?.()
    stopWrite = undefined
  }

  function flush(): void {
    stopWaiting()
    if (!writing) return
    try {
      write()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // The part written so far is consistent; continuing would fail at every change.
      writing = false
      onFull(error)
    }
  }

  function write(): void {
    if (user !== undefined && saved.read(key.user) === user) writeSnapshot(deps, texts)
  }

  /** A load or a write that is under way does not go on. */
  function clear(): void {
    round++
    stopWaiting()
    eraseMirror(saved)
  }

  return {
    owner: () => saved.read(key.user),
    /** Fills the mirror from the snapshot, if it is complete, of this version and of this user. The browser can draw in between. */
    async load(forUser: string): Promise<boolean> {
      const own = ++round
      const pause = pauses(platform)
      const snapshot = await readSnapshot(saved, forUser, pause)
      if (!snapshot || own !== round) return false
      user = forUser
      conversations.begin(snapshot.since)
      for (const part of snapshot.parts) {
        await pause()
        if (own !== round) return false
        texts.take(part)
      }
      await pause()
      if (own !== round) return false
      mirror.reach(snapshot.baseline)
      writing = true
      return true
    },
    /** Suspends writing until `complete`. @throws Refusal `storage_full` */
    begin(forUser: string): void {
      clear()
      user = forUser
      writing = false
      saved.write(key.version, String(storageVersion))
      saved.write(key.types, types)
      saved.write(key.user, forUser)
    },
    /** The most pushes per conversation that it holds. */
    holds: texts.perConversation,
    writeSoon,
    /** @throws Refusal `storage_full` */
    complete(): void {
      write()
      writing = true
    },
    close(): void {
      round++
      flush()
      writing = false
    },
    /** Writes nothing until `begin`. */
    erase(): void {
      clear()
      writing = false
      for (const name of [key.version, key.types, key.user]) saved.erase(name)
    },
  }
}

/**
 * The baseline is written last, so after a crash everything newer is fetched again. Several windows write to the same place: one that is
 * behind waits until it has caught up, because its older copy under a newer baseline would lose a change.
 */
function writeSnapshot({ saved, mirror, conversations, reached }: Deps, texts: SnapshotTexts): void {
  const baseline = Math.min(mirror.$baseline.get(), reached?.() ?? Number.POSITIVE_INFINITY)
  const whole = saved.read(key.bootstrap) === 'done'
  if (whole && Number(saved.read(key.baseline)) > baseline) return
  if (!whole) texts.markAll()
  texts.write()
  // If two windows know different ranges of a conversation that is not saved, the smaller one counts.
  saved.write(key.since, String(Math.max(conversations.since(), Number(saved.read(key.since) ?? 0))))
  saved.write(key.baseline, String(baseline))
  if (!whole) saved.write(key.bootstrap, 'done')
}

/** @param pause see `parseSaved` @returns undefined if the snapshot is not complete, of another version or user, or cannot be parsed */
async function readSnapshot(saved: KeyValueStore, user: string, pause: () => Promise<void>) {
  const baseline = Number(saved.read(key.baseline) ?? Number.NaN)
  const since = Number(saved.read(key.since) ?? Number.NaN)
  const isUsable =
    saved.read(key.bootstrap) === 'done' &&
    saved.read(key.version) === String(storageVersion) &&
    saved.read(key.types) === types &&
    saved.read(key.user) === user &&
    Number.isFinite(baseline) &&
    isStamp(since)
  const parts = isUsable ? await parseSaved(readSaved(saved), pause) : undefined
  return parts && { baseline, since, parts }
}

function eraseMirror(saved: KeyValueStore): void {
  saved.erase(key.bootstrap)
  saved.erase(key.baseline)
  saved.erase(key.since)
  for (const name of saved.keys(mirrorPrefix)) saved.erase(name)
}

/** Pauses long work after each slice, so input is handled and a frame is drawn. */
function pauses({ now, after }: Pick<Platform, 'now' | 'after'>): () => Promise<void> {
  let end = now() + sliceOf
  return async () => {
    // Lets the screen draw the last merged objects first.
    await undefined
    if (now() < end) return
    await new Promise<void>((resolve) => after(0, resolve))
    end = now() + sliceOf
  }
}
