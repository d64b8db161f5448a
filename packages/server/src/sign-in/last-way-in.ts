// Says how an account can be signed in to, and keeps the last way.

import { Refusal } from '@waypost/protocol'
import { loginsOf } from '../account/rows.ts'
import type { Reader, Writer } from '../db/db.ts'
import { findCodes } from './factors/rows.ts'
import { findLocalIdentity } from './local/rows.ts'
import type { LocalSetting } from './local-off.ts'
import { passkeysOf } from './passkeys/rows.ts'

/** Whether an account can be signed in to: with a passkey, a password, or at another provider. */
const hasWayIn = async (reader: Reader, setting: LocalSetting, account: string): Promise<boolean> =>
  (await hasPasskey(reader, setting, account)) || (await hasWayWithoutPasskey(reader, setting, account))

/** Whether it can be signed in to with a passkey. */
const hasPasskey = async (reader: Reader, { localSignIn }: LocalSetting, account: string): Promise<boolean> =>
  localSignIn === 'on' && (await passkeysOf(reader, account)).length > 0

async function hasWayWithoutPasskey(reader: Reader, { localSignIn }: LocalSetting, account: string): Promise<boolean> {
  for (const { type, subject } of await loginsOf(reader, account)) {
    if (type !== 'local') return true
    if (localSignIn === 'on' && (await findLocalIdentity(reader, subject as string))?.password_hash) return true
  }
  return false
}

/** Whether nobody signs in to an account with one factor alone: it has one-time codes, or passkeys and nothing else. */
export const hasSecondFactor = async (reader: Reader, setting: LocalSetting, account: string): Promise<boolean> =>
  (await findCodes(reader, account)) !== undefined ||
  ((await hasPasskey(reader, setting, account)) && !(await hasWayWithoutPasskey(reader, setting, account)))

/** Two removals at the same time must not both believe that the other way stays. Call it before a way in is removed. */
export const lockWaysIn = (tx: Pick<Writer, 'lock'>, account: string) => tx.lock(`ways in to ${account}`)

/** Call it after a way in was removed. @throws Refusal `last_way_in`, so that the removal is not written */
export async function keepWayIn(tx: Reader, config: LocalSetting, account: string): Promise<void> {
  if (!(await hasWayIn(tx, config, account))) throw new Refusal('last_way_in')
}
