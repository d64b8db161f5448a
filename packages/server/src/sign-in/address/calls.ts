// Handles the calls that change and prove the email address of an account.

import { changeEmail, checkEmailLink, confirmEmail, normalizeEmail, proveEmail, Refusal, sendProof } from '@waypost/protocol'
import { accountChanged, type ChangedAccountRef } from '../../account/lifecycle.ts'
import {
  type Account,
  findAccount,
  findAccountByEmail,
  findLogin,
  lockAddress,
  saveLogin,
  saveProfile,
} from '../../account/rows.ts'
import { recordEvent } from '../../audit/rows.ts'
import { type Change, microseconds } from '../../change.ts'
import type { Reader, Writer } from '../../db/db.ts'
import type { Deps } from '../../deps.ts'
import { type Handler, handle } from '../../http/http.ts'
import { throttle } from '../../http/rate-limits.ts'
import { countMail, countToday, untilTomorrow } from '../../mail/daily-limits.ts'
import { endLinks, findLink, replaceLink, useLink } from '../../mail/link-rows.ts'
import { mailJob } from '../../mail/mail.ts'
import { isMailbox } from '../../mail/rules.ts'
import { notifyProfileChanged } from '../../notify.ts'
import { requireElevation } from '../elevation.ts'
import { deleteLocalIdentity, moveLocalIdentity } from '../local/rows.ts'
import { emailLinkMilliseconds, mailOfChangedAddress, mailOfNewAddress, mailOfTakenAddress } from '../mails.ts'
import { rateOfWrong } from '../wrong-passwords-and-codes.ts'
import { mailProof, proofMailsPerDay, proveByCode, recordProof } from './proof.ts'

export function addressCalls(deps: Deps): Handler[] {
  const { bus, change, config, db, factors, jobs, origin, rateLimits } = deps
  const links = throttle(rateLimits[rateOfWrong.link])

  /** A valid link, its account, and the address that it sets or proves. @throws Refusal `link_expired` */
  async function open(token: string) {
    const link = (await findLink(db, 'change-email', token)) ?? (await findLink(db, 'prove-email', token))
    const account = link && (await findAccount(db, link.subject))
    if (!account) throw new Refusal('link_expired')
    const { email } = JSON.parse(link.payload as string) as { email: string }
    // The address has changed since.
    if (link.purpose === 'prove-email' && email !== account.email) throw new Refusal('link_expired')
    return { link, account, email }
  }

  return [
    handle(changeEmail, async ({ email, password }, { caller }) => {
      const { account } = caller
      if (!isMailbox(email)) throw Refusal.param('email')
      if (email === account.email) throw Refusal.param('email', 'This is your address already.')
      // Without a password, the elevation is the only proof.
      if (!(await factors.checkPassword(account, password))) await requireElevation(db, caller)
      const normalized = normalizeEmail(email)
      await db.write(async (tx) => {
        const refusal = await countMail(deps, tx, account.iden, normalized)
        if (refusal) throw refusal
        const taken = normalized !== account.email_normalized && (await isTaken(tx, normalized, account.iden))
        // The caller may not own the address, and must not learn whether it has an account.
        const mail = taken
          ? mailOfTakenAddress(email, origin())
          : mailOfNewAddress(email, account.email, origin(), await linkTo(tx, account, email))
        await jobs.add(tx, { type: mailJob, payload: mail })
      })
      return { sent: config.smtpUrl !== undefined }
    }),
    handle(checkEmailLink, async ({ token }, { network }) => {
      links.take(network)
      const { account, email } = await open(token)
      return { email: account.email, new_email: email }
    }),
    handle(confirmEmail, async ({ token }, { network }) => {
      links.take(network)
      const { link, account, email } = await open(token)
      await change([account.iden], async (tx) => {
        // Only one of two concurrent attempts deletes the row.
        if (!(await useLink(tx, link))) throw new Refusal('link_expired')
        const before = await findAccount(tx, account.iden)
        if (!before) throw new Refusal('link_expired')
        if (link.purpose === 'prove-email') return recordProof(tx, jobs, before)
        await moveAccount(tx, before, email)
        await recordEvent(tx, before, 'change-email', { from: before.email, to: email })
        const { iden, email_normalized } = before
        const ref: ChangedAccountRef = { iden, email_normalized: normalizeEmail(email), before: email_normalized }
        await jobs.add(tx, { type: accountChanged, payload: ref })
        if (isMailbox(before.email)) {
          const notice = mailOfChangedAddress(before.email, email, origin(), config.supportEmail)
          await jobs.add(tx, { type: mailJob, payload: notice })
        }
      })
      notifyProfileChanged(bus, account.iden)
      return { email }
    }),
    handle(sendProof, async (_input, { caller: { account } }) => {
      if (account.email_proven === 1) return {}
      const { iden, email_normalized } = account
      await db.write(async (tx) => {
        const refusal = await countMail(deps, tx, iden, email_normalized)
        if (refusal) throw refusal
        if (config.rateLimit === 'on' && !(await countToday(jobs, tx, `proof of ${iden}`, proofMailsPerDay)))
          throw Refusal.tooMany(untilTomorrow(), 'You’ve reached today’s limit of codes. Try again tomorrow.')
        await mailProof(tx, deps, account)
      })
      return {}
    }),
    handle(proveEmail, async ({ code }, { caller: { account } }) => {
      if (account.email_proven === 1) return {}
      const right = await db.write((tx) => proveByCode(tx, jobs, account, code.replace(/\D/g, '')))
      if (right === undefined)
        throw new Refusal('link_expired', 'This code has expired or was tried too often. Request a new one.')
      if (!right) throw Refusal.param('code', 'Wrong code. Enter the one from the latest email.')
      notifyProfileChanged(bus, account.iden)
      return {}
    }),
  ]
}

const linkTo = (tx: Writer, account: Account, email: string) =>
  replaceLink(tx, { purpose: 'change-email', subject: account.iden, payload: { email } }, emailLinkMilliseconds)

async function isTaken(tx: Reader, normalized: string, own: string): Promise<boolean> {
  if (((await findAccountByEmail(tx, normalized))?.iden ?? own) !== own) return true
  return ((await findLogin(tx, 'local', normalized))?.owner ?? own) !== own
}

/** Gives an account another address, and moves its password along. @throws Refusal `email_taken` */
async function moveAccount(tx: Change, account: Account, email: string): Promise<void> {
  const normalized = normalizeEmail(email)
  await lockAddress(tx, normalized)
  if (await isTaken(tx, normalized, account.iden))
    throw new Refusal('email_taken', 'An account with this address already exists.')
  const login = await findLogin(tx, 'local', account.email_normalized)
  // If a second sign-in method of the account has the address, both stay as they are.
  if (login?.owner === account.iden && (normalized === account.email_normalized || !(await findLogin(tx, 'local', normalized)))) {
    // An identity without an account: a sign-up that was never completed, by someone who couldn't read this mailbox.
    if (normalized !== account.email_normalized) await deleteLocalIdentity(tx, normalized)
    await moveLocalIdentity(tx, account.email_normalized, { email, email_normalized: normalized })
    await saveLogin(tx, { ...login, subject: normalized, email })
  }
  await endLinks(tx, 'change-email', account.iden)
  await endLinks(tx, 'prove-email', account.iden)
  await saveProfile(tx, { ...account, email, email_normalized: normalized, email_proven: 1, modified: microseconds() })
}
