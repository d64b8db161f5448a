import {
  type Device,
  leastTextingVersion,
  PhonebookEntry,
  PhoneThread,
  phonebookKey,
  Refusal,
  ThreadMessage,
  threadKey,
  threadsKey,
} from '@waypost/protocol'
import { check } from '../sync/objects.ts'
import type { openPages, Page } from './kept.ts'

/** What one phone keeps: its conversations, one of them, and its phone book. */
export interface Phone {
  readonly threads: Page<readonly PhoneThread[]>
  readonly phonebook: Page<readonly PhonebookEntry[]>
  thread(id: string): Page<readonly ThreadMessage[]>
  /** The pages of conversations that were asked for. */
  known(): Iterable<Page<readonly ThreadMessage[]>>
}

/** What a key of a conversation may be made of; `new` is the place where a new one is written. */
const threadId = /^[A-Za-z0-9_.~+-]+$/
export const isThreadId = (id: string): boolean => threadId.test(id) && id !== 'new'

/** `onMessages` is told of what a conversation holds, each time that it was read. */
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
      const made = page<readonly ThreadMessage[]>({
        key: threadKey(device, id),
        none: [],
        read: ({ thread }) => readAll(ThreadMessage, thread),
        loaded: (messages) => onMessages(messages, id),
      })
      pages.set(id, made)
      return made
    },
    known: () => pages.values(),
  }
}

/** Whether a phone's companion app is new enough to send texts from elsewhere. */
export function canText({ app_version }: Device): boolean {
  return app_version !== undefined && app_version >= leastTextingVersion
}

/** Whether a phone sends files of that media type. */
export function takesPicture({ has_mms }: Device, type: string): boolean {
  return has_mms === true && (type === 'image/png' || type === 'image/jpeg')
}

type Schema<T> = Parameters<typeof check<T>>[0]

/** What can be read of a list; undefined when it is none. One odd item must not keep a client from all the others. */
function readAll<T>(schema: Schema<T>, items: unknown): T[] | undefined {
  if (!Array.isArray(items)) return undefined
  return items.flatMap((item) => {
    const read = check<T>(schema, item)
    return 'value' in read ? [read.value] : []
  })
}
