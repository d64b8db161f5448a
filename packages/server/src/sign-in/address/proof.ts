import { type AccountRef, accountCreated } from '../../account/lifecycle.ts'
import { type Account, setEmailProven } from '../../account/rows.ts'
import type { Writer } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { findLinkOf, replaceLink, replacePayload, useLink } from '../../mail/link-rows.ts'
import { mailJob } from '../../mail/mail.ts'
import { isMailbox } from '../../mail/rules.ts'
import { hashToken, randomCode } from '../../tokens.ts'
import { mailOfProof, proofMilliseconds } from '../mails.ts'
import { codesOfAddress, countGuess, uncountGuess } from '../wrong-code-rows.ts'
import { triesPerCode } from '../wrong-passwords-and-codes.ts'

/** The maximum emails with such a code per address and day. */
export const proofMailsPerDay = 10

interface Proof {
  email: string
  /** The hash of the account and the code. */
  code: string
  /** How many wrong codes may still be entered. */
  tries: number
}

const codeHash = (account: string, code: string) => hashToken(`${account} ${code}`)

/** Emails a link and a code to an account's address. They end earlier ones. */
export async function mailProof(tx: Writer, deps: { jobs: Jobs; origin(): string }, account: Account): Promise<void> {
  const { iden, email } = account
  if (!isMailbox(email)) return
  const code = randomCode()
  const payload: Proof = { email, code: codeHash(iden, code), tries: triesPerCode.email }
  const link = await replaceLink(tx, { purpose: 'prove-email', subject: iden, payload }, proofMilliseconds)
  await deps.jobs.add(tx, { type: mailJob, payload: mailOfProof(email, deps.origin(), link, code) })
}

/**
 * Proves an account's address by a code. Each attempt counts before the code is compared, both for the email and for the address.
 * @returns whether it was right; undefined if there is no code, or no attempts are left
 * @throws Refusal `ratelimited` after too many wrong codes for the address, across all emails
 */
export async function proveByCode(tx: Writer, jobs: Jobs, account: Account, code: string): Promise<boolean | undefined> {
  const link = await findLinkOf(tx, 'prove-email', account.iden)
  const proof = link && (JSON.parse(link.payload as string) as Proof)
  if (!proof || proof.email !== account.email) return undefined
  const ofAddress = codesOfAddress(account.email_normalized)
  await countGuess(tx, ofAddress)
  if (proof.tries <= 0) return undefined
  if (!(await replacePayload(tx, link, { ...proof, tries: proof.tries - 1 }))) return undefined
  if (proof.code !== codeHash(account.iden, code)) return false
  await uncountGuess(tx, ofAddress)
  await useLink(tx, link)
  await recordProof(tx, jobs, account)
  return true
}

/** Records that an account's address is proven. Other people's chats with it then show the account. */
export async function recordProof(tx: Writer, jobs: Jobs, { iden, email_normalized }: AccountRef): Promise<void> {
  await setEmailProven(tx, iden)
  await jobs.add(tx, { type: accountCreated, payload: { iden, email_normalized } satisfies AccountRef })
}
