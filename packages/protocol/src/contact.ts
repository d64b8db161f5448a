import * as v from 'valibot'
import { defineCall } from './wire/call.ts'
import { displayName, email, iden, listQuery, synced } from './wire/field.ts'

/** A person in the account's address book. */
export const Contact = v.object({
  ...synced,
  name: v.optional(v.string()),
  email: v.optional(v.string()),
  email_normalized: v.optional(v.string()),
  image_url: v.optional(v.string()),
})
export type Contact = v.InferOutput<typeof Contact>

export const listContacts = defineCall({
  name: 'listContacts',
  method: 'GET',
  path: '/v2/contacts',
  does: 'Lists the contacts of the account, most recently modified first.',
  takes: v.object(listQuery),
  gives: v.object({ contacts: v.array(Contact), cursor: v.optional(v.string()) }),
  who: 'account',
  scope: 'everything',
  refuses: ['invalid_cursor'],
})

export const createContact = defineCall({
  name: 'createContact',
  method: 'POST',
  path: '/v2/contacts',
  does: 'Creates a contact, or renames the one with the same address.',
  takes: v.object({ name: displayName, email }),
  gives: Contact,
  who: 'account',
  scope: 'everything',
})

export const updateContact = defineCall({
  name: 'updateContact',
  method: 'POST',
  path: '/v2/contacts/:iden',
  does: 'Renames a contact.',
  takes: v.object({ iden, name: v.optional(displayName) }),
  gives: Contact,
  who: 'account',
  scope: 'everything',
  refuses: ['not_found'],
})

export const deleteContact = defineCall({
  name: 'deleteContact',
  method: 'DELETE',
  path: '/v2/contacts/:iden',
  does: 'Deletes a contact.',
  takes: v.object({ iden }),
  who: 'account',
  scope: 'everything',
  refuses: ['not_found'],
})
