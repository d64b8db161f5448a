import { email as emailField, limits, normalizeEmail, Refusal } from '@waypost/protocol'
import * as v from 'valibot'
import {
  type Account,
  anyAccount,
  findAccount,
  findAccountByEmail,
  findLogin,
  insertAccount,
  insertToken,
  isInvited,
  saveLogin,
} from '../account/rows.ts'
import { type AccountRef, accountCreated } from '../account/rules.ts'
import { type Change, type MakeChange, microseconds } from '../change.ts'
import type { Config } from '../config.ts'
import type { Db, Reader, Writer } from '../db/db.ts'
import { accountIden, objectIden } from '../iden.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** Whom a provider says somebody is. */
export interface Identity {
  /** The provider's own, lasting name for the person. */
  subject: string
  email: string | undefined
  name?: string
  image_url?: string
}

/** Somebody whom a person knows, as a provider has it. */
export interface KnownPerson {
  name?: string
  email: string
}

/** Someone who vouches for people. A client opens its authorization page and comes back with a token. */
export interface Provider {
  readonly type: string
  describe(): Promise<{ type: string; name: string; authorize_url: string; client_id: string; sign_up: boolean }>
  /** Whose token this is; undefined when the provider did not give it out, or not for us. */
  identify(accessToken: string): Promise<Identity | undefined>
  /** Whom the person knows; undefined when the token does not allow to ask. Absent where the provider keeps no contacts. */
  contacts?(accessToken: string): Promise<KnownPerson[] | undefined>
  /** Forgets a person whom nothing here knows by this provider any more, where the provider is our own. */
  forget?(tx: Writer, subject: string): Promise<void>
}

/** Whether anybody new may come in. The first account always may: it is the administrator's. */
export async function maySignUp(reader: Reader, signUp: Config['signUp']): Promise<boolean> {
  return signUp !== 'closed' || !(await anyAccount(reader))
}

/** Whether somebody new with this address may come in. */
export async function mayJoin(reader: Reader, signUp: Config['signUp'], normalized: string): Promise<boolean> {
  if (signUp === 'open' || !(await anyAccount(reader))) return true
  return signUp === 'invite' && isInvited(reader, normalized)
}

/** Whose token this is. @throws Refusal `provider_unknown`, `sign_in_failed`, and `unavailable` when the provider does not answer */
export async function identify(providers: readonly Provider[], type: string, accessToken: string): Promise<Identity> {
  const provider = providers.find((candidate) => candidate.type === type)
  if (!provider) throw new Refusal('provider_unknown')
  const identity = await provider.identify(accessToken)
  if (!identity) throw new Refusal('sign_in_failed', 'The sign-in is no longer valid. Start it again.')
  return identity
}

/**
 * Turns a provider's token into an account, a new one where it is the person's first time, with a new access token.
 * @throws Refusal `email_missing`, `email_taken`, `sign_up_closed`, and those of `identify`
 */
export async function signIn(
  deps: { db: Db; change: MakeChange; jobs: Jobs; providers: readonly Provider[]; config: Pick<Config, 'signUp'> },
  type: string,
  accessToken: string,
): Promise<{ account: Account; token: string }> {
  const identity = await identify(deps.providers, type, accessToken)
  const known = await deps.db.write((tx) => open(tx, type, identity.subject))
  if (known) return known
  // Named before the change begins, as its box is written in it.
  const fresh = accountIden()
  return deps.change([fresh], async (tx) => {
    const meanwhile = await open(tx, type, identity.subject)
    if (meanwhile) return meanwhile
    const account = await makeAccount(tx, fresh, type, identity, deps)
    return { account, token: await insertToken(tx, fresh) }
  })
}

/** The account that an identity opens, with a new token. */
async function open(tx: Writer, type: string, subject: string): Promise<{ account: Account; token: string } | undefined> {
  const login = await findLogin(tx, type, subject)
  const account = login && (await findAccount(tx, login.owner))
  return account && { account, token: await insertToken(tx, account.iden) }
}

async function makeAccount(
  tx: Change,
  iden: string,
  type: string,
  identity: Identity,
  { config, jobs }: { config: Pick<Config, 'signUp'>; jobs: Jobs },
): Promise<Account> {
  if (!identity.email) throw new Refusal('email_missing')
  const normalized = normalizeEmail(identity.email)
  // Only its owner may add another way in to an account, from inside: an address alone proves too little.
  if (await findAccountByEmail(tx, normalized)) throw new Refusal('email_taken')
  // Two that come at once to an empty server must not both be its administrator.
  await tx.lock('first account')
  if (!(await mayJoin(tx, config.signUp, normalized))) throw new Refusal('sign_up_closed')
  const now = microseconds()
  const account: Account = {
    iden,
    created: now,
    modified: now,
    email: identity.email.trim(),
    email_normalized: normalized,
    name: identity.name || null,
    image_url: identity.image_url || null,
    admin: (await anyAccount(tx)) ? 0 : 1,
  }
  await insertAccount(tx, account)
  const { email, name, image_url } = account
  const login = { iden: objectIden(iden), owner: iden, active: 1, created: 0, modified: 0, is_primary: 1 }
  await saveLogin(tx, { ...login, type, subject: identity.subject, email, name, image_url })
  await jobs.add(tx, { type: accountCreated, payload: { iden, email_normalized: normalized } satisfies AccountRef })
  return account
}

/** What the claims of the OpenID standard say of a person. An address that the provider says is not proven is none. */
export function identityOf(subject: string, claims: Record<string, unknown>): Identity {
  const proven = claims.email_verified !== false && claims.email_verified !== 'false'
  const email = v.safeParse(emailField, claims.email)
  const name = typeof claims.name === 'string' ? claims.name.trim().slice(0, limits.nameLength) : ''
  const picture = typeof claims.picture === 'string' && claims.picture.length <= limits.addressLength ? claims.picture : ''
  return {
    subject,
    email: proven && email.success ? email.output : undefined,
    ...(name === '' ? {} : { name }),
    ...(/^https?:\/\//i.test(picture) ? { image_url: picture } : {}),
  }
}
