// Sends texts through the Android phone that this program runs on, and finds out their outcomes.

import type { FoundChanges } from './found-changes.ts'
import { readNumbers } from './number.ts'
import { OneAtATime } from './one-at-a-time.ts'
import { type OutgoingSms, SmsRefused, type SmsState } from './phone.ts'
import { openSentTexts, type SentTexts } from './sent-texts.ts'
import { sendMessage, type TermuxMessage } from './termux-commands.ts'
import { messagesOf, type SentText, stateOf } from './termux-messages.ts'

interface Options {
  /** The folder of the record of sent texts. */
  folder: string
  country: string | undefined
  /** Where to find the commands. */
  path: string
  log(line: string): void
  /** Where outcomes are added. */
  found: FoundChanges
  /** @throws PhoneUnavailable */
  readMessages(): Promise<readonly TermuxMessage[]>
  onHanded(): void
}

/** Sends each text once: it is in the record before a command runs, and the messages of the phone tell whether one that was killed has worked. */
export class TermuxSending {
  private readonly options: Options
  private readonly sent: SentTexts<SentText>
  private readonly turns = new OneAtATime()

  constructor(options: Options) {
    this.options = options
    this.sent = openSentTexts(options.folder, options.log)
  }

  /** See `Phone.send`. @throws SmsRefused, PhoneUnavailable */
  send(text: OutgoingSms): Promise<SmsState> {
    return this.turns.run(() => this.sendNow(text))
  }

  /** Finds out the outcomes of the texts that were handed over. */
  settle(messages: readonly TermuxMessage[]): void {
    for (const text of this.sent.all()) {
      if (!text.handed || text.state !== 'queued') continue
      const found = this.messagesOf(text, messages)
      const state = stateOf(text, found, Date.now() / 1_000)
      if (state === 'queued') continue
      this.sent.noteLast({ ...text, state, ids: found.map(({ _id }) => _id) })
      this.options.found.addSettled({ key: text.key, state })
    }
  }

  guidsOf(messages: readonly TermuxMessage[]): Map<number, string> {
    const guids = new Map<number, string>()
    for (const text of this.sent.all())
      if (text.guid !== undefined) for (const { _id } of this.messagesOf(text, messages)) guids.set(_id, text.guid)
    return guids
  }

  /** Whether a text was handed over, or is about to be. */
  has(key: string): boolean {
    return this.sent.find(key) !== undefined
  }

  /** Resolves when nothing is being sent any more. */
  ended(): Promise<void> {
    return this.turns.ended()
  }

  private messagesOf(text: SentText, messages: readonly TermuxMessage[]): TermuxMessage[] {
    return messagesOf(text, messages, this.sent.all(), this.options.country)
  }

  private async sendNow({ key, guid, addresses, message, picture }: OutgoingSms): Promise<SmsState> {
    const { country, path, readMessages, onHanded } = this.options
    if (picture) throw new SmsRefused('This phone cannot send pictures.')
    const known = this.sent.find(key)
    if (known?.handed) return known.state
    const numbers = readNumbers(addresses, country)
    const text: SentText = known ?? {
      key,
      state: 'queued',
      handed: false,
      at: Math.floor(Date.now() / 1_000),
      numbers,
      message,
      ...(guid !== undefined && { guid }),
    }
    // Noted before sending, because the command may be interrupted at any point. If it is noted already, the phone knows the outcome.
    if (!known) this.sent.noteLast(text)
    const isOnPhone = known && this.messagesOf(known, await readMessages()).length > 0
    if (!isOnPhone) await sendMessage(text.numbers, text.message, path)
    this.sent.noteLast({ ...text, handed: true })
    onHanded()
    return 'queued'
  }
}
