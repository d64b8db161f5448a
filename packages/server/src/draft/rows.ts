import type { SavedDraft } from '@waypost/protocol'
import type { Change } from '../change.ts'
import type { Reader } from '../db/db.ts'
import { type SyncedRow, savedTable, saveSynced, syncedObject } from '../db/synced-table.ts'
import { countRows } from '../db/write-row.ts'
import { objectIden } from '../iden.ts'
import { filled } from '../objects.ts'

export const draftsPerAccount = 200

/** One row for each conversation that ever had a draft. */
interface DraftRow extends SyncedRow {
  conversation: string
  title: string | null
  body: string | null
  url: string | null
  writer: string
}

type DraftText = Pick<DraftRow, 'title' | 'body' | 'url'>

/** Writes the draft of a conversation; an empty draft becomes a tombstone. */
export async function writeDraft(
  tx: Change,
  owner: string,
  conversation: string,
  known: DraftRow | undefined,
  draft: DraftText & Pick<DraftRow, 'writer'>,
): Promise<DraftRow> {
  const fresh = { iden: objectIden(owner), owner, created: 0, modified: 0, conversation }
  const { title, body, url, writer } = draft
  const active = Number([title, body, url].some(Boolean))
  return saveSynced(tx, drafts, {
    ...(known ?? fresh),
    active,
    title: title || null,
    body: body || null,
    url: url || null,
    writer,
  })
}

/** A draft as its owner sees it. */
export const draftObject = (row: DraftRow): SavedDraft =>
  syncedObject(row, ({ conversation, title, body, url, writer }) => ({ conversation, ...filled({ title, body, url }), writer }))

export const drafts = savedTable('drafts', 'draft', draftObject, {
  fixed: ['conversation'],
  changing: ['title', 'body', 'url', 'writer'],
  long: ['title', 'body', 'url'],
  room: { most: draftsPerAccount, names: 'drafts', advice: 'Send or delete some.' },
})

export const findDraft = (reader: Reader, owner: string, conversation: string) =>
  reader.one<DraftRow>('SELECT * FROM draft WHERE owner = $1 AND conversation = $2', [owner, conversation])

/** Counts the drafts of an account. */
export const countDrafts = (reader: Reader, owner: string) =>
  countRows(reader, 'FROM draft WHERE owner = $1 AND active = 1', [owner])
