import { computed } from 'nanostores'
import type { KeyValueStore } from '../../ground/key-value-store.ts'
import type { FileSource, Platform } from '../../ground/platform.ts'
import { smsOutboxPrefix } from '../../ground/prefixes.ts'
import { openEntries } from '../../queue/entries.ts'
import type { Session } from '../../session/session.ts'
import type { KeptFiles } from '../../storage/kept-files.ts'
import type { Tabs } from '../../tabs/tabs.ts'
import { removeText } from '../server-texts.ts'
import { type Entry, entryText, isShown, readEntry } from './entry.ts'
import { openPictures } from './pictures.ts'
import { openSmsDelivery, type Route } from './sending.ts'

export type SmsOutbox = ReturnType<typeof openSmsOutbox>

interface Deps extends Route {
  session: Pick<Session, 'call' | 'encryption' | '$account'>
  saved: KeyValueStore
  platform: Platform
  hold: Tabs['hold'] | undefined
  kept: KeptFiles | undefined
}

/** Milliseconds that an SMS may stay unshown while its picture is stored. */
const storesWithin = 24 * 60 * 60_000

/**
 * The SMS written here: saved, sent to the server, and kept until the phone has them. SMS to the same numbers are sent one at a time in
 * order; one that has to wait, or is still uploading its picture, does not delay others. The server recognizes a guid, so retries are
 * idempotent.
 */
export function openSmsOutbox({ session, saved, platform, hold, kept, ...ways }: Deps) {
  const { call, $account } = session
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
      pictures.release(guid)
      delivery.done(guid)
    },
  })
  const { $all: $entries, find, update, remove } = entries
  const pictures = openPictures({ call, entries, platform, hold, kept, onTaken: () => delivery.sendReady() })
  const delivery = openSmsDelivery({ session, platform, entries, pictures, ...ways })
  let isClosed = false

  /** @throws Refusal if the server cannot be reached */
  const removeFromServer = (iden: string) => removeText(call, iden)

  /** Starts sending, or resumes at once if it waits for a network. */
  function resume(): void {
    if (isClosed) return
    pictures.retryNow()
    delivery.resume()
  }

  return {
    $entries,
    /** Ghosts that may be shown. */
    $shown: computed($entries, (all) => (all.every(isShown) ? all : all.filter(isShown))),
    shown: pictures.stored,
    find,
    add(fields: Pick<Entry, 'device' | 'addresses' | 'message' | 'replaces' | 'file'>, picture?: FileSource): string {
      const guid = platform.unique()
      // These times define the order of the queue, so no two are equal.
      const created = Math.max(platform.now(), ($entries.get().at(-1)?.created ?? 0) + 1)
      const held = picture && pictures.add(guid, picture)
      entries.save({ guid, user: $account.get()?.iden ?? '', created, ...fields, ...held })
      delivery.sendReady()
      return guid
    },
    /** A lost picture must be passed again. */
    retry(guid: string, picture?: FileSource): void {
      const entry = find(guid)
      if (!entry || (entry.error === undefined && !entry.lost)) return
      if (entry.lost && !picture) return
      const held = picture && pictures.replace(guid, picture)
      update(guid, { error: undefined, upgrade: undefined, lost: undefined, ...held })
      resume()
    },
    fail: (guid: string, error: string) => update(guid, { error }),
    remove,
    /** Discards an SMS, also on the server. @throws Refusal if the server cannot be reached */
    async discard(guid: string): Promise<void> {
      const entry = find(guid)
      if (!entry) return
      if (entry.iden !== undefined) await removeFromServer(entry.iden)
      if (entry.replaces !== undefined) await removeFromServer(entry.replaces)
      remove(guid)
      pictures.discard(entry)
    },
    removeFromServer,
    load(): void {
      for (const entry of entries.readSaved()) {
        if (find(entry.guid)) continue
        // It was never shown, and its picture never stored. Its window may just be slow, so it gets a day.
        if (!isShown(entry) && entry.created < platform.now() - storesWithin) {
          remove(entry.guid)
          continue
        }
        entries.putSaved(entry)
        pictures.watch(entry)
      }
      for (const { guid } of $entries.get()) if (entries.isDoneElsewhere(guid)) entries.forget(guid)
    },
    resume,
    close() {
      isClosed = true
      delivery.stop()
      pictures.close()
    },
  }
}
