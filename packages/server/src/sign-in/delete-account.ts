import { deleteMe } from '@waypost/protocol'
import { deleteTokens } from '../access-token/rows.ts'
import { type AccountRef, accountDeleted } from '../account/lifecycle.ts'
import { anyOther, deleteAccount, keepAdministrator, loginsOf } from '../account/rows.ts'
import type { Writer } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { endLinks } from '../mail/link-rows.ts'
import { notifyAllTokensEnded } from '../notify.ts'
import { deleteCodesOf } from './factors/rows.ts'
import { deleteLocalIdentity } from './local/rows.ts'
import { deletePasskeysOf } from './passkeys/rows.ts'

export const deleteAccountCall = ({ db, bus, jobs }: Deps): Handler =>
  handle(deleteMe, async (_input, { caller }) => {
    await db.write(async (tx) => {
      // The only person on a server may leave; the next one sets it up again. Without the lock, a concurrent sign-up would create no
      // administrator.
      await tx.lock('first account')
      if (await anyOther(tx, caller.account)) await keepAdministrator(tx, caller.account)
      await removeAccount(tx, caller.account, jobs)
    })
    notifyAllTokensEnded(bus, caller.account.iden)
    return {}
  })

/** Deletes an account and its ways in. The rest may be large, so jobs delete it. */
export async function removeAccount(tx: Writer, { iden, email_normalized }: AccountRef, jobs: Pick<Jobs, 'add'>): Promise<void> {
  await endWaysIn(tx, iden)
  if (!(await deleteAccount(tx, iden))) return
  await jobs.add(tx, { type: accountDeleted, payload: { iden, email_normalized } satisfies AccountRef })
}

/** Ends everything that signs in to an account, except its logins, which the caller deletes. */
export async function endWaysIn(tx: Writer, account: string): Promise<void> {
  for (const { type, subject } of await loginsOf(tx, account)) await forgetIdentity(tx, type, subject)
  await deleteTokens(tx, account)
  await deleteCodesOf(tx, account)
  await deletePasskeysOf(tx, account)
  for (const purpose of ['change-email', 'prove-email', 'sign-in'] as const) await endLinks(tx, purpose, account)
}

/** Deletes an identity that no longer signs in to any account. Only the built-in provider keeps identities. */
export async function forgetIdentity(tx: Writer, type: string | null, subject: string | null): Promise<void> {
  if (type === 'local' && subject !== null) await deleteLocalIdentity(tx, subject)
}
