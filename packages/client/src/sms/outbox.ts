import { createText, Refusal, type Text } from '@waypost/protocol'
import { computed } from 'nanostores'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import type { FileSource, Platform } from '../ground/platform.ts'
import { smsOutboxPrefix } from '../ground/prefixes.ts'
import { openDelivery } from '../queue/delivery.ts'
import { openEntries } from '../queue/entries.ts'
import { openHeldFiles } from '../queue/held-files.ts'
import { dropUpload, type Upload, UploadError, uploadFile } from '../queue/upload.ts'
import type { Session } from '../session/session.ts'
import type { KeptFiles } from '../storage/kept-files.ts'
import type { Tabs } from '../tabs/tabs.ts'
import { type Entry, entryText, fileOf, isShown, laneOf, readEntry, storedFile } from './entry.ts'
import { smsFields } from './fields.ts'
import { removeText } from './server-texts.ts'

export type SmsOutbox = ReturnType<typeof openSmsOutbox>

interface Deps {
  session: Pick<Session, 'call' | 'encryption' | '$account'>
  saved: KeyValueStore
  platform: Platform
  hold: Tabs['hold'] | undefined
  /** Keeps pictures beyond the window. */
  kept: KeptFiles | undefined
  /** Why a phone cannot decrypt SMS from here, in sentences. @throws Refusal if it cannot be determined now */
  obstacle(device: string): Promise<string | undefined>
  /** The device that a text is given to now: that of the entry, or another one of the same phone. */
  route(entry: Entry): Promise<string>
  /** Called when the server has one. */
  onSent(guid: string, text: Text): void
}

const lockOf = (window: string) => `waypost texts ${window}`
/** Milliseconds. */
const storesWithin = 24 * 60 * 60_000

/**
 * SMS that were written here: saved, sent to the server, and kept until the phone has them. SMS to the same numbers are sent one at a time
 * in order; one that has to wait, or is still uploading its picture, does not delay others. The server recognizes a guid, so a retry
 * creates no second SMS.
 */
export function openSmsOutbox({ session, saved, platform, hold, kept, obstacle, route, onSent }: Deps) {
  const { call, encryption, $account } = session
  /** Deletes an SMS from the server. @throws Refusal if the server is not reachable */
  const removeFromServer = (iden: string) => removeText(call, iden)
  const window = platform.unique()
  const entries = openEntries<Entry>({
    saved,
    prefix: smsOutboxPrefix,
    guidOf: ({ guid }) => guid,
    write: entryText,
    read(text) {
      const entry = readEntry(text)
      return entry?.user === $account.get()?.iden ? entry : undefined
    },
    compare: (one, other) => one.created - other.created,
    unsavedFields: ['lost', 'progress', 'preview'],
    onGone(guid) {
      files.release(guid)
      delivery.done(guid)
    },
  })
  const { $all: $entries, find, update, remove } = entries
  const files = openHeldFiles({ window, hold, lockOf, onLost: lose, kept, platform })
  const delivery = openDelivery<Entry>({ platform, ready, laneOf, send })
  const uploads = new Map<string, Upload>()
  let isClosed = false

  /** The first entry of each lane that is ready to be sent. */
  function ready(): Entry[] {
    const first = new Map<string, Entry>()
    for (const entry of $entries.get()) {
      const { guid, error, lost, iden, file } = entry
      const isReady = error === undefined && !lost && iden === undefined && (!file || file.url !== undefined || files.has(guid))
      if (isReady && !first.has(laneOf(entry))) first.set(laneOf(entry), entry)
    }
    return [...first.values()]
  }

  async function send(waiting: Entry, isStopped: () => boolean): Promise<void> {
    const { guid } = waiting
    if (entries.isDoneElsewhere(guid)) return entries.forget(guid)
    try {
      const device = await route(waiting)
      const error = await obstacle(device)
      if (error !== undefined) {
        if (!isStopped()) update(guid, { error })
        return
      }
      await uploadPicture(guid)
      const entry = find(guid)
      if (!entry || isStopped()) return
      if (entry.replaces !== undefined) {
        await removeFromServer(entry.replaces)
        update(guid, { replaces: undefined })
      }
      const text = await call(createText, await smsFields({ ...entry, device }, encryption))
      delivery.done(guid)
      // If it was discarded meanwhile, here or in another window, delete it from the server too.
      if (!find(guid) || entries.isDoneElsewhere(guid)) {
        entries.forget(guid)
        await removeFromServer(text.iden)
      } else if (!isStopped()) {
        // A text that arrived at the first try keeps the device that it had then.
        const via = text.data?.target_device_iden ?? device
        update(guid, { iden: text.iden, preview: entry.preview, ...(via !== entry.device && { via }) })
        onSent(guid, text)
      }
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof UploadError)) throw error
      const entry = find(guid)
      if (isStopped() || !entry) return
      if (error instanceof Refusal && delivery.refused(laneOf(entry), guid, error)) return
      const upgrade = error instanceof Refusal && error.code === 'over_quota' ? true : undefined
      update(guid, { error: error.message, progress: undefined, upgrade })
    }
  }

  /** @throws Refusal or UploadError if the picture cannot be uploaded */
  async function uploadPicture(guid: string): Promise<void> {
    const source = files.get(guid)
    const file = find(guid)?.file
    if (!source || !file || file.url !== undefined) return
    const running = uploadFile(source, {
      call,
      platform,
      id: file.upload,
      onBegun: (id) => update(guid, { file: { ...(find(guid)?.file ?? file), upload: id } }),
      onProgress: (progress) => update(guid, { progress: Math.floor(progress * 100) / 100 }),
    })
    uploads.set(guid, running)
    try {
      const { file_url, file_type } = await running.done
      const { upload: _done, ...rest } = storedFile(find(guid)?.file ?? file)
      update(guid, { file: { ...rest, url: file_url, type: file_type }, progress: undefined })
      files.release(guid)
    } finally {
      uploads.delete(guid)
    }
  }

  /** Takes over the pictures of a closed window, unless it has uploaded them. Those that were not kept are lost. */
  async function lose(from: string): Promise<void> {
    const ofWindow = (guid: string) => find(guid)?.file?.window === from && !files.has(guid)
    for (const { guid } of $entries.get().filter((entry) => ofWindow(entry.guid))) {
      const picture = kept && (await kept.read(guid))
      if (!ofWindow(guid)) continue
      const entry = entries.readOne(guid)
      const file = entry?.file
      if (!entry) remove(guid)
      else if (!file || file.url !== undefined || file.window !== from) entries.putSaved(entry)
      else if (picture) {
        files.takeOver(guid, picture)
        entries.save({ ...entry, file: { ...storedFile(file), window } })
      } else entries.putSaved({ ...entry, lost: true })
    }
    delivery.sendReady()
  }

  /** Shows an entry whose picture is stored, or cannot be. */
  function show(guid: string): void {
    const file = find(guid)?.file
    if (file?.storing) update(guid, { file: storedFile(file) })
  }

  /** Starts sending, or resumes at once where it waits for a network. */
  function resume(): void {
    if (isClosed) return
    for (const upload of uploads.values()) upload.retryNow()
    delivery.resume()
  }

  return {
    $entries,
    /** Those that may be shown. */
    $shown: computed($entries, (all) => (all.every(isShown) ? all : all.filter(isShown))),
    /** Resolves once the entry of a guid is shown. */
    shown: (guid: string) => files.stored([guid]),
    find,
    add(fields: Pick<Entry, 'device' | 'addresses' | 'message' | 'replaces' | 'file'>, picture?: FileSource): string {
      const guid = platform.unique()
      // These times define the order of the queue, so no two are equal.
      const created = Math.max(platform.now(), ($entries.get().at(-1)?.created ?? 0) + 1)
      const storing = kept && { storing: true }
      if (picture) files.hold(guid, picture, () => show(guid))
      entries.save({
        guid,
        user: $account.get()?.iden ?? '',
        created,
        ...fields,
        ...(picture && { file: { ...fileOf(picture, window), ...storing }, preview: picture.preview }),
      })
      delivery.sendReady()
      return guid
    },
    /** Sends a failed one again; a lost picture must be passed again. */
    retry(guid: string, picture?: FileSource): void {
      const entry = find(guid)
      if (!entry || (entry.error === undefined && !entry.lost)) return
      if (entry.lost && !picture) return
      if (picture) files.hold(guid, picture)
      update(guid, {
        ...{ error: undefined, upgrade: undefined, lost: undefined },
        ...(picture && { file: fileOf(picture, window), preview: picture.preview }),
      })
      resume()
    },
    /** Marks one as failed, with the reason. */
    fail: (guid: string, error: string) => update(guid, { error }),
    /** Removes one that is done. */
    remove,
    /** Discards one, also on the server. @throws Refusal if the server is not reachable */
    async discard(guid: string): Promise<void> {
      const entry = find(guid)
      if (!entry) return
      if (entry.iden !== undefined) await removeFromServer(entry.iden)
      if (entry.replaces !== undefined) await removeFromServer(entry.replaces)
      remove(guid)
      const upload = uploads.get(guid)
      if (upload) upload.cancel({ forGood: true })
      else if (entry.file?.upload !== undefined) dropUpload(call, entry.file.upload)
    },
    removeFromServer,
    /** Loads what an earlier session or a closed window left. */
    load(): void {
      for (const entry of entries.readSaved()) {
        if (find(entry.guid)) continue
        // Nobody has seen it, and its picture was never stored. Its window may only be slow, so it has a day.
        if (!isShown(entry) && entry.created < platform.now() - storesWithin) {
          remove(entry.guid)
          continue
        }
        entries.putSaved(entry)
        if (entry.file && entry.file.url === undefined && !files.has(entry.guid)) files.watch(entry.file.window)
      }
      for (const { guid } of $entries.get()) if (entries.isDoneElsewhere(guid)) entries.forget(guid)
    },
    resume,
    close() {
      isClosed = true
      delivery.stop()
      for (const upload of uploads.values()) upload.cancel()
      files.close()
    },
  }
}
