import { Refusal } from '@waypost/protocol'
import { loginsOf } from '../account/rows.ts'
import type { Reader, Writer } from '../db/db.ts'
import { findCodes } from './factors/rows.ts'
import { findLocalIdentity } from './local/rows.ts'
import type { LocalSetting } from './local-off.ts'
import { passkeysOf } from './passkeys/rows.ts'

const hasWayIn = async (reader: Reader, setting: LocalSetting, account: string): Promise<boolean> =>
  (await hasPasskey(reader, setting, account)) || (await hasWayWithoutPasskey(reader, setting, account))

const hasPasskey = async (reader: Reader, { localSignIn }: LocalSetting, account: string): Promise<boolean> =>
  localSignIn === 'on' && (await passkeysOf(reader, account)).length > 0

async function hasWayWithoutPasskey(reader: Reader, { localSignIn }: LocalSetting, account: string): Promise<boolean> {
  for (const { type, subject } of await loginsOf(reader, account)) {
    if (type !== 'local') return true
    if (localSignIn === 'on' && (await findLocalIdentity(reader, subject as string))?.password_hash) return true
  }
  return false
}

/** Whether one factor alone never suffices to sign in to an account: it has one-time codes, or passkeys and nothing else. */
export const hasSecondFactor = async (reader: Reader, setting: LocalSetting, account: string): Promise<boolean> =>
  (await findCodes(reader, account)) !== undefined ||
  ((await hasPasskey(reader, setting, account)) && !(await hasWayWithoutPasskey(reader, setting, account)))

/** Serializes removals, so that two can't each rely on the other way in. Call it before removing one. */
export const lockWaysIn = (tx: Pick<Writer, 'lock'>, account: string) => tx.lock(`ways in to ${account}`)

/** Call it after removing a way in. @throws Refusal `last_way_in`, so that the removal is not written */
export async function keepWayIn(tx: Reader, config: LocalSetting, account: string): Promise<void> {
  if (!(await hasWayIn(tx, config, account))) throw new Refusal('last_way_in')
}
