// An Android phone as a phone for texts: conversations, contacts and sending, over KDE Connect.

import type { FileSource } from '@waypost/client'
import type { Upload } from '@waypost/client/queue/upload'
import type { PhoneThread, ThreadMessage } from '@waypost/protocol'
import { addressKey, isSameAddress, readNumber } from '../number.ts'
import {
  type OutgoingSms,
  type Phone,
  type PhoneChange,
  PhoneUnavailable,
  type SmsOutcome,
  SmsRefused,
  type SmsState,
} from '../phone.ts'
import type { Connection } from './connection.ts'
import { PhoneContacts } from './contacts.ts'
import { type Conversation, PhoneConversations } from './conversations.ts'
import { type Attachment, type Message, messageTypes } from './message.ts'
import { PhonePictures } from './pictures.ts'
import { openSentTexts, type SentText } from './sent-texts.ts'

interface Options {
  connection: Connection
  name: string
  /** The folder of the record of sent texts. */
  folder: string
  log(line: string): void
  /** Uploads a picture, so that clients can show it. Without it they are shown the previews of the phone only. */
  upload?: ((file: FileSource) => Upload) | undefined
  /** How long the phone is silent when it has listed its conversations, and how long it may take to answer, in milliseconds. */
  quiet?: number
  timeout?: number
}

/** How much the clock of the phone may differ from the one here, in milliseconds: for texts of new conversations. */
const clockSlack = 86_400_000
/** The dates of MMS are in whole seconds, in milliseconds. */
const dateSlack = 2_000
/** How many messages of the same moment are told apart. */
const maxLate = 50
/** A text that was handed over this shortly before the link ended may be lost, in milliseconds. */
const uncertain = 30_000

/**
 * The texts of an Android phone. It never confirms a text: what was handed to it stays `queued` until the phone shows it as sent or failed. A
 * text that was handed over just before the link ended, and is not on the phone afterwards, is handed over again.
 */
export function openKdeConnectPhone({ connection, name, folder, log, upload, quiet = 1_000, timeout = 15_000 }: Options): Phone {
  const conversations = new PhoneConversations({ connection, quiet, timeout })
  const contacts = new PhoneContacts(connection)
  const sent = openSentTexts(folder, log)
  const onUploaded = () => notify({ incoming: [], settled: [], earlier: true })
  const pictures = upload && new PhonePictures({ connection, folder, upload, log, timeout, onUploaded })
  const listeners = new Set<(change: PhoneChange) => void>()
  /** The texts that became messages, by the id of the message. */
  const guids = new Map<string, string>()
  let work: Promise<unknown> = Promise.resolve()

  const stops = [
    conversations.changes.on(({ arrived }) => {
      const settled = attempt(settle) ?? []
      notify({
        incoming: arrived.map((message) => ({
          thread_id: message.conversation,
          title: nameOf(message.addresses[0] ?? ''),
          body: wordsOf(message) || '[Picture]',
          timestamp: message.date / 1_000,
          address: message.addresses[0] ?? '',
        })),
        settled,
      })
      pictures?.want(arrived)
    }),
    contacts.changes.on(() => notify({ incoming: [], settled: [] })),
    connection.changes.on((link) => {
      if (!link) attempt(doubt)
    }),
  ]

  function notify(change: PhoneChange): void {
    for (const listener of listeners) listener(change)
  }

  /** Does what writes to the record. When the disk is full, outcomes are found out the next time. */
  function attempt<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      log(`The record of sent texts cannot be written: ${(error as Error).message}`)
      return undefined
    }
  }

  const nameOf = (address: string) => contacts.nameOf(address) ?? address

  /** Finds out what became of the texts that were handed over. */
  function settle(): SmsOutcome[] {
    const settled: SmsOutcome[] = []
    for (const text of sent.all()) {
      if (!text.isHanded || (text.state !== 'queued' && text.id !== undefined)) continue
      const message = messageOf(text)
      if (!message) continue
      const state = message.type === messageTypes.failed ? 'failed' : message.type === messageTypes.sent ? 'sent' : 'queued'
      sent.note({ ...text, state, id: message.id })
      if (state !== 'queued') settled.push({ key: text.key, state })
    }
    for (const { id, guid } of sent.all()) if (id !== undefined && guid !== undefined) guids.set(id, guid)
    return settled
  }

  /** The message that a text became: with the same people and words, and not that of another text. */
  function messageOf({ key, numbers, message, at, id, after }: SentText): Message | undefined {
    const taken = new Set(sent.all().flatMap((other) => (other.key === key || other.id === undefined ? [] : [other.id])))
    // An equal text of before is another one.
    const isLate = ({ id, date }: Message) =>
      after ? date >= after.date - dateSlack && !after.ids.includes(id) : date >= at - clockSlack
    const isIt = (each: Message) =>
      id === undefined
        ? each.type !== messageTypes.inbox && each.body === message && isLate(each) && !taken.has(each.id)
        : each.id === id
    for (const conversation of conversations.known()) {
      if (!isWith(conversation, numbers)) continue
      // The oldest first, so that equal texts are taken in their order.
      const found = conversation.messages.findLast(isIt)
      if (found) return found
    }
    return undefined
  }

  /** What is known of a conversation before a text is handed over. */
  function latestWith(numbers: readonly string[]): Pick<SentText, 'after'> {
    const [conversation] = [...conversations.known()].filter((each) => isWith(each, numbers))
    const [latest] = conversation?.messages ?? []
    if (!conversation || !latest) return {}
    const late = conversation.messages.filter(({ date }) => date >= latest.date - dateSlack)
    return { after: { date: latest.date, ids: late.slice(0, maxLate).map(({ id }) => id) } }
  }

  /** The link has ended. What was handed over shortly before may not have reached the phone. */
  function doubt(): void {
    for (const text of sent.all())
      if (
        text.isHanded &&
        text.state === 'queued' &&
        text.id === undefined &&
        !text.hasPicture &&
        Date.now() - text.at < uncertain
      )
        sent.note({ ...text, isHanded: false })
    const lost = sent.all().filter(({ isHanded, state }) => !isHanded && state === 'queued')
    // Tried again as soon as the phone is back.
    for (const { key, numbers, message, guid } of lost) {
      const again = { key, addresses: numbers, message, ...(guid !== undefined && { guid }) }
      const stop = connection.changes.on((link) => {
        if (!link) return
        stop()
        void inTurn(again).catch((error: Error) => log(`A text waits: ${error.message}`))
      })
    }
  }

  async function send({ key, guid, addresses, message, picture }: OutgoingSms): Promise<SmsState> {
    const known = sent.find(key)
    if (known?.isHanded) return known.state
    const numbers = [...new Set(addresses.map(numberOf))]
    // Only when the phone has listed its texts is it known whether this one is among them.
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
      ...latestWith(numbers),
    }
    if (known) settleAsHanded(known)
    else sent.note(text)
    if (sent.find(key)?.isHanded) return sent.find(key)?.state ?? 'queued'
    const attachments = picture && [
      {
        fileName: picture.type === 'image/png' ? 'picture.png' : 'picture.jpg',
        base64EncodedFile: Buffer.from(picture.bytes).toString('base64'),
        mimeType: picture.type,
      },
    ]
    sent.note({ ...text, isHanded: true, at: Date.now() })
    link.send('sms.request', {
      version: 2,
      addresses: numbers.map((address) => ({ address })),
      messageBody: message,
      ...(attachments && { attachments }),
    })
    return 'queued'
  }

  /** A text of which it was not known whether the phone has it. */
  function settleAsHanded(text: SentText): void {
    const message = messageOf(text)
    if (message) sent.note({ ...text, isHanded: true, id: message.id })
    settle()
  }

  function inTurn(text: OutgoingSms): Promise<SmsState> {
    const sending = work.then(() => send(text))
    work = sending.catch(() => {})
    return sending
  }

  function threadMessage(message: Message, { addresses }: Pick<Conversation, 'addresses'>): ThreadMessage {
    const isIncoming = message.type === messageTypes.inbox
    const guid = guids.get(message.id)
    const status = message.type === messageTypes.sent ? 'sent' : message.type === messageTypes.failed ? 'failed' : 'queued'
    const images = message.attachments.flatMap((each) => pictures?.urlOf(message, each) ?? previewOf(each))
    const index = addresses.length > 1 && isIncoming ? addresses.indexOf(message.addresses[0] ?? '') : -1
    return {
      id: message.id,
      type: message.isMms ? 'mms' : 'sms',
      timestamp: message.date / 1_000,
      direction: isIncoming ? 'incoming' : 'outgoing',
      body: wordsOf(message),
      ...(!isIncoming && { status, ...(guid !== undefined && { guid }) }),
      ...(index >= 0 && { recipient_index: index }),
      ...(images.length > 0 && { image_urls: images }),
    }
  }

  return {
    name,
    hasMms: true,
    async threads() {
      return (await conversations.conversations()).map((conversation): PhoneThread => {
        const { id, addresses, messages } = conversation
        const [latest] = messages
        return {
          id,
          recipients: addresses.map((address) => ({ name: nameOf(address), address, number: address })),
          ...(latest && { latest: threadMessage(latest, conversation) }),
        }
      })
    },
    async thread(id, wanted) {
      const messages = await conversations.messages(id, wanted)
      const [conversation] = [...conversations.known()].filter((each) => each.id === id)
      return messages.map((message) => threadMessage(message, conversation ?? { addresses: [] }))
    },
    fetchPictures(id, ids) {
      const wanted = new Set(ids)
      for (const conversation of conversations.known())
        if (conversation.id === id) pictures?.want(conversation.messages.filter((message) => wanted.has(message.id)))
    },
    async phonebook() {
      await conversations.conversations()
      return contacts.entries()
    },
    send: inTurn,
    // Android sends at once.
    takeBack: async (key) => sent.find(key) === undefined,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      for (const stop of stops) stop()
      contacts.close()
      conversations.close()
      await pictures?.close()
      await work
    },
  }
}

/** The words of a message. What is attached and no picture is named in them. */
function wordsOf({ body, attachments }: Message): string {
  const names = attachments.flatMap(({ type }) => nameOfType(type) ?? []).map((name) => `[${name}]`)
  return [body, ...names].filter(Boolean).join('\n')
}

function nameOfType(type: string): string | undefined {
  const [kind] = type.split('/')
  // Parts of the message itself.
  if (kind === 'image' || type === 'application/smil' || type === 'text/plain') return undefined
  if (kind === 'video') return 'Video'
  if (kind === 'audio') return 'Audio'
  return /^text\/(x-)?vcard$/.test(type) ? 'Contact' : `File: ${type}`
}

const previewOf = ({ thumbnail }: Attachment): string[] =>
  thumbnail ? [`data:${thumbnail.type};base64,${thumbnail.base64}`] : []

function numberOf(address: string): string {
  const number = readNumber(address)
  if (number === undefined) throw new SmsRefused(`"${address}" is not a phone number.`)
  return number
}

/** Whether a conversation is with exactly these people. */
function isWith({ addresses }: Conversation, numbers: readonly string[]): boolean {
  if (addresses.length !== numbers.length) return false
  const keys = addresses.map((address) => addressKey(address))
  return numbers.every((number) => keys.some((key) => isSameAddress(key, number)))
}
