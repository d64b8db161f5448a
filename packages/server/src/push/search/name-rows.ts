// Reads the targets with names in a box, for the filters of a search.

import type { Named } from '@waypost/protocol'
import type { Reader } from '../../db/db.ts'

/** The tables with names in a box, by the SQL of their columns. */
const namedColumns = {
  chat: "'person' AS kind, with_email_normalized AS key, with_name AS name, with_email AS also",
  contact: "'person' AS kind, email_normalized AS key, name, email AS also",
  device: "'device' AS kind, iden AS key, nickname AS name, model AS also",
  channel: "'channel' AS kind, iden AS key, name, tag AS also",
  subscription_shown: "'channel' AS kind, channel_iden AS key, channel_name AS name, channel_tag AS also",
  app_grant: "'client' AS kind, client_iden AS key, client_name AS name, NULL AS also",
}
type NamedTable = keyof typeof namedColumns
export const namedTables = Object.keys(namedColumns) as NamedTable[]

/** The named rows of one table of a box, the latest first. */
export const namedIn = (reader: Reader, owner: string, table: NamedTable, { before, limit }: { before: number; limit: number }) =>
  reader.all<Named & { modified: number }>(
    `SELECT ${namedColumns[table]}, modified FROM ${table}
     WHERE owner = $1 AND modified < $2 AND active = 1 ORDER BY modified DESC LIMIT $3`,
    [owner, before, limit],
  )
