import { firstPushesPerConversation, type ListQuery } from '@waypost/protocol'
import type { Query, Reader } from '../db/db.ts'
import { bytesOf, bytesPerPage, countFitting, fittingRows, lengthOf, pageValues, readPage } from '../db/pages.ts'
import type { PushRow } from './row.ts'
import { long, unchangedAndChanged } from './rows.ts'

const sized = `modified, ${bytesOf(long)} AS bytes`
const conversationPages = {
  // With a lower bound that excludes nothing, SQLite would choose the index of the whole box.
  all: conversationPage('CAST($2 AS BIGINT) < 0'),
  after: conversationPage('modified > $2'),
}

function conversationPage(bound: string) {
  const sql = (columns: string) =>
    `${unchangedAndChanged(
      (part) => `
      SELECT ${columns} FROM push
      WHERE owner = $1 AND conversation = $6 AND ${part} AND ${bound} AND modified < $3 AND active >= $4`,
    )} ORDER BY modified DESC LIMIT $5`
  return { rows: sql('*'), sizes: sql(sized) }
}

/** One page of a conversation, latest change first. */
export function listConversation(reader: Reader, owner: string, query: ListQuery, conversation: string) {
  const page = query.modified_after === undefined ? conversationPages.all : conversationPages.after
  return readPage<PushRow>(reader, page, [...pageValues(owner, query), conversation], query.limit)
}

/**
 * Active pushes of one conversation that were created before a stamp, the newest first, or after one, the earliest first, and whether there
 * are more. Of a conversation `device:<iden>` they are the account's own pushes to that device and from it. Like every page this one ends at
 * `bytesPerPage`.
 */
export async function readHistory(reader: Reader, owner: string, conversation: string, place: Place, limit: number) {
  const count = await countFitting(reader, historyQuery(owner, conversation, place, limit, 'sizes'), limit)
  const { sql, values } = historyQuery(owner, conversation, place, count + 1)
  const rows = await reader.all<PushRow>(sql, values)
  const page = fittingRows(rows.slice(0, count))
  return { rows: page, more: rows.length > page.length }
}

/** How many pushes are scanned to count incoming ones. */
const mostCounted = 10_000

/** How many of a conversation's first `mostCounted` pushes after a stamp are incoming, and the earliest's stamp, if any. */
export async function incomingAfter(reader: Reader, owner: string, conversation: string, after: number) {
  const row = await reader.one<{ count: number; earliest: number | null }>(incoming, [owner, conversation, after])
  return { count: Number(row?.count ?? 0), ...(row?.earliest && { first: Number(row.earliest) }) }
}

const incoming = `
  SELECT COUNT(*) AS count, MIN(created) AS earliest FROM (
    SELECT direction, created FROM (
      SELECT direction, created FROM (${counted('modified = created', 'modified')}) AS unchanged
      UNION ALL SELECT direction, created FROM (${counted('modified <> created', 'created')}) AS changed
    ) AS either ORDER BY created LIMIT ${mostCounted}
  ) AS first WHERE direction = 'incoming'`

function counted(part: string, stamp: string): string {
  return `SELECT direction, created FROM push WHERE owner = $1 AND conversation = $2 AND ${part} AND active = 1 AND ${stamp} > $3
    ORDER BY ${stamp} LIMIT ${mostCounted}`
}

/** A place in a conversation, by a stamp in microseconds, and the direction in which to read from it. */
type Place = { before: number } | { after: number }

export const fromNewest: Place = { before: Number.MAX_SAFE_INTEGER }

/** The device that a conversation belongs to, if it is a device's part of the own pushes. */
export const deviceOf = (conversation: string): string | undefined =>
  conversation.startsWith('device:') ? conversation.slice('device:'.length) : undefined

/** The pinned pushes of a conversation, most recently pinned first. */
export async function pinnedPushes(reader: Reader, owner: string, conversation: string): Promise<PushRow[]> {
  const device = deviceOf(conversation)
  const rows = await reader.all<PushRow>(pinned, [owner, device === undefined ? conversation : 'self'])
  if (device === undefined) return rows
  return rows.filter((row) => row.target_device_iden === device || row.source_device_iden === device)
}

// Two concurrent changes could pin one more than allowed, hence the separate limit.
const pinned = `SELECT * FROM push WHERE owner = $1 AND conversation = $2 AND pinned IS NOT NULL AND active = 1
  ORDER BY pinned DESC LIMIT 50`

/**
 * The newest active push of each conversation, in the order of their names; without `row` there is none. Like every page this one ends at
 * `bytesPerPage`, so the last conversations may be missing.
 */
export async function readLatest(reader: Reader, owner: string, conversations: readonly string[]) {
  const latest: { conversation: string; row?: PushRow }[] = []
  let bytes = 0
  for (const conversation of new Set(conversations)) {
    const { sql, values } = historyQuery(owner, conversation, fromNewest, 1)
    const [row] = await reader.all<PushRow>(sql, values)
    bytes += row ? lengthOf(row) : 0
    if (bytes > bytesPerPage && latest.length > 0) break
    latest.push({ conversation, ...(row && { row }) })
  }
  return latest
}

/**
 * The newest active pushes of each conversation, in the order of their names, and whether there are older ones. The page ends at
 * `bytesPerPage` like any other, so the last conversations may be missing.
 */
export async function readHistories(reader: Reader, owner: string, conversations: readonly string[]) {
  const histories: { conversation: string; rows: PushRow[]; more: boolean }[] = []
  let bytes = 0
  for (const conversation of new Set(conversations)) {
    const limit = firstPushesPerConversation
    const { rows, more } = await readHistory(reader, owner, conversation, fromNewest, limit)
    bytes += rows.reduce((sum, row) => sum + lengthOf(row), 0)
    if (bytes > bytesPerPage && histories.length > 0) break
    histories.push({ conversation, rows, more })
  }
  return histories
}

/** The query of `readHistory`: the rows of a page, or the `bytes` of each. */
export function historyQuery(
  owner: string,
  conversation: string,
  place: Place,
  limit: number,
  what: 'rows' | 'sizes' = 'rows',
): Query {
  const device = deviceOf(conversation)
  const [direction, stamp] = 'before' in place ? (['before', place.before] as const) : (['after', place.after] as const)
  const { [direction]: sql } = device === undefined ? history : deviceHistory
  return { sql: sql[what], values: [owner, device ?? conversation, stamp, limit] }
}

/** How the SQL of a direction compares and sorts: by `created`, see `inOrder`. */
interface Direction {
  is: '<' | '>'
  order: 'DESC' | 'ASC'
}

// The two stamps of an unchanged push are equal; its index has `modified`.
const historySql = (columns: string, { is, order }: Direction) => `
  SELECT * FROM (
    SELECT * FROM (
      SELECT ${columns} FROM push
      WHERE owner = $1 AND conversation = $2 AND modified = created AND active = 1 AND modified ${is} $3
      ORDER BY modified ${order} LIMIT $4) AS unchanged
    UNION ALL
    SELECT * FROM (
      SELECT ${columns} FROM push
      WHERE owner = $1 AND conversation = $2 AND modified <> created AND active = 1 AND created ${is} $3
      ORDER BY created ${order} LIMIT $4) AS changed
  ) AS either ORDER BY created ${order} LIMIT $4`

// Each half uses its own index, and the second excludes the rows of the first.
const deviceHistorySql = (columns: string, { is, order }: Direction) => `
  SELECT * FROM (
    SELECT * FROM (
      SELECT ${columns} FROM push
      WHERE owner = $1 AND target_device_iden = $2 AND conversation = 'self' AND active = 1 AND created ${is} $3
      ORDER BY created ${order} LIMIT $4) AS received
    UNION ALL
    SELECT * FROM (
      SELECT ${columns} FROM push
      WHERE owner = $1 AND source_device_iden = $2 AND conversation = 'self' AND active = 1 AND created ${is} $3
        AND (target_device_iden IS NULL OR target_device_iden <> $2)
      ORDER BY created ${order} LIMIT $4) AS sent
  ) AS either ORDER BY created ${order} LIMIT $4`

const historySizes = `created, ${bytesOf(long)} AS bytes`

function bothWays(sql: (columns: string, direction: Direction) => string) {
  const texts = (direction: Direction) => ({ rows: sql('*', direction), sizes: sql(historySizes, direction) })
  return { before: texts({ is: '<', order: 'DESC' }), after: texts({ is: '>', order: 'ASC' }) }
}

const history = bothWays(historySql)
const deviceHistory = bothWays(deviceHistorySql)
