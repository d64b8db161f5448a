// Opens the stores of conversations that screens show: the list of a phone, and each conversation with its messages.

import type { PhoneThread, ThreadRecipient } from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import { addressOf } from './address.ts'
import { type Earlier, earlierOf, joined } from './earlier-threads.ts'
import type { Kept } from './kept.ts'
import type { Phones } from './phones.ts'
import { joinedMessages, joinedThreads, named, namedRecipients } from './same-phone/merged.ts'
import {
  itemsOf,
  linesOf,
  newThreadAddresses,
  type Outgoing,
  outgoingTo,
  recipientsOf,
  type SmsItem,
  type ThreadLine,
} from './view.ts'

export interface SmsThread extends Pick<Kept<unknown>, 'state' | 'refusal' | 'encrypted'> {
  /** The loading state of messages that only the phone has; `loadEarlier` requests them. Undefined if there are none. */
  earlier?: Earlier | undefined
  recipients: readonly ThreadRecipient[]
  /** Oldest first. */
  items: readonly SmsItem[]
}

export interface ThreadList extends Pick<Kept<unknown>, 'state' | 'refusal'> {
  /** The loading state of conversations that only the phone has. */
  earlier?: Earlier | undefined
  lines: readonly ThreadLine[]
}

interface Deps {
  phones: Phones
  $outgoing: ReadableAtom<readonly Outgoing[]>
}

export function openShownThreads({ phones, $outgoing }: Deps) {
  const { of: phone, same, earlier, isGateway, isKept, recipientsIn } = phones
  const lists = new Map<string, ReadableAtom<ThreadList>>()
  const threads = new Map<string, ReadableAtom<SmsThread>>()

  function openList(device: string): ReadableAtom<ThreadList> {
    const book = same.phonebook(device)
    const stores = [
      phone(device).threads.$kept,
      $outgoing,
      earlier.threads(device).$items,
      same.threadsBeside(device),
      book,
    ] as const
    return computed(stores, ({ value, ...kept }, outgoing, before, beside, { value: names }): ThreadList => {
      const own = kept.state === 'sealed' ? [] : outgoing.filter((text) => text.device === device)
      const known: readonly PhoneThread[] = kept.state === 'sealed' ? value : joined(value, before.items)
      const threads = joinedThreads(named(known, isGateway(device) ? names : []), beside.value, names)
      const rest = kept.state === 'sealed' ? undefined : earlierOf(before, kept.more === true)
      return { ...kept, earlier: rest, lines: linesOf(threads, own, names) }
    })
  }

  function openNew(device: string, addresses: readonly string[]): ReadableAtom<SmsThread> {
    const book = same.phonebook(device)
    const beside = same.messagesBeside(device, () => addresses)
    return computed([$outgoing, beside, book], (outgoing, messages, { value: names }): SmsThread => {
      const recipients = recipientsOf(addresses, names)
      const items = itemsOf(joinedMessages([], messages, true), outgoingTo(outgoing, device, addresses), recipients)
      return { state: 'loaded', recipients, items }
    })
  }

  function openThread(device: string, id: string): ReadableAtom<SmsThread> {
    const list = phone(device).threads.$kept
    const book = same.phonebook(device)
    const beside = same.messagesBeside(device, () => recipientsIn(device, id)?.map(addressOf))
    const stores = [
      phone(device).thread(id).$kept,
      list,
      $outgoing,
      earlier.messages(device, id).$items,
      earlier.threads(device).$items,
      beside,
      book,
    ] as const
    return computed(stores, ({ value, ...kept }, _list, outgoing, before, _lists, others, { value: names }): SmsThread => {
      const recipients = namedRecipients(recipientsIn(device, id) ?? [], isGateway(device) ? names : [])
      const own = outgoingTo(outgoing, device, recipients.map(addressOf))
      if (kept.state === 'sealed') return { ...kept, recipients, items: [] }
      // The phone keeps no messages of conversations that are not in its list.
      const known = kept.more === true || (kept.state === 'loaded' && value.length === 0 && !isKept(device, id))
      const rest = earlierOf(before, known && recipients.length > 0)
      const messages = joinedMessages(joined(value, before.items), others, rest === undefined)
      return { ...kept, earlier: rest, recipients, items: itemsOf(messages, own, recipients) }
    })
  }

  return {
    /** Latest first. Kept up to date while someone listens. */
    list(device: string): ReadableAtom<ThreadList> {
      const $list = lists.get(device) ?? openList(device)
      lists.set(device, $list)
      return $list
    },
    /** Kept up to date while someone listens. */
    thread(device: string, id: string): ReadableAtom<SmsThread> {
      const name = `${device}/${id}`
      const addresses = newThreadAddresses(id)
      const $thread = threads.get(name) ?? (addresses ? openNew(device, addresses) : openThread(device, id))
      threads.set(name, $thread)
      return $thread
    },
  }
}
