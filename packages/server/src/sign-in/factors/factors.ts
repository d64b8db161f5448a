// Checks an account's factors: its password and its one-time codes.

import { verify } from '@node-rs/argon2'
import { Refusal } from '@waypost/protocol'
import { type Account, findAccount, loginsOf } from '../../account/rows.ts'
import { recordEvent } from '../../audit/rows.ts'
import { type Micros, microseconds } from '../../change.ts'
import type { Db, Reader, Writer } from '../../db/db.ts'
import { type RateLimits, throttle } from '../../http/rate-limits.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { mailJob } from '../../mail/mail.ts'
import { isMailbox } from '../../mail/rules.ts'
import { findLocalIdentity, type LocalIdentityRow } from '../local/rows.ts'
import type { LocalSetting } from '../local-off.ts'
import { mailOfCodeGuesses, mailOfRecoveryCode } from '../mails.ts'
import { codesOfAccount, countGuess, uncountGuess } from '../wrong-code-rows.ts'
import { limitGuesses, tolerated } from '../wrong-passwords-and-codes.ts'
import { countRecoveryCodes, findCodes, useRecoveryCode, useStep } from './rows.ts'
import { hashOfRecoveryCode, readCode, stepOf } from './rules.ts'

interface TypedCode {
  code: string
  address: string
}

/** Checks proofs, and limits the attempts. */
export interface Factors {
  /**
   * Checks the current password of an account whose owner is signed in; undefined if it has none, or passwords are disabled.
   * @throws Refusal `sign_in_failed`, `ratelimited`
   */
  checkPassword(account: Account, password: string | undefined): Promise<LocalIdentityRow | undefined>
  /**
   * Consumes a one-time code or recovery code, and runs `work` in the same write.
   * @param before runs first, even if the code then turns out to be wrong
   * @throws Refusal `code_wrong`, `ratelimited`, and those of `before` and `work`
   */
  withCode<T>(
    account: string,
    typed: TypedCode,
    work: (tx: Writer) => Promise<T>,
    before?: (tx: Writer) => Promise<void>,
  ): Promise<T>
}

interface FactorDeps {
  db: Db
  jobs: Jobs
  config: LocalSetting
  rateLimits: RateLimits
  origin(): string
}

/** Opens the checks of proofs. Registers the job that notifies owners of guessed codes. */
export function openFactors({ db, jobs, config, rateLimits, origin }: FactorDeps): Factors {
  const passwords = throttle(rateLimits[tolerated.password.accountAndNetwork])
  const guesses = limitGuesses(
    { db, jobs, rateLimits },
    {
      kind: 'oneTimeCode',
      job: 'code-guessed',
      notice: async (tx, account) => {
        const email = (await findAccount(tx, account))?.email
        return email === undefined ? undefined : mailOfCodeGuesses(email, origin())
      },
    },
  )

  /** Consumes a code. @returns whether it was right */
  async function use(tx: Writer, account: string, code: string): Promise<boolean> {
    const codes = await findCodes(tx, account)
    if (!codes) return false
    const step = stepOf(codes.secret, readCode(code), microseconds() / 1_000)
    if (step !== undefined) return useStep(tx, codes, step)
    if (!(await useRecoveryCode(tx, account, hashOfRecoveryCode(account, code)))) return false
    const owner = await findAccount(tx, account)
    if (!owner) return false
    const left = await countRecoveryCodes(tx, account)
    await recordEvent(tx, owner, 'recovery-code-used', { left })
    if (isMailbox(owner.email)) await jobs.add(tx, { type: mailJob, payload: mailOfRecoveryCode(owner.email, origin(), left) })
    return true
  }

  return {
    async checkPassword(account, password) {
      const person = await passwordOf(db, config, account)
      if (!person) return undefined
      passwords.take(account.iden)
      if (password === undefined || !(await verify(person.password_hash, password)))
        throw new Refusal('sign_in_failed', 'This is not your current password.', { param: 'password' })
      passwords.giveBack(account.iden)
      return person
    },
    async withCode(account, { code, address }, work, before) {
      guesses.take(account, address)
      const ofAccount = codesOfAccount(
        account,
        guesses.knownFrom(account, address),
        rateLimits[tolerated.oneTimeCode.account].burst,
      )
      const done = await db.write(async (tx) => {
        await before?.(tx)
        await countGuess(tx, ofAccount)
        if (!(await use(tx, account, code))) return undefined
        await uncountGuess(tx, ofAccount)
        return { result: await work(tx) }
      })
      if (!done) {
        await guesses.wrong(account)
        throw new Refusal('code_wrong', undefined, { param: 'code' })
      }
      guesses.right(account, address)
      return done.result
    },
  }
}

/** The identity whose password belongs to an account; undefined without a password, and if passwords are disabled. */
export async function passwordOf(
  reader: Reader,
  { localSignIn }: LocalSetting,
  account: Account,
): Promise<LocalIdentityRow | undefined> {
  if (localSignIn === 'off') return undefined
  const person = await localIdentityOf(reader, account)
  return person?.password_hash ? person : undefined
}

/** The built-in provider's identity that signs in to an account, with or without a password. */
export async function localIdentityOf(reader: Reader, account: Account): Promise<LocalIdentityRow | undefined> {
  const login = passwordLogin(await loginsOf(reader, account.iden), account)
  return login && findLocalIdentity(reader, login.subject as string)
}

/** The sign-in method whose password belongs to an account: the one with the account's address, else the oldest. */
function passwordLogin<L extends { type: string | null; subject: string | null; created: Micros }>(
  logins: readonly L[],
  { email_normalized }: Account,
): L | undefined {
  const all = logins.filter(({ type }) => type === 'local').toSorted((a, b) => a.created - b.created)
  return all.find(({ subject }) => subject === email_normalized) ?? all[0]
}
