// Merges messages of a phone with outgoing SMS into the conversations and items that screens show.

import type { PhonebookEntry, PhoneThread, ThreadMessage, ThreadRecipient } from '@waypost/protocol'
import { timeBarMilliseconds } from '../history/history-view.ts'
import { addressOf, sameAddress, sameAddresses } from './address.ts'
import { whyNotSent } from './failure.ts'
import type { Entry } from './outbox/entry.ts'
import type { ServerText } from './server-texts.ts'

/** An SMS written elsewhere, until the phone's messages include it. */
export interface Outgoing {
  /** The guid, or the iden if it has no guid. */
  key: string
  iden?: string
  device: string
  addresses: readonly string[]
  body: string
  /** Seconds since 1970. */
  created: number
  /** `sent`: according to the phone. */
  state: 'pending' | 'sent' | 'failed'
  /** It has been pending for more than 30 seconds. */
  stuck: boolean
  /** It goes through the server, because the phone that it is shown under is away. */
  throughServer?: true
  picture?: { url?: string; name: string; type: string }
  progress?: number
  preview?: unknown
  lost?: boolean
  error?: string
  upgrade?: boolean
}

export interface SmsItem {
  /** Stays the same when a pending SMS becomes a message of the phone. */
  key: string
  side: 'in' | 'out'
  body: string
  /** Seconds since 1970. */
  created: number
  state: 'settled' | 'pending' | 'failed'
  stuck: boolean
  /** The author, in a group conversation. */
  sender?: string
  pictures: readonly string[]
  /** The name of a picture that is being sent. */
  picture?: string
  progress?: number
  /** As passed to `send`. */
  preview?: unknown
  /** The picture is lost with the window that held it; `retry` needs it again. */
  lost?: boolean
  error?: string
  upgrade?: boolean
  /** It waits on the server, not for the phone that it is shown under. */
  throughServer?: true
  /** Whether it can be retried and discarded. */
  own: boolean
  /** More than 15 minutes lie between this message and the one before it. */
  timeBar: boolean
}

export interface ThreadLine {
  id: string
  recipients: readonly ThreadRecipient[]
  latest?: { body: string; created: number; side: 'in' | 'out'; state: SmsItem['state']; picture: boolean }
}

/** How long an SMS may be pending before it counts as stuck, in milliseconds. */
export const replyTimeout = 30_000

/** The outgoing SMS, from saved entries and those on the server. `now` is in milliseconds. */
export function outgoingOf(entries: readonly Entry[], texts: readonly ServerText[], now: number): Outgoing[] {
  const own = new Map(entries.map((entry) => [entry.guid, entry]))
  const known = new Map(texts.map((text) => [text.guid, text]))
  const replaced = new Set(entries.map(({ replaces }) => replaces))
  const fromHere = entries.map((entry): Outgoing => {
    const text = known.get(entry.guid)
    const failed = entry.error !== undefined || entry.lost || text?.status === 'failed'
    const url = entry.file?.url
    return {
      key: entry.guid,
      device: entry.device,
      addresses: entry.addresses,
      body: entry.message,
      created: entry.created / 1_000,
      state: failed ? 'failed' : text?.status === 'sent' ? 'sent' : 'pending',
      stuck: now - entry.created >= replyTimeout,
      ...(text && { iden: text.iden }),
      ...(entry.via !== undefined && { throughServer: true }),
      ...(entry.file && { picture: { name: entry.file.name, type: entry.file.type, ...(url !== undefined && { url }) } }),
      ...(entry.progress !== undefined && { progress: entry.progress }),
      ...(entry.preview !== undefined && { preview: entry.preview }),
      ...(entry.lost && { lost: true }),
      ...(entry.error !== undefined && { error: entry.error }),
      ...(entry.upgrade && { upgrade: true }),
    }
  })
  const fromElsewhere = texts.flatMap((text): Outgoing[] => {
    const { iden, guid, device, created, status, content, file_url } = text
    const error = status === 'failed' ? whyNotSent(text) : undefined
    if (!content || replaced.has(iden) || (guid !== undefined && own.has(guid))) return []
    return [
      {
        key: guid ?? iden,
        iden,
        device,
        addresses: content.addresses,
        body: content.message,
        created,
        state: status === 'queued' ? 'pending' : status,
        stuck: now - created * 1_000 >= replyTimeout,
        ...(error !== undefined && { error }),
        ...(file_url && { picture: { url: file_url, name: content.file_type ?? '', type: content.file_type ?? '' } }),
      },
    ]
  })
  return [...fromHere, ...fromElsewhere].sort((a, b) => a.created - b.created)
}

/** The items of a conversation, oldest first; SMS that are not among the phone's messages come last. */
export function itemsOf(
  messages: readonly ThreadMessage[],
  outgoing: readonly Outgoing[],
  recipients: readonly ThreadRecipient[],
): SmsItem[] {
  const arrived = new Set(messages.map(({ guid }) => guid))
  const items = messages.map((message) => {
    const item = messageItem(message, recipients)
    const text = item.state === 'settled' ? undefined : textOf(message, outgoing)
    if (!text) return item
    // The phone has it but has not sent it, so it can still be discarded.
    return text.state === 'sent' ? { ...item, state: stateOf(text.state) } : { ...outgoingItem(text), created: item.created }
  })
  items.reverse().sort((a, b) => a.created - b.created)
  items.push(...outgoing.filter(({ key }) => !arrived.has(key)).map(outgoingItem))
  return items.map((item, index) => ({ ...item, timeBar: isFar(items[index - 1], item) }))
}

/** The conversations of a phone, latest first, including those that the phone does not have yet. */
export function linesOf(
  threads: readonly PhoneThread[],
  outgoing: readonly Outgoing[],
  phonebook: readonly PhonebookEntry[],
): ThreadLine[] {
  const lines = threads.map(
    ({ id, recipients, latest }): ThreadLine => ({ id, recipients, ...(latest && { latest: latestOf(latest, outgoing) }) }),
  )
  const arrived = new Set(threads.map(({ latest }) => latest?.guid))
  for (const text of outgoing) {
    if (arrived.has(text.key)) continue
    const { body, created, state, picture } = text
    const latest = { body, created, side: 'out' as const, state: stateOf(state), picture: picture !== undefined }
    const line = lines.find(({ recipients }) => sameAddresses(recipients.map(addressOf), text.addresses))
    if (!line) lines.push({ id: newThreadId(text.addresses), recipients: recipientsOf(text.addresses, phonebook), latest })
    // Phones report whole seconds. A sent SMS is already among the phone's messages, so an outgoing one of the same second came later.
    else if (!line.latest || line.latest.created <= (state === 'sent' ? Math.floor(created) - 1 : created)) line.latest = latest
  }
  return lines.sort((a, b) => (b.latest?.created ?? 0) - (a.latest?.created ?? 0))
}

export function outgoingTo(outgoing: readonly Outgoing[], device: string, addresses: readonly string[]): Outgoing[] {
  return outgoing.filter((text) => text.device === device && sameAddresses(text.addresses, addresses))
}

/** The temporary id of a conversation that the phone does not have yet. Ids of phones contain no ':'. */
export const newThreadId = (addresses: readonly string[]): string => `to:${addresses.join(',')}`

/** The addresses in a temporary id; undefined for a conversation of the phone. */
export function newThreadAddresses(id: string): string[] | undefined {
  return id.startsWith('to:') ? id.slice(3).split(',').filter(Boolean) : undefined
}

/** Recipients by addresses, with their names from the phone book. */
export function recipientsOf(addresses: readonly string[], phonebook: readonly PhonebookEntry[]): ThreadRecipient[] {
  return addresses.map((address) => {
    const name = phonebook.find(({ phone }) => sameAddress(phone, address))?.name
    return { address, ...(name && { name }) }
  })
}

/** The outgoing SMS that became this message, as long as the server has it. */
function textOf({ guid }: ThreadMessage, outgoing: readonly Outgoing[]): Outgoing | undefined {
  return guid ? outgoing.find(({ key }) => key === guid) : undefined
}

/** What the phone has queued is not sent yet. */
function stateOfMessage({ status }: ThreadMessage): SmsItem['state'] {
  if (status === 'queued') return 'pending'
  return status === 'failed' ? 'failed' : 'settled'
}

function messageItem(message: ThreadMessage, recipients: readonly ThreadRecipient[]): SmsItem {
  const { id, guid, direction, body = '', timestamp, recipient_index: index, image_urls = [] } = message
  const writer = direction === 'incoming' && recipients.length > 1 && index !== undefined ? recipients[index] : undefined
  const sender = writer && (writer.name || addressOf(writer))
  return {
    key: guid || id,
    side: direction === 'incoming' ? 'in' : 'out',
    body,
    created: timestamp,
    state: stateOfMessage(message),
    stuck: false,
    ...(sender && { sender }),
    pictures: image_urls,
    own: false,
    timeBar: false,
  }
}

function outgoingItem({ key, body, created, state, stuck, picture, iden: _iden, ...rest }: Outgoing): SmsItem {
  const { progress, preview, lost, error, upgrade, throughServer } = rest
  return {
    key,
    side: 'out',
    body,
    created,
    state: stateOf(state),
    stuck: stuck && state === 'pending',
    pictures: picture?.url !== undefined && preview === undefined ? [picture.url] : [],
    ...(picture && { picture: picture.name }),
    ...(progress !== undefined && { progress }),
    ...(preview !== undefined && { preview }),
    ...(lost && { lost }),
    ...(error !== undefined && { error }),
    ...(upgrade && { upgrade }),
    ...(throughServer && { throughServer }),
    own: true,
    timeBar: false,
  }
}

const stateOf = (state: Outgoing['state']): SmsItem['state'] => (state === 'sent' ? 'settled' : state)

function latestOf(message: ThreadMessage, outgoing: readonly Outgoing[]): NonNullable<ThreadLine['latest']> {
  const { body = '', timestamp, direction, image_urls = [] } = message
  const state = stateOfMessage(message)
  const text = state === 'settled' ? undefined : textOf(message, outgoing)
  return {
    body,
    created: timestamp,
    side: direction === 'incoming' ? 'in' : 'out',
    state: text ? stateOf(text.state) : state,
    picture: image_urls.length > 0,
  }
}

function isFar(before: SmsItem | undefined, item: SmsItem): boolean {
  return before !== undefined && (item.created - before.created) * 1_000 > timeBarMilliseconds
}
