import {
  type AuditAct,
  type AuditEntry,
  type AuditKind,
  Refusal,
  rowsPerAdministrationPage,
  type SecurityEvent,
  securityEvents,
} from '@waypost/protocol'
import type { Account } from '../caller.ts'
import { dayMilliseconds, type Micros, microseconds, toSeconds } from '../change.ts'
import type { Db, Reader, Value, Writer } from '../db/db.ts'
import { containing } from '../db/pages.ts'
import { countRows, insertRow } from '../db/write-row.ts'
import { risingIden } from '../iden.ts'
import { filled } from '../objects.ts'

const auditMilliseconds = 365 * 24 * 60 * 60_000

/** All security events of an account are kept this long; afterwards, only the newest of each kind. */
const securityEventMilliseconds = 90 * 24 * 60 * 60_000
const securityEventsPerKind = 100

/** At this many events within a day, an account may not make another that lets something in, and repeated ones are only counted. */
const securityEventsPerDay = 100

const events = securityEvents.map((event) => `'${event}'`).join(', ')

/** Further details of an act, without secrets. */
type Details = NonNullable<AuditEntry['details']>

interface AuditedAct {
  act: AuditAct
  /** Who did it: an administrator, a person at the command line of the server's machine, or an identity provider by name. */
  by: Pick<Account, 'iden' | 'email'> | { provider: string } | 'command line'
  about?: Pick<Account, 'iden' | 'email'>
  /** Never a password, a token or the secret of a link: the person concerned and every administrator can read it. */
  details?: Details
}

/** Records an act of an administrator within the write that carries it out, and deletes expired entries. */
export async function audit(tx: Writer, { act, by, about, details }: AuditedAct): Promise<void> {
  const now = microseconds()
  const admin = by !== 'command line' && 'iden' in by ? by : undefined
  const name = by !== 'command line' && 'provider' in by ? by.provider : admin?.email
  await tx.run('DELETE FROM audit_entry WHERE created < $1', [oldest(now)])
  await insertRow(tx, 'audit_entry', {
    iden: risingIden('audit'),
    created: now,
    act,
    admin: admin?.iden,
    admin_email: name,
    about: about?.iden,
    about_email: about?.email,
    details: details && JSON.stringify(details),
  })
}

/** Events that let somebody or something in. A flood of them is refused; events that lock somebody out are never refused. */
const lettingIn: ReadonlySet<SecurityEvent> = new Set<SecurityEvent>([
  'sign-in',
  'machine-sign-in',
  'phone-sign-in',
  'change-email',
  'passkey-added',
  'identity-added',
  'token-created',
])

/** Serializes changes, so that two can't both pass the limit. `recordEvent` takes this lock; it costs least as the first statement. */
export const lockEvents = (tx: Pick<Writer, 'lock'>, account: string) => tx.lock(`events of ${account}`)

/**
 * Records a security change of an account within the write that makes it. Every event of the last 90 days is kept; of older ones, only the
 * newest of each kind. To keep the log from filling up, an account with too many events within a day can't make another that lets something
 * in, and repeated events are only counted.
 * @throws Refusal `ratelimited` in that case
 */
export async function recordEvent(
  tx: Writer,
  account: Pick<Account, 'iden' | 'email'>,
  act: SecurityEvent,
  details?: Details,
): Promise<void> {
  await lockEvents(tx, account.iden)
  const now = microseconds()
  if (await hasManyEvents(tx, account.iden, now)) {
    if (lettingIn.has(act)) throw Refusal.tooMany(dayMilliseconds, manyEvents)
    if (await countAgain(tx, account.iden, act, details, now)) return
  }
  await audit(tx, { act, by: account, about: account, ...(details && { details }) })
  await tx.run(
    `DELETE FROM audit_entry WHERE iden IN (
       SELECT iden FROM audit_entry WHERE about = $1 AND created < $3 AND act = $2
       ORDER BY created DESC, iden DESC LIMIT 1000 OFFSET ${securityEventsPerKind})`,
    [account.iden, act, now - securityEventMilliseconds * 1_000],
  )
}

const manyEvents = `This account had ${securityEventsPerDay} changes of its protection within a day. Try again tomorrow.`

const dayBefore = (now: Micros) => now - dayMilliseconds * 1_000

async function hasManyEvents(reader: Reader, account: string, now: Micros): Promise<boolean> {
  const most = securityEventsPerDay
  const some = `SELECT 1 AS one FROM audit_entry WHERE about = $1 AND created > $2 AND act IN (${events}) LIMIT ${most}`
  return (await countRows(reader, `FROM (${some}) AS recent`, [account, dayBefore(now)])) >= most
}

/** Increments the count of the same event recorded within a day. @returns whether there is one */
async function countAgain(
  tx: Writer,
  account: string,
  act: SecurityEvent,
  details: Details | undefined,
  now: Micros,
): Promise<boolean> {
  const same = await tx.one<{ iden: string }>(
    `SELECT iden FROM audit_entry WHERE about = $1 AND created > $2 AND act = $3 AND COALESCE(details, '') = $4
     ORDER BY created DESC LIMIT 1`,
    [account, dayBefore(now), act, details ? JSON.stringify(details) : ''],
  )
  if (!same) return false
  await tx.run('UPDATE audit_entry SET repeats = repeats + 1, last = $2 WHERE iden = $1', [same.iden, now])
  return true
}

/** Whether the same event with the same details has been recorded. */
export const hasEvent = async (reader: Reader, account: string, act: SecurityEvent, details: Details): Promise<boolean> =>
  (await reader.one('SELECT 1 AS one FROM audit_entry WHERE about = $1 AND act = $2 AND details = $3 LIMIT 1', [
    account,
    act,
    JSON.stringify(details),
  ])) !== undefined

/** Deletes the security events of a deleted account. The acts of administrators on it stay. */
export async function deleteFor({ db }: { db: Db }, account: string): Promise<boolean> {
  await db.write((tx) => tx.run(`DELETE FROM audit_entry WHERE about = $1 AND act IN (${events})`, [account]))
  return false
}

interface AuditRow {
  iden: string
  created: Micros
  act: string
  admin: string | null
  admin_email: string | null
  about_email: string | null
  details: string | null
  repeats: number
  last: Micros | null
  admin_name: string | null
}

interface Page {
  limit?: number | undefined
  cursor?: string | undefined
}

/** One page of the whole log, newest first; `search` matches part of either address. */
export async function listAudit(
  reader: Reader,
  { search, act, kind, ...page }: Page & { search?: string | undefined; act?: string | undefined; kind?: AuditKind | undefined },
) {
  const found = await readPage(
    reader,
    `lower(COALESCE(about_email, '') || ' ' || COALESCE(admin_email, '')) LIKE $4 ESCAPE '!' AND ($5 = '' OR act = $5)
       ${kind === undefined ? '' : `AND act ${kind === 'people' ? 'IN' : 'NOT IN'} (${events})`}`,
    [containing(search ?? ''), act ?? ''],
    page,
  )
  return { ...found, entries: found.rows.map((row) => entryOf(row, row.admin_email)) }
}

/** One page of an account's security events, newest first. Administrators are named as others see them. */
export async function listAuditOf(reader: Reader, account: string, page: Page) {
  const found = await readPage(reader, 'about = $4', [account], page)
  return { ...found, entries: found.rows.map((row) => entryOf(row, row.admin_name ?? row.admin_email)) }
}

async function readPage(reader: Reader, which: string, values: Value[], { limit = rowsPerAdministrationPage, cursor }: Page) {
  if (cursor !== undefined && !cursor.startsWith('audit')) throw new Refusal('invalid_cursor')
  const rows = await reader.all<AuditRow>(
    `SELECT audit_entry.*, account.name AS admin_name FROM audit_entry LEFT JOIN account ON account.iden = audit_entry.admin
     WHERE audit_entry.created >= $1 AND audit_entry.iden < $2 AND ${which} ORDER BY audit_entry.iden DESC LIMIT $3`,
    // Letters sort before `~`.
    [oldest(microseconds()), cursor ?? '~', limit + 1, ...values],
  )
  const page = rows.slice(0, limit)
  return { rows: page, ...(rows.length > limit && { cursor: (page.at(-1) as AuditRow).iden }) }
}

function entryOf(row: AuditRow, by: string | null): AuditEntry {
  const details = row.details === null ? undefined : (JSON.parse(row.details) as Details)
  const own = securityEvents.some((event) => event === row.act)
  return {
    iden: row.iden,
    created: toSeconds(row.created),
    act: row.act,
    ...filled({ by: own ? undefined : by, own, about: row.about_email, details }),
    ...(row.last !== null && { count: row.repeats + 1, last: toSeconds(row.last) }),
  }
}

/** The last act of a kind; undefined if the log has none. */
export const lastOf = (reader: Reader, act: AuditAct) =>
  reader.one<Pick<AuditRow, 'created' | 'admin_email'>>(
    'SELECT created, admin_email FROM audit_entry WHERE act = $1 ORDER BY created DESC LIMIT 1',
    [act],
  )

const oldest = (now: Micros) => now - auditMilliseconds * 1_000
