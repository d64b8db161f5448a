import * as v from 'valibot'
import { muteFields, muteShown, placeFields, placeShown } from './conversations/arranged.ts'
import { defineCall } from './wire/call.ts'
import { email, iden, listQuery, synced } from './wire/field.ts'

/** A conversation with a person, with or without an account. */
export const Chat = v.object({
  ...synced,
  ...muteShown,
  ...placeShown,
  with: v.optional(
    v.object({
      type: v.picklist(['user', 'email']),
      iden: v.optional(v.string()),
      email: v.string(),
      email_normalized: v.string(),
      name: v.optional(v.string()),
      image_url: v.optional(v.string()),
    }),
  ),
})
export type Chat = v.InferOutput<typeof Chat>

export const listChats = defineCall({
  name: 'listChats',
  method: 'GET',
  path: '/v2/chats',
  does: 'Lists the chats of the account, most recently modified first.',
  takes: v.object(listQuery),
  gives: v.object({ chats: v.array(Chat), cursor: v.optional(v.string()) }),
  who: 'account',
  scope: 'everything',
  refuses: ['invalid_cursor'],
})

export const createChat = defineCall({
  name: 'createChat',
  method: 'POST',
  path: '/v2/chats',
  does: 'Returns the existing chat with an address, or creates one.',
  takes: v.object({ email }),
  gives: Chat,
  who: 'account',
  scope: 'everything',
})

export const updateChat = defineCall({
  name: 'updateChat',
  method: 'POST',
  path: '/v2/chats/:iden',
  does: 'Mutes or unmutes a chat, for some time or without an end, and pins or archives it.',
  takes: v.object({ iden, ...muteFields, ...placeFields }),
  gives: Chat,
  who: 'account',
  scope: 'everything',
  refuses: ['not_found'],
})

export const deleteChat = defineCall({
  name: 'deleteChat',
  method: 'DELETE',
  path: '/v2/chats/:iden',
  does: 'Removes a chat. Its pushes stay, and the next push creates it again.',
  takes: v.object({ iden }),
  who: 'account',
  scope: 'everything',
  refuses: ['not_found'],
})
