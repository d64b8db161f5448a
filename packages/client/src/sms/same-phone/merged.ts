import type { PhonebookEntry, PhoneThread, ThreadMessage, ThreadRecipient } from '@waypost/protocol'
import { addressOf, sameAddress, sameAddresses } from '../address.ts'
import { newThreadId, recipientsOf } from '../view.ts'

/** Seconds by which the stamps of one message may differ, and the longest time that a text waits on the server for the phone. */
const mostApart = 120
const mostWaiting = 3_600

/**
 * The messages of a phone, newest first, merged with those that only the server has. A message that both have is shown once.
 * @param isWhole whether `messages` starts at the beginning; if not, nothing older is added
 */
export function joinedMessages(
  messages: readonly ThreadMessage[],
  others: readonly ThreadMessage[],
  isWhole: boolean,
): readonly ThreadMessage[] {
  if (others.length === 0) return messages
  const joined = [...messages]
  const free = placesOf(messages)
  const since = isWhole ? Number.NEGATIVE_INFINITY : (messages.at(-1)?.timestamp ?? Number.NEGATIVE_INFINITY)
  const added: ThreadMessage[] = []
  // Oldest first, because a phone sends equal texts in order.
  for (const other of [...others].reverse()) {
    const places = free.get(wordsOf(other)) ?? []
    const at = places.findLastIndex((place) => isSameMessage(messages[place] as ThreadMessage, other))
    const [place] = at < 0 ? [] : places.splice(at, 1)
    const own = place === undefined ? undefined : messages[place]
    // The guid links an SMS sent here to this message.
    if (place !== undefined && own) joined[place] = other.guid === undefined ? own : { ...own, guid: own.guid ?? other.guid }
    else if (other.timestamp >= since) added.push(renamed(other))
  }
  return added.length === 0 ? joined : [...joined, ...added].sort((a, b) => b.timestamp - a.timestamp)
}

const wordsOf = ({ direction, body = '' }: ThreadMessage): string => `${direction} ${body.trim()}`

function placesOf(messages: readonly ThreadMessage[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [place, message] of messages.entries()) {
    const same = places.get(wordsOf(message))
    if (same) same.push(place)
    else places.set(wordsOf(message), [place])
  }
  return places
}

/** Whether a message of the phone is the same as one with equal words that went through the server. */
function isSameMessage(own: ThreadMessage, other: ThreadMessage): boolean {
  if (own.guid !== undefined && own.guid === other.guid) return true
  const later = own.timestamp - other.timestamp
  if (own.direction === 'incoming') return Math.abs(later) <= mostApart
  // The phone stamps a message at the time of sending.
  return own.guid === undefined && isLike(own, other) && later >= -mostApart && later <= mostWaiting + mostApart
}

const isLike = (own: ThreadMessage, other: ThreadMessage) => (own.status === 'failed') === (other.status === 'failed')

/** Both number their messages from 1. */
const renamed = (message: ThreadMessage): ThreadMessage => ({ ...message, id: `server-${message.id}` })

/** The conversations of a phone, merged with those that only the server has, with the latest message of both. */
export function joinedThreads(
  threads: readonly PhoneThread[],
  others: readonly PhoneThread[],
  phonebook: readonly PhonebookEntry[],
): readonly PhoneThread[] {
  if (others.length === 0) return threads
  const joined = [...threads]
  for (const other of others) {
    const addresses = other.recipients.map(addressOf)
    const at = threads.findIndex(({ recipients }) => sameAddresses(recipients.map(addressOf), addresses))
    const own = threads[at]
    if (!own)
      joined.push({
        id: newThreadId(addresses),
        recipients: recipientsOf(addresses, phonebook),
        ...(other.latest && { latest: renamed(other.latest) }),
      })
    else if (other.latest) {
      const [latest] = joinedMessages(own.latest ? [own.latest] : [], [other.latest], own.latest === undefined)
      joined[at] = { ...own, ...(latest && { latest }) }
    }
  }
  return joined
}

/** Conversations with names from another phone book where they have only numbers. */
export function named(threads: readonly PhoneThread[], phonebook: readonly PhonebookEntry[]): readonly PhoneThread[] {
  if (phonebook.length === 0) return threads
  return threads.map((thread) => ({ ...thread, recipients: namedRecipients(thread.recipients, phonebook) }))
}

export const namedRecipients = (
  recipients: readonly ThreadRecipient[],
  phonebook: readonly PhonebookEntry[],
): ThreadRecipient[] =>
  recipients.map((recipient) => {
    const address = addressOf(recipient)
    if (recipient.name && recipient.name !== address) return recipient
    return { ...recipient, name: nameIn(phonebook, address) ?? address }
  })

/** The name of a number in a phone book. */
export const nameIn = (phonebook: readonly PhonebookEntry[], address: string): string | undefined =>
  phonebook.find(({ phone }) => sameAddress(phone, address))?.name || undefined
