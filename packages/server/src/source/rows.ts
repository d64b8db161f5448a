import { type QuietHours, type Source, sourcesPerAccount, type WebhookFormat } from '@waypost/protocol'
import { isNotStopped } from '../access-token/rows.ts'
import { type MuteColumns, muteObject, type PlaceColumns, placeObject } from '../account/arranged.ts'
import { type Change, type Micros, toSeconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { type SyncedRow, savedTable, saveSynced, syncedObject } from '../db/synced-table.ts'
import { filled } from '../objects.ts'

/** A person with whom a source is shared. */
export interface Member {
  iden: string
  email: string
  name?: string
  image_url?: string
}

/** A source in its owner's box, or in a member's, which contains only what members see. Empty fields are null. */
export interface SourceRow extends SyncedRow, MuteColumns, PlaceColumns {
  /** The iden of the source in its owner's box; there it is the row's own. */
  root: string
  topic: string | null
  name: string | null
  description: string | null
  image_url: string | null
  default_priority: number | null
  keep_seconds: number | null
  keep_count: number | null
  open: number
  ignores_quiet_hours: number
  /** JSON, like the next field. */
  quiet_hours: string | null
  webhook: string | null
  webhook_secret: string | null
  /** Hashes. */
  ntfy_token: string | null
  gotify_token: string | null
  tokens_made: Micros | null
  /** JSON list of `Member`. */
  members: string | null
  /** JSON: the owner, in a member's row. */
  shared_by: string | null
  /** Only `countMessages` writes these two. */
  message_count: number
  last_message: Micros | null
}

export const isRoot = ({ iden, root }: Pick<SourceRow, 'iden' | 'root'>): boolean => iden === root

/** The open source with a topic, of any owner. */
export const findSourceByTopic = (reader: Reader, topic: string) =>
  reader.one<SourceRow>('SELECT * FROM source WHERE topic = $1', [topic])

/** The columns that identify a source and its boxes: reading all columns for each message would take most of its time. */
export type SourceRef = Pick<SourceRow, 'iden' | 'owner' | 'active' | 'root' | 'topic' | 'open' | 'members'>

/** The open source with a topic, of any owner, without its settings. */
export const findTopic = (reader: Reader, topic: string) =>
  reader.one<SourceRef>('SELECT iden, owner, active, root, topic, open, members FROM source WHERE topic = $1', [topic])

/** The source that a token may write to, by the hash of either of its tokens; undefined if the account is suspended. */
export const findSourceByToken = (reader: Reader, hash: string, kind: 'ntfy_token' | 'gotify_token') =>
  reader.one<SourceRow>(
    `SELECT * FROM source WHERE ${kind} = $1 AND active = 1 AND ${isNotStopped('source.owner', 'tokens of sources')}`,
    [hash],
  )

/** A source of any owner, including deleted ones. */
export const findSource = (reader: Reader, iden: string) => reader.one<SourceRow>('SELECT * FROM source WHERE iden = $1', [iden])

/** The sources that an account owns, oldest first. */
export const sourcesOf = (reader: Reader, owner: string) =>
  reader.all<SourceRow>('SELECT * FROM source WHERE owner = $1 AND active = 1 AND root = iden ORDER BY created', [owner])

/** The row of a source in one box, including deleted ones. */
export const findSourceIn = (reader: Reader, root: string, owner: string) =>
  reader.one<SourceRow>('SELECT * FROM source WHERE root = $1 AND owner = $2', [root, owner])

/** The rows of a source in all boxes that have it, including its owner's. */
export const rowsOfSource = (reader: Reader, root: string) =>
  reader.all<SourceRow>('SELECT * FROM source WHERE root = $1 AND active = 1 ORDER BY owner', [root])

/** A batch of an account's sources, its own and shared ones, including deleted ones. */
export const someSourcesOf = (reader: Reader, owner: string, limit: number) =>
  reader.all<SourceRow>('SELECT * FROM source WHERE owner = $1 ORDER BY iden LIMIT $2', [owner, limit])

export const deleteSourceRow = (tx: Writer, iden: string) => tx.run('DELETE FROM source WHERE iden = $1', [iden])

/** Saves a source. `asked` is false if the row's owner didn't request it. */
export const saveSource = (tx: Change, row: SourceRow, asked = true) => saveSynced(tx, sources, row, { asked })

/** Counts messages of a source in one box: new ones with the stamp of the last, or deleted ones. */
export function countMessages(tx: Writer, iden: string, more: number, last: Micros | null = null): void {
  tx.send(
    `UPDATE source SET message_count = message_count + CAST($2 AS INTEGER), last_message = COALESCE(CAST($3 AS BIGINT), last_message)
     WHERE iden = $1`,
    [iden, more, last],
  )
}

export const membersOf = ({ members }: Pick<SourceRow, 'members'>): Member[] =>
  members === null ? [] : (JSON.parse(members) as Member[])

export const webhookOf = ({ webhook }: Pick<SourceRow, 'webhook'>): WebhookFormat | undefined =>
  webhook === null ? undefined : (JSON.parse(webhook) as WebhookFormat)

/** A source as the owner of the row sees it. */
export const sourceObject = (row: SourceRow): Source =>
  syncedObject(row, () => ({
    ...filled({
      name: row.name,
      topic: row.topic,
      description: row.description,
      image_url: row.image_url,
      default_priority: row.default_priority,
      keep_seconds: row.keep_seconds,
      keep_count: row.keep_count,
      open: row.open === 1,
      ignores_quiet_hours: row.ignores_quiet_hours === 1,
      quiet_hours: row.quiet_hours === null ? undefined : (JSON.parse(row.quiet_hours) as QuietHours),
      ...muteObject(row),
      ...placeObject(row),
      message_count: row.message_count,
      last_message: row.last_message === null ? undefined : toSeconds(row.last_message),
      shared_by: row.shared_by === null ? undefined : (JSON.parse(row.shared_by) as NonNullable<Source['shared_by']>),
      members: row.members === null ? undefined : membersOf(row).map(({ iden: _, ...member }) => member),
      webhook: webhookOf(row),
      has_webhook_secret: row.webhook_secret !== null,
      tokens_made: row.tokens_made === null ? undefined : toSeconds(row.tokens_made),
    }),
  }))

export const sources = savedTable('sources', 'source', sourceObject, {
  fixed: ['root'],
  changing: [
    'topic',
    'name',
    'description',
    'image_url',
    'default_priority',
    'keep_seconds',
    'keep_count',
    'open',
    'ignores_quiet_hours',
    'quiet_hours',
    'webhook',
    'webhook_secret',
    'ntfy_token',
    'gotify_token',
    'tokens_made',
    'members',
    'shared_by',
    'muted',
    'muted_until',
    'pinned',
    'archived',
  ],
  long: ['description', 'webhook', 'members'],
  room: { most: sourcesPerAccount, names: 'sources', advice: 'Delete one first.', claims: true },
})
