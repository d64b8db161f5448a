import { type Call, Refusal } from '@waypost/protocol'
import { provedAt } from '../access-token/rows.ts'
import type { Caller } from '../caller.ts'
import { microseconds, toSeconds } from '../change.ts'
import type { Reader } from '../db/db.ts'
import { elevationRuleOf } from './elevation-table.ts'
import { hasSecondFactor } from './last-way-in.ts'
import type { LocalSetting } from './local-off.ts'

/** How long a session stays elevated after its user proved who they are. */
export const elevationMilliseconds = 10 * 60_000

/** Until when a session is elevated, in seconds since 1970; undefined if it is not. */
export async function elevatedUntil(reader: Reader, { token }: Pick<Caller, 'token'>): Promise<number | undefined> {
  const proved = await provedAt(reader, token)
  const until = proved === undefined ? 0 : proved + elevationMilliseconds * 1_000
  return until > microseconds() ? toSeconds(until) : undefined
}

/** @throws Refusal `elevation_needed` unless the caller's session is elevated */
export async function requireElevation(reader: Reader, caller: Pick<Caller, 'token'>): Promise<void> {
  if ((await elevatedUntil(reader, caller)) === undefined) throw new Refusal('elevation_needed')
}

/** Checks the proof that a call requires of the session; undefined if it requires none. Rejects with Refusal `elevation_needed`. */
export type CheckElevation = (call: Call, input: unknown, caller: Caller) => Promise<void> | undefined

/** Checks by the table of calls. Tokens of programs and apps are exempt: `http/who-may-call.ts` lists what they may never do. */
export function elevationChecks({ db, config }: { db: Reader; config: LocalSetting }): CheckElevation {
  return (call, input, caller) => {
    const rule = elevationRuleOf(call)
    if (!rule || rule.proof === 'never' || !caller.session) return undefined
    if (rule.when && !rule.when.needs(input, caller)) return undefined
    return rule.proof === 'always' ? requireElevation(db, caller) : whereSecondFactor(caller)
  }

  async function whereSecondFactor(caller: Caller): Promise<void> {
    if (await hasSecondFactor(db, config, caller.account.iden)) await requireElevation(db, caller)
  }
}
