// Sends, repeats and discards the SMS that a person writes here.

import type { ReadableAtom } from 'nanostores'
import type { FileSource, Platform } from '../ground/platform.ts'
import type { Session } from '../session/session.ts'
import { attempt } from './outbox/delivery-status.ts'
import type { SmsOutbox } from './outbox/outbox.ts'
import { takesPicture } from './phone.ts'
import type { Phones } from './phones.ts'
import type { Outgoing } from './view.ts'

/** An SMS as written by the user. */
export interface WrittenText {
  device: string
  addresses: readonly string[]
  message: string
  /** Dropped if the phone cannot send pictures of its type. */
  picture?: FileSource | undefined
}

interface Deps {
  session: Pick<Session, 'mirror'>
  platform: Pick<Platform, 'after'>
  outbox: SmsOutbox
  phones: Pick<Phones, '$texting' | 'refresh' | 'threadWith'>
  $outgoing: ReadableAtom<readonly Outgoing[]>
}

/** When the status of an SMS is checked, in milliseconds after sending. */
const refreshAfter = 31_000

export function openWriting({ session, platform, outbox, phones, $outgoing }: Deps) {
  const timers = new Set<() => void>()

  function refreshSoon(device: string, addresses: readonly string[]): void {
    const stop = platform.after(refreshAfter, () => {
      timers.delete(stop)
      void attempt(session.mirror.catchUp)
      void phones.refresh(device, phones.threadWith(device, addresses))
    })
    timers.add(stop)
  }

  return {
    send({ device, addresses, message, picture }: WrittenText): string | undefined {
      const phone = phones.$texting.get().find(({ iden }) => iden === device)
      const allowed = picture && phone && takesPicture(phone, picture.type) ? picture : undefined
      const trimmed = message.trim()
      if ((trimmed === '' && !allowed) || addresses.length === 0) return undefined
      const guid = outbox.add({ device, addresses, message: trimmed }, allowed)
      refreshSoon(device, addresses)
      return guid
    },
    retry(key: string, picture?: FileSource): void {
      const entry = outbox.find(key)
      if (entry && entry.iden === undefined) {
        outbox.retry(key, picture)
        refreshSoon(entry.device, entry.addresses)
        return
      }
      // The server would recognize its guid, so send a new SMS that replaces it.
      const text = $outgoing.get().find((each) => each.key === key)
      if (!text) return
      const { device, addresses, body, iden = entry?.iden, picture: sentPicture } = text
      const file = sentPicture?.url === undefined ? entry?.file : { ...sentPicture, url: sentPicture.url, window: '' }
      outbox.add({ device, addresses, message: body, ...(iden !== undefined && { replaces: iden }), ...(file && { file }) })
      if (entry) outbox.remove(key)
      refreshSoon(device, addresses)
    },
    async discard(key: string): Promise<void> {
      if (outbox.find(key)) return outbox.discard(key)
      const { iden } = $outgoing.get().find((text) => text.key === key) ?? {}
      if (iden !== undefined) await outbox.removeFromServer(iden)
    },
    close(): void {
      for (const stop of timers) stop()
    },
  }
}
