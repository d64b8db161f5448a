import { normalizeEmail, Refusal } from '@waypost/protocol'
import {
  type Account,
  anyAccount,
  findAccount,
  findAccountByEmail,
  findLogin,
  insertAccount,
  insertLogin,
  insertToken,
} from '../account/rows.ts'
import { microseconds } from '../change.ts'
import type { Config } from '../config.ts'
import type { Db, Reader, Writer } from '../db/db.ts'
import { accountIden } from '../iden.ts'

/** Whom a provider says somebody is. */
export interface Identity {
  /** The provider's own, lasting name for the person. */
  subject: string
  email: string | undefined
  /** Whether the provider knows that the address is the person's. */
  emailVerified: boolean
  name?: string
  image_url?: string
}

/** Someone who vouches for people. A client opens its authorization page and comes back with a token. */
export interface Provider {
  readonly type: string
  describe(): Promise<{ type: string; name: string; authorize_url: string; client_id: string; sign_up: boolean }>
  /** Whose token this is; undefined when the provider did not give it out, or not for us. */
  identify(accessToken: string): Promise<Identity | undefined>
}

/** Whether somebody new may come in. The first account always may: it is the administrator's. */
export async function maySignUp(reader: Reader, signUp: Config['signUp']): Promise<boolean> {
  return signUp === 'open' || !(await anyAccount(reader))
}

/**
 * Turns a provider's token into an account, a new one where it is the person's first time, with a new access token.
 * @throws Refusal `provider_unknown`, `sign_in_failed`, `email_missing`, `email_taken`, `sign_up_closed`
 */
export async function signIn(
  { db, providers, signUp }: { db: Db; providers: readonly Provider[]; signUp: Config['signUp'] },
  type: string,
  accessToken: string,
): Promise<{ account: Account; token: string }> {
  const provider = providers.find((candidate) => candidate.type === type)
  if (!provider) throw new Refusal('provider_unknown')
  const identity = await provider.identify(accessToken)
  if (!identity) throw new Refusal('sign_in_failed', 'The sign-in is no longer valid. Start it again.')
  return db.write(async (tx) => {
    const login = await findLogin(tx, type, identity.subject)
    const known = login && (await findAccount(tx, login.account))
    const account = known ?? (await makeAccount(tx, type, identity, signUp))
    return { account, token: await insertToken(tx, account.iden) }
  })
}

async function makeAccount(tx: Writer, type: string, identity: Identity, signUp: Config['signUp']): Promise<Account> {
  if (!identity.email) throw new Refusal('email_missing')
  const normalized = normalizeEmail(identity.email)
  // Only its owner may add another way in to an account, from inside: an address alone proves too little.
  if (await findAccountByEmail(tx, normalized)) throw new Refusal('email_taken')
  if (!(await maySignUp(tx, signUp))) throw new Refusal('sign_up_closed')
  const now = microseconds()
  const account: Account = {
    iden: accountIden(),
    created: now,
    modified: now,
    email: identity.email.trim(),
    email_normalized: normalized,
    name: identity.name || null,
    image_url: identity.image_url || null,
    admin: (await anyAccount(tx)) ? 0 : 1,
  }
  await insertAccount(tx, account)
  const { iden, email, name, image_url } = account
  await insertLogin(tx, { type, subject: identity.subject, account: iden, email, name, image_url, created: now })
  return account
}
