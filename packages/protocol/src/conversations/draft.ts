import * as v from 'valibot'
import { conversationName } from '../push.ts'
import { defineCall } from '../wire/call.ts'
import { guid, listQuery, stamp, synced, text } from '../wire/field.ts'

/** The most characters of a synced draft, in all its fields. */
export const draftLength = 20_000

const fields = { title: v.optional(text(draftLength)), body: v.optional(text(draftLength)), url: v.optional(text(draftLength)) }

/** The unsent text in a conversation, synced between devices. There is one draft per conversation. */
export const SavedDraft = v.object({
  ...synced,
  /** As returned by `conversationOf`, or `device:<iden>`. */
  conversation: v.optional(v.string()),
  ...fields,
  /** The `writer` that was passed to `saveDraft`. */
  writer: v.optional(v.string()),
})
export type SavedDraft = v.InferOutput<typeof SavedDraft>

export const listDrafts = defineCall({
  name: 'listDrafts',
  method: 'GET',
  path: '/v2/drafts',
  does: 'Lists what is typed and not sent yet, most recently modified first.',
  takes: v.object(listQuery),
  gives: v.object({ drafts: v.array(SavedDraft), cursor: v.optional(v.string()) }),
  who: 'owner',
  refuses: ['invalid_cursor'],
})

export const saveDraft = defineCall({
  name: 'saveDraft',
  method: 'POST',
  path: '/v2/drafts',
  does:
    'Saves the draft of a conversation; an empty one deletes it. If another device has saved another one since `base`, nothing is ' +
    'saved, and the response is the draft of that device.',
  takes: v.object({
    conversation: conversationName,
    ...fields,
    base: v.optional(stamp, 0),
    writer: guid,
  }),
  /** Without a draft, only the conversation is present. */
  gives: v.object({ draft: v.optional(SavedDraft), saved: v.boolean() }),
  who: 'owner',
  operations: 3,
})
