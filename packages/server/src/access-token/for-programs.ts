import { Refusal } from '@waypost/protocol'
import { lockEvents, recordEvent } from '../audit/rows.ts'
import type { Account } from '../caller.ts'
import type { Micros } from '../change.ts'
import type { Deps } from '../deps.ts'
import { notifyAccountChanged, notifyTokensEnded } from '../notify.ts'
import { filled } from '../objects.ts'
import { accessTokensPerAccount, countTokensForPrograms, deleteTokenForProgram, insertToken } from './rows.ts'

type Used = Pick<Deps, 'db' | 'bus'>

/**
 * Creates a token for a program; it is stored nowhere.
 * @param secret the token, for programs that accept only one format
 * @throws Refusal `forbidden` when the account has too many
 */
export async function makeTokenForProgram(
  { db, bus }: Used,
  account: Account,
  { name, scope, expires }: { name: string | undefined; scope: string; expires?: Micros | undefined },
  secret?: string,
): Promise<string> {
  const token = await db.write(async (tx) => {
    // Locked, so that concurrent requests cannot exceed the limit together.
    await lockEvents(tx, account.iden)
    if ((await countTokensForPrograms(tx, account.iden)) >= accessTokensPerAccount)
      throw new Refusal('forbidden', `An account has at most ${accessTokensPerAccount} access tokens. Revoke one first.`)
    await recordEvent(tx, account, 'token-created', { name: name ?? 'Access token', scopes: scope })
    return insertToken(tx, account.iden, { name, expires, scope, generated: 1 }, secret)
  })
  notifyAccountChanged(bus, account.iden)
  return token
}

/** Revokes a token of a program. @returns false when there is none */
export async function revokeTokenForProgram({ db, bus }: Used, account: Account, iden: string): Promise<boolean> {
  const ended = await db.write(async (tx) => {
    const token = await deleteTokenForProgram(tx, account.iden, iden)
    if (token) await recordEvent(tx, account, 'token-revoked', filled({ name: token.name }))
    return token
  })
  if (!ended) return false
  notifyTokensEnded(bus, [ended])
  notifyAccountChanged(bus, account.iden)
  return true
}
