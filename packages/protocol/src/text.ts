// Defines the calls on texts, which are outgoing SMS.

import * as v from 'valibot'
import { defineCall } from './wire/call.ts'
import {
  addressLength,
  bodyLength,
  flag,
  guidLength,
  iden,
  idenLength,
  listQuery,
  nameLength,
  synced,
  text,
  whole,
} from './wire/field.ts'

export const recipientsPerText = 100

/** How long an SMS is kept on the server. */
export const textMilliseconds = 60 * 60_000

export const textStatuses = ['queued', 'sent', 'failed'] as const
/** Why a text failed, according to the phone. `cannot_open`: the phone does not have the key that the text is encrypted with. */
export const textFailures = ['cannot_open'] as const

/** The data of an outgoing SMS. If a password is set, all fields except the phone and the guid are in `ciphertext`. */
export const TextData = v.object({
  target_device_iden: text(idenLength),
  addresses: v.optional(v.pipe(v.array(text(nameLength)), v.minLength(1), v.maxLength(recipientsPerText))),
  message: v.optional(text(bodyLength)),
  guid: v.optional(text(guidLength)),
  timestamp: v.optional(whole(0, Number.MAX_SAFE_INTEGER)),
  file_type: v.optional(text(nameLength)),
  status: v.optional(v.picklist(textStatuses)),
  failure: v.optional(v.picklist(textFailures)),
  /** The phone's own description of the failure. */
  reason: v.optional(text(nameLength)),
  encrypted: v.optional(flag),
  ciphertext: v.optional(text(4 * bodyLength)),
})
export type TextData = v.InferOutput<typeof TextData>

/** An outgoing SMS, sent by a phone. The server deletes it after an hour; the phone keeps the conversation. */
export const Text = v.object({
  ...synced,
  data: v.optional(v.object({ ...TextData.entries, target_device_iden: v.string(), addresses: v.optional(v.array(v.string())) })),
  file_url: v.optional(v.string()),
})
export type Text = v.InferOutput<typeof Text>

const newText = v.object({ data: TextData, file_url: v.optional(text(addressLength)), skip_delete_file: v.optional(flag) })

export const listTexts = defineCall({
  name: 'listTexts',
  method: 'GET',
  path: '/v2/texts',
  does: 'Lists the outgoing SMS, most recently modified first.',
  takes: v.object(listQuery),
  gives: v.object({ texts: v.array(Text), cursor: v.optional(v.string()) }),
  who: 'account',
  scope: 'texts',
  refuses: ['invalid_cursor'],
})

export const createText = defineCall({
  name: 'createText',
  method: 'POST',
  path: '/v3/create-text',
  does: 'Sends an SMS with a phone of the account. Returns the existing text if its `guid` was used before.',
  takes: newText,
  gives: Text,
  who: 'account',
  scope: 'texts',
  refuses: ['over_quota'],
})

/** The older name of the same call in the public API. */
export const createTextV2 = defineCall({ ...createText, name: 'createTextV2', path: '/v2/texts' })

export const updateText = defineCall({
  name: 'updateText',
  method: 'POST',
  path: '/v2/texts/:iden',
  does: 'Changes a text, as the phone does when it has sent it; deletes it if the body contains only its `iden`.',
  takes: v.object({ iden, data: v.optional(v.partial(TextData)), file_url: v.optional(text(addressLength)) }),
  gives: Text,
  who: 'account',
  scope: 'texts',
  refuses: ['not_found'],
})

export const deleteTextV2 = defineCall({
  name: 'deleteTextV2',
  method: 'DELETE',
  path: '/v2/texts/:iden',
  does: 'Deletes a text, so that a phone that has not sent it yet does not send it.',
  takes: v.object({ iden }),
  who: 'account',
  scope: 'texts',
  refuses: ['not_found'],
})

export const deleteText = defineCall({ ...deleteTextV2, name: 'deleteText', method: 'POST', path: '/v3/delete-text' })
