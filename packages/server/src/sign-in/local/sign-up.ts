// Handles the calls that sign people up at the built-in provider: at once, or after they prove the address by email.

import { hash } from '@node-rs/argon2'
import { checkSignUp, confirmSignUp, type Gives, localSignUp, normalizeEmail, Refusal, type Taken } from '@waypost/protocol'
import { anyAccount, findAccountByEmail, findLogin } from '../../account/rows.ts'
import type { Config } from '../../config.ts'
import type { Reader, Writer } from '../../db/db.ts'
import { type Handler, handle } from '../../http/http.ts'
import { throttle } from '../../http/rate-limits.ts'
import { findInvitation, isInvited } from '../../invitation/rows.ts'
import { countToday } from '../../mail/daily-limits.ts'
import { mailJob } from '../../mail/mail.ts'
import { isMailbox } from '../../mail/rules.ts'
import type { Settings } from '../../settings/settings.ts'
import { clientKey, hashToken, randomCode } from '../../tokens.ts'
import { proofMailsPerDay } from '../address/proof.ts'
import { mailOfExistingAccount, mailOfSignUp, proofMilliseconds } from '../mails.ts'
import { settlePasskeys } from '../passkeys/rows.ts'
import { type Enrolled, type Keep, type Newcomer, passkeySignUpCalls } from '../passkeys/sign-up.ts'
import { admit, requireDomain } from '../who-may-sign-up.ts'
import { rateOfWrong } from '../wrong-passwords-and-codes.ts'
import { checkPassword } from './password-strength.ts'
import type { PasswordDeps, PasswordOptions } from './passwords.ts'
import {
  deleteLocalIdentity,
  findLocalIdentity,
  findSignUpByLink,
  insertLocalIdentity,
  insertPendingSignUp,
  type LocalIdentityRow,
  takeSignUp,
  tryCode,
} from './rows.ts'

const signUpJob = 'signed-up'

interface SignUpRequest {
  email: string
  link: string
  code: string
}

/** The placeholder that owns a sign-up's passkey until the address is proven. */
const pendingIdentity = (handle: string): string => `sign-up ${handle}`

type SignUpDeps = PasswordDeps & {
  config: Pick<Config, 'smtpUrl' | 'proveAddresses' | 'rateLimit'>
  settings: Settings
}

/** The handlers of the sign-up calls. Registers the job that sends the emails. */
export function signUpCalls(deps: SignUpDeps, options: PasswordOptions): Handler[] {
  const { db, jobs, rateLimits } = deps
  const begun = throttle(rateLimits.signUp)
  const confirmed = throttle(rateLimits[rateOfWrong.link])

  // In a job, so that the response time is the same for every address.
  jobs.handle<SignUpRequest>(signUpJob, async (request) => {
    await db.write((tx) => answerByMail(deps, tx, request))
    return undefined
  })

  return [
    handle(localSignUp, async ({ email, password, name, invite }, { network }) => {
      begun.take(network)
      await check(deps, { email, name, invite })
      await checkPassword(password, { email, name })
      return enrol(deps, options, { email, name, invite }, await hash(password, options.cost))
    }),
    ...passkeySignUpCalls(deps, {
      begun,
      check: (newcomer) => check(deps, newcomer),
      enrol: (newcomer, passwordHash, keep) => enrol(deps, options, newcomer, passwordHash, keep),
    }),
    handle(checkSignUp, async ({ token }, { network }) => {
      confirmed.take(network)
      const pending = await findSignUpByLink(db, token)
      if (!pending) throw new Refusal('link_expired')
      return { email: pending.email }
    }),
    handle(confirmSignUp, (input, { network }) => {
      confirmed.take(network)
      return confirm(deps, options, input)
    }),
  ]
}

/** Emails the code and the link of a sign-up, or that there is an account; nothing to an address that may not sign up. */
async function answerByMail({ jobs, config, settings, origin }: SignUpDeps, tx: Writer, { email, link, code }: SignUpRequest) {
  const normalized = normalizeEmail(email)
  const limited = config.rateLimit === 'on'
  if (limited && !(await countToday(jobs, tx, `sign-up of ${normalized}`, proofMailsPerDay))) return
  const account = await findAccountByEmail(tx, normalized)
  if (account || (await isTaken(tx, normalized, true)))
    await jobs.add(tx, { type: mailJob, payload: mailOfExistingAccount(account?.email ?? email, origin()) })
  else if (settings.now.signUp === 'open' || (await isInvited(tx, normalized)))
    await jobs.add(tx, { type: mailJob, payload: mailOfSignUp(email, origin(), link, code) })
}

/** Whether a sign-up must first prove the address: if there is a mail server, unless a secret from an email is the proof. */
async function waits({ db, config, settings }: SignUpDeps, email: string, invite: string | undefined): Promise<boolean> {
  const { signUp } = settings.now
  if (config.smtpUrl === undefined || signUp === 'closed' || !isMailbox(email) || !(await anyAccount(db))) return false
  const invitation = invite === undefined ? undefined : await findInvitation(db, invite)
  const fits = invitation?.state === 'open' && invitation.email_normalized === normalizeEmail(email)
  if (fits && invitation.mailed) return false
  return signUp === 'invite' && invite === undefined ? true : config.proveAddresses && (signUp === 'open' || fits)
}

/**
 * Checks whether a person may sign up: the known facts about the address; undefined if it needs proof, as then the response is the same for
 * every address.
 * @throws Refusal `email_taken`, `domain_refused`, and those of `admit`
 */
async function check(deps: SignUpDeps, { email, invite }: Newcomer): Promise<{ proven: boolean; invited: boolean } | undefined> {
  const { db, settings } = deps
  const normalized = normalizeEmail(email)
  if (settings.now.signUp !== 'closed' && (await anyAccount(db))) requireDomain(settings.now.signUpDomains, normalized)
  if (await waits(deps, email, invite)) return undefined
  const known = await admit(db, settings, normalized, { invite })
  if (await isTaken(db, normalized, known.proven || known.invited)) throw new Refusal('email_taken')
  return known
}

/** Signs a person up at once, or emails them a code and a link first. */
async function enrol(
  deps: SignUpDeps,
  { handOut }: PasswordOptions,
  newcomer: Newcomer,
  password_hash: string,
  keep?: Keep,
): Promise<Enrolled> {
  const { db, jobs } = deps
  const known = await check(deps, newcomer)
  const { email, name } = newcomer
  const person = { email, email_normalized: normalizeEmail(email), name: name ?? null, password_hash }
  if (known)
    return db.write(async (tx) => {
      await create(tx, { ...person, proven: Number(known.proven), invited: Number(known.invited) })
      const granted = await handOut(tx, person.email_normalized)
      await keep?.(tx, person.email_normalized)
      return granted
    })
  const secrets = { handle: clientKey(), link: clientKey(), code: randomCode() }
  await db.write(async (tx) => {
    await insertPendingSignUp(tx, secrets, person)
    await keep?.(tx, pendingIdentity(hashToken(secrets.handle)))
    const { link, code } = secrets
    await jobs.add(tx, { type: signUpJob, payload: { email, link, code } satisfies SignUpRequest })
  })
  return { handle: secrets.handle, expires_in: proofMilliseconds / 1_000 }
}

/** Completes a sign-up by the code or the link from the email. @throws Refusal `link_expired`, `invalid_param`, `email_taken` */
async function confirm(
  { db, settings }: SignUpDeps,
  { cost, handOut }: PasswordOptions,
  { handle: browser, code, token, password }: Taken<typeof confirmSignUp>,
): Promise<Gives<typeof confirmSignUp>> {
  const pending =
    token === undefined
      ? await db.write((tx) => tryCode(tx, browser ?? '', (code ?? '').replace(/\D/g, '')))
      : await findSignUpByLink(db, token)
  if (!pending) throw new Refusal('link_expired', 'This code has expired or was tried too often. Sign up again.')
  if (pending === 'wrong') throw Refusal.param('code', 'Wrong code. Enter the one from the latest email.')
  // The link may open in the browser of the mailbox's owner although a stranger signed up: the stranger's password must not become the
  // account's.
  const own = browser !== undefined && hashToken(browser) === pending.handle
  if (!own && password === undefined)
    throw Refusal.param('password', 'The sign-up began in another browser. Choose a password here.')
  if (!own && password !== undefined) await checkPassword(password, pending)
  const password_hash = own || password === undefined ? pending.password_hash : await hash(password, cost)
  return db.write(async (tx) => {
    if (!(await takeSignUp(tx, pending))) throw new Refusal('link_expired')
    const { email, email_normalized, name } = pending
    await admit(tx, settings, email_normalized, { proven: true })
    if (await findAccountByEmail(tx, email_normalized)) throw new Refusal('email_taken')
    await create(tx, { email, email_normalized, name, password_hash, proven: 1, invited: 0 })
    const granted = await handOut(tx, email_normalized)
    // The passkey of a stranger who signed up with the address must not open the account either.
    await settlePasskeys(tx, pendingIdentity(pending.handle), own ? email_normalized : undefined)
    return granted
  })
}

/** Stores an identity, in place of a sign-up that was never finished. @throws Refusal `email_taken` */
async function create(tx: Writer, identity: Omit<LocalIdentityRow, 'created'>): Promise<void> {
  const { email_normalized: normalized, proven, invited } = identity
  if (await isTaken(tx, normalized, proven + invited > 0)) throw new Refusal('email_taken')
  await deleteLocalIdentity(tx, normalized)
  if (!(await insertLocalIdentity(tx, identity))) throw new Refusal('email_taken')
}

/** Whether an address already belongs to somebody. `entitled`: an invitation or proof overrides an incomplete sign-up with it. */
async function isTaken(reader: Reader, normalized: string, entitled: boolean): Promise<boolean> {
  if (!(await findLocalIdentity(reader, normalized))) return false
  return !entitled || (await findLogin(reader, 'local', normalized)) !== undefined
}
