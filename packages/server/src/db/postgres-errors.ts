import { Refusal } from '@waypost/protocol'

// Interprets the errors of `pg` and whether a retry can help: https://www.postgresql.org/docs/current/errcodes-appendix.html

/** A database serves one node without a bus, or any number of nodes with one. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse'
}

/** Too many connections, no connection, connection lost, server shutting down or starting up. */
const awayCodes =
  /^(53300|08...|57P0[123]|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** Messages of `pg` for connection errors without a code. */
const awayWords =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying|Query read timeout)/

/** Whether the database couldn't be reached, or the connection was lost. */
export function isAway(error: unknown): boolean {
  return awayCodes.test(codeOf(error)) || awayWords.test(messageOf(error))
}

/** Whether a connection's prepared statements are stale: tables have changed, or a proxy has swapped connections. */
export function isStale(error: unknown): boolean {
  return (codeOf(error) === '0A000' && /cached plan/.test(messageOf(error))) || codeOf(error) === '26000'
}

/** Whether a statement failed only because an earlier one in the same transaction had failed. */
export function isAborted(error: unknown): boolean {
  return codeOf(error) === '25P02'
}

/** A write asked for a lock after it had begun. The retry takes the lock at the start. */
export class LockedLate extends Error {
  override name = 'LockedLate'
}

/** The refusal while the database is unreachable. */
export const unavailable = (cause: unknown) => new Refusal('unavailable', undefined, { cause })

/** Milliseconds until a retry after an error; undefined when it must not be retried. */
export function waitBeforeRetry(error: unknown, attempt: number): number | undefined {
  const code = codeOf(error)
  if (error instanceof LockedLate) return 0
  // A conflict or deadlock with another write: a random delay separates the two.
  if (code === '40001' || code === '40P01') return attempt < 30 ? Math.random() * 2 ** Math.min(attempt, 6) : undefined
  // Another write may have inserted the row first; the retry finds it.
  if (code === '23505') return attempt < 3 ? 0 : undefined
  // Each attempt drops one connection, and several may be stale.
  if (isStale(error)) return attempt < 12 ? 0 : undefined
  if (isAway(error) && !/^(timeout exceeded|Query read timeout)/.test(messageOf(error)))
    return attempt < 4 ? 50 * attempt : undefined
  return undefined
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

/** A short reason why a database could not be opened; undefined for unexpected errors. */
export function whyNotOpened(error: unknown): string | undefined {
  const code = codeOf(error)
  if (/^(28000|28P01)$/.test(code)) return 'it does not let this user in'
  if (code === '3D000') return 'there is no such database'
  if (code === '42501') return 'this user may not make tables in it'
  if (isAway(error)) return `it cannot be reached (${codeOf(error) || messageOf(error)})`
  if (/SSL|TLS|certificate|SCRAM/i.test(`${code} ${messageOf(error)}`)) return messageOf(error).replace(/\.$/, '')
  return undefined
}
