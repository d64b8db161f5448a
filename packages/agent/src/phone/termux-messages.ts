// Reads arrivals, conversations and the outcomes of texts from the messages of the Android phone that this program runs on.

import type { PhoneThread, ThreadMessage } from '@waypost/protocol'
import { addressKey, isSameAddress } from './number.ts'
import type { IncomingSms, SmsState } from './phone.ts'
import { addressOf, type TermuxMessage, timeOf } from './termux-commands.ts'

/** A text that was handed to the phone, or is about to be. */
export interface SentText {
  key: string
  state: SmsState
  /** False until the phone has certainly accepted it. */
  handed: boolean
  /** Seconds since 1970. */
  at: number
  numbers: string[]
  message: string
  guid?: string
  /** The ids of the messages that it became. */
  ids?: number[]
}

interface Shown {
  nameOf(address: string): string | undefined
  /** By message id. */
  guids: ReadonlyMap<number, string>
}

/** By how many seconds a text's message on the phone may seem older than the text. */
const slack = 5
/** In seconds. A text with no message on the phone after this time counts as sent: Android only reports failures. */
const believedAfter = 60

/**
 * The messages that a text became: one per number, with the same body, and not those of an earlier text with this body.
 * @param all all texts that were handed over
 */
export function messagesOf(
  { key, numbers, message, at, ids }: SentText,
  messages: readonly TermuxMessage[],
  all: readonly SentText[],
  country: string | undefined,
): TermuxMessage[] {
  if (ids) return messages.filter(({ _id }) => ids.includes(_id))
  const taken = new Set(all.flatMap((other) => (other.key === key ? [] : (other.ids ?? []))))
  const left = messages.filter(
    (each) => !taken.has(each._id) && each.type !== 'inbox' && each.body === message && timeOf(each) >= at - slack,
  )
  return numbers.flatMap((number) => left.find((each) => isSameAddress(addressKey(addressOf(each), country), number)) ?? [])
}

/** The state of a text that was handed over, by the messages that it became. @param now in seconds since 1970 */
export function stateOf({ numbers, at }: SentText, found: readonly TermuxMessage[], now: number): SmsState {
  if (found.some(({ type }) => type === 'failed')) return 'failed'
  if (found.length === 0 && now - at > believedAfter) return 'sent'
  return found.length >= numbers.length && found.every(({ type }) => type === 'sent') ? 'sent' : 'queued'
}

/** The messages that have come in since the list was read before. */
export function arrivals(
  before: readonly TermuxMessage[],
  latest: readonly TermuxMessage[],
  nameOf: Shown['nameOf'],
): IncomingSms[] {
  const newest = Math.max(0, ...before.map(({ _id }) => _id))
  return latest
    .filter(({ _id, type }) => _id > newest && type === 'inbox')
    .map((message) => ({
      thread_id: String(message.threadid),
      title: message.sender ?? nameOf(addressOf(message)) ?? addressOf(message),
      body: message.body ?? '',
      timestamp: timeOf(message),
    }))
}

/** The conversations of all messages; the one with the latest message comes first. */
export function threadsOf(messages: readonly TermuxMessage[], shown: Shown): PhoneThread[] {
  const latest = new Map<string, TermuxMessage>()
  for (const message of [...messages].sort(byTime)) latest.set(String(message.threadid), message)
  const newestFirst = [...latest].sort(([, a], [, b]) => byTime(b, a))
  return newestFirst.map(([id, message]) => {
    const address = addressOf(message)
    return {
      id,
      recipients: [{ name: shown.nameOf(address) ?? address, address, number: address }],
      latest: threadMessage(message, shown),
    }
  })
}

/** The messages of a conversation, the newest first. */
export function threadOf(id: string, messages: readonly TermuxMessage[], shown: Pick<Shown, 'guids'>): ThreadMessage[] {
  const own = messages.filter(({ threadid }) => String(threadid) === id)
  return own.sort((a, b) => byTime(b, a)).map((message) => threadMessage(message, shown))
}

function threadMessage(message: TermuxMessage, { guids }: Pick<Shown, 'guids'>): ThreadMessage {
  const incoming = message.type === 'inbox'
  const status = message.type === 'sent' ? 'sent' : message.type === 'failed' ? 'failed' : 'queued'
  const guid = guids.get(message._id)
  return {
    id: String(message._id),
    type: 'sms',
    timestamp: timeOf(message),
    direction: incoming ? 'incoming' : 'outgoing',
    body: message.body ?? '',
    ...(!incoming && { status, ...(guid !== undefined && { guid }) }),
  }
}

const byTime = (a: TermuxMessage, b: TermuxMessage) => timeOf(a) - timeOf(b) || a._id - b._id
