import { createText, Refusal, type Text } from '@waypost/protocol'
import type { Platform } from '../../ground/platform.ts'
import { openDelivery } from '../../queue/delivery.ts'
import { UploadError } from '../../queue/upload.ts'
import type { Session } from '../../session/session.ts'
import { smsFields } from '../fields.ts'
import { removeText } from '../server-texts.ts'
import { type Entries, type Entry, laneOf } from './entry.ts'
import type { Pictures } from './pictures.ts'

/** What decides about a text that is sent. */
export interface Route {
  /** Why a phone cannot decrypt SMS from here, in sentences. @throws Refusal if it cannot be determined now */
  obstacle(device: string): Promise<string | undefined>
  /** The device that sends a text now: that of the entry, or another one of the same phone. */
  route(entry: Entry): Promise<string>
  onSent(guid: string, text: Text): void
}

interface Deps extends Route {
  session: Pick<Session, 'call' | 'encryption'>
  platform: Platform
  entries: Entries
  pictures: Pictures
}

/** The delivery of the SMS outbox. SMS to the same numbers are sent one at a time, in order. */
export function openSmsDelivery({ session, platform, entries, pictures, obstacle, route, onSent }: Deps) {
  const { call, encryption } = session
  const { find, update } = entries
  const delivery = openDelivery<Entry>({ platform, ready: () => firstReady(entries.$all.get(), pictures.has), laneOf, send })

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
      await pictures.upload(guid)
      const entry = find(guid)
      if (!entry || isStopped()) return
      if (entry.replaces !== undefined) {
        await removeText(call, entry.replaces)
        update(guid, { replaces: undefined })
      }
      const text = await call(createText, await smsFields({ ...entry, device }, encryption))
      delivery.done(guid)
      // If it was discarded meanwhile, here or in another window, delete it from the server too.
      if (!find(guid) || entries.isDoneElsewhere(guid)) {
        entries.forget(guid)
        await removeText(call, text.iden)
      } else if (!isStopped()) {
        // A text that arrived at the first try keeps the device it had then.
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

  return delivery
}

/** The first entry of each lane that can be sent from this window. */
function firstReady(entries: readonly Entry[], holdsPicture: (guid: string) => boolean): Entry[] {
  const first = new Map<string, Entry>()
  for (const entry of entries) {
    const { guid, error, lost, iden, file } = entry
    const isReady = error === undefined && !lost && iden === undefined && (!file || file.url !== undefined || holdsPicture(guid))
    if (isReady && !first.has(laneOf(entry))) first.set(laneOf(entry), entry)
  }
  return [...first.values()]
}
