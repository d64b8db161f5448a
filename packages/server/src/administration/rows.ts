// Reads the list of people for administrators, and writes the fields of an account that only administrators change.

import { type PeopleKind, type PeopleOrder, type Person, Refusal, rowsPerAdministrationPage } from '@waypost/protocol'
import * as v from 'valibot'
import type { Account } from '../caller.ts'
import { type Micros, microseconds, toSeconds } from '../change.ts'
import type { Reader, Value, Writer } from '../db/db.ts'
import { containing } from '../db/pages.ts'
import { filled } from '../objects.ts'
import type { PlanRow } from '../plan/rows.ts'
import { allowedBy, givenPlan, hasPro, isCurrent, type PlanSettings } from '../plan/rules.ts'
import { fileBytes, otherBytes, pushBytes } from '../upload/rows.ts'

/** A person as administrators see them. */
export interface PersonRow extends Account {
  /** The identity provider whose groups made them an administrator; null if it was a person. */
  admin_by: string | null
  suspended: Micros | null
  last_seen: Micros | null
  sessions: number
  storage: number
  plan_id: PlanRow['plan_id'] | null
  provider: string | null
  ends: Micros | null
  /** In bytes; null if the plan's limit applies. */
  storage_limit: number | null
}

interface PeopleQuery {
  search?: string | undefined
  only?: PeopleKind | undefined
  order?: PeopleOrder | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Counted as in `bytesUsed` of uploads. */
const storage = `CAST(${fileBytes('account.iden')} + ${pushBytes('account.iden')} + ${otherBytes('account.iden')} AS BIGINT)`
const sessions = `(SELECT COUNT(*) FROM access_token WHERE access_token.account = account.iden AND client_iden IS NULL
  AND generated = 0 AND (expires IS NULL OR expires > $1))`

/** Ties are sorted by iden. */
const keys: Record<PeopleOrder, { key: string; rises: boolean }> = {
  created: { key: 'account.created', rises: false },
  last_seen: { key: 'COALESCE(account.last_seen, 0)', rises: false },
  storage: { key: storage, rises: false },
  email: { key: 'account.email_normalized', rises: true },
}

const currentPlan = 'plan.account IS NOT NULL AND (plan.ends IS NULL OR plan.ends > $1)'
const kinds: Record<PeopleKind, string> = {
  administrators: 'account.admin = 1',
  pro: `(account.admin = 1 OR (${currentPlan}))`,
  suspended: 'account.suspended IS NOT NULL',
}

const from = 'FROM account LEFT JOIN plan ON plan.account = account.iden'
const columns = `account.*, plan.plan_id, plan.provider, plan.ends, ${sessions} AS sessions, ${storage} AS storage`

/** One page of people, and the total on all pages. */
export async function listPeople(
  reader: Reader,
  { search = '', only, order = 'created', limit = rowsPerAdministrationPage, cursor }: PeopleQuery,
): Promise<{ rows: PersonRow[]; total: number; cursor?: string }> {
  const { key, rises } = keys[order]
  const which = `(account.email_normalized LIKE $2 ESCAPE '!' OR lower(COALESCE(account.name, '')) LIKE $2 ESCAPE '!')
    AND CAST($1 AS BIGINT) > 0 ${only ? `AND ${kinds[only]}` : ''}`
  const values: Value[] = [microseconds(), containing(search)]
  const counted = await reader.one<{ total: number }>(`SELECT COUNT(*) AS total ${from} WHERE ${which}`, values)
  const [than, direction] = rises ? ['>', 'ASC'] : ['<', 'DESC']
  const after = cursor === undefined ? undefined : readCursor(cursor, order)
  const rows = await reader.all<PersonRow & { sort_key: string | number }>(
    `SELECT ${columns}, ${key} AS sort_key ${from}
     WHERE ${which} ${after ? `AND (${key} ${than} $4 OR (${key} = $4 AND account.iden ${than} $5))` : ''}
     ORDER BY sort_key ${direction}, account.iden ${direction} LIMIT $3`,
    [...values, limit + 1, ...(after ?? [])],
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page,
    total: Number(counted?.total ?? 0),
    ...(rows.length > limit && last && { cursor: writeCursor(last.sort_key, last.iden) }),
  }
}

const writeCursor = (key: string | number, iden: string) => Buffer.from(JSON.stringify([key, iden])).toString('base64url')

function readCursor(cursor: string, order: PeopleOrder): [string | number, string] {
  try {
    const key = order === 'email' ? v.string() : v.pipe(v.number(), v.safeInteger())
    return v.parse(v.tuple([key, v.string()]), JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new Refusal('invalid_cursor')
  }
}

/** A person by iden. @throws Refusal `not_found` */
export async function findPerson(reader: Reader, iden: string): Promise<PersonRow> {
  const row = await reader.one<PersonRow>(`SELECT ${columns} ${from} WHERE account.iden = $2`, [microseconds(), iden])
  if (!row) throw new Refusal('not_found', 'There is no such account.')
  return row
}

/** A person as administrators see them. */
export function personObject(settings: PlanSettings, row: PersonRow): Person {
  const now = microseconds()
  const plan = row.provider === null ? undefined : ({ ...row, account: row.iden } as unknown as PlanRow)
  const current = isCurrent(plan, now) ? plan : undefined
  const standing = { admin: row.admin === 1, plan, ownLimit: row.storage_limit }
  const { storageBytes } = allowedBy(settings, standing, now)
  return {
    iden: row.iden,
    email: row.email,
    created: toSeconds(row.created),
    storage: Number(row.storage),
    sessions: Number(row.sessions),
    plan: current === undefined ? 'free' : current.provider === givenPlan ? 'given' : current.plan_id,
    ...filled({
      name: row.name,
      image_url: row.image_url,
      last_seen: row.last_seen && toSeconds(row.last_seen),
      pro: hasPro(settings, standing, now),
      admin: row.admin === 1,
      suspended: row.suspended && toSeconds(row.suspended),
      storage_limit: Number.isFinite(storageBytes) ? storageBytes : undefined,
      own_storage_limit: row.storage_limit !== null,
    }),
  }
}

/** @param since microseconds; null ends the suspension */
export const saveSuspended = (tx: Writer, iden: string, since: Micros | null) =>
  tx.run('UPDATE account SET suspended = $2 WHERE iden = $1', [iden, since])

/** @param by the identity provider whose groups decide it; null if a person decides */
export const saveAdmin = (tx: Writer, iden: string, admin: boolean, by: string | null = null) =>
  tx.run('UPDATE account SET admin = $2, admin_by = $3 WHERE iden = $1', [iden, admin ? 1 : 0, admin ? by : null])

/** @param bytes null restores the limit of the plan */
export const saveStorageLimit = (tx: Writer, iden: string, bytes: number | null) =>
  tx.run('UPDATE account SET storage_limit = $2 WHERE iden = $1', [iden, bytes])
