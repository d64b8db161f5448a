import { getMe, Refusal } from '@waypost/protocol'
import { reloadAt } from '../browser/location.ts'
import { callsOf } from '../session/account.ts'
import { storeForSupport } from '../session/replace-account.ts'

/**
 * Signs this browser in to the account of a person an administrator is helping, with the token of a support session. The administrator's
 * own account is kept here until that session ends; see `signOut`.
 * @throws Refusal
 */
export async function beginSupport(token: string): Promise<void> {
  const account = await callsOf(token).call(getMe, {})
  const stored = storeForSupport({ ...account, api_key: token })
  if (!stored) throw new Refusal('storage_full')
  await stored
  reloadAt('/#people/me')
}
