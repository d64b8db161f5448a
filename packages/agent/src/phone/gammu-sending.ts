// Sends texts through gammu-smsd's outbox, and finds out their outcomes.

import { rmSync } from 'node:fs'
import { textMilliseconds } from '@waypost/protocol'
import type { Conversations, StoredMessage } from './conversations.ts'
import type { FoundChanges } from './found-changes.ts'
import { readNumbers } from './number.ts'
import { chunksOf, noteOf, type Outbox, type Places } from './outbox.ts'
import { type OutgoingSms, SmsRefused, type SmsState } from './phone.ts'

interface Options {
  outbox: Outbox
  conversations: Conversations
  /** The default country code for numbers without one, e.g. `+49`. */
  country: string | undefined
  log(line: string): void
  /** Where outcomes are added. */
  found: FoundChanges
}

/** In seconds. A text that never reached the outbox has failed after this time. By then the server has deleted it. */
const givenUpAfter = textMilliseconds / 1_000

/**
 * Each text is one stored message to each of its recipients. A message that was not handed over may be put into the outbox; of one that was,
 * the folders of smsd tell the outcome.
 */
export class GammuSending {
  private readonly options: Options
  /** Messages whose files were in no folder at the last check. */
  private readonly missing = new Set<string>()

  constructor(options: Options) {
    this.options = options
  }

  /** Stores the messages of a text, unless they are stored already. @throws SmsRefused when it can never be sent */
  add({ key, guid, addresses, message, picture }: OutgoingSms): void {
    const { conversations, country } = this.options
    const numbers = readNumbers(addresses, country)
    if (picture) throw new SmsRefused('This phone cannot send pictures.')
    for (const [index, number] of numbers.entries()) {
      const stored = messageKey(key, index)
      if (conversations.find(stored)) continue
      conversations.add([number], {
        key: stored,
        type: 'sms',
        direction: 'outgoing',
        timestamp: Math.floor(Date.now() / 1_000),
        body: message,
        status: 'queued',
        handed: false,
        ...(guid !== undefined && { guid }),
      })
    }
  }

  /** Puts the messages of a text into the outbox, unless they are or were there. @throws SmsRefused, PhoneUnavailable */
  async handOver(key: string): Promise<void> {
    for (const stored of this.messagesOf(key)) await this.handOverOne(stored)
  }

  /** Undefined when the text is not known. */
  stateOf(key: string): SmsState | undefined {
    const states = this.messagesOf(key).map(({ message }) => message.status)
    if (states.length === 0) return undefined
    if (states.includes('queued')) return 'queued'
    return states.includes('failed') ? 'failed' : 'sent'
  }

  /** Finds out the outcomes of queued texts. */
  settle(): void {
    const { outbox, conversations, found } = this.options
    const waiting = conversations.queued()
    if (waiting.length === 0) return
    const places = outbox.places()
    for (const stored of waiting) {
      this.settleOne(stored, places)
      // The last of a text's messages that was queued decides. Added at once: the next message may not be saved.
      const key = textOf(stored.message.key)
      const state = this.stateOf(key)
      if (state === 'sent' || state === 'failed') found.addSettled({ key, state })
    }
  }

  /** Removes the messages of a text that waits or has failed. One that was sent, or may be being sent now, is kept. */
  takeBack(key: string): 'removed' | 'kept' | 'unknown' {
    const { outbox, conversations } = this.options
    const messages = this.messagesOf(key).map(({ message }) => message)
    const places = outbox.places()
    const files: string[] = []
    for (const { key, body = '', status, handed } of messages) {
      const found = chunksOf(body).map((_, chunk) => places.get(noteOf(key, chunk)))
      const moving = status === 'queued' && handed && found.includes(undefined)
      if (status === 'sent' || moving || found.some((file) => file?.place === 'sent')) return 'kept'
      files.push(...found.flatMap((file) => (file?.place === 'outbox' ? file.path : [])))
    }
    for (const file of files) rmSync(file, { force: true })
    for (const message of messages) conversations.remove(message.key)
    return messages.length > 0 ? 'removed' : 'unknown'
  }

  private async handOverOne({ message: { key, id, body = '', handed, status }, thread }: StoredMessage): Promise<void> {
    const { outbox, conversations } = this.options
    if (handed || status !== 'queued') return
    const number = conversations.threads().find(({ id }) => id === thread)?.recipients[0]?.number ?? ''
    const places = outbox.places()
    try {
      for (const [chunk, words] of chunksOf(body).entries()) {
        const note = noteOf(key, chunk)
        if (!places.has(note)) await outbox.put(number, words, `${id.padStart(8, '0')}${String(chunk).padStart(2, '0')}`, note)
      }
    } catch (error) {
      if (error instanceof SmsRefused) conversations.change(key, { status: 'failed' })
      throw error
    }
    conversations.change(key, { handed: true })
  }

  private settleOne({ message: { key, body = '', handed, timestamp } }: StoredMessage, places: Places): void {
    const { conversations, log } = this.options
    const found = chunksOf(body).map((_, chunk) => places.get(noteOf(key, chunk))?.place)
    const gone = found.includes(undefined)
    // By now the server has given up on a text that never reached the outbox.
    const late = Date.now() / 1_000 - timestamp > givenUpAfter
    if (!handed) {
      if (late) conversations.change(key, { status: 'failed' })
    } else if (found.includes('error')) {
      conversations.change(key, { status: 'failed' })
    } else if (!gone) {
      if (found.every((place) => place === 'sent')) conversations.change(key, { status: 'sent' })
    } else if (!this.missing.delete(key)) {
      // smsd may be moving the file right now. It only counts as gone at the second check.
      this.missing.add(key)
    } else {
      conversations.change(key, { status: 'failed' })
      log('A text has disappeared from the outbox of gammu-smsd without being sent.')
    }
  }

  private messagesOf(key: string): StoredMessage[] {
    const { conversations } = this.options
    const found: StoredMessage[] = []
    for (let stored = conversations.find(messageKey(key, 0)); stored; stored = conversations.find(messageKey(key, found.length)))
      found.push(stored)
    return found
  }
}

const messageKey = (text: string, index: number) => `out ${index} ${text}`
const textOf = (messageKey: string) => messageKey.replace(/^out \d+ /, '')
