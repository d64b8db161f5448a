// Defines the calls that return changes of all synced types, for catching up and for the bootstrap.

import * as v from 'valibot'
import { Profile } from '../account.ts'
import { defineCall } from '../wire/call.ts'
import { flag, listQuery } from '../wire/field.ts'
import { listsInSync, ObjectsByType, type OwnType, ownTypes } from './synced-types.ts'

/** Asks for the types that are not part of the public API. */
const ownTypesWanted = Object.fromEntries(ownTypes.map((type) => [type, v.optional(flag)])) as {
  readonly [T in OwnType]: v.OptionalSchema<typeof flag, undefined>
}

export const getEverything = defineCall({
  name: 'getEverything',
  method: 'GET',
  path: '/v2/everything',
  does:
    'Lists all changes after `modified_after`, of every type, earliest change first, with a `cursor` while there are more. Without ' +
    '`modified_after`, lists the `limit` latest changes.',
  takes: v.object({
    limit: listQuery.limit,
    cursor: listQuery.cursor,
    modified_after: listQuery.modified_after,
    active: listQuery.active,
    active_only: listQuery.active_only,
    ...ownTypesWanted,
  }),
  gives: v.object({
    ...ObjectsByType.entries,
    profiles: v.optional(v.array(Profile)),
    cursor: v.optional(v.string()),
  }),
  who: 'account',
  scope: 'everything',
  operations: 12,
  refuses: ['invalid_cursor'],
})

export const sync = defineCall({
  name: 'sync',
  method: 'POST',
  path: '/v2/sync',
  does:
    'Without a cursor, returns the latest objects; with one, all changes since it was issued, earliest change first. Call again with the ' +
    'new `cursor`, at once if there is `more`.',
  takes: v.object({ cursor: listQuery.cursor }),
  gives: v.object({
    ...listsInSync,
    profiles: v.array(Profile),
    cursor: v.string(),
    more: v.boolean(),
  }),
  who: 'account',
  scope: 'everything',
  operations: 8,
  refuses: ['invalid_cursor'],
})
