// Creates sign-in links on the server's command line, and signs in with them.

import { Refusal } from '@waypost/protocol'
import { insertToken } from '../access-token/rows.ts'
import { type Account, findAccount, findAccountByEmail } from '../account/rows.ts'
import { audit } from '../audit/rows.ts'
import { microseconds } from '../change.ts'
import type { Writer } from '../db/db.ts'
import { findLink, replaceLink, useLink } from '../mail/link-rows.ts'
import { resetLinkMilliseconds } from './mails.ts'

/** The page that signs in with a link. The secret is in the fragment, which browsers send to no server. */
export const signInAddress = (origin: string, secret: string): string => `${origin}/signin#link=${secret}`

/** Creates a link that signs in to the account with an address, records this, and returns its secret. @throws Refusal `not_found` */
export async function createSignInLink(tx: Writer, normalized: string): Promise<string> {
  const account = await findAccountByEmail(tx, normalized)
  if (!account) throw new Refusal('not_found', 'There is no account with this email address.')
  await audit(tx, { act: 'sign-in-link', by: 'command line', about: account })
  return replaceLink(tx, { purpose: 'sign-in', subject: account.iden }, resetLinkMilliseconds)
}

/** The account of a link, with the token of a new session. @throws Refusal `link_expired`, `account_suspended` */
export async function openByLink(
  tx: Writer,
  secret: string,
  device: { name: string | undefined; place: string | undefined },
): Promise<{ account: Account; token: string }> {
  const link = await findLink(tx, 'sign-in', secret)
  const account = link && (await findAccount(tx, link.subject))
  // Only one of two concurrent attempts deletes the row.
  if (!account || !(await useLink(tx, link))) throw new Refusal('link_expired')
  return { account, token: await insertToken(tx, account.iden, { ...device, proved: microseconds() }) }
}
