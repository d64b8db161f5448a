// Applies the rules of a new push: its recipient, delivery, type, conversation and bytes of storage.

import {
  type Action,
  conversationOf,
  type createPush,
  givenFields,
  isBlank,
  normalizeEmail,
  Refusal,
  type Seconds,
  type Taken,
} from '@waypost/protocol'
import { fromSeconds, type Micros, microseconds } from '../change.ts'
import { filled } from '../objects.ts'
import { randomDigits } from '../tokens.ts'
import { fileNameOf } from '../upload/rules.ts'
import type { PushRow } from './row.ts'

/** What `createPush` takes, and what interfaces beside our own add to it. */
export interface NewPush extends Taken<typeof createPush> {
  /** The id that the sender of a message that waited was told. */
  message_id?: string | undefined
  /** What the interface that it came by repeats to its subscribers. */
  foreign?: Record<string, unknown> | undefined
}
type Input = NewPush

/** The recipient that the caller named. At most one may be named; none means all of the sender's devices. */
export type Recipient =
  | { kind: 'self' }
  | { kind: 'device'; iden: string }
  | { kind: 'email'; email: string }
  | { kind: 'channel'; tag: string }
  | { kind: 'client'; iden: string }
  | { kind: 'source'; iden: string }

/** @throws Refusal `invalid_param` naming the second recipient */
export function parseRecipient({ device_iden, email, channel_tag, client_iden, source_iden }: Input): Recipient {
  const named: [param: string, recipient: Recipient][] = []
  if (device_iden) named.push(['device_iden', { kind: 'device', iden: device_iden }])
  if (email) named.push(['email', { kind: 'email', email }])
  if (channel_tag) named.push(['channel_tag', { kind: 'channel', tag: channel_tag }])
  if (client_iden) named.push(['client_iden', { kind: 'client', iden: client_iden }])
  if (source_iden) named.push(['source_iden', { kind: 'source', iden: source_iden }])
  const [first, second] = named
  if (second)
    throw Refusal.param(second[0], 'Name one recipient at most: device_iden, email, channel_tag, client_iden or source_iden.')
  return first?.[1] ?? { kind: 'self' }
}

/** The normalized address of another person that a push goes to; undefined when it stays in the sender's own box. */
export function personAddressed(recipient: Recipient, sender: { email_normalized: string }): string | undefined {
  if (recipient.kind !== 'email') return undefined
  const address = normalizeEmail(recipient.email)
  return address === sender.email_normalized ? undefined : address
}

/**
 * What happens to a push to a person: it is delivered, withheld because the receiver blocks the sender, or sent as an email because the
 * address has no account (`email-instead.ts`).
 */
type Delivery = 'deliver' | 'withhold' | 'email'

export function deliveryTo(receiver: { blocksSender: boolean } | undefined): Delivery {
  if (!receiver) return 'email'
  return receiver.blocksSender ? 'withhold' : 'deliver'
}

/** How many rows a push to a person counts for. Senders must not learn that they are blocked: a withheld push costs the same. */
export const rowsCounted = (delivery: Delivery) => (delivery === 'email' ? 1 : 2)

/** Only active devices of the sender receive pushes. @throws Refusal `invalid_param` */
export function checkTargetDevice(device: { active: number } | undefined): void {
  if (!device?.active) throw Refusal.param('device_iden')
}

/** Posts are not replaced: their copies are in the boxes of followers. @throws Refusal `invalid_param` */
export function checkUpdateId({ update_id, expires }: Input): void {
  if (update_id !== undefined) throw Refusal.param('update_id', 'A post of a channel or an app is changed by its iden.')
  if (expires !== undefined) throw Refusal.param('expires', 'A post of a channel or an app does not expire.')
}

/** When a push expires, in microseconds. @throws Refusal `invalid_param` for a time that has passed */
export function expiryOf(expires: Seconds): Micros {
  const at = fromSeconds(expires)
  if (at <= microseconds()) throw Refusal.param('expires', 'Choose a time in the future.')
  return at
}

/** A push replies to one of its own conversation, which may have been deleted. @throws Refusal `invalid_param` */
export function checkReply(push: Pick<PushRow, 'conversation'>, replied: Pick<PushRow, 'conversation'> | undefined): void {
  if (replied?.conversation !== push.conversation)
    throw Refusal.param('reply_to', 'There is no such message in this conversation to reply to.')
}

/** A reaction is one emoji, or empty. @throws Refusal `invalid_param` */
export function checkReaction(reaction: string): void {
  if (reaction !== '' && !oneEmoji.test(reaction)) throw Refusal.param('reaction', 'A reaction is one emoji.')
}

/** Emoji that have a picture of their own, also without the selector that asks for it in color. */
const oneEmoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic})$/v

/** Only the owner of a channel posts to it. @throws Refusal `invalid_param` for an unknown channel, `forbidden` for another's */
export function checkChannelOwner<C extends { owner: string }>(channel: C | undefined, sender: string): C {
  if (!channel) throw Refusal.param('channel_tag')
  if (channel.owner !== sender) throw new Refusal('forbidden')
  return channel
}

/** Only the developer of an OAuth client pushes to its users. @throws Refusal `invalid_param` */
export function checkClientOwner<C extends { owner: string }>(client: C | undefined, sender: string): C {
  if (client?.owner !== sender) throw Refusal.param('client_iden')
  return client
}

export type Content = Pick<
  PushRow,
  | 'type'
  | 'title'
  | 'body'
  | 'url'
  | 'file_name'
  | 'file_type'
  | 'file_url'
  | 'file_size'
  | 'image_url'
  | 'image_width'
  | 'image_height'
  | 'display'
>

/** The content of a push as columns. The name and lines of address and list pushes are stored as title and body. */
export function contentOf(input: Input): Content {
  const type = input.type ?? impliedType(input)
  return {
    type,
    title: input.title ?? (type === 'address' ? input.name : undefined) ?? null,
    body:
      input.body ??
      (type === 'address' ? input.address : undefined) ??
      (type === 'list' ? input.items?.join('\n') : undefined) ??
      null,
    url: input.url ?? null,
    file_name: input.file_name === undefined ? null : fileNameOf(input.file_name),
    file_type: input.file_type ?? null,
    file_url: input.file_url ?? null,
    // Set from the upload, not from what the sender claims.
    file_size: null,
    image_url: input.image_url ?? (input.file_type?.startsWith('image/') ? input.file_url : undefined) ?? null,
    image_width: input.image_width ?? null,
    image_height: input.image_height ?? null,
    display: displayOf(input),
  }
}

/** The facts by which clients show a push, as JSON; null without any. */
function displayOf(input: Input): string | null {
  const facts: Record<string, unknown> = {}
  for (const name of displayed) if (input[name] !== undefined) facts[name] = input[name]
  if (Object.keys(facts).length === 0) return null
  return JSON.stringify(input.actions ? { ...facts, actions: withIds(input.actions) } : facts)
}

const displayed = [...(Object.keys(givenFields) as (keyof typeof givenFields)[]), 'expires' as const]

/** Actions with an id each, which tells them apart when one is pressed. */
function withIds(actions: readonly Action[]): Action[] {
  const taken = new Set<string>()
  return actions.map((action) => {
    const id = action.id && !taken.has(action.id) ? action.id : randomDigits(10)
    taken.add(id)
    return { ...action, id }
  })
}

/**
 * Refuses a push without content: without any text, or a link or file without an address.
 * @throws Refusal `invalid_param`
 */
export function checkContent(content: Content): void {
  const has = (name: 'title' | 'body' | 'url' | 'file_url') => !isBlank(content[name] ?? '')
  if (content.type === 'link' && !has('url')) throw Refusal.param('url', 'A link needs a url.')
  if (content.type === 'file' && !has('file_url'))
    throw Refusal.param('file_url', 'A file needs the file_url that its upload answered.')
  if (!has('title') && !has('body') && !has('url') && !has('file_url'))
    throw Refusal.param('body', 'There is nothing to send: give a title, a body, a url or a file_url.')
}

/** A push without content that its sender pays for; all other fields are empty. */
export function emptyPush(iden: string, owner: string): Omit<PushRow, keyof Content | 'direction'> {
  return {
    iden,
    owner,
    active: 1,
    created: 0,
    modified: 0,
    guid: null,
    conversation: 'self',
    dismissed: 0,
    with_iden: null,
    with_email: null,
    with_email_normalized: null,
    with_name: null,
    with_image_url: null,
    target_device_iden: null,
    source_device_iden: null,
    client_iden: null,
    channel_iden: null,
    source_iden: null,
    update_id: null,
    expires: null,
    message_id: null,
    foreign_fields: null,
    press: null,
    email_skipped: 0,
    payer: owner,
    bytes: 0,
    original: null,
    reply_to: null,
    edited: null,
    pinned: null,
    reaction: null,
    with_reaction: null,
    ticked: null,
    remind_at: null,
    reminded: null,
    tags: null,
    deleted_by_sender: 0,
    awake_app_guids: null,
    preview: null,
    preview_iden: null,
  }
}

/** The conversation that a row belongs to, by the rule that both ends share. */
export function conversationOfRow(
  row: Pick<PushRow, 'direction' | 'channel_iden' | 'client_iden' | 'source_iden' | 'with_email_normalized'>,
): string {
  return conversationOf({
    direction: row.direction,
    ...filled({
      channel_iden: row.channel_iden,
      client_iden: row.client_iden,
      source_iden: row.source_iden,
      sender_email_normalized: row.direction === 'incoming' ? row.with_email_normalized : null,
      receiver_email_normalized: row.direction === 'outgoing' ? row.with_email_normalized : null,
    }),
  })
}

/** Bytes of a row besides its texts: columns of fixed size, and index entries. */
const rowBytes = 512

/** How many bytes of storage a push counts for. */
export function bytesOf(content: Content & Partial<Pick<PushRow, 'foreign_fields'>>): number {
  let bytes = rowBytes
  for (const name of countedTexts) bytes += Buffer.byteLength(content[name] ?? '')
  return bytes
}

const countedTexts = [
  'title',
  'body',
  'url',
  'file_name',
  'file_type',
  'file_url',
  'image_url',
  'display',
  'foreign_fields',
] as const

/** The type of a push without a type, by its fields. */
function impliedType({ file_url, url }: Input): Content['type'] {
  if (file_url) return 'file'
  return url ? 'link' : 'note'
}
