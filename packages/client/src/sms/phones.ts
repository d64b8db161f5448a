// Knows the phones of a session: what each keeps on the server, what it has beyond that, and which of them are two devices.

import { isGatewayPhone, type PhoneThread, type ThreadMessage, type ThreadRecipient } from '@waypost/protocol'
import { computed } from 'nanostores'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import type { Platform } from '../ground/platform.ts'
import type { Session } from '../session/session.ts'
import { addressOf, sameAddresses } from './address.ts'
import { joined, openEarlierLists } from './earlier-threads.ts'
import { openPages } from './kept.ts'
import { askSmsPictures } from './page.ts'
import { openPhone, type Phone } from './phone.ts'
import { joinedThreads } from './same-phone/merged.ts'
import { openSamePhones, textingPhones } from './same-phone/same-phone.ts'
import { newThreadAddresses, newThreadId } from './view.ts'

export type Phones = ReturnType<typeof openPhones>

interface Deps {
  session: Session
  saved: KeyValueStore
  platform: Platform
  /** Called with the guid of each message that a phone has, whenever its messages were read. */
  onArrived(guid: string): void
}

export function openPhones({ session, saved, platform, onArrived }: Deps) {
  const phones = new Map<string, Phone>()
  const pages = openPages({ session, saved, platform })
  const earlier = openEarlierLists(session, platform)
  const same = openSamePhones({ session, platform, phone })
  const $texting = computed([session.device.$all, same.$pairs], textingPhones)

  function phone(device: string): Phone {
    const known = phones.get(device)
    if (known) return known
    const before = new Map<string, readonly ThreadMessage[]>()
    const opened = openPhone(pages, device, (messages, thread) => {
      for (const { guid } of messages) if (guid) onArrived(guid)
      if (thread === undefined) return
      if (isNewPreview(before.get(thread) ?? [], messages)) void askSmsPictures(session, platform, { device, thread })
      earlier.messages(device, thread).moved(before.get(thread) ?? [], messages)
      before.set(thread, messages)
    })
    phones.set(device, opened)
    return opened
  }

  function threadsOf(device: string): readonly PhoneThread[] {
    const own = joined(phone(device).threads.known().value, earlier.threads(device).$items.get().items)
    return joinedThreads(own, same.knownBeside(device), phone(device).phonebook.known().value)
  }

  async function refresh(device: string, thread?: string): Promise<void> {
    const gateway = same.gatewayOf(device)
    if (gateway !== undefined) await refresh(gateway)
    const { threads, phonebook, known, thread: page } = phone(device)
    const open = [threads, phonebook, ...known()].filter((each) => each.isOpen())
    const wanted = thread === undefined || newThreadAddresses(thread) ? [] : [page(thread)]
    await Promise.all([...new Set([...open, ...wanted])].map((each) => each.refresh()))
  }

  return {
    of: phone,
    same,
    earlier,
    /** Phones that can send SMS, in the order of the devices. A phone with two devices is listed once. */
    $texting,
    opened: () => phones.keys(),
    isGateway: (device: string) => isGatewayPhone($texting.get().find(({ iden }) => iden === device)),
    /** Whether a conversation is among those that the phone keeps on the server. */
    isKept: (device: string, id: string) =>
      phone(device)
        .threads.known()
        .value.some((thread) => thread.id === id),
    /** Undefined if the conversation is not known. */
    recipientsIn: (device: string, id: string): readonly ThreadRecipient[] | undefined =>
      threadsOf(device).find((thread) => thread.id === id)?.recipients,
    /** The id of the conversation with these people: the phone's, or a temporary one until the phone has one. */
    threadWith(device: string, addresses: readonly string[]): string {
      const found = threadsOf(device).find(({ recipients }) => sameAddresses(recipients.map(addressOf), addresses))
      return found?.id ?? newThreadId(addresses)
    },
    /** Fetches a phone's data again: a conversation, and everything shown. Failures are part of the data. */
    refresh,
    /** Requests out-of-date previews again: the phone has fetched their pictures since. */
    renewPreviews(device: string): void {
      for (const thread of earlier.withMessages(device))
        void earlier.messages(device, thread).renew(phone(device).thread(thread).known().value, isPreview)
    },
    close: same.close,
  }
}

const isPreview = ({ image_urls = [] }: ThreadMessage) => image_urls.some((url) => url.startsWith('data:'))

function isNewPreview(before: readonly ThreadMessage[], messages: readonly ThreadMessage[]): boolean {
  const known = new Set(before.filter(isPreview).map(({ id }) => id))
  return messages.some((message) => isPreview(message) && !known.has(message.id))
}
