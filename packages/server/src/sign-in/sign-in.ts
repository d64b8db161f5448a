import { normalizeEmail, Refusal } from '@waypost/protocol'
import { insertToken } from '../access-token/rows.ts'
import { type AccountRef, accountCreated } from '../account/lifecycle.ts'
import {
  type Account,
  anyAccount,
  endLogin,
  findAccount,
  findAccountByEmail,
  findLogin,
  insertAccount,
  lockAddress,
  loginsOf,
  mustProve,
  saveLogin,
} from '../account/rows.ts'
import { recordEvent } from '../audit/rows.ts'
import type { Bus } from '../bus/bus.ts'
import { type Change, type MakeChange, type Micros, microseconds } from '../change.ts'
import type { Config } from '../config.ts'
import type { Db, Reader, Writer } from '../db/db.ts'
import { accountIden, objectIden } from '../iden.ts'
import { endSetupLinks, useInvitations } from '../invitation/rows.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { mailJob } from '../mail/mail.ts'
import { isMailbox } from '../mail/rules.ts'
import { notifyAllTokensEnded } from '../notify.ts'
import type { Settings } from '../settings/settings.ts'
import { hashToken } from '../tokens.ts'
import { mailProof, recordProof } from './address/proof.ts'
import { endWaysIn } from './delete-account.ts'
import type { Factors } from './factors/factors.ts'
import { countTry, deleteStep, findCodes, findStep, insertStep } from './factors/rows.ts'
import { requireLocal } from './local-off.ts'
import { mailOfClaimed } from './mails.ts'
import { adoptPasskeys, takePasskeyToken } from './passkeys/rows.ts'
import { ended, type GroupStanding, type Identity, type Provider, readIdentity, requireGroup } from './provider.ts'
import { openByLink } from './sign-in-links.ts'
import { admit } from './who-may-sign-up.ts'

interface SignInDeps {
  config: Pick<Config, 'proveAddresses' | 'smtpUrl' | 'localSignIn'>
  db: Db
  bus: Bus
  change: MakeChange
  jobs: Jobs
  factors: Factors
  providers: readonly Provider[]
  settings: Settings
  /** Grants an account the rights of its owner's groups, and revokes those of groups that the owner left. */
  applyGroups(account: string, type: string, groups: GroupStanding): Promise<void>
  origin(): string
}

/**
 * Exchanges a provider's token for an account and a new session on a device; creates the account on the first sign-in.
 * @throws Refusal `email_missing`, `email_taken`, `domain_refused`, `code_needed`, `code_wrong`, and those of `admit` and `identify`
 */
export async function signIn(
  deps: SignInDeps,
  type: string,
  accessToken: string,
  device: Device,
  asked: SecondStep & { invite?: string | undefined },
): Promise<SignedIn> {
  if (type === 'link') return deps.db.write((tx) => openByLink(tx, accessToken, device))
  if (type === 'passkey' || type === 'local') requireLocal(deps.config)
  if (type === 'passkey') {
    const opened = await deps.db.write((tx) => openByPasskey(tx, accessToken, device))
    if (opened) return opened
    throw ended()
  }
  const step = stepKey(type, accessToken)
  // A code proves the identity of the person entering it, however long ago they proved it to the provider.
  const finish = () =>
    takeStep(deps, step, asked, (tx, { subject, id_token }) =>
      open(tx, type, { subject, idToken: id_token ?? undefined }, device),
    )
  const finished = await finish()
  if (finished) return finished
  const identity = await readIdentity(deps.providers, type, accessToken)
  const { subject, groups } = identity
  // First: a person who has left the administrators' group loses the role, even if they may no longer sign in.
  const owner = groups && (await findLogin(deps.db, type, subject))?.owner
  if (groups && owner !== undefined) await deps.applyGroups(owner, type, groups)
  requireGroup(identity)
  const known = await deps.db.write(async (tx) => {
    const login = await findLogin(tx, type, subject)
    if (!login || !(await findCodes(tx, login.owner))) return open(tx, type, identity, device)
    if ((await identity.isCurrent?.(tx)) === false) throw ended()
    await insertStep(tx, { hash: step, account: login.owner, type, subject, id_token: identity.idToken ?? null })
    return 'waits'
  })
  const opened = known === 'waits' ? await finish() : known
  if (opened) return opened
  const entered = await join(deps, type, identity, device, asked.invite)
  if (!groups) return entered
  await deps.applyGroups(entered.account.iden, type, groups)
  return { ...entered, account: (await findAccount(deps.db, entered.account.iden)) ?? entered.account }
}

/** Signs in a person whose identity has no account yet: to the account with their address, or to a new one. */
async function join(
  deps: SignInDeps,
  type: string,
  identity: Identity,
  device: Device,
  invite: string | undefined,
): Promise<SignedIn> {
  if (identity.joinsByDomain === false)
    throw new Refusal('domain_refused', 'The sign-in provider lets in verified email addresses of certain domains only.')
  const claimed = await claimAccount(deps, type, identity, device)
  if (claimed) return claimed
  // Created before the change begins, because the change needs to know its box.
  const fresh = accountIden()
  return deps.change([fresh], async (tx) => {
    const meanwhile = await open(tx, type, identity, device)
    if (meanwhile) return meanwhile
    const account = await makeAccount(tx, fresh, type, identity, { ...deps, invite })
    return { account, token: await insertToken(tx, fresh, sessionOf(type, identity, device, microseconds())) }
  })
}

interface SignedIn {
  account: Account
  token: string
}

type Current = Pick<Identity, 'subject' | 'isCurrent' | 'fresh' | 'sinceProof' | 'idToken'>

interface Device {
  name: string | undefined
  place: string | undefined
}

/** The account of an identity, with a new session's token. @throws Refusal `sign_in_failed` if the identity has changed meanwhile */
async function open(tx: Writer, type: string, identity: Current, device: Device): Promise<SignedIn | undefined> {
  const login = await findLogin(tx, type, identity.subject)
  const account = login && (await findAccount(tx, login.owner))
  if (!account) return undefined
  if ((await identity.isCurrent?.(tx)) === false) throw ended()
  return { account, token: await insertToken(tx, account.iden, sessionOf(type, identity, device, provedAt(identity))) }
}

/** When a person proved who they are: now, unless the provider may only have remembered them. Microseconds. */
function provedAt({ fresh, sinceProof }: Current): number | undefined {
  const now = microseconds()
  if (fresh !== false) return now
  return sinceProof === undefined ? undefined : now - sinceProof * 1_000_000
}

const sessionOf = (type: string, { idToken }: Current, device: Device, proved: Micros | undefined) => ({
  ...device,
  proved,
  provider: type,
  id_token: idToken,
})

/**
 * Signs a person in to the account with their address, if that account has never proved it and the provider has verified that it is theirs.
 * The account may be a stranger's, so all its other ways in end.
 */
async function claimAccount(deps: SignInDeps, type: string, identity: Identity, device: Device): Promise<SignedIn | undefined> {
  const { db, bus, change, jobs, origin } = deps
  const { email, subject, name = null, image_url = null } = identity
  if (!identity.proven || !email) return undefined
  const normalized = normalizeEmail(email)
  const owner = (await findUnproven(db, normalized))?.iden
  if (owner === undefined) return undefined
  const claimed = await change([owner], async (tx): Promise<SignedIn | undefined> => {
    const account = await findUnproven(tx, normalized)
    if (account?.iden !== owner || (await findLogin(tx, type, subject))) return undefined
    await endWaysIn(tx, owner)
    for (const login of await loginsOf(tx, owner)) await endLogin(tx, login)
    const login = { iden: objectIden(owner), owner, active: 1, created: 0, modified: 0, is_primary: 1 }
    await saveLogin(tx, { ...login, type, subject, email, name, image_url })
    await recordProof(tx, jobs, account)
    await recordEvent(tx, account, 'claimed', { provider: type })
    if (isMailbox(account.email)) await jobs.add(tx, { type: mailJob, payload: mailOfClaimed(account.email, origin()) })
    const token = await insertToken(tx, owner, sessionOf(type, identity, device, microseconds()))
    return { account: { ...account, email_proven: 1 }, token }
  })
  if (claimed) notifyAllTokensEnded(bus, owner)
  return claimed
}

async function findUnproven(reader: Reader, normalized: string): Promise<Account | undefined> {
  const account = await findAccountByEmail(reader, normalized)
  return account?.email_proven === 0 ? account : undefined
}

/** The account of a passkey, which proves both factors, with the token of a new session. */
async function openByPasskey(tx: Writer, accessToken: string, device: Device): Promise<SignedIn | undefined> {
  const iden = await takePasskeyToken(tx, accessToken)
  const account = iden === undefined ? undefined : await findAccount(tx, iden)
  return account && { account, token: await insertToken(tx, account.iden, { ...device, proved: microseconds() }) }
}

async function makeAccount(
  tx: Change,
  iden: string,
  type: string,
  identity: Identity,
  deps: SignInDeps & { invite: string | undefined },
): Promise<Account> {
  const { config, settings, jobs, invite } = deps
  if (!identity.email) throw new Refusal('email_missing')
  const normalized = normalizeEmail(identity.email)
  // Only a signed-in owner may add another login to an account: an address alone is not enough proof.
  await lockAddress(tx, normalized)
  if (await findAccountByEmail(tx, normalized)) throw new Refusal('email_taken')
  // Two concurrent first sign-ups must not both become administrators.
  await tx.lock('first account')
  const admitted = await admit(tx, settings, normalized, {
    invite,
    proven: identity.proven,
    invited: identity.invited,
    joinsByDomain: identity.joinsByDomain,
    unprovenDomain: type === 'local',
  })
  const first = !(await anyAccount(tx))
  const now = microseconds()
  const account: Account = {
    iden,
    created: now,
    modified: now,
    email: identity.email.trim(),
    email_normalized: normalized,
    name: identity.name || null,
    image_url: identity.image_url || null,
    admin: first ? 1 : 0,
    email_proven: first || admitted.proven || !config.proveAddresses ? 1 : 0,
  }
  await insertAccount(tx, account)
  await useInvitations(tx, normalized)
  if (mustProve(config, account)) await mailProof(tx, deps, account)
  await endSetupLinks(tx)
  const { email, name, image_url } = account
  const login = { iden: objectIden(iden), owner: iden, active: 1, created: 0, modified: 0, is_primary: 1 }
  await saveLogin(tx, { ...login, type, subject: identity.subject, email, name, image_url })
  if (type === 'local') await adoptPasskeys(tx, identity.subject, iden)
  await jobs.add(tx, { type: accountCreated, payload: { iden, email_normalized: normalized } satisfies AccountRef })
  return account
}

interface SecondStep {
  code: string | undefined
  address: string
}

const stepKey = (type: string, accessToken: string): string => hashToken(`${type} ${accessToken}`)

/**
 * Finishes a sign-in that is waiting for a code, with `open` opening the session of an identity; undefined if none is waiting.
 * @throws Refusal `code_needed`, `code_wrong`, `ratelimited`, and `sign_in_failed` if it may not continue
 */
async function takeStep<T>(
  { db, factors }: { db: Db; factors: Factors },
  key: string,
  { code, address }: SecondStep,
  open: (tx: Writer, identity: { subject: string; id_token: string | null }) => Promise<T | undefined>,
): Promise<T | undefined> {
  const waiting = await findStep(db, key)
  if (!waiting) return undefined
  if (code === undefined) throw new Refusal('code_needed', undefined, { param: 'code' })
  return factors.withCode(
    waiting.account,
    { code, address },
    async (tx) => {
      await deleteStep(tx, key)
      const opened = await open(tx, waiting)
      // The identity has since been removed from the account.
      if (opened === undefined) throw noLongerValid()
      return opened
    },
    async (tx) => {
      if (!(await countTry(tx, key))) throw noLongerValid()
    },
  )
}

const noLongerValid = () => new Refusal('sign_in_failed', 'This sign-in is no longer valid. Start again.')
