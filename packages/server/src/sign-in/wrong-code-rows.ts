// Counts wrong codes by the account or address that they open, not by the sign-up, email or sign-in that requested one, so that starting
// many of these gives no extra attempts.

import { Refusal } from '@waypost/protocol'
import { microseconds } from '../change.ts'
import type { Writer } from '../db/db.ts'
import { deleteExpired, saveRow } from '../db/write-row.ts'
import { durationText } from '../http/rate-limits.ts'
import { triesPerCode } from './wrong-passwords-and-codes.ts'

/** How long a wrong code counts, in microseconds. */
const countedFor = 3_600_000_000

/** A kind of code, and the maximum wrong ones within an hour, on all nodes together. */
interface GuessLimit {
  subject: string
  most: number
  /** The refusal's text before the time to wait. */
  sentence: string
}

/** The codes that prove an email address, for sign-ups and for accounts. */
export const codesOfAddress = (emailNormalized: string): GuessLimit => ({
  subject: `address ${emailNormalized}`,
  most: triesPerCode.email,
  sentence: 'Too many wrong codes for this address. Open the link in the email, or try again',
})

/**
 * The one-time and recovery codes of an account. Those from a network where it has signed in before (`from`, its key) are counted
 * separately, so that nobody elsewhere can lock the owner out.
 */
export const codesOfAccount = (account: string, from: string | undefined, most: number): GuessLimit => ({
  subject: from === undefined ? `codes ${account}` : `codes ${account} ${from}`,
  most,
  sentence: 'Too many wrong codes. Try again',
})

/**
 * Counts an attempt before the code is compared, so that concurrent attempts are limited too: both change one row. Uncount a right code.
 * @throws Refusal `ratelimited`, with the time to wait
 */
export async function countGuess(tx: Writer, { subject, most, sentence }: GuessLimit): Promise<void> {
  if (most === Number.POSITIVE_INFINITY) return
  const now = microseconds()
  await deleteExpired(tx, 'wrong_code')
  const counted = (await timesOf(tx, subject)).filter((time) => time > now - countedFor)
  const frees = counted.at(-most)
  if (frees !== undefined) {
    const wait = (frees + countedFor - now) / 1_000
    throw Refusal.tooMany(wait, `${sentence} in ${durationText(wait)}.`)
  }
  await save(tx, subject, [...counted, now])
}

/** Uncounts the last attempt. */
export async function uncountGuess(tx: Writer, { subject }: Pick<GuessLimit, 'subject'>): Promise<void> {
  const times = await timesOf(tx, subject)
  if (times.length > 0) await save(tx, subject, times.slice(0, -1))
}

async function timesOf(tx: Writer, subject: string): Promise<number[]> {
  const row = await tx.one<{ times: string }>('SELECT times FROM wrong_code WHERE subject = $1', [subject])
  return row ? JSON.parse(row.times) : []
}

const save = (tx: Writer, subject: string, times: readonly number[]) =>
  saveRow(tx, 'wrong_code', 'subject', {
    subject,
    times: JSON.stringify(times),
    expires: (times.at(-1) ?? 0) + countedFor,
  })
