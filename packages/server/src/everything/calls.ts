// Handles the calls that return changes of all synced types, and what an account uses of its storage.

import {
  freeLimits,
  type Gives,
  getEverything,
  getUsage,
  laterTypes,
  type ObjectsByType,
  type OwnType,
  objectsPerPage,
  ownerTypes,
  ownTypes,
  type Profile,
  type SyncedType,
  sync,
  typesInSync,
} from '@waypost/protocol'
import { type Account, findAccount, profileObject } from '../account/rows.ts'
import { fromSeconds, microseconds } from '../change.ts'
import type { Db, Row } from '../db/db.ts'
import { alwaysFit, countFitting, fitting, lengthOf, readCursor, writeCursor } from '../db/pages.ts'
import type { SyncedRow, SyncedTable } from '../db/synced-table.ts'
import type { Deps } from '../deps.ts'
import { type Caller, type Handler, handle } from '../http/http.ts'
import { filled, lists } from '../objects.ts'
import { findStanding } from '../plan/rows.ts'
import { allowedBy } from '../plan/rules.ts'
import { monthOf } from '../sms/quota.ts'
import { textsSent } from '../sms/rows.ts'
import { bytesUsed } from '../upload/rows.ts'

/** @param tables those of all synced types */
export function everythingCalls({ db }: Deps, tables: readonly SyncedTable[]): Handler[] {
  const tablesInSync = tables.filter(({ type }) => typesInSync.includes(type))
  return [
    handle(getEverything, async (query, { caller: { account, client } }) => {
      const limit = query.limit ?? objectsPerPage
      const after = query.modified_after === undefined ? undefined : fromSeconds(query.modified_after)
      const from = query.cursor === undefined ? after : Math.max(after ?? -1, readCursor(query.cursor))
      const types = tables.filter(({ type }) => !isOwnType(type) || query[type])
      const { page, cursor } = await changesOf(db, heardBy(client, types), account.iden, from, limit)
      const shown = query.active || query.active_only ? page.filter(({ row }) => row.active === 1) : page
      const objects = objectsOf(shown, account)
      const answered = lists({ ...objects, profiles: await profilesOf(db, shown) }, cursor)
      return { ...answered, ...filled(Object.fromEntries([...ownTypes, ...laterTypes].map((type) => [type, objects[type]]))) }
    }),
    handle(sync, async (query, { caller: { account, client } }) => {
      const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
      const { page, cursor } = await changesOf(db, heardBy(client, tablesInSync), account.iden, after, objectsPerPage)
      page.sort((a, b) => a.row.modified - b.row.modified)
      return {
        ...(Object.fromEntries(tablesInSync.map(({ type }) => [type, []])) as unknown as Gives<typeof sync>),
        ...objectsOf(page, account),
        profiles: await profilesOf(db, page),
        cursor: writeCursor(page.at(-1)?.row.modified ?? after ?? 0),
        more: cursor !== undefined,
      }
    }),
  ]
}

/** The types that a token may see: an OAuth client's token sees fewer. */
function heardBy(client: Caller['client'], types: readonly SyncedTable[]): readonly SyncedTable[] {
  return client === null ? types : types.filter(({ type }) => !ownerTypes.includes(type))
}

const isOwnType = (type: SyncedType): type is OwnType => ownTypes.some((own) => own === type)

interface Changed {
  box: SyncedTable
  row: SyncedRow
}

/**
 * Changes after a stamp, the earliest first; without one the latest changes. All types are read from one snapshot, and no more rows than
 * fit into a page.
 */
async function changesOf(
  db: Db,
  tables: readonly SyncedTable[],
  owner: string,
  after: number | undefined,
  limit: number,
): Promise<{ page: Changed[]; cursor?: string }> {
  // One row more than the page tells whether there is a next page.
  const most = after === undefined ? limit : limit + 1
  const read = async (counts: readonly number[]) =>
    (await db.snapshot(
      tables.map((box, index) => {
        const count = counts[index] as number
        return after === undefined ? box.latest(owner, count) : box.changedAfter(owner, after, count)
      }),
    )) as unknown as SyncedRow[][]
  // Usually little or nothing has changed.
  let counts = tables.map(() => Math.min(most, alwaysFit))
  let found = await read(counts)
  if (most > alwaysFit && found.some((rows) => rows.length === alwaysFit)) {
    counts = await Promise.all(
      tables.map((box) => (box.measure ? countFitting(db, box.measure(owner, after, most), most) : most)),
    )
    found = await read(counts)
  }
  const earliestFirst = after !== undefined
  const order = (a: number, b: number) => (earliestFirst ? a - b : b - a)
  // If a type was cut short, rows after its last one are missing, so this page must end there.
  const ends = found.filter((rows, index) => (counts[index] as number) < most && rows.length === counts[index])
  const end = ends.map((rows) => (rows.at(-1) as SyncedRow).modified).sort(order)[0]
  const changes = tables
    .flatMap((box, index) => (found[index] as SyncedRow[]).map((row): Changed => ({ box, row })))
    .filter(({ row }) => end === undefined || order(row.modified, end) <= 0)
    .sort((a, b) => order(a.row.modified, b.row.modified))
  const page = changes.slice(0, fitting(changes.slice(0, limit).map(({ row }) => lengthOf(row))))
  const more = earliestFirst && (end !== undefined || changes.length > page.length)
  return more ? { page, cursor: writeCursor((page.at(-1) as Changed).row.modified) } : { page }
}

function objectsOf(changes: Changed[], account: Account): ObjectsByType {
  const objects: Partial<Record<SyncedType, object[]>> = {}
  for (const { box, row } of changes) {
    objects[box.type] ??= []
    objects[box.type]?.push(box.object(row, account))
  }
  return objects as ObjectsByType
}

/** The profiles of the accounts that rows mention. */
async function profilesOf(db: Db, changes: Changed[]): Promise<Profile[]> {
  const idens = changes.map(({ row }) => (row as unknown as Row).with_iden).filter((iden) => typeof iden === 'string')
  const accounts = await Promise.all([...new Set(idens)].map((iden) => findAccount(db, iden)))
  return accounts.filter((account) => account !== undefined).map(profileObject)
}

export function usageCalls({ db, hasPro, settings }: Deps): Handler[] {
  return [
    handle(getUsage, async (_input, { caller }) => {
      const { iden } = caller.account
      const { storageBytes } = allowedBy(settings.now, await findStanding(db, iden), microseconds())
      return {
        storage_used: await bytesUsed(db, iden),
        ...(Number.isFinite(storageBytes) && { storage_limit: storageBytes }),
        texts_sent: await textsSent(db, iden, monthOf(Date.now())),
        ...(!(await hasPro(db, iden)) && { texts_limit: freeLimits.textsPerMonth }),
      }
    }),
  ]
}
