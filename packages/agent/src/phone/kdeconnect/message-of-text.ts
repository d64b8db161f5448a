// Finds the message that a sent text became on the phone: the phone does not say.

import { addressKey, isSameAddress } from '../number.ts'
import type { SmsState } from '../phone.ts'
import type { Conversation } from './conversations.ts'
import { type Message, messageTypes } from './message.ts'

/** A text that was handed to the phone, or is about to be. */
export interface SentText {
  key: string
  state: SmsState
  /** Whether it was written to a link. */
  isHanded: boolean
  /** In milliseconds since 1970, by the clock here. */
  at: number
  numbers: string[]
  message: string
  guid?: string
  hasPicture?: boolean
  /** The id of the message on the phone. */
  id?: string
  /**
   * The time of the conversation's latest message before this one was handed over, by the phone's clock, and the ids of the messages at
   * that time.
   */
  after?: { date: number; ids: string[] }
}

/** How far the phone's clock may be off from the local one, in milliseconds: for texts of new conversations. */
const clockSlack = 86_400_000
/** In milliseconds. MMS dates are in whole seconds. */
const dateSlack = 2_000
/** How many messages of the same moment are told apart. */
const maxLate = 50

/**
 * The message that a text became: with the same people and words, and not that of another text.
 * @param all all texts that were handed over
 */
export function messageOf(text: SentText, conversations: Iterable<Conversation>, all: readonly SentText[]): Message | undefined {
  const taken = new Set(all.flatMap((other) => (other.key === text.key || other.id === undefined ? [] : [other.id])))
  const isIt = (message: Message) =>
    text.id === undefined
      ? message.type !== messageTypes.inbox &&
        message.body === text.message &&
        isAfterHandover(message, text) &&
        !taken.has(message.id)
      : message.id === text.id
  for (const conversation of conversations) {
    if (!isWith(conversation, text.numbers)) continue
    // Oldest first, so identical texts are matched in order.
    const found = conversation.messages.findLast(isIt)
    if (found) return found
  }
  return undefined
}

/** Whether a message is not from before a text was handed over: an equal one of before is another text. */
function isAfterHandover({ id, date }: Message, { after, at }: SentText): boolean {
  return after ? date >= after.date - dateSlack && !after.ids.includes(id) : date >= at - clockSlack
}

/** The latest messages with these people, before a text is handed over. */
export function latestWith(numbers: readonly string[], conversations: Iterable<Conversation>): Pick<SentText, 'after'> {
  const conversation = [...conversations].find((each) => isWith(each, numbers))
  const [latest] = conversation?.messages ?? []
  if (!conversation || !latest) return {}
  const late = conversation.messages.filter(({ date }) => date >= latest.date - dateSlack)
  return { after: { date: latest.date, ids: late.slice(0, maxLate).map(({ id }) => id) } }
}

function isWith({ addresses }: Conversation, numbers: readonly string[]): boolean {
  if (addresses.length !== numbers.length) return false
  const keys = addresses.map((address) => addressKey(address))
  return numbers.every((number) => keys.some((key) => isSameAddress(key, number)))
}
