// An Android phone as a phone for texts: conversations, contacts and sending, over KDE Connect.

import type { FileSource } from '@waypost/client'
import { listeners } from '@waypost/client/ground/listeners'
import type { Upload } from '@waypost/client/queue/upload'
import type { PhoneThread, ThreadMessage } from '@waypost/protocol'
import type { IncomingSms, OutgoingSms, Phone, PhoneChange, SmsState } from '../phone.ts'
import type { Connection } from './connection.ts'
import { PhoneContacts } from './contacts.ts'
import { type Conversation, PhoneConversations } from './conversations.ts'
import { type Attachment, type Message, messageTypes } from './message.ts'
import { PhonePictures } from './pictures.ts'
import { PhoneSending } from './sending.ts'

interface Options {
  connection: Connection
  name: string
  /** The folder of the record of sent texts. */
  folder: string
  log(line: string): void
  /** Uploads a picture, so clients can show it. Without it they only see the phone's previews. */
  upload?: ((file: FileSource) => Upload) | undefined
  /** How long the phone is silent after listing its conversations, and how long it may take to answer, in milliseconds. */
  quiet?: number
  timeout?: number
}

/** The texts of an Android phone. It never confirms a text, see `PhoneSending`. */
export function openKdeConnectPhone({ connection, name, folder, log, upload, quiet = 1_000, timeout = 15_000 }: Options): Phone {
  const changes = listeners<PhoneChange>()
  const conversations = new PhoneConversations({ connection, quiet, timeout })
  const contacts = new PhoneContacts(connection)
  const onUploaded = () => changes.emit({ incoming: [], settled: [], earlier: true })
  const pictures = upload && new PhonePictures({ connection, folder, upload, log, timeout, onUploaded })
  const sending = new PhoneSending({ connection, conversations, folder, log })

  const stops = [
    conversations.changes.on(({ arrived }) => {
      const settled = sending.settle()
      changes.emit({ incoming: arrived.map(incomingOf), settled })
      pictures?.want(arrived)
    }),
    contacts.changes.on(() => changes.emit({ incoming: [], settled: [] })),
  ]

  const nameOf = (address: string) => contacts.nameOf(address) ?? address

  function incomingOf(message: Message): IncomingSms {
    const [address = ''] = message.addresses
    return {
      thread_id: message.conversation,
      title: nameOf(address),
      body: wordsOf(message) || '[Picture]',
      timestamp: message.date / 1_000,
      address,
    }
  }

  async function send(text: OutgoingSms): Promise<SmsState> {
    try {
      return await sending.send(text)
    } finally {
      // It may have found the outcomes of others.
      const settled = sending.settle()
      if (settled.length > 0) changes.emit({ incoming: [], settled })
    }
  }

  const threadMessageOf = (message: Message, addresses: readonly string[]) =>
    threadMessage(message, {
      addresses,
      guid: sending.guidOf(message.id),
      images: message.attachments.flatMap((each) => pictures?.urlOf(message, each) ?? previewOf(each)),
    })

  const find = (id: string): Conversation | undefined => [...conversations.known()].find((each) => each.id === id)

  return {
    name,
    hasMms: true,
    async threads() {
      return (await conversations.conversations()).map(({ id, addresses, messages: [latest] }): PhoneThread => {
        return {
          id,
          recipients: addresses.map((address) => ({ name: nameOf(address), address, number: address })),
          ...(latest && { latest: threadMessageOf(latest, addresses) }),
        }
      })
    },
    async thread(id, wanted) {
      const messages = await conversations.messages(id, wanted)
      const { addresses } = find(id) ?? { addresses: [] }
      return messages.map((message) => threadMessageOf(message, addresses))
    },
    fetchPictures(id, ids) {
      const wanted = new Set(ids)
      const conversation = find(id)
      if (conversation) pictures?.want(conversation.messages.filter((message) => wanted.has(message.id)))
    },
    async phonebook() {
      await conversations.conversations()
      return contacts.entries()
    },
    send,
    // Android sends at once, so nothing can be withdrawn.
    takeBack: async (key) => !sending.has(key),
    onChange: changes.on,
    async close() {
      for (const stop of stops) stop()
      sending.close()
      contacts.close()
      conversations.close()
      await pictures?.close()
      await sending.ended()
    },
  }
}

/** A message as clients are shown it. @param addresses those of its conversation */
function threadMessage(
  message: Message,
  { addresses, guid, images }: { addresses: readonly string[]; guid: string | undefined; images: string[] },
): ThreadMessage {
  const isIncoming = message.type === messageTypes.inbox
  const status = message.type === messageTypes.sent ? 'sent' : message.type === messageTypes.failed ? 'failed' : 'queued'
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

/** Attachments that aren't pictures are named in it. */
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
