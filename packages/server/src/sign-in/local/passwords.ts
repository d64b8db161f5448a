import { hash, type Options } from '@node-rs/argon2'
import {
  adminCreateResetLink,
  changePassword,
  checkResetLink,
  forgotPassword,
  type Gives,
  normalizeEmail,
  Refusal,
  resetPassword,
  setPassword,
  type Taken,
} from '@waypost/protocol'
import { deleteSessions } from '../../access-token/rows.ts'
import { type Account, findAccount, findAccountByEmail, findLogin, loginsOf, saveLogin } from '../../account/rows.ts'
import { audit, recordEvent } from '../../audit/rows.ts'
import type { Bus } from '../../bus/bus.ts'
import type { Caller } from '../../caller.ts'
import { type Change, type MakeChange, microseconds, toSeconds } from '../../change.ts'
import type { Config } from '../../config.ts'
import type { Db, Reader, Writer } from '../../db/db.ts'
import { type Handler, handle } from '../../http/http.ts'
import { type RateLimits, throttle } from '../../http/rate-limits.ts'
import { objectIden } from '../../iden.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { countToday } from '../../mail/daily-limits.ts'
import { findLink, replaceLink, useLink } from '../../mail/link-rows.ts'
import { type Message, mailJob } from '../../mail/mail.ts'
import { isMailbox } from '../../mail/rules.ts'
import { notifyAccountChanged, notifyTokensEnded } from '../../notify.ts'
import { type Factors, localIdentityOf, passwordOf } from '../factors/factors.ts'
import { tellOwner } from '../factors/remove.ts'
import { mailOfNewPassword, mailOfReset, mailWithoutPassword, resetAddress, resetLinkMilliseconds } from '../mails.ts'
import { rateOfWrong } from '../wrong-passwords-and-codes.ts'
import { checkPassword } from './password-strength.ts'
import { deleteLocalIdentity, findLocalIdentity, insertLocalIdentity, type LocalIdentityRow, savePasswordHash } from './rows.ts'

/** The maximum password reset links sent to one address or account per day. */
export const resetMailsPerDay = 10

/** The cost of hashing a password: kilobytes of memory, and passes over it. */
export type PasswordCost = Required<Pick<Options, 'memoryCost' | 'timeCost'>>

/** Dependencies of the built-in provider. */
export interface PasswordDeps {
  db: Db
  bus: Bus
  jobs: Jobs
  change: MakeChange
  factors: Factors
  config: Pick<Config, 'rateLimit' | 'oidc' | 'localSignIn'>
  rateLimits: RateLimits
  origin(): string
  log: { warn(what: object, sentence: string): void }
}

const forgotJob = 'password-forgotten'

/** How the built-in provider hashes passwords and signs people in. */
export interface PasswordOptions {
  cost: PasswordCost
  handOut(tx: Writer, normalized: string): Promise<{ access_token: string; expires_in: number }>
}

/** The handlers of the calls on passwords. Registers the job that emails links. */
export function passwordCalls(deps: PasswordDeps, options: PasswordOptions): Handler[] {
  const { db, jobs, rateLimits, origin, log } = deps
  const asked = throttle(rateLimits.passwordReset)
  const redeemed = throttle(rateLimits[rateOfWrong.link])

  // In a job, so that the response time is the same for every address.
  jobs.handle<{ email: string }>(forgotJob, async ({ email }) => {
    await db.write((tx) => mailLink(deps, tx, email))
    return undefined
  })

  return [
    handle(changePassword, async (input, { caller }) => ({ ended: await change(deps, options, caller, input) })),
    setPasswordCall(deps, options.cost),
    handle(forgotPassword, async ({ email }, { network }) => {
      asked.take(network)
      const normalized = normalizeEmail(email)
      await db.write((tx) => jobs.add(tx, { type: forgotJob, key: normalized, payload: { email: normalized } }))
      return {}
    }),
    handle(checkResetLink, async ({ token }, { network }) => {
      redeemed.take(network)
      return { email: (await openLink(db, token)).person.email }
    }),
    handle(resetPassword, (input, { network }) => {
      redeemed.take(network)
      return reset(deps, options, input)
    }),
    handle(adminCreateResetLink, async ({ email }, { caller }) => {
      const normalized = normalizeEmail(email)
      const secret = await db.write((tx) => createResetLink(tx, normalized, caller))
      log.warn({ admin: caller.account.iden, email: normalized }, 'An administrator made a link to a new password of an account.')
      return { url: resetAddress(origin(), secret), expires: toSeconds(microseconds() + resetLinkMilliseconds * 1_000) }
    }),
  ]
}

/**
 * Changes the password of an account; returns how many other sessions it has ended.
 * @throws Refusal `no_password`, `sign_in_failed`, `password_weak`
 */
async function change(
  deps: PasswordDeps,
  { cost }: PasswordOptions,
  caller: Caller,
  { password, new_password }: Taken<typeof changePassword>,
): Promise<number> {
  const { db, bus, config, factors } = deps
  if (!(await passwordOf(db, config, caller.account))) throw new Refusal('no_password')
  const person = await factors.checkPassword(caller.account, password)
  if (!person) throw new Refusal('no_password')
  await checkPassword(new_password, { email: person.email, name: caller.account.name }, 'new_password')
  const passwordHash = await hash(new_password, cost)
  const ended = await db.write((tx) => save(deps, tx, person, passwordHash, 'change-password', caller.token))
  notifyTokensEnded(bus, ended)
  // Open lists of sessions are reloaded.
  if (ended.length > 0) notifyAccountChanged(bus, caller.account.iden)
  return ended.length
}

/** Sets the password of a link, and signs its owner in. @throws Refusal `link_expired` */
async function reset(
  deps: PasswordDeps,
  { cost, handOut }: PasswordOptions,
  { token, password }: Taken<typeof resetPassword>,
): Promise<Gives<typeof resetPassword>> {
  const { db, bus } = deps
  const { link, person } = await openLink(db, token)
  await checkPassword(password, person)
  const passwordHash = await hash(password, cost)
  const { ended, granted } = await db.write(async (tx) => {
    // Only one of two concurrent attempts deletes the row.
    if (!(await useLink(tx, link))) throw new Refusal('link_expired')
    return {
      ended: await save(deps, tx, person, passwordHash, 'reset-password'),
      granted: await handOut(tx, person.email_normalized),
    }
  })
  notifyTokensEnded(bus, ended)
  return granted
}

/** Saves a new password within a write, and notifies its owner. @returns the ended sessions of the account */
async function save(
  { jobs, origin }: PasswordDeps,
  tx: Writer,
  person: LocalIdentityRow,
  passwordHash: string,
  act: 'change-password' | 'reset-password',
  kept?: string,
) {
  await savePasswordHash(tx, person.email_normalized, passwordHash)
  const account = await accountOf(tx, person.email_normalized)
  if (isMailbox(person.email)) await mail(jobs, tx, mailOfNewPassword(person.email, origin()))
  if (account) await recordEvent(tx, account, act)
  return account ? deleteSessions(tx, account.iden, kept) : []
}

/** Emails the person with an address a way to sign in. The limits reveal nothing to strangers, who only see the response. */
async function mailLink(deps: PasswordDeps, tx: Writer, normalized: string): Promise<void> {
  const { jobs, config, origin } = deps
  const person = await findLocalIdentity(tx, normalized)
  const account = person ? await accountOf(tx, normalized) : await findAccountByEmail(tx, normalized)
  const to = person?.email ?? account?.email
  if (to === undefined || !isMailbox(to)) return
  const names = [normalized, ...(account ? [account.iden] : [])]
  for (const name of names) if (!(await mayMail(deps, tx, name))) return
  if (person) return mail(jobs, tx, mailOfReset(to, origin(), await newLink(tx, normalized)))
  const types = account ? (await loginsOf(tx, account.iden)).map(({ type }) => type ?? '') : []
  const providers = [...new Set(types)].map((type) => nameOf(config, type))
  return mail(jobs, tx, mailWithoutPassword(to, origin(), providers))
}

/** Counts a link under a name. @returns whether it may be sent */
const mayMail = async ({ config, jobs }: PasswordDeps, tx: Writer, name: string) =>
  config.rateLimit === 'off' || (await countToday(jobs, tx, `password reset for ${name}`, resetMailsPerDay))

const mail = (jobs: Jobs, tx: Writer, payload: Message) => jobs.add(tx, { type: mailJob, payload })

const nameOf = ({ oidc }: Pick<Config, 'oidc'>, type: string) =>
  type === 'google' ? 'Google' : (oidc.find((provider) => provider.type === type)?.title ?? type)

/** A valid link, and the identity whose password it sets. @throws Refusal `link_expired` */
async function openLink(db: Db, token: string) {
  const link = await findLink(db, 'reset-password', token)
  const person = link && (await findLocalIdentity(db, link.subject))
  if (!person) throw new Refusal('link_expired')
  return { link, person }
}

/**
 * Creates a link to a new password for an address, and records who did.
 * @returns its secret
 * @throws Refusal `not_found`, `no_password` for an account that signs in with other providers, and `forbidden` for a token with the scope
 * `admin` alone and an administrator: it would open the rest of the administrator's account
 */
export async function createResetLink(tx: Writer, normalized: string, by: Caller | 'command line'): Promise<string> {
  const person = await findLocalIdentity(tx, normalized)
  const account = person ? await accountOf(tx, normalized) : await findAccountByEmail(tx, normalized)
  if (!person && !account) throw new Refusal('not_found', 'There is no account with this email address.')
  if (!person) throw new Refusal('no_password')
  if (account?.admin && by !== 'command line' && !by.scopes.includes('everything'))
    throw new Refusal('forbidden', "This token may not make a link to an administrator's password.")
  await audit(tx, {
    act: 'reset-link',
    by: by === 'command line' ? by : by.account,
    about: account ?? { iden: '', email: person.email },
  })
  return newLink(tx, normalized)
}

const newLink = (tx: Writer, normalized: string) =>
  replaceLink(tx, { purpose: 'reset-password', subject: normalized }, resetLinkMilliseconds)

async function accountOf(reader: Reader, normalized: string): Promise<Account | undefined> {
  const login = await findLogin(reader, 'local', normalized)
  return login && findAccount(reader, login.owner)
}

interface SetPasswordDeps {
  db: Db
  bus: Bus
  change: MakeChange
  jobs: Jobs
  origin(): string
}

function setPasswordCall(deps: SetPasswordDeps, cost: Pick<Options, 'memoryCost' | 'timeCost'>): Handler {
  const { bus, change, jobs, origin } = deps

  return handle(setPassword, async ({ new_password }, { caller }) => {
    const { account } = caller
    await checkPassword(new_password, account, 'new_password')
    const passwordHash = await hash(new_password, cost)
    await change([account.iden], async (tx) => {
      await tx.lock(`password of ${account.iden}`)
      const person = await localIdentityOf(tx, account)
      if (person?.password_hash) throw new Refusal('forbidden', 'This account has a password already. Change it instead.')
      if (person) await savePasswordHash(tx, person.email_normalized, passwordHash)
      else await addIdentity(tx, account, passwordHash)
      await tellOwner({ jobs, origin: origin() }, tx, account, 'password-set')
      await recordEvent(tx, account, 'set-password')
    })
    notifyAccountChanged(bus, account.iden)
    return {}
  })
}

/** Adds a built-in provider's identity to an account that has none. @throws Refusal `email_taken` */
async function addIdentity(tx: Change, account: Account, password_hash: string): Promise<void> {
  const { iden: owner, email, email_normalized, name } = account
  if (await findLogin(tx, 'local', email_normalized)) throw new Refusal('email_taken')
  // An identity without an account is someone else's sign-up that was never completed: the address belongs to this account.
  await deleteLocalIdentity(tx, email_normalized)
  await insertLocalIdentity(tx, { email_normalized, email, password_hash, name, proven: account.email_proven, invited: 0 })
  const login = { iden: objectIden(owner), owner, active: 1, created: 0, modified: 0, is_primary: 0 }
  await saveLogin(tx, { ...login, type: 'local', subject: email_normalized, email, name, image_url: account.image_url })
}
