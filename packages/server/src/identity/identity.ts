// Declares the interface of identity providers, signs people in, and decides who may sign up.

import { email as emailField, type Gives, limits, type listProviders, normalizeEmail, Refusal } from '@waypost/protocol'
import * as v from 'valibot'
import { deleteTokens, insertToken } from '../access-token/rows.ts'
import {
  type Account,
  anyAccount,
  findAccount,
  findAccountByEmail,
  findLogin,
  insertAccount,
  loginsOf,
  saveLogin,
} from '../account/rows.ts'
import { type AccountRef, accountCreated, mustProve } from '../account/rules.ts'
import type { Bus } from '../bus/bus.ts'
import { type Change, type MakeChange, microseconds } from '../change.ts'
import type { Config } from '../config.ts'
import type { Db, Reader, Writer } from '../db/db.ts'
import { accountIden, objectIden } from '../iden.ts'
import { endSetupLinks, findInvitation, isInvited, isSetupSecret, useInvitations } from '../invitation/rows.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { endLinks } from '../mail/link-rows.ts'
import { mailJob } from '../mail/mail.ts'
import { isMailbox } from '../mail/rules.ts'
import { type AccountChanged, accountSubject } from '../notify.ts'
import type { Settings } from '../settings/settings.ts'
import type { Factors } from './factors/factors.ts'
import { deleteCodesOf, findCodes } from './factors/rows.ts'
import { type SecondStep, stepKey, takeStep, waitForCode } from './factors/second-step.ts'
import { adoptPasskeys, deletePasskeysOf, takePasskeyToken } from './passkeys/rows.ts'
import { mailProof, recordProof } from './proof.ts'
import { mailOfClaimed } from './sign-up-mails.ts'

/** A person as a provider describes them. */
export interface Identity {
  /** The provider's permanent id of the person. */
  subject: string
  email: string | undefined
  /** Whether the provider knows that the address is theirs. */
  proven: boolean
  /** Whether they signed up with an invitation of the address. */
  invited?: boolean
  name?: string
  image_url?: string
  /** Whether the subject is still this person's, with the same password. Absent where subjects never change hands. */
  isCurrent?(reader: Reader): Promise<boolean>
}

/** A contact of a person at a provider. */
export interface KnownPerson {
  name?: string
  email: string
}

/** An identity provider. A client opens its authorization page and comes back with a token. */
export interface Provider {
  readonly type: string
  describe(): Promise<Gives<typeof listProviders>['providers'][number]>
  /** The person a token belongs to; undefined when the provider did not issue it to us. */
  identify(accessToken: string): Promise<Identity | undefined>
  /** The person's contacts; undefined when the token does not permit it. Absent where the provider has no contacts. */
  contacts?(accessToken: string): Promise<KnownPerson[] | undefined>
  /** Deletes a person who is no longer linked to any account. Only the built-in provider has it. */
  forget?(tx: Writer, subject: string): Promise<void>
}

/** Returns a function that deletes a person at the provider of a type, if that provider keeps people. */
export const forgetAt = (providers: readonly Provider[]) => async (tx: Writer, type: string, subject: string) =>
  providers.find((provider) => provider.type === type)?.forget?.(tx, subject)

/** Whether new people may sign up. The first one always may, and becomes the administrator. */
export async function maySignUp(reader: Reader, { now }: Settings): Promise<boolean> {
  return now.signUp !== 'closed' || !(await anyAccount(reader))
}

/** What a new person brings along. */
interface Credentials {
  /** The secret of an invitation. */
  invite?: string | undefined
  /** Whether the address is known to be theirs. */
  proven?: boolean
  /** Whether they brought an invitation of the address earlier. */
  invited?: boolean | undefined
}

/**
 * Decides whether a new person with an address may sign up. Where invitations are needed, an address alone is not enough: anyone could
 * type it.
 * @returns whether the address is proven, and whether they were invited
 * @throws Refusal `sign_up_closed`, `invite_ended`, `invite_other`, `setup_needed`
 */
export async function admit(
  reader: Reader,
  { now: { signUp, setup } }: Settings,
  normalized: string,
  { invite, proven = false, invited = false }: Credentials,
): Promise<{ proven: boolean; invited: boolean }> {
  const invitation = invite === undefined ? undefined : await findInvitation(reader, invite)
  const fits = invitation?.state === 'open' && invitation.email_normalized === normalized
  const credentials = { proven: proven || (fits && invitation.mailed), invited: invited || fits }
  if (!(await anyAccount(reader))) {
    if (setup && !(await isSetupSecret(reader, invite))) throw new Refusal('setup_needed')
    return credentials
  }
  if (signUp === 'open') return credentials
  if (signUp === 'invite') {
    if ((credentials.proven || credentials.invited) && (await isInvited(reader, normalized))) return credentials
    if (invite !== undefined) throw new Refusal(invitation?.state === 'open' ? 'invite_other' : 'invite_ended')
  }
  throw new Refusal('sign_up_closed')
}

/** The person a token belongs to. @throws Refusal `provider_unknown`, `sign_in_failed`, and `unavailable` when the provider does not answer */
export async function identify(providers: readonly Provider[], type: string, accessToken: string): Promise<Identity> {
  const provider = providers.find((candidate) => candidate.type === type)
  if (!provider) throw new Refusal('provider_unknown')
  const identity = await provider.identify(accessToken)
  if (!identity) throw ended()
  return identity
}

interface SignInDeps {
  config: Pick<Config, 'proveAddresses' | 'smtpUrl'>
  db: Db
  bus: Bus
  change: MakeChange
  jobs: Jobs
  factors: Factors
  providers: readonly Provider[]
  settings: Settings
  /** The origin of this server for browsers. */
  origin(): string
}

/**
 * Exchanges a provider's token for an account and a new session on a device; creates the account on the first sign-in.
 * @throws Refusal `email_missing`, `email_taken`, `code_needed`, `code_wrong`, and those of `admit` and `identify`
 */
export async function signIn(
  deps: SignInDeps,
  type: string,
  accessToken: string,
  device: Device,
  asked: SecondStep & { invite?: string | undefined },
): Promise<SignedIn> {
  if (type === 'passkey') {
    const opened = await deps.db.write((tx) => openByPasskey(tx, accessToken, device))
    if (opened) return opened
    throw ended()
  }
  const step = stepKey(type, accessToken)
  const finish = () => takeStep(deps, step, asked, (tx, subject) => open(tx, type, { subject }, device))
  const finished = await finish()
  if (finished) return finished
  const identity = await identify(deps.providers, type, accessToken)
  const known = await deps.db.write(async (tx) => {
    const login = await findLogin(tx, type, identity.subject)
    if (!login || !(await findCodes(tx, login.owner))) return open(tx, type, identity, device)
    if ((await identity.isCurrent?.(tx)) === false) throw ended()
    await waitForCode(tx, { hash: step, account: login.owner, type, subject: identity.subject })
    return 'waits'
  })
  const opened = known === 'waits' ? await finish() : known
  if (opened) return opened
  const claimed = await claimAccount(deps, type, identity, device)
  if (claimed) return claimed
  // Created before the change begins, which needs to know its box.
  const fresh = accountIden()
  return deps.change([fresh], async (tx) => {
    const meanwhile = await open(tx, type, identity, device)
    if (meanwhile) return meanwhile
    const account = await makeAccount(tx, fresh, type, identity, { ...deps, invite: asked.invite })
    return { account, token: await insertToken(tx, fresh, { ...device, proved: microseconds() }) }
  })
}

interface SignedIn {
  account: Account
  token: string
}

type Current = Pick<Identity, 'subject' | 'isCurrent'>
const ended = () => new Refusal('sign_in_failed', 'The sign-in is no longer valid. Start it again.')

interface Device {
  name: string | undefined
  place: string | undefined
}

/** The account of an identity, with the token of a new session. @throws Refusal `sign_in_failed` if it has changed since it was read */
async function open(tx: Writer, type: string, identity: Current, device: Device): Promise<SignedIn | undefined> {
  const login = await findLogin(tx, type, identity.subject)
  const account = login && (await findAccount(tx, login.owner))
  if (!account) return undefined
  if ((await identity.isCurrent?.(tx)) === false) throw ended()
  return { account, token: await insertToken(tx, account.iden, { ...device, proved: microseconds() }) }
}

/**
 * Signs a person in to the account with their address, if that account has never proved the address and the provider knows that it is
 * theirs. The account may be a stranger's, so that everything else that opens it ends.
 */
async function claimAccount(deps: SignInDeps, type: string, identity: Identity, device: Device): Promise<SignedIn | undefined> {
  const { db, bus, change, jobs, providers, origin } = deps
  const { email, subject, name = null, image_url = null } = identity
  if (!identity.proven || !email) return undefined
  const normalized = normalizeEmail(email)
  const owner = (await findUnproven(db, normalized))?.iden
  if (owner === undefined) return undefined
  const claimed = await change([owner], async (tx): Promise<SignedIn | undefined> => {
    const account = await findUnproven(tx, normalized)
    if (account?.iden !== owner || (await findLogin(tx, type, subject))) return undefined
    for (const login of await loginsOf(tx, owner)) {
      await providers.find((provider) => provider.type === login.type)?.forget?.(tx, login.subject as string)
      await saveLogin(tx, { ...login, active: 0, type: null, subject: null, email: null, name: null, image_url: null })
    }
    await deleteTokens(tx, owner)
    await deleteCodesOf(tx, owner)
    await deletePasskeysOf(tx, owner)
    for (const purpose of ['change-email', 'prove-email'] as const) await endLinks(tx, purpose, owner)
    const login = { iden: objectIden(owner), owner, active: 1, created: 0, modified: 0, is_primary: 1 }
    await saveLogin(tx, { ...login, type, subject, email, name, image_url })
    await recordProof(tx, jobs, account)
    if (isMailbox(account.email)) await jobs.add(tx, { type: mailJob, payload: mailOfClaimed(account.email, origin()) })
    const token = await insertToken(tx, owner, { ...device, proved: microseconds() })
    return { account: { ...account, email_proven: 1 }, token }
  })
  if (claimed) bus.publish(accountSubject, { account: owner, endedTokens: 'all' } satisfies AccountChanged)
  return claimed
}

/** The account with an address that it has never proved. */
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
  if (await findAccountByEmail(tx, normalized)) throw new Refusal('email_taken')
  // Two concurrent first sign-ups must not both become administrators.
  await tx.lock('first account')
  const admitted = await admit(tx, settings, normalized, { invite, proven: identity.proven, invited: identity.invited })
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

/** Reads a person from OpenID claims. An address that the provider marks as unverified is ignored. */
export function identityOf(subject: string, claims: Record<string, unknown>): Identity {
  const disproved = claims.email_verified === false || claims.email_verified === 'false'
  const email = v.safeParse(emailField, claims.email)
  const name = typeof claims.name === 'string' ? claims.name.trim().slice(0, limits.nameLength) : ''
  const picture = typeof claims.picture === 'string' && claims.picture.length <= limits.addressLength ? claims.picture : ''
  return {
    subject,
    email: !disproved && email.success ? email.output : undefined,
    proven: claims.email_verified === true || claims.email_verified === 'true',
    ...(name === '' ? {} : { name }),
    ...(/^https?:\/\//i.test(picture) ? { image_url: picture } : {}),
  }
}
