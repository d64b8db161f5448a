// Declares what a phone for SMS can do; a modem, an Android phone and a simulated one implement it.

import type { PhonebookEntry, PhoneThread, SmsChanged, ThreadMessage } from '@waypost/protocol'

/** A phone that sends and receives SMS. */
export interface Phone {
  /** A description for the person who runs the companion. */
  readonly name: string
  /** Whether it can send pictures, and messages to several people at once. */
  readonly hasMms: boolean
  /** Ordered by latest message, newest first. @throws PhoneUnavailable */
  threads(): Promise<readonly PhoneThread[]>
  /**
   * The messages of a conversation, newest first; none if there is no such conversation. A phone that loads older messages slowly may leave
   * out those beyond `wanted`.
   * @throws PhoneUnavailable
   */
  thread(id: string, wanted?: WantedMessages): Promise<readonly ThreadMessage[]>
  /** Fetches the pictures of messages that somebody is reading, and reports a change if there are any. */
  fetchPictures?(thread: string, messages: readonly string[]): void
  /** @throws PhoneUnavailable */
  phonebook(): Promise<readonly PhonebookEntry[]>
  /**
   * Sends a text. When this resolves, the phone has it for good. A text with the same key isn't sent twice, even if the process was killed
   * in between; the result is its current state. The outcome of a `queued` text is reported by `onChange`.
   * @throws SmsRefused if it can never be sent, PhoneUnavailable if it may be sent later
   */
  send(text: OutgoingSms): Promise<SmsState>
  /**
   * Withdraws a text that is queued or has failed: it isn't sent, and is removed from its conversation.
   * @returns whether it was withdrawn; true for a text unknown to the phone
   */
  takeBack(key: string): Promise<boolean>
  /** Reports arrivals and outcomes. Returns a function that stops it. */
  onChange(listener: (change: PhoneChange) => void): () => void
  close(): Promise<void>
}

/** At least `count` messages of a conversation, after the message with the id `after`, or else starting with the newest. */
interface WantedMessages {
  after?: string
  count: number
}

export interface OutgoingSms {
  /** Unique, e.g. the iden on the server. */
  key: string
  guid?: string
  addresses: readonly string[]
  message: string
  picture?: Picture
}

export interface Picture {
  type: PictureType
  bytes: Uint8Array
  url: string
}

const pictureTypes = ['image/png', 'image/jpeg'] as const
export type PictureType = (typeof pictureTypes)[number]

export type SmsState = 'queued' | 'sent' | 'failed'

/** A change on the phone. Without arrivals and outcomes, a conversation or the phone book changed. */
export interface PhoneChange {
  incoming: readonly IncomingSms[]
  settled: readonly SmsOutcome[]
  /** Whether messages beyond the published ones may have changed, too. */
  earlier?: true
}

/** A message that arrived, as shown in notifications. */
export type IncomingSms = SmsChanged['notifications'][number]

/** The outcome of a text that was `queued`. */
export interface SmsOutcome {
  key: string
  state: 'sent' | 'failed'
}

/** The phone can never send this text. The message is the reason, as a sentence. */
export class SmsRefused extends Error {}

/** The phone can't be reached at the moment. The message is the reason, as a sentence. */
export class PhoneUnavailable extends Error {}
