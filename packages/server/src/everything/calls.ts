import { getEverything, limits, type Profile } from '@waypost/protocol'
import { findAccount, profileObject } from '../account/rows.ts'
import type { Parts } from '../app.ts'
import { fromSeconds } from '../change.ts'
import { type ChatRow, chatObject, chatsAfter, latestChats } from '../chat/rows.ts'
import type { Query, Row } from '../db/db.ts'
import { type DeviceRow, deviceObject, devicesAfter, latestDevices } from '../device/rows.ts'
import { type Answer, answer } from '../http.ts'
import { lists, readCursor, writeCursor } from '../paging.ts'
import { latestPushes, type PushRow, pushesAfter, pushObject } from '../push/rows.ts'

export function everythingCalls({ db }: Parts): Answer[] {
  return [
    answer(getEverything, async (query, { caller: { account } }) => {
      const limit = query.limit ?? limits.pageSize
      const after = query.modified_after === undefined ? undefined : fromSeconds(query.modified_after)
      const from = query.cursor === undefined ? after : Math.max(after ?? -1, readCursor(query.cursor))
      const { page, cursor } = await changesOf(account.iden, from, limit)
      const shown = query.active || query.active_only ? page.filter(({ row }) => row.active === 1) : page
      const rows = (type: Change['type']) => shown.filter((change) => change.type === type).map((change) => change.row)
      return lists(
        {
          chats: (rows('chats') as unknown as ChatRow[]).map(chatObject),
          devices: (rows('devices') as unknown as DeviceRow[]).map(deviceObject),
          pushes: (rows('pushes') as unknown as PushRow[]).map((row) => pushObject(row, account)),
          profiles: await profilesOf(shown.map(({ row }) => row)),
        },
        cursor,
      )
    }),
  ]

  /** Changes after a stamp, the earliest first; without one the latest. All types are read over one unchanging state. */
  async function changesOf(
    owner: string,
    after: number | undefined,
    limit: number,
  ): Promise<{ page: Change[]; cursor?: string }> {
    const types = ['chats', 'devices', 'pushes'] as const
    const queries: Query[] =
      after === undefined
        ? [latestChats, latestDevices, latestPushes].map((query) => query(owner, limit))
        : [chatsAfter, devicesAfter, pushesAfter].map((query) => query(owner, after, limit + 1))
    const found = await db.snapshot(queries)
    const changes = found.flatMap((rows, index) => rows.map((row): Change => ({ type: types[index] as Change['type'], row })))
    const order = after === undefined ? -1 : 1
    changes.sort((a, b) => order * ((a.row.modified as number) - (b.row.modified as number)))
    const page = changes.slice(0, limit)
    const more = after !== undefined && changes.length > limit
    return more ? { page, cursor: writeCursor(page.at(-1)?.row.modified as number) } : { page }
  }

  /** The people whom rows mention and who have an account. */
  async function profilesOf(rows: Row[]): Promise<Profile[]> {
    const idens = [...new Set(rows.map((row) => row.with_iden).filter((iden) => typeof iden === 'string'))]
    const accounts = await Promise.all(idens.map((iden) => findAccount(db, iden)))
    return accounts.filter((account) => account !== undefined).map(profileObject)
  }
}

interface Change {
  type: 'chats' | 'devices' | 'pushes'
  row: Row
}
