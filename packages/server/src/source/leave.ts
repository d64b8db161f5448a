import { notMuted, notPlaced } from '../account/arranged.ts'
import type { Change } from '../change.ts'
import type { Deps } from '../deps.ts'
import { deletePayload } from './payload-rows.ts'
import { deleteSourceRow, isRoot, rowsOfSource, type SourceRow, saveSource, someSourcesOf } from './rows.ts'
import { type SourceJob, sourceClosedJob, withoutMember } from './rules.ts'

type Used = Pick<Deps, 'db' | 'change' | 'jobs'>

/** Removes a source from the box of a row, or from all boxes if the row is its owner's; a job deletes its messages there. */
export async function leaveSource({ db, change, jobs }: Used, { root, iden }: SourceRow): Promise<void> {
  const seen = await rowsOfSource(db, root)
  const owners = seen.filter((row) => root === iden || row.iden === iden || isRoot(row)).map(({ owner }) => owner)
  if (owners.length === 0) return
  await change(owners, async (tx) => {
    const leaving = (await rowsOfSource(tx, root)).filter((row) => owners.includes(row.owner))
    for (const row of leaving) {
      if (root === iden || row.iden === iden) await close(tx, jobs, row)
      else if (isRoot(row)) await saveSource(tx, { ...row, members: withoutMember(row, ownerOf(leaving, iden)) })
    }
  })
}

const ownerOf = (rows: readonly SourceRow[], iden: string): string => rows.find((row) => row.iden === iden)?.owner ?? ''

async function close(tx: Change, jobs: Deps['jobs'], row: SourceRow): Promise<void> {
  await saveSource(tx, { ...row, ...emptied, active: 0 })
  if (isRoot(row)) deletePayload(tx, row.iden)
  await jobs.add(tx, { type: sourceClosedJob, key: row.iden, payload: { iden: row.iden, owner: row.owner } satisfies SourceJob })
}

const emptied = {
  topic: null,
  name: null,
  description: null,
  image_url: null,
  quiet_hours: null,
  webhook: null,
  webhook_secret: null,
  ntfy_token: null,
  gotify_token: null,
  members: null,
  shared_by: null,
  open: 0,
  ...notMuted,
  ...notPlaced,
}

const slice = 50

/** Removes the sources of a deleted account from all boxes, and the account from those shared with it. @returns whether more are left */
export async function deleteFor(deps: Used, owner: string): Promise<boolean> {
  const some = await someSourcesOf(deps.db, owner, slice)
  for (const row of some) {
    if (row.active) await leaveSource(deps, row)
    await deps.db.write((tx) => deleteSourceRow(tx, row.iden))
  }
  return some.length === slice
}
