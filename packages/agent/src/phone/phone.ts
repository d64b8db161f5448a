import type { PhonebookEntry, PhoneThread, SmsChanged, ThreadMessage } from '@waypost/protocol'

/** A phone that sends and receives text messages, whatever it is made of. */
export interface Phone {
  /** What it is, in words for the person who runs the companion. */
  readonly name: string
  /** Whether it sends pictures, and messages to several people at once. */
  readonly hasMms: boolean
  /** The conversations, the one that was written to or from last comes first. @throws PhoneUnavailable */
  threads(): Promise<readonly PhoneThread[]>
  /** The messages of a conversation, the newest first; none when there is no such conversation. @throws PhoneUnavailable */
  thread(id: string): Promise<readonly ThreadMessage[]>
  /** @throws PhoneUnavailable */
  phonebook(): Promise<readonly PhonebookEntry[]>
  /**
   * Hands a text over; when this resolves, the phone has it for good. The same key again is the same text: it is not sent a second time,
   * also when the process was killed in between, and the answer says what became of it. `queued` is settled later, see `onChange`.
   * @throws SmsRefused when it will never be sent, PhoneUnavailable when it may be tried again later
   */
  send(text: OutgoingSms): Promise<SmsState>
  /**
   * Takes a text back that the phone has not sent, be it that it waits or that it has failed: it is not sent, and is in no conversation.
   * @returns whether that worked; a text that the phone does not know is as good as taken back
   */
  takeBack(key: string): Promise<boolean>
  /** Tells of what arrived and what became of texts. The answer stops it. */
  onChange(listener: (change: PhoneChange) => void): () => void
  close(): Promise<void>
}

export interface OutgoingSms {
  /** Unlike that of any other text, e.g. the iden that the server gave it. */
  key: string
  /** What whoever wrote it knows it by. */
  guid?: string
  addresses: readonly string[]
  message: string
  picture?: Picture
}

export interface Picture {
  type: PictureType
  bytes: Uint8Array
  /** Where it was fetched. */
  url: string
}

const pictureTypes = ['image/png', 'image/jpeg'] as const
export type PictureType = (typeof pictureTypes)[number]

export type SmsState = 'queued' | 'sent' | 'failed'

/** What happened on the phone. With neither arrivals nor outcomes, something in its conversations or its phone book changed. */
export interface PhoneChange {
  incoming: readonly IncomingSms[]
  settled: readonly SmsOutcome[]
}

/** A message that arrived, as people are told of it. */
export type IncomingSms = SmsChanged['notifications'][number]

/** What became of a text that was `queued`. */
export interface SmsOutcome {
  key: string
  state: 'sent' | 'failed'
}

/** A text that this phone will never send; the message is the reason, as a sentence. */
export class SmsRefused extends Error {}

/** The phone cannot be reached now; the message is the reason, as a sentence. */
export class PhoneUnavailable extends Error {}
