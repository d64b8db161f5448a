// Reads the data that one phone keeps on the server: conversations, messages and phone book.

import {
  type Device,
  isGatewayPhone,
  leastTextingVersion,
  PhonebookEntry,
  PhoneThread,
  phonebookKey,
  Refusal,
  ThreadMessage,
  threadKey,
  threadsKey,
} from '@waypost/protocol'
import { check } from '../ground/objects.ts'
import type { openPages, Page } from './kept.ts'

export interface Phone {
  readonly threads: Page<readonly PhoneThread[]>
  readonly phonebook: Page<readonly PhonebookEntry[]>
  thread(id: string): Page<readonly ThreadMessage[]>
  /** The pages of conversations that have been opened. */
  known(): Iterable<Page<readonly ThreadMessage[]>>
}

/** The characters of a conversation's id; `new` is reserved for the screen that starts one. */
const threadId = /^[A-Za-z0-9_.~+-]+$/
export const isThreadId = (id: string): boolean => threadId.test(id) && id !== 'new'

/** @param onMessages called with messages each time they are read */
export function openPhone(
  { page }: ReturnType<typeof openPages>,
  device: string,
  onMessages: (messages: readonly ThreadMessage[], thread?: string) => void,
): Phone {
  const pages = new Map<string, Page<readonly ThreadMessage[]>>()
  return {
    threads: page<readonly PhoneThread[]>({
      key: threadsKey(device),
      none: [],
      read: ({ threads }) => readAll(PhoneThread, threads)?.filter(({ id }) => isThreadId(id)),
      loaded: (threads) => onMessages(threads.flatMap(({ latest }) => latest ?? [])),
    }),
    phonebook: page<readonly PhonebookEntry[]>({
      key: phonebookKey(device),
      none: [],
      read: ({ phonebook }) => readAll(PhonebookEntry, phonebook)?.filter(({ phone }) => phone.trim() !== ''),
      missing: () => new Refusal('not_found', 'No Phone book returned.'),
    }),
    thread(id) {
      const known = pages.get(id)
      if (known) return known
      const opened = page<readonly ThreadMessage[]>({
        key: threadKey(device, id),
        none: [],
        read: ({ thread }) => readAll(ThreadMessage, thread),
        loaded: (messages) => onMessages(messages, id),
      })
      pages.set(id, opened)
      return opened
    },
    known: () => pages.values(),
  }
}

/** Whether the app of a phone is new enough to send SMS for other devices. */
export function canText(device: Device): boolean {
  return isGatewayPhone(device) || (device.app_version !== undefined && device.app_version >= leastTextingVersion)
}

/** Whether a phone can send one SMS to several people: to the group, or to each of them separately. */
export const canTextMany = (device: Device): boolean => device.has_mms === true || isGatewayPhone(device)

/** Whether a phone can send pictures of a media type. */
export function takesPicture({ has_mms }: Device, type: string): boolean {
  return has_mms === true && (type === 'image/png' || type === 'image/jpeg')
}

type Schema<T> = Parameters<typeof check<T>>[0]

/** Parses the valid items of a list; undefined if it is not a list. A malformed item does not affect the others. */
function readAll<T>(schema: Schema<T>, items: unknown): T[] | undefined {
  if (!Array.isArray(items)) return undefined
  return items.flatMap((item) => {
    const read = check<T>(schema, item)
    return 'value' in read ? [read.value] : []
  })
}
