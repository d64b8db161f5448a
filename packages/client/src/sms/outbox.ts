import { createText, Refusal, type Text } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import { openLanes } from '../queue/lanes.ts'
import { dropUpload, type Upload, UploadError, uploadFile } from '../queue/upload.ts'
import type { FileSource, Platform } from '../session/platform.ts'
import type { Saved } from '../session/saved.ts'
import type { Session } from '../session/session.ts'
import type { Tabs } from '../tabs/tabs.ts'
import { changed, type Entry, type EntryChanges, entryText, fileOf, laneOf, readEntry } from './entry.ts'
import { textFields } from './fields.ts'
import { removeText } from './server-texts.ts'

/**
 * Texts that were written here: saved one by one, sent to the server, and kept until the phone has them. Those to the same numbers go one
 * at a time in the order in which they were written; one that has to wait, or whose picture is on its way, holds up no others. A guid
 * makes each of them one text, however often it is sent.
 */
export interface TextOutbox {
  readonly $entries: ReadableAtom<readonly Entry[]>
  add(fields: Pick<Entry, 'device' | 'addresses' | 'message' | 'replaces' | 'file'>, picture?: FileSource): string
  find(guid: string): Entry | undefined
  /** Sends one again; a lost picture must come with it. */
  retry(guid: string, picture?: FileSource): void
  /** Has it say why it does not go on. */
  fail(guid: string, error: string): void
  /** Lets go of one that is done with. */
  drop(guid: string): void
  /** Takes one back, also from the server. @throws Refusal when that cannot be reached */
  discard(guid: string): Promise<void>
  /** Has the server let go of a text. @throws Refusal when it cannot be reached */
  removeFromServer(iden: string): Promise<void>
  /** Takes over what an earlier session, or a window that is closed, left. */
  load(): void
  /** Begins to send, or goes on at once where it waits for a network. */
  flow(): void
  stop(): void
}

interface Parts {
  session: Pick<Session, 'call' | 'encryption' | '$account'>
  saved: Saved
  platform: Platform
  hold: Tabs['hold'] | undefined
  /** Why a phone cannot open a text from here, in sentences. @throws Refusal when that cannot be found out now */
  obstacle(device: string): Promise<string | undefined>
  /** The server has one. */
  onSent(guid: string, text: Text): void
}

const prefix = 'texts.outbox.'
const lockOf = (window: string) => `waypost texts ${window}`
const passing = new Set<string>(['lost', 'progress', 'preview'] satisfies (keyof Entry)[])

export function openTextOutbox({ session, saved, platform, hold, obstacle, onSent }: Parts): TextOutbox {
  const { call, encryption, $account } = session
  const removeFromServer = (iden: string) => removeText(call, iden)
  const $entries = atom<readonly Entry[]>([])
  const window = platform.unique()
  const files = new Map<string, FileSource>()
  const stops: (() => void)[] = []
  const watchedWindows = new Set<string>()
  /** Those for which there was no room in the storage. */
  const unkept = new Set<string>()
  let state: 'new' | 'running' | 'stopped' = 'new'
  const lanes = openLanes({ platform, onOver: flowOn })
  /** The lanes in which something is on its way. */
  const busy = new Set<string>()
  const uploads = new Map<string, Upload>()
  let holding = false

  const isStopped = () => state === 'stopped'
  const find = (guid: string) => $entries.get().find((entry) => entry.guid === guid)

  function put(entry: Entry): void {
    const others = $entries.get().filter(({ guid }) => guid !== entry.guid)
    $entries.set([...others, entry].sort((a, b) => a.created - b.created))
  }

  function keep(entry: Entry): void {
    try {
      saved.write(prefix + entry.guid, entryText(entry))
      unkept.delete(entry.guid)
    } catch (error) {
      // It is sent all the same; only a reload would lose it.
      if (!(error instanceof Refusal)) throw error
      unkept.add(entry.guid)
    }
  }

  function update(guid: string, changes: EntryChanges): void {
    const entry = find(guid)
    if (!entry) return
    const next = changed(entry, changes)
    if (Object.keys(changes).some((name) => !passing.has(name))) keep(next)
    put(next)
  }

  function drop(guid: string): void {
    saved.erase(prefix + guid)
    files.delete(guid)
    unkept.delete(guid)
    if (find(guid)) $entries.set($entries.get().filter((entry) => entry.guid !== guid))
    lanes.done(guid)
  }

  /** Another window of this account has sent it or taken it back. */
  function isDoneElsewhere(guid: string): boolean {
    return !unkept.has(guid) && saved.read(prefix + guid) === undefined
  }

  /** The first of each lane that may go. */
  function nextEntries(): Entry[] {
    const first = new Map<string, Entry>()
    for (const entry of $entries.get()) {
      const { guid, error, lost, iden, file } = entry
      const isReady = error === undefined && !lost && iden === undefined && (!file || file.url !== undefined || files.has(guid))
      if (isReady && !first.has(laneOf(entry))) first.set(laneOf(entry), entry)
    }
    return [...first].filter(([lane]) => !busy.has(lane) && !lanes.waits(lane)).map(([, entry]) => entry)
  }

  function flow(): void {
    lanes.hurry()
    for (const upload of uploads.values()) upload.hurry()
    if (state === 'new') state = 'running'
    flowOn()
  }

  function flowOn(): void {
    if (state !== 'running' || lanes.isOffline()) return
    for (const entry of nextEntries()) void work(entry)
  }

  async function work(entry: Entry): Promise<void> {
    const lane = laneOf(entry)
    busy.add(lane)
    try {
      await sendOne(entry)
    } finally {
      busy.delete(lane)
    }
    flowOn()
  }

  async function sendOne(entry: Entry): Promise<void> {
    const { guid } = entry
    if (isDoneElsewhere(guid)) return drop(guid)
    try {
      const known = find(guid)
      const error = known && (await obstacle(known.device))
      if (error !== undefined) {
        if (!isStopped()) update(guid, { error })
        return
      }
      await bringPicture(guid)
      const entry = find(guid)
      if (!entry || isStopped()) return
      if (entry.replaces !== undefined) {
        await removeFromServer(entry.replaces)
        update(guid, { replaces: undefined })
      }
      const text = await call(createText, await textFields(entry, encryption))
      lanes.done(guid)
      // Whoever took it back meanwhile means the one on the server too.
      if (!find(guid)) await removeFromServer(text.iden)
      else if (!isStopped()) {
        update(guid, { iden: text.iden, preview: entry.preview })
        onSent(guid, text)
      }
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof UploadError)) throw error
      if (isStopped() || !find(guid)) return
      if (error instanceof Refusal && lanes.refused(laneOf(entry), guid, error)) return
      const upgrade = error instanceof Refusal && error.code === 'over_quota' ? true : undefined
      update(guid, { error: error.message, progress: undefined, upgrade })
    }
  }

  /** @throws Refusal or UploadError when its picture cannot be brought to the server */
  async function bringPicture(guid: string): Promise<void> {
    const file = files.get(guid)
    const told = find(guid)?.file
    if (!file || !told || told.url !== undefined) return
    const running = uploadFile(file, {
      call,
      platform,
      id: told.upload,
      onBegun: (id) => update(guid, { file: { ...told, upload: id } }),
      onProgress: (progress) => update(guid, { progress: Math.floor(progress * 100) / 100 }),
    })
    uploads.set(guid, running)
    try {
      const { file_url, file_type } = await running.done
      const { upload: _done, ...rest } = find(guid)?.file ?? told
      update(guid, { file: { ...rest, url: file_url, type: file_type }, progress: undefined })
      files.delete(guid)
    } finally {
      uploads.delete(guid)
    }
  }

  function holdFile(guid: string, picture: FileSource): void {
    if (!holding && hold) stops.push(hold(lockOf(window), () => {}))
    holding = true
    files.set(guid, picture)
  }

  /** A picture whose window is closed must be brought again. */
  function watchFile({ file, guid }: Entry): void {
    if (!file || file.url !== undefined || files.has(guid)) return
    const lose = () => {
      for (const entry of $entries.get()) if (entry.file?.window === file.window && !files.has(entry.guid)) lookAgain(entry.guid)
    }
    if (!hold || file.window === window) lose()
    else if (!watchedWindows.has(file.window)) {
      watchedWindows.add(file.window)
      stops.push(hold(lockOf(file.window), lose))
    }
  }

  /** What the other window wrote last decides. */
  function lookAgain(guid: string): void {
    const entry = readEntry(saved.read(prefix + guid))
    if (entry) put(entry.file && entry.file.url === undefined ? { ...entry, lost: true } : entry)
    else drop(guid)
    flowOn()
  }

  return {
    $entries,
    find,
    add(fields, picture) {
      const guid = platform.unique()
      // The order of writing is the order of these times, so no two are the same.
      const created = Math.max(platform.now(), ($entries.get().at(-1)?.created ?? 0) + 1)
      if (picture) holdFile(guid, picture)
      const entry: Entry = {
        guid,
        user: $account.get()?.iden ?? '',
        created,
        ...fields,
        ...(picture && { file: fileOf(picture, window), preview: picture.preview }),
      }
      keep(entry)
      put(entry)
      flowOn()
      return guid
    },
    retry(guid, picture) {
      const entry = find(guid)
      if (!entry || (entry.error === undefined && !entry.lost)) return
      if (entry.lost && !picture) return
      if (picture) holdFile(guid, picture)
      update(guid, {
        ...{ error: undefined, upgrade: undefined, lost: undefined },
        ...(picture && { file: fileOf(picture, window), preview: picture.preview }),
      })
      flow()
    },
    fail: (guid, error) => update(guid, { error }),
    drop,
    async discard(guid) {
      const entry = find(guid)
      if (!entry) return
      if (entry.iden !== undefined) await removeFromServer(entry.iden)
      if (entry.replaces !== undefined) await removeFromServer(entry.replaces)
      drop(guid)
      const upload = uploads.get(guid)
      if (upload) upload.cancel({ forGood: true })
      else if (entry.file?.upload !== undefined) dropUpload(call, entry.file.upload)
    },
    removeFromServer,
    load() {
      const user = $account.get()?.iden
      for (const key of saved.keys(prefix)) {
        const entry = readEntry(saved.read(key))
        if (entry && find(entry.guid)) continue
        if (!entry || entry.user !== user) {
          saved.erase(key)
          continue
        }
        put(entry)
        watchFile(entry)
      }
      // What is no longer saved was done with by another window.
      for (const { guid } of $entries.get()) if (isDoneElsewhere(guid)) drop(guid)
    },
    flow,
    stop() {
      state = 'stopped'
      lanes.close()
      for (const upload of uploads.values()) upload.cancel()
      for (const stop of stops.splice(0)) stop()
    },
  }
}
