import { isRecord } from '@waypost/client/ground/objects'

/** A text message on the phone. */
export interface Message {
  /** Unique on the phone: SMS and MMS are numbered separately, so this is even for an SMS and odd for an MMS. */
  id: string
  conversation: string
  /** In milliseconds since 1970, by the phone's clock. */
  date: number
  /** Android's type: 1 inbox, 2 sent, 4 outbox, 5 failed, 6 queued. */
  type: number
  isMms: boolean
  /** The addresses of the other people. In a group, the first one wrote an incoming message. */
  addresses: string[]
  body: string
  isRead: boolean
  attachments: Attachment[]
}

/** A file of an MMS. */
export interface Attachment {
  /** The phone finds it by these two fields. */
  part: number
  name: string
  type: string
  thumbnail?: { type: string; base64: string }
}

export const messageTypes = { inbox: 1, sent: 2, outbox: 4, failed: 5 }

/** Limits on what is read of a message, in entries and UTF-16 units. */
const most = { messages: 100_000, addresses: 100, address: 200, body: 100_000, attachments: 10, name: 300, thumbnail: 40_000 }

/** The messages of a `sms.messages` packet. Invalid ones are left out. */
export function readMessages({ messages }: Record<string, unknown>): Message[] {
  return Array.isArray(messages) ? messages.slice(0, most.messages).flatMap((message: unknown) => readMessage(message) ?? []) : []
}

function readMessage(value: unknown): Message | undefined {
  if (!isRecord(value)) return undefined
  const { _id: id, thread_id: thread, date, type, body, read, event, attachments } = value
  if (!isWhole(id) || !isWhole(thread) || !isWhole(date) || !isWhole(type)) return undefined
  const addresses = listOf(value.addresses)
    .slice(0, most.addresses)
    .flatMap((each) => (isRecord(each) && typeof each.address === 'string' && each.address !== '' ? [each.address] : []))
    .map((address) => address.slice(0, most.address))
  if (addresses.length === 0) return undefined
  const files = listOf(attachments)
  // Bit 1 of the event marks several recipients.
  const isMms = files.length > 0 || addresses.length > 1 || (isWhole(event) && (event & 2) !== 0)
  return {
    id: String(BigInt(id) * 2n + (isMms ? 1n : 0n)),
    conversation: String(thread),
    date,
    type,
    isMms,
    addresses,
    body: typeof body === 'string' ? body.slice(0, most.body) : '',
    isRead: read === 1,
    attachments: files.slice(0, most.attachments).flatMap((file) => readAttachment(file) ?? []),
  }
}

function readAttachment(value: unknown): Attachment | undefined {
  if (!isRecord(value)) return undefined
  const { part_id: part, unique_identifier: name, mime_type: type, encoded_thumbnail: encoded } = value
  if (!isWhole(part) || typeof name !== 'string' || name.length > most.name) return undefined
  if (typeof type !== 'string' || !/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type)) return undefined
  const thumbnail = thumbnailOf(encoded)
  return { part, name, type: type.toLowerCase(), ...(thumbnail && { thumbnail }) }
}

function thumbnailOf(encoded: unknown): Attachment['thumbnail'] {
  if (typeof encoded !== 'string' || encoded.length > most.thumbnail) return undefined
  const base64 = encoded.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  // It has its own format, whatever that of the picture or video.
  const format = base64.startsWith('/9j/') ? 'image/jpeg' : base64.startsWith('iVBORw0KGgo') ? 'image/png' : undefined
  return format === undefined ? undefined : { type: format, base64 }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
