// Handles the calls that return changes of all synced types, and an account's storage usage.

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
import { readCursor, writeCursor } from '../db/pages.ts'
import type { SyncedTable } from '../db/synced-table.ts'
import type { Deps } from '../deps.ts'
import { type Caller, type Handler, handle } from '../http/http.ts'
import { filled, lists } from '../objects.ts'
import { findStanding } from '../plan/rows.ts'
import { allowedBy } from '../plan/rules.ts'
import { monthOf } from '../sms/quota.ts'
import { textsSent } from '../sms/rows.ts'
import { bytesUsed } from '../upload/rows.ts'
import { type Changed, changesOf } from './changes.ts'

/** @param tables the tables of all synced types */
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

function heardBy(client: Caller['client'], types: readonly SyncedTable[]): readonly SyncedTable[] {
  return client === null ? types : types.filter(({ type }) => !ownerTypes.includes(type))
}

const isOwnType = (type: SyncedType): type is OwnType => ownTypes.some((own) => own === type)

function objectsOf(changes: Changed[], account: Account): ObjectsByType {
  const objects: Partial<Record<SyncedType, object[]>> = {}
  for (const { box, row } of changes) {
    objects[box.type] ??= []
    objects[box.type]?.push(box.object(row, account))
  }
  return objects as ObjectsByType
}

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
