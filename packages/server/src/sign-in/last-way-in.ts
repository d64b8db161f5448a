// Keeps the last way to sign in to an account.

import { Refusal } from '@waypost/protocol'
import { loginsOf } from '../account/rows.ts'
import type { Reader, Writer } from '../db/db.ts'
import { findLocalIdentity } from './local/rows.ts'
import type { LocalSetting } from './local-off.ts'
import { passkeysOf } from './passkeys/rows.ts'

/** Whether an account can be signed in to: with a passkey, a password, or at another provider. */
async function hasWayIn(reader: Reader, { localSignIn }: LocalSetting, account: string): Promise<boolean> {
  const local = localSignIn === 'on'
  if (local && (await passkeysOf(reader, account)).length > 0) return true
  for (const { type, subject } of await loginsOf(reader, account)) {
    if (type !== 'local') return true
    if (local && (await findLocalIdentity(reader, subject as string))?.password_hash) return true
  }
  return false
}

/** Two removals at the same time must not both believe that the other way stays. Call it before a way in is removed. */
export const lockWaysIn = (tx: Pick<Writer, 'lock'>, account: string) => tx.lock(`ways in to ${account}`)

/** Call it after a way in was removed. @throws Refusal `last_way_in`, so that the removal is not written */
export async function keepWayIn(tx: Reader, config: LocalSetting, account: string): Promise<void> {
  if (!(await hasWayIn(tx, config, account))) throw new Refusal('last_way_in')
}
