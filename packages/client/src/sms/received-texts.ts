// Tells of texts that phones received, each once, even where the phone that received it is two devices.

import { type SmsChanged, ToldTexts } from '@waypost/protocol'
import { listeners } from '../ground/listeners.ts'
import type { Phones } from './phones.ts'
import { nameIn } from './same-phone/merged.ts'

/** A text that a phone received. */
export type ReceivedText = SmsChanged['notifications'][number] & {
  /** The device under which it is shown. */
  device: string
  /** The device and conversation as reported, if that was another device of the same phone. */
  reported?: { device: string; thread_id: string }
}

export function openReceivedTexts({ of: phone, same, threadWith }: Phones) {
  const texts = listeners<ReceivedText>()
  const told = new ToldTexts()
  return {
    on: texts.on,
    /** Reports a received text, unless another device of the same phone has done so. */
    async tell(text: ReceivedText): Promise<void> {
      const { device, thread_id, address, body, timestamp } = text
      const other = same.otherOf(device)
      if (address === undefined || other === undefined) return texts.emit(text)
      if (told.isAgain({ device, address, body, timestamp }, other)) return
      const home = same.homeOf(device)
      const book = phone(other).phonebook
      if (text.title === address && book.known().state === 'loading') await book.refresh()
      const title = text.title === address ? (nameIn(book.known().value, address) ?? address) : text.title
      if (home === device) return texts.emit({ ...text, title })
      if (phone(home).threads.known().state === 'loading') await phone(home).threads.refresh()
      const reported = { device, thread_id }
      texts.emit({ ...text, title, device: home, thread_id: threadWith(home, [address]), reported })
    },
  }
}
