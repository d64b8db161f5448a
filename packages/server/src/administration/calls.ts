// Handles the calls of administrators on people, and those that read the audit log.

import { listAuditEntries, listOwnAuditEntries } from '@waypost/protocol'
import { listAudit, listAuditOf } from '../audit/rows.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'

export function administrationCalls({ db }: Deps): Handler[] {
  return [
    handle(listAuditEntries, (query) => listAudit(db, query)),
    handle(listOwnAuditEntries, (query, { caller }) => listAuditOf(db, caller.account.iden, query)),
  ]
}
