import * as v from 'valibot'
import { defineCall } from './wire/call.ts'
import { email, iden, listQuery, synced } from './wire/field.ts'

/** A person whose pushes are silently not delivered. */
export const Block = v.object({
  ...synced,
  user: v.optional(
    v.object({
      iden: v.optional(v.string()),
      email: v.string(),
      email_normalized: v.string(),
      name: v.optional(v.string()),
      image_url: v.optional(v.string()),
    }),
  ),
})
export type Block = v.InferOutput<typeof Block>

export const listBlocks = defineCall({
  name: 'listBlocks',
  method: 'GET',
  path: '/v2/blocks',
  does: 'Lists the people that the account blocks, most recently modified first.',
  takes: v.object(listQuery),
  gives: v.object({ blocks: v.array(Block), cursor: v.optional(v.string()) }),
  who: 'account',
  scope: 'everything',
  refuses: ['invalid_cursor'],
})

export const createBlock = defineCall({
  name: 'createBlock',
  method: 'POST',
  path: '/v2/blocks',
  does: 'Blocks an address. Returns the existing block, or creates one.',
  takes: v.object({ email }),
  gives: Block,
  who: 'account',
  scope: 'everything',
})

export const deleteBlock = defineCall({
  name: 'deleteBlock',
  method: 'DELETE',
  path: '/v2/blocks/:iden',
  does: 'Removes a block.',
  takes: v.object({ iden }),
  who: 'account',
  scope: 'everything',
  refuses: ['not_found'],
})
