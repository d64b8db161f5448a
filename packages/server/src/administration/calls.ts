// Handles the calls of administrators on people, and the calls that read the audit log.

import {
  deletePerson,
  endSessionsOf,
  getPerson,
  givePro,
  listAuditEntries,
  listOwnAuditEntries,
  listPeople,
  makeAdministrator,
  normalizeEmail,
  Refusal,
  setStorageLimit,
  suspendPerson,
  takePro,
  unmakeAdministrator,
  unsuspendPerson,
} from '@waypost/protocol'
import { listAudit, listAuditOf } from '../audit/rows.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { notForPrograms } from '../http/who-may-call.ts'
import { act, type Consequence, limitStorage, type PersonAct } from './acts.ts'
import { tell } from './consequences.ts'
import { findPerson, personObject, listPeople as readPeople } from './rows.ts'

export function administrationCalls({ db, bus, jobs, lastUses, log, settings }: Deps): Handler[] {
  async function carryOut(name: PersonAct, by: Caller, iden: string): Promise<Consequence> {
    const done = await db.write((tx) => act(tx, name, by, iden, { settings: settings.now, jobs }))
    tell(bus, done)
    log.warn({ admin: by.account.iden, account: iden, act: name }, 'An administrator changed an account.')
    return done
  }

  const show = async (iden: string) => personObject(settings.now, await findPerson(db, iden))

  const handleAct = (call: typeof suspendPerson, name: PersonAct) =>
    handle(call, async ({ iden }, { caller }) => {
      await carryOut(name, caller, iden)
      return show(iden)
    })

  return [
    handle(listPeople, async (query) => {
      await lastUses.save()
      const { rows, ...page } = await readPeople(db, query)
      return { people: rows.map((row) => personObject(settings.now, row)), ...page }
    }),
    handle(getPerson, async ({ iden }) => {
      await lastUses.save()
      return show(iden)
    }),
    handleAct(suspendPerson, 'suspend'),
    handleAct(unsuspendPerson, 'unsuspend'),
    handleAct(makeAdministrator, 'make-administrator'),
    handleAct(unmakeAdministrator, 'unmake-administrator'),
    handleAct(givePro, 'give-pro'),
    handleAct(takePro, 'take-pro'),
    handle(setStorageLimit, async ({ iden, bytes = null }, { caller }) => {
      tell(bus, await db.write((tx) => limitStorage(tx, caller, iden, bytes)))
      return show(iden)
    }),
    handle(endSessionsOf, async ({ iden }, { caller }) => {
      // A program token ends no session of its account.
      if (!caller.session && iden === caller.account.iden) throw new Refusal('forbidden', notForPrograms)
      const { endedTokens } = await carryOut('end-sessions', caller, iden)
      return { ended: endedTokens?.length ?? 0 }
    }),
    handle(deletePerson, async ({ iden, email }, { caller }) => {
      const { email_normalized } = await findPerson(db, iden)
      if (normalizeEmail(email) !== email_normalized)
        throw Refusal.param('email', 'This is not the email address of this person.')
      await carryOut('delete', caller, iden)
      return {}
    }),
    handle(listAuditEntries, (query) => listAudit(db, query)),
    handle(listOwnAuditEntries, (query, { caller }) => listAuditOf(db, caller.account.iden, query)),
  ]
}
