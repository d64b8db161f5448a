// Finds the callers of programs that send a person's password with each request because they support nothing else.

import { createHmac, randomBytes } from 'node:crypto'
import { emailLength, normalizeEmail, passwordLength, Refusal } from '@waypost/protocol'
import { isStopped } from '../access-token/rows.ts'
import { findAccount, findLogin } from '../account/rows.ts'
import type { Caller } from '../caller.ts'
import type { Db } from '../db/db.ts'
import { BoundedMap } from '../processor/bounded-map.ts'
import { findCodes } from './factors/rows.ts'
import type { ProvePassword } from './local/local.ts'
import { findLocalIdentity } from './local/rows.ts'
import type { LocalSetting } from './local-off.ts'

/** Milliseconds for which a right password is not verified again, and how many of them are cached. */
const remembered = 5 * 60_000
const mostRemembered = 5_000

export interface PasswordCallers {
  /** @throws Refusal `sign_in_failed`, also for an account with a second factor, `ratelimited`, `account_suspended`. */
  find(email: string, password: string, address: string): Promise<Caller>
}

/** Finds callers by password. Right passwords are cached for a few minutes, because verification is slow on purpose. */
export function openPasswordCallers({ config, db }: { config: LocalSetting; db: Db }, prove: ProvePassword): PasswordCallers {
  /** The hashes of verified passwords, by a key that only this process can compute. */
  const proved = new BoundedMap<string, { passwordHash: string; until: number }>(mostRemembered)
  /** Passwords that are being verified: a program often sends several requests at once. */
  const proving = new Map<string, Promise<string>>()
  const secret = randomBytes(32)

  async function hashProvedBy(email: string, password: string, address: string): Promise<string> {
    const key = createHmac('sha256', secret)
      .update(`${normalizeEmail(email)}\0${password}`)
      .digest('base64')
    const known = proved.get(key)
    if (known !== undefined && known.until > Date.now()) return known.passwordHash
    const running = proving.get(key)
    if (running) return running
    const proof = prove(email, password, address).then(({ password_hash: passwordHash }) => {
      proved.set(key, { passwordHash, until: Date.now() + remembered })
      return passwordHash
    })
    proving.set(key, proof)
    try {
      return await proof
    } finally {
      proving.delete(key)
    }
  }

  return {
    async find(email, password, address) {
      const isPossible = email.length <= emailLength && password.length <= passwordLength.most
      if (config.localSignIn === 'off' || !isPossible) throw new Refusal('sign_in_failed')
      const passwordHash = await hashProvedBy(email, password, address)
      const normalized = normalizeEmail(email)
      // The password may have changed since it was verified.
      if ((await findLocalIdentity(db, normalized))?.password_hash !== passwordHash) throw new Refusal('sign_in_failed')
      const login = await findLogin(db, 'local', normalized)
      const account = login && (await findAccount(db, login.owner))
      if (!account) throw new Refusal('sign_in_failed')
      if (await isStopped(db, account.iden, 'passwords')) throw new Refusal('account_suspended')
      if (await findCodes(db, account.iden)) throw new Refusal('sign_in_failed', secondFactor)
      return { account, token: '', client: null, session: false, scopes: ['everything'], expires: null, support: null }
    },
  }
}

const secondFactor = 'This account has a second factor. Use one of its access tokens in place of the password.'
