// Opens the data of a session in the large store of its browser: the outbox, its files, and older history.

import type { Refusal } from '@waypost/protocol'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { isRecord } from '../ground/objects.ts'
import { type Platform, platform } from '../ground/platform.ts'
import { outboxPrefix } from '../ground/prefixes.ts'
import { type KeptFiles, openKeptFiles } from './kept-files.ts'
import { type HistoryDeps, type KeptHistory, openKeptHistory } from './kept-history.ts'
import { claimLargeStore, type LargeStore, largeStoreOf, largeStoreUntil } from './large-store.ts'
import { openWriteBehind, type StoreChannel, type WriteBehind } from './write-behind.ts'

export { openKeptFiles } from './kept-files.ts'
export { type LargeStore, type LargeTransaction, largeStoreOf, largeStoreUntil, type StoredPush } from './large-store.ts'
export { openWriteBehind, type StoreChannel } from './write-behind.ts'

export interface DeviceStorage {
  /** The outbox. Until `opened`, it has only entries written here or kept in local storage. */
  readonly texts: WriteBehind
  readonly files: KeptFiles
  /** Resolves once everything is read, without the history if that cannot be kept. Rejects if the large store cannot be used. */
  readonly opened: Promise<KeptHistory | undefined>
  close(): void
}

export interface DeviceStorageDeps extends Omit<HistoryDeps, 'store' | 'platform'> {
  /** The iden of the account. Data of another account is erased. */
  user: string
  /** Holds each text until the large store has it. */
  saved: KeyValueStore
  platform: Pick<Platform, 'now' | 'after'>
  /** The baseline of the snapshot that was loaded; undefined if there was none. */
  since: number | undefined
  /** Whether the session was closed: then nothing more is opened, and no history is written. */
  isClosed(): boolean
  onFull(refusal: Refusal): void
}

/**
 * Opens the outbox of an account for a program without a session and without local storage. `refresh` reads it.
 * @param store the store of that account, see `largeStoreOf`
 */
export function openOutboxTexts(store: LargeStore, channel: StoreChannel | undefined, user: string): WriteBehind {
  return openWriteBehind({ store, prefix: outboxPrefix, channel: channelOf(channel, user), platform })
}

/** The messages of one account: a window may not have noticed yet that another account has signed in. */
function channelOf(channel: StoreChannel | undefined, user: string): StoreChannel | undefined {
  return (
    channel && {
      post: (text) => channel.post({ user, text }),
      listen: (listener) => channel.listen((message) => isRecord(message) && message.user === user && listener(message.text)),
    }
  )
}

export function openDeviceStorage(store: LargeStore, channel: StoreChannel | undefined, deps: DeviceStorageDeps): DeviceStorage {
  const { user, saved, since, onFull, isClosed } = deps
  // The code of the storage may load after the sign-out, and so may the database.
  const untilClosed = largeStoreUntil(store, isClosed)
  const claimed = claimLargeStore(untilClosed, user)
  const own = largeStoreOf(store, user)
  const texts = openWriteBehind({
    store: own,
    prefix: outboxPrefix,
    journal: saved,
    channel: channelOf(channel, user),
    platform: deps.platform,
    onFull,
  })

  async function open(): Promise<KeptHistory | undefined> {
    await claimed
    await texts.refresh()
    // The outbox does not depend on the history.
    return openKeptHistory({ ...deps, store: largeStoreUntil(own, isClosed) }, since).catch(() => undefined)
  }

  const opened = open()
  // A closed session does not wait for it.
  opened.catch(() => {})
  return { texts, files: openKeptFiles(own), opened, close: texts.close }
}
