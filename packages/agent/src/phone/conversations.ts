// Stores the conversations of a phone that has no storage of its own, such as a modem: in JSON files, or in memory for the simulated phone.

import type { PhoneThread, ThreadMessage, ThreadRecipient } from '@waypost/protocol'
import { type Conversation, openConversationFiles, type StoredFields } from './conversation-files.ts'
import { addressKey, isSameAddress } from './number.ts'

/** The stored conversations of a phone. What can't be saved isn't changed in memory either; the error of the file system is thrown. */
export interface Conversations {
  /** Ordered by latest message, newest first. */
  threads(): readonly PhoneThread[]
  /** Newest first. */
  thread(id: string): readonly ThreadMessage[]
  find(key: string): StoredMessage | undefined
  queued(): readonly StoredMessage[]
  /** Adds a message to the conversation with exactly these people. It is saved when this returns. */
  add(addresses: readonly string[], message: NewMessage): StoredMessage
  /** The change is saved when this returns. */
  change(key: string, changes: Partial<NewMessage>): void
  /** Removes a message, and its conversation if it was the last one. The change is saved when this returns. */
  remove(key: string): void
  /** The name in the phone book, or the number. */
  nameOf(address: string): string
}

/** A stored message and the id of its conversation. */
export interface StoredMessage {
  readonly thread: string
  readonly message: StoredFields
}

export type NewMessage = Omit<StoredFields, 'id'>

interface Deps {
  /** The folder to save in; without one the conversations are lost when the process ends. */
  folder?: string | undefined
  /** The default country code for numbers without one, e.g. `+49`. */
  country?: string | undefined
  nameOf(address: string): string | undefined
  log(line: string): void
}

/** Opens the conversations in a folder, see `openConversationFiles`, or new ones in memory. */
export function openConversations({ folder, country, nameOf, log }: Deps): Conversations {
  const files = folder === undefined ? undefined : openConversationFiles(folder, log)
  const all = new Map<string, Conversation>()
  const byKey = new Map<string, { conversation: Conversation; message: StoredFields }>()
  let lastThread = files?.lastId ?? 0
  let lastMessage = 0

  for (const conversation of files?.conversations ?? []) {
    // The file of an empty conversation stays, so its id isn't reused.
    if (conversation.messages.length > 0) all.set(conversation.id, conversation)
    for (const message of conversation.messages) {
      byKey.set(message.key, { conversation, message })
      lastMessage = Math.max(lastMessage, Number(message.id))
    }
  }

  /** Returns the conversation with exactly these people, or a new one that is not saved yet. */
  function findOrCreateConversation(addresses: readonly string[]): Conversation {
    const keys = addresses.map((address) => addressKey(address, country))
    const same = ({ addresses: others }: Conversation) =>
      others.length === keys.length && others.every((other) => keys.some((key) => isSameAddress(key, addressKey(other, country))))
    const found = [...all.values()].find(same)
    if (found) return found
    const id = String(++lastThread)
    return {
      id,
      addresses: [...keys.keys()].map((index) => displayAddress(addresses[index] ?? '', keys[index] ?? '')),
      messages: [],
    }
  }

  const latestOf = ({ messages }: Conversation) => messages.at(-1)
  const recipientOf = (address: string): ThreadRecipient => ({ name: nameOf(address) ?? address, address, number: address })

  return {
    threads: () =>
      [...all.values()]
        .sort((a, b) => compareByTime(latestOf(b), latestOf(a)))
        .map((conversation) => {
          const latest = latestOf(conversation)
          return {
            id: conversation.id,
            recipients: conversation.addresses.map(recipientOf),
            ...(latest && { latest: withoutPrivateFields(latest) }),
          }
        }),
    thread: (id) => (all.get(id)?.messages ?? []).map(withoutPrivateFields).reverse(),
    find(key) {
      const found = byKey.get(key)
      return found && { thread: found.conversation.id, message: found.message }
    },
    queued: () =>
      [...byKey.values()]
        .filter(({ message }) => message.direction === 'outgoing' && message.status === 'queued')
        .map(({ conversation, message }) => ({ thread: conversation.id, message })),
    add(addresses, message) {
      const conversation = findOrCreateConversation(addresses)
      const stored = { ...message, id: String(++lastMessage) }
      const place = conversation.messages.findLastIndex((each) => each.timestamp <= stored.timestamp) + 1
      const messages = conversation.messages.toSpliced(place, 0, stored)
      // Save first: a message that can't be saved isn't added.
      files?.save({ ...conversation, messages })
      conversation.messages = messages
      all.set(conversation.id, conversation)
      byKey.set(stored.key, { conversation, message: stored })
      return { thread: conversation.id, message: stored }
    },
    change(key, changes) {
      const found = byKey.get(key)
      if (!found) return
      const { conversation, message } = found
      const messages = conversation.messages.map((each) => (each === message ? { ...message, ...changes } : each))
      // Save first: a change that can't be saved isn't made.
      files?.save({ ...conversation, messages })
      Object.assign(message, changes)
    },
    remove(key) {
      const found = byKey.get(key)
      if (!found) return
      const { conversation } = found
      const messages = conversation.messages.filter((message) => message !== found.message)
      files?.save({ ...conversation, messages })
      conversation.messages = messages
      byKey.delete(key)
      if (messages.length === 0) all.delete(conversation.id)
    },
    nameOf: (address) => nameOf(address) ?? address,
  }
}

/** Returns the normalized number, or a sender name unchanged except for trimming. */
function displayAddress(address: string, key: string): string {
  return /^\+?\d+$/.test(key) ? key : address.trim()
}

/** Compares messages by time, then by id. A missing message comes first. */
function compareByTime(one: StoredFields | undefined, other: StoredFields | undefined): number {
  return (one?.timestamp ?? 0) - (other?.timestamp ?? 0) || Number(one?.id ?? 0) - Number(other?.id ?? 0)
}

function withoutPrivateFields({ key: _key, handed: _handed, parts: _parts, ...message }: StoredFields): ThreadMessage {
  return message
}
