// Revokes invitations of any account, for administrators.

import { Refusal } from '@waypost/protocol'
import { findAccount } from '../account/rows.ts'
import { audit } from '../audit/rows.ts'
import type { Account } from '../caller.ts'
import type { Writer } from '../db/db.ts'
import { endInvitation } from '../invitation/rows.ts'
import { notOpen } from './invite.ts'

/** Revokes an invitation of any account and records who did. @returns the account that invited. @throws Refusal `not_found` */
export async function revokeAsAdministrator(tx: Writer, iden: string, by: Account | 'command line'): Promise<string> {
  const ended = await endInvitation(tx, iden)
  if (!ended) throw new Refusal('not_found', notOpen)
  const about = await findAccount(tx, ended.owner)
  await audit(tx, { act: 'revoke-invitation', by, ...(about && { about }), details: { email: ended.email } })
  return ended.owner
}
