import { conversationOf, Refusal, type Seconds } from '@waypost/protocol'
import type { Account } from '../../account/rows.ts'
import { type Change, fromSeconds, type Micros, microseconds } from '../../change.ts'
import type { Person } from '../../chat/rows.ts'
import { newRow } from '../../db/synced-table.ts'
import { devices } from '../../device/rows.ts'
import { objectIden } from '../../iden.ts'
import { filled } from '../../objects.ts'
import { type Content, contentOf, type NewPush } from '../content.ts'
import { type PushRow, untouched } from '../row.ts'
import { pushes } from '../rows.ts'

/** The columns that say where a push goes or comes from. */
export type Where = Pick<PushRow, 'direction'> & Partial<PushRow>

/** Builds the row of a push without writing it. @throws Refusal `invalid_param` */
export async function newPush(tx: Change, sender: Account, input: NewPush, where: Where): Promise<PushRow> {
  const source = input.source_device_iden
  if (source && !(await devices.find(tx, sender.iden, source))) throw Refusal.param('source_device_iden')
  const push: PushRow = {
    ...emptyPush(objectIden(sender.iden), sender.iden),
    guid: input.guid ?? null,
    target_device_iden: input.device_iden ?? null,
    source_device_iden: source ?? null,
    reply_to: input.reply_to ?? null,
    update_id: input.update_id ?? null,
    expires: input.expires === undefined ? null : expiryOf(input.expires),
    message_id: input.message_id ?? null,
    foreign_fields: input.foreign === undefined ? null : JSON.stringify(input.foreign),
    ...contentOf(input),
    ...where,
  }
  push.conversation = conversationOfRow(push)
  if (push.reply_to !== null) checkReply(push, await pushes.find(tx, sender.iden, push.reply_to))
  return push
}

/** When a push expires, in microseconds. @throws Refusal `invalid_param` for a time that has passed */
function expiryOf(expires: Seconds): Micros {
  const at = fromSeconds(expires)
  if (at <= microseconds()) throw Refusal.param('expires', 'Choose a time in the future.')
  return at
}

/** A push can only reply to one of the same conversation, which may have been deleted. @throws Refusal `invalid_param` */
function checkReply(push: Pick<PushRow, 'conversation'>, replied: Pick<PushRow, 'conversation'> | undefined): void {
  if (replied?.conversation !== push.conversation)
    throw Refusal.param('reply_to', 'There is no such message in this conversation to reply to.')
}

/** The columns that name the other person. */
export const withPerson = (person: Person) => ({
  with_iden: person.iden,
  with_email: person.email,
  with_email_normalized: person.email_normalized,
  with_name: person.name,
  with_image_url: person.image_url,
})

/** A push without content, paid for by its sender; all other fields are empty. */
export function emptyPush(iden: string, owner: string): Omit<PushRow, keyof Content | 'direction'> {
  return {
    ...newRow(owner, iden),
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
    ...untouched,
    deleted_by_sender: 0,
    awake_app_guids: null,
    preview: null,
    preview_iden: null,
  }
}

/** The conversation that a row belongs to, by the rule shared with the client. */
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
