// Handles the call that invites a person, and credits the inviter when the person signs up.

import { normalizeEmail, Refusal, sendInvite } from '@waypost/protocol'
import { addInvite, findAccountByEmail } from '../account/rows.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { countMail } from '../mail/daily-limits.ts'
import { mailJob } from '../mail/mail.ts'
import { hasStoppedMail } from '../mail/rows.ts'
import { isMailbox } from '../mail/rules.ts'
import { unsubscribeLinks } from '../mail/unsubscribe.ts'
import { notifyAccountChanged } from '../notify.ts'
import { addReferral, inviterOf } from './rows.ts'
import { invitation } from './rules.ts'

export function inviteCalls(deps: Deps): Handler[] {
  const { db, jobs, origin } = deps
  return [
    handle(sendInvite, async ({ email }, { caller: { account } }) => {
      if (!isMailbox(email)) throw Refusal.param('email')
      const normalized = normalizeEmail(email)
      await db.write(async (tx) => {
        // People with an account need no invitation.
        if (await findAccountByEmail(tx, normalized)) return
        if (await hasStoppedMail(tx, normalized)) throw new Refusal('forbidden', 'This person wants no emails from this server.')
        const refusal = await countMail(deps, tx, account.iden, normalized)
        if (refusal) throw refusal
        await addInvite(tx, account.iden, normalized)
        const links = await unsubscribeLinks(tx, email, origin())
        await jobs.add(tx, { type: mailJob, payload: invitation(account, email, origin(), links) })
      })
      return {}
    }),
  ]
}

/** Runs when an account was created: credits the first account that invited it. Idempotent. */
export function recordReferral({ db, bus }: Deps): (who: { iden: string; email_normalized: string }) => Promise<boolean> {
  return async ({ iden, email_normalized }) => {
    const inviter = await inviterOf(db, email_normalized)
    if (inviter === undefined || inviter === iden) return false
    if (await db.write((tx) => addReferral(tx, iden, inviter))) {
      notifyAccountChanged(bus, inviter)
      notifyAccountChanged(bus, iden)
    }
    return false
  }
}
