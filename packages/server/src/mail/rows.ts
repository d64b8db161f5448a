import { type Micros, microseconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { insertIfNew, insertRow } from '../db/write-row.ts'
import { objectIden } from '../iden.ts'

/** How long permanently refused emails are listed, and how many. */
const refusedMailMilliseconds = 30 * 24 * 60 * 60_000
const refusedMails = 1_000

/** Increments a name's count for a day. @returns the count, including this one */
export async function addToDailyCount(tx: Writer, name: string, day: number): Promise<number> {
  await tx.run(
    `INSERT INTO daily_count (name, day, count) VALUES ($1, $2, 1)
     ON CONFLICT (name) DO UPDATE SET day = $2, count = CASE WHEN daily_count.day = $2 THEN daily_count.count + 1 ELSE 1 END`,
    [name, day],
  )
  const row = await tx.one<{ count: number }>('SELECT count FROM daily_count WHERE name = $1', [name])
  return (row as { count: number }).count
}

export const deleteDailyCountsBefore = (tx: Writer, day: number) => tx.run('DELETE FROM daily_count WHERE day < $1', [day])

/** An address without an account that has been emailed. */
interface MailAddress {
  email_normalized: string
  token: string
  /** When the owner unsubscribed; null if they did not. */
  stopped: number | null
}

/** Adds an address with a token, unless it exists. @returns the stored one */
export async function addMailAddress(tx: Writer, email: string, token: string): Promise<MailAddress> {
  await insertIfNew(tx, 'mail_address', 'email_normalized', { email_normalized: email, token })
  return (await tx.one<MailAddress>('SELECT * FROM mail_address WHERE email_normalized = $1', [email])) as MailAddress
}

export async function hasStoppedMail(reader: Reader, email: string): Promise<boolean> {
  const row = await reader.one<MailAddress>('SELECT * FROM mail_address WHERE email_normalized = $1', [email])
  return row !== undefined && row.stopped !== null
}

export const findMailAddress = (reader: Reader, token: string) =>
  reader.one<MailAddress>('SELECT * FROM mail_address WHERE token = $1', [token])

export const setMailStopped = (tx: Writer, token: string, stopped: number | null) =>
  tx.run('UPDATE mail_address SET stopped = $2 WHERE token = $1', [token, stopped])

interface RefusedMail {
  iden: string
  created: Micros
  recipient: string
  subject: string
  error: string
}

/** Keeps a refused email without its text, and deletes those that are too old or too many. */
export async function keepRefused(
  tx: Writer,
  { recipient, subject, error }: Omit<RefusedMail, 'iden' | 'created'>,
): Promise<void> {
  const now = microseconds()
  await tx.run('DELETE FROM refused_mail WHERE created < $1', [now - refusedMailMilliseconds * 1_000])
  await tx.run(
    `DELETE FROM refused_mail WHERE iden IN (SELECT iden FROM refused_mail ORDER BY iden DESC LIMIT 1000 OFFSET ${refusedMails - 1})`,
  )
  await insertRow(tx, 'refused_mail', { iden: objectIden('mail'), created: now, recipient, subject, error })
}

/** Permanently refused emails, newest first. */
export const listRefused = (reader: Reader, limit: number, before = '~') =>
  reader.all<RefusedMail>('SELECT * FROM refused_mail WHERE created >= $1 AND iden < $2 ORDER BY iden DESC LIMIT $3', [
    microseconds() - refusedMailMilliseconds * 1_000,
    before,
    limit,
  ])

/** Deletes one refused email, or all. @returns how many */
export const deleteRefused = (tx: Writer, iden = '') => tx.run("DELETE FROM refused_mail WHERE $1 = '' OR iden = $1", [iden])
