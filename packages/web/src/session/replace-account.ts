import type { Account } from '@waypost/protocol'
import { forgetAllBut, readSetting, writeSetting } from '../browser/storage.ts'
import { accountKey, markLeaving, providerKey, signedIn, waitingKey, waitingProviderKey } from './account.ts'

/**
 * Stores an account, and erases the data of the previous one.
 * @param provider the type of the identity provider used for the session
 * @returns false if there is no storage
 */
export function replaceAccount(account: Account, provider: string): boolean {
  const own = signedIn()
  if (!writeSetting(accountKey, JSON.stringify(account))) return false
  if (own && own.iden !== account.iden) void forgetAllBut(accountKey)
  writeSetting(providerKey, provider)
  return true
}

/**
 * Stores the account of a support session. The administrator's own account is kept here until the session ends; see `signOut`.
 * @returns a promise that resolves once the administrator's data is erased; undefined if there is no storage
 */
export function storeForSupport(account: Account): Promise<void> | undefined {
  const [own, provider] = [readSetting(accountKey), readSetting(providerKey)]
  if (own === undefined || !writeSetting(accountKey, JSON.stringify(account))) return undefined
  markLeaving()
  const forgotten = forgetAllBut(accountKey)
  writeSetting(waitingKey, own)
  writeSetting(waitingProviderKey, provider)
  return forgotten
}
