import { readNumbers } from '../number.ts'
import { OneAtATime } from '../one-at-a-time.ts'
import { type OutgoingSms, PhoneUnavailable, type Picture, type SmsOutcome, type SmsState } from '../phone.ts'
import { openSentTexts, type SentTexts } from '../sent-texts.ts'
import type { Connection } from './connection.ts'
import type { PhoneConversations } from './conversations.ts'
import { messageTypes } from './message.ts'
import { latestWith, messageOf, type SentText } from './message-of-text.ts'

interface Options {
  connection: Connection
  conversations: PhoneConversations
  folder: string
  log(line: string): void
}

/** In milliseconds. A text handed over this shortly before the link ended may be lost. */
const uncertain = 30_000

/**
 * Sends texts. The phone never confirms one: a text that was handed over stays `queued` until the phone shows it as sent or failed. If it was
 * handed over just before the link ended, and is not on the phone afterwards, it is handed over again.
 */
export class PhoneSending {
  private readonly options: Options
  private readonly sent: SentTexts<SentText>
  /** The guids of texts that became messages, by the id of the message. */
  private readonly guids = new Map<string, string>()
  /** Outcomes that `settle` gives next. */
  private settled: SmsOutcome[] = []
  private readonly turns = new OneAtATime()
  private readonly stop: () => void

  constructor(options: Options) {
    this.options = options
    this.sent = openSentTexts(options.folder, options.log)
    this.stop = options.connection.changes.on((link) => {
      if (!link) this.attempt(() => this.doubt())
    })
  }

  /** See `Phone.send`. @throws SmsRefused, PhoneUnavailable */
  send(text: OutgoingSms): Promise<SmsState> {
    return this.turns.run(() => this.sendNow(text))
  }

  /** Finds out the outcomes of the texts that were handed over. Each is given once. */
  settle(): SmsOutcome[] {
    this.attempt(() => this.settleAll())
    const { settled } = this
    this.settled = []
    return settled
  }

  guidOf(id: string): string | undefined {
    return this.guids.get(id)
  }

  /** Whether a text was handed over, or is about to be. */
  has(key: string): boolean {
    return this.sent.find(key) !== undefined
  }

  close(): void {
    this.stop()
  }

  /** Resolves when nothing is being sent any more. */
  ended(): Promise<void> {
    return this.turns.ended()
  }

  /** When the disk is full, outcomes are found out the next time. */
  private attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.options.log(`The record of sent texts cannot be written: ${(error as Error).message}`)
    }
  }

  private settleAll(): void {
    for (const text of this.sent.all()) {
      if (!text.isHanded || (text.state !== 'queued' && text.id !== undefined)) continue
      const message = this.messageOf(text)
      if (!message) continue
      const state = message.type === messageTypes.failed ? 'failed' : message.type === messageTypes.sent ? 'sent' : 'queued'
      this.sent.note({ ...text, state, id: message.id })
      if (state !== 'queued') this.settled.push({ key: text.key, state })
    }
    for (const { id, guid } of this.sent.all()) if (id !== undefined && guid !== undefined) this.guids.set(id, guid)
  }

  private messageOf(text: SentText) {
    return messageOf(text, this.options.conversations.known(), this.sent.all())
  }

  /** The link has ended. Texts that were handed over shortly before may not have reached the phone. */
  private doubt(): void {
    for (const text of this.sent.all()) if (mayBeLost(text)) this.sent.note({ ...text, isHanded: false })
    const lost = this.sent.all().filter(({ isHanded, state }) => !isHanded && state === 'queued')
    // Retried as soon as the phone is back.
    for (const { key, numbers, message, guid } of lost) {
      const again = { key, addresses: numbers, message, ...(guid !== undefined && { guid }) }
      const stop = this.options.connection.changes.on((link) => {
        if (!link) return
        stop()
        void this.send(again).catch((error: Error) => this.options.log(`A text waits: ${error.message}`))
      })
    }
  }

  private async sendNow({ key, guid, addresses, message, picture }: OutgoingSms): Promise<SmsState> {
    const { connection, conversations } = this.options
    const known = this.sent.find(key)
    if (known?.isHanded) return known.state
    const numbers = readNumbers(addresses)
    // Only once the phone has listed its texts is it known whether this one is among them.
    await conversations.settled()
    const { link } = connection
    if (!link) throw new PhoneUnavailable('The phone is not connected.')
    const text: SentText = known ?? {
      key,
      state: 'queued',
      isHanded: false,
      at: Date.now(),
      numbers,
      message,
      ...(guid !== undefined && { guid }),
      ...(picture && { hasPicture: true }),
      ...latestWith(numbers, conversations.known()),
    }
    if (known) this.settleAsHanded(known)
    else this.sent.note(text)
    if (this.sent.find(key)?.isHanded) return this.sent.find(key)?.state ?? 'queued'
    const attachments = picture && [attachmentOf(picture)]
    this.sent.note({ ...text, isHanded: true, at: Date.now() })
    link.send('sms.request', {
      version: 2,
      addresses: numbers.map((address) => ({ address })),
      messageBody: message,
      ...(attachments && { attachments }),
    })
    return 'queued'
  }

  /** Looks whether the phone has a text that may have been handed over. */
  private settleAsHanded(text: SentText): void {
    const message = this.messageOf(text)
    if (message) this.sent.note({ ...text, isHanded: true, id: message.id })
    this.settleAll()
  }
}

/** Whether a text may not have reached the phone when the link ends now. One with a picture is not sent a second time. */
function mayBeLost({ isHanded, state, id, hasPicture, at }: SentText): boolean {
  return isHanded && state === 'queued' && id === undefined && !hasPicture && Date.now() - at < uncertain
}

const attachmentOf = ({ type, bytes }: Picture) => ({
  fileName: type === 'image/png' ? 'picture.png' : 'picture.jpg',
  base64EncodedFile: Buffer.from(bytes).toString('base64'),
  mimeType: type,
})
