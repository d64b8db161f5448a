// Finds where a push goes: the recipient that its sender named, the account or source that it is, and the boxes that get a row.

import { normalizeEmail, Refusal } from '@waypost/protocol'
import { type Account, findReceiver } from '../../account/rows.ts'
import type { Reader } from '../../db/db.ts'
import type { Deps } from '../../deps.ts'
import type { SourceRef } from '../../source/rows.ts'
import type { NewPush } from '../content.ts'
import { boxesOfSource, sourceToSendTo } from '../source/write-message.ts'

/** The recipient named by the caller. At most one may be named; none means all of the sender's devices. */
export type Recipient =
  | { kind: 'self' }
  | { kind: 'device'; iden: string }
  | { kind: 'email'; email: string }
  | { kind: 'channel'; tag: string }
  | { kind: 'client'; iden: string }
  | { kind: 'source'; iden: string }

/** The recipients of posts. */
export type PostRecipient = Extract<Recipient, { kind: 'channel' | 'client' }>

/** Where a push goes, as it was found before the change that writes it, and the boxes of that change. */
export type Destination = {
  boxes: readonly string[]
} /** It stays in the box of its sender; `device` is undefined for all devices. */ & (
  | { kind: 'own'; device: string | undefined }
  /** `receiver` is undefined for an address without an account. */
  | { kind: 'person'; email: string; receiver: Account | undefined }
  | { kind: 'post'; recipient: PostRecipient }
  | { kind: 'source'; source: SourceRef }
)

/**
 * Finds where a push goes.
 * @param known the source that it goes to, where the caller has read its row already
 * @throws Refusal
 */
export async function findDestination(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  sender: Account,
  input: NewPush,
  known?: SourceRef,
): Promise<Destination> {
  const recipient = parseRecipient(input)
  const own = [sender.iden]
  switch (recipient.kind) {
    case 'self':
      return { kind: 'own', device: undefined, boxes: own }
    case 'device':
      return { kind: 'own', device: recipient.iden, boxes: own }
    case 'channel':
    case 'client':
      checkUpdateId(input)
      return { kind: 'post', recipient, boxes: own }
    case 'source':
      return sourceDestination(db, known ?? (await sourceToSendTo(db, sender.iden, recipient.iden)))
    case 'email': {
      const address = personAddressed(recipient, sender)
      if (address === undefined) return { kind: 'own', device: undefined, boxes: own }
      const receiver = await findReceiver(db, config, address)
      return { kind: 'person', email: recipient.email, receiver, boxes: receiver ? [...own, receiver.iden] : own }
    }
  }
}

/** The boxes of a source's owner and members. */
export async function sourceDestination(reader: Reader, source: SourceRef): Promise<Destination> {
  return { kind: 'source', source, boxes: await boxesOfSource(reader, source) }
}

/** @throws Refusal `invalid_param` naming the second recipient */
export function parseRecipient({ device_iden, email, channel_tag, client_iden, source_iden }: NewPush): Recipient {
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

/** The normalized address of the other person that a push goes to; undefined if it stays in the sender's own box. */
export function personAddressed(recipient: Recipient, sender: { email_normalized: string }): string | undefined {
  if (recipient.kind !== 'email') return undefined
  const address = normalizeEmail(recipient.email)
  return address === sender.email_normalized ? undefined : address
}

/** Posts can't be replaced: their copies are in followers' boxes. @throws Refusal `invalid_param` */
function checkUpdateId({ update_id, expires }: NewPush): void {
  if (update_id !== undefined) throw Refusal.param('update_id', 'A post of a channel or an app is changed by its iden.')
  if (expires !== undefined) throw Refusal.param('expires', 'A post of a channel or an app does not expire.')
}

/** Only the owner of a channel may post to it. @throws Refusal `invalid_param` for an unknown channel, `forbidden` for another's */
export function checkChannelOwner<C extends { owner: string }>(channel: C | undefined, sender: string): C {
  if (!channel) throw Refusal.param('channel_tag')
  if (channel.owner !== sender) throw new Refusal('forbidden')
  return channel
}

/** Only the developer of an OAuth client may push to its users. @throws Refusal `invalid_param` */
export function checkClientOwner<C extends { owner: string }>(client: C | undefined, sender: string): C {
  if (client?.owner !== sender) throw Refusal.param('client_iden')
  return client
}
