// Handles the call that tells what an account uses, and how much it may.

import { getUsage, limits } from '@waypost/protocol'
import { microseconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { findStanding } from '../plan/rows.ts'
import { allowedBy } from '../plan/rules.ts'
import { textsSent } from '../sms/rows.ts'
import { monthOf } from '../sms/rules.ts'
import { bytesUsed } from '../upload/rows.ts'

export function usageCalls({ db, hasPro, settings }: Deps): Handler[] {
  return [
    handle(getUsage, async (_input, { caller }) => {
      const { iden } = caller.account
      const { storageBytes } = allowedBy(settings.now, await findStanding(db, iden), microseconds())
      return {
        storage_used: await bytesUsed(db, iden),
        ...(Number.isFinite(storageBytes) && { storage_limit: storageBytes }),
        texts_sent: await textsSent(db, iden, monthOf(Date.now())),
        ...(!(await hasPro(db, iden)) && { texts_limit: limits.free.textsPerMonth }),
      }
    }),
  ]
}
