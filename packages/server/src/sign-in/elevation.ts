// Decides whether a session has proved recently enough who its user is.

import { Refusal } from '@waypost/protocol'
import { provedAt } from '../access-token/rows.ts'
import type { Caller } from '../caller.ts'
import { microseconds, toSeconds } from '../change.ts'
import type { Reader } from '../db/db.ts'
import { findCodes } from './factors/rows.ts'

/** How long a session stays elevated after its user has proved who they are. */
export const elevationMilliseconds = 10 * 60_000

/** Until when a session is elevated, in seconds since 1970; undefined if it is not. */
export async function elevatedUntil(reader: Reader, { token }: Pick<Caller, 'token'>): Promise<number | undefined> {
  const proved = await provedAt(reader, token)
  const until = proved === undefined ? 0 : proved + elevationMilliseconds * 1_000
  return until > microseconds() ? toSeconds(until) : undefined
}

/** @throws Refusal `elevation_needed` unless the session of the caller is elevated */
export async function requireElevation(reader: Reader, caller: Pick<Caller, 'token'>): Promise<void> {
  if ((await elevatedUntil(reader, caller)) === undefined) throw new Refusal('elevation_needed')
}

/** The same, for what the password proves where there are no one-time codes. @throws Refusal `elevation_needed` */
export async function requireElevationWithCodes(reader: Reader, caller: Caller): Promise<void> {
  if (await findCodes(reader, caller.account.iden)) await requireElevation(reader, caller)
}
