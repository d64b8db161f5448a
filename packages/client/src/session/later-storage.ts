// Opens the browser's large store for a session after the first screen; until then only local storage is used.

import type { Refusal } from '@waypost/protocol'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import type { Platform } from '../ground/platform.ts'
import type { KeptFiles } from '../storage/kept-files.ts'
import type { KeptHistory, KeptPage } from '../storage/kept-history.ts'
import type { DeviceStorage, DeviceStorageDeps } from '../storage/open.ts'
import type { Conversations } from '../sync/conversation-index.ts'
import type { OpenMirror } from '../sync/mirror.ts'

/** Opens the storage of a session, e.g. with lazily loaded code. */
export type OpenStorage = (deps: DeviceStorageDeps) => DeviceStorage | Promise<DeviceStorage>

interface Deps {
  open: OpenStorage | undefined
  saved: KeyValueStore
  mirror: OpenMirror
  conversations: Conversations
  platform: Pick<Platform, 'now' | 'after'>
  snapshotHolds(): number
  onReached(): void
  onFull(refusal: Refusal): void
  /**
   * Called when it is open: at the start, after `refresh`, and if the storage opens after the wait has timed out. `isWhole`: `texts` is
   * complete.
   */
  onOpen(isWhole: boolean): void
}

type News = Parameters<KeptHistory['take']>[0]

/** The longest time that sending waits for the storage, in milliseconds. */
const opensWithin = 5_000
/** The longest time that saving the snapshot waits for the history, in milliseconds. */
const historyWithin = 60_000

export function openLaterStorage(deps: Deps) {
  const { open, saved, mirror, conversations, platform, onReached, onOpen } = deps
  let current: KeyValueStore = saved
  let storage: DeviceStorage | undefined
  const history = openLaterHistory(onReached)
  let state: 'new' | 'opening' | 'open' | 'closed' = open ? 'new' : 'open'
  let stops: (() => void)[] = []
  let isRead = !open
  let stopWaiting = () => {}
  let opened = () => {}
  const opening = new Promise<void>((resolve) => {
    opened = resolve
  })

  /** Some browsers never respond. */
  function wait(): void {
    state = 'opening'
    stopWaiting = platform.after(opensWithin, become)
  }

  function become(isWhole = false): void {
    stopWaiting()
    opened()
    if (state === 'closed') return
    state = 'open'
    onOpen(isWhole)
  }

  async function run(start: OpenStorage, user: string, snapshot: number | undefined): Promise<void> {
    try {
      const baseline = () => mirror.$baseline.get()
      const found = await start({ ...deps, user, since: snapshot, baseline, isClosed: () => state === 'closed' })
      if (state === 'closed') return found.close()
      storage = found
      current = found.texts
      const kept = await found.opened
      isRead = true
      history.open(kept)
    } catch {
      // Local storage, where everything is written first, works without it.
      storage?.close()
      storage = undefined
      current = saved
    }
    history.goOn()
    become(isRead)
  }

  const files = laterFiles((work) => opening.then(() => work(storage?.files)))

  return {
    /** The outbox: in local storage until the large store opens. */
    texts: changingStore(() => current),
    files: open && files,
    /** `snapshot` is the baseline of the snapshot, if one was loaded. */
    begin(user: string, snapshot: number | undefined): void {
      if (!open || state !== 'new') return
      wait()
      history.begin(snapshot ?? mirror.$baseline.get())
      stops = [
        mirror.onPushes((pushes) => history.take({ pushes })),
        mirror.$baseline.listen(() => history.take({})),
        conversations.onKnown((known) => history.take({ known })),
        platform.after(historyWithin, history.goOn),
      ]
      void run(open, user, snapshot)
    },
    /** Whether `texts` has everything from an earlier session, or the wait has timed out. */
    isOpen: () => state === 'open',
    /** Whether everything was read, so texts missing in `texts` are gone. Before that, another window may have moved them. */
    isRead: () => isRead,
    /** Rereads what other windows have written. Until that is done, or times out, it is not open. */
    refresh() {
      if (state === 'opening') return
      if (!storage) return become()
      wait()
      storage.texts.refresh().then(
        () => become(true),
        () => become(),
      )
    },
    async before(conversation: string, before: number, limit: number): Promise<KeptPage | undefined> {
      if (state === 'opening') await opening
      return history.current()?.before(conversation, before, limit)
    },
    /** The baseline that the kept history covers. */
    reached: history.reached,
    close() {
      state = 'closed'
      stopWaiting()
      for (const stop of stops) stop()
      opened()
      history.current()?.close()
      storage?.close()
    },
  }
}

/** A store in whose place another one may come. */
const changingStore = (current: () => KeyValueStore): KeyValueStore => ({
  read: (key) => current().read(key),
  write: (key, text) => current().write(key, text),
  erase: (key) => current().erase(key),
  keys: (prefix) => current().keys(prefix),
})

/** @param use does something with the files once their storage has opened, or without them if it has not */
const laterFiles = (use: <T>(work: (files: KeptFiles | undefined) => T | Promise<T>) => Promise<T>): KeptFiles => ({
  keep: (guid, file) => use((files) => files?.keep(guid, file) ?? false),
  isKept: (guid) => use((files) => files?.isKept(guid) ?? false),
  read: (guid) => use((files) => files?.read(guid)),
  drop: (guid) => use((files) => files?.drop(guid)),
  dropUnless: (isNeeded) => use((files) => files?.dropUnless(isNeeded)),
})

/** A history that opens later. What happens meanwhile is passed to it then, and what the snapshot saves waits for it. */
function openLaterHistory(onReached: () => void) {
  let history: KeptHistory | undefined
  /** Up to where it is known to be written while it opens. */
  let since = Number.POSITIVE_INFINITY
  let early: News[] = []

  return {
    current: () => history,
    /** `baseline`: up to where it is written. */
    begin(baseline: number): void {
      since = baseline
    },
    take(news: News): void {
      if (history) history.take(news)
      else if (since < Number.POSITIVE_INFINITY) early.push(news)
    },
    /** @param kept undefined if none can be kept */
    open(kept: KeptHistory | undefined): void {
      // The wait has timed out: the snapshot went on meanwhile, and changes were missed.
      if (since === Number.POSITIVE_INFINITY) kept?.giveUp()
      else history = kept
      for (const news of early) history?.take(news)
    },
    /** Stops waiting for the history, because there is none or it is open. */
    goOn(): void {
      since = Number.POSITIVE_INFINITY
      early = []
      onReached()
    },
    /** The baseline up to which it is written. */
    reached: () => history?.reached() ?? since,
  }
}
