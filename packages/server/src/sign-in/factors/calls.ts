// Handles the calls on second factors: elevation, one-time codes and recovery codes.

import {
  adminRemoveFactors,
  confirmCodes,
  createRecoveryCodes,
  deleteCodes,
  elevate,
  getFactors,
  normalizeEmail,
  Refusal,
  type Seconds,
  startCodes,
} from '@waypost/protocol'
import { forgetProofs, prove } from '../../access-token/rows.ts'
import { type Account, findLogin, loginsOf } from '../../account/rows.ts'
import { recordEvent } from '../../audit/rows.ts'
import { microseconds, toSeconds } from '../../change.ts'
import type { Writer } from '../../db/db.ts'
import type { Deps } from '../../deps.ts'
import { type Handler, handle } from '../../http/http.ts'
import { notifyAccountChanged } from '../../notify.ts'
import { filled } from '../../objects.ts'
import { elevatedUntil, elevationMilliseconds } from '../elevation.ts'
import type { FactorChange } from '../mails.ts'
import { passkeyObject, passkeysOf } from '../passkeys/rows.ts'
import { passkeyDeps, verifyProof } from '../passkeys/verify.ts'
import { identify } from '../provider.ts'
import { passwordOf } from './factors.ts'
import { removeFactors, tellOwner } from './remove.ts'
import {
  confirmSecret,
  countRecoveryCodes,
  deleteCodesOf,
  findCodes,
  findSecret,
  saveRecoveryCodes,
  startSecret,
} from './rows.ts'
import { hashOfRecoveryCode, newRecoveryCodes, newSecret, readCode, stepOf, uriOf } from './rules.ts'

export function factorCalls(deps: Deps): Handler[] {
  const { db, bus, config, jobs, factors, log, origin, providers } = deps

  /** Marks a session as elevated within a write. @throws Refusal `forbidden` for a token that is no session of the owner */
  async function elevateIn(tx: Writer, token: string): Promise<{ elevated_until: Seconds }> {
    const now = microseconds()
    if (!(await prove(tx, token, now)))
      throw new Refusal('forbidden', 'Only a session that the user has signed in to themselves can be elevated.')
    return { elevated_until: toSeconds(now + elevationMilliseconds * 1_000) }
  }

  /** @throws Refusal `sign_in_failed` unless the token of a provider belongs to an identity of the account */
  async function checkIdentity(account: Account, type: string | undefined, token: string | undefined): Promise<void> {
    if (type === undefined || token === undefined) throw new Refusal('sign_in_failed', 'Sign in again to confirm that it is you.')
    const { subject, fresh } = await identify(providers, type, token)
    // The provider may have remembered the person, so that anybody at this browser would come back from there.
    if (fresh === false) throw new Refusal('sign_in_failed', 'The sign-in provider did not ask who you are. Try again.')
    if ((await findLogin(db, type, subject))?.owner !== account.iden)
      throw new Refusal('sign_in_failed', 'This sign-in belongs to another account.')
  }

  async function newCodes(tx: Writer, account: string): Promise<string[]> {
    const codes = newRecoveryCodes()
    await saveRecoveryCodes(
      tx,
      account,
      codes.map((code) => hashOfRecoveryCode(account, code)),
    )
    return codes
  }

  const tell = (tx: Writer, account: Account, change: FactorChange) => tellOwner({ jobs, origin: origin() }, tx, account, change)

  return [
    handle(getFactors, async (_input, { caller }) => {
      const { account } = caller
      const codes = await findCodes(db, account.iden)
      const types = (await loginsOf(db, account.iden)).map(({ type }) => type as string)
      return {
        password: (await passwordOf(db, config, account)) !== undefined,
        providers: [...new Set(types.filter((type) => type !== 'local'))],
        ...(codes && {
          codes: { created: toSeconds(codes.created), recovery_codes: await countRecoveryCodes(db, account.iden) },
        }),
        passkeys: (await passkeysOf(db, account.iden)).map(passkeyObject),
        ...filled({ elevated_until: await elevatedUntil(db, caller) }),
      }
    }),
    handle(elevate, async ({ password, code, passkey, access_token, type }, { caller: { account, token }, address }) => {
      const own = { purpose: 'elevate', account: account.iden } as const
      if (passkey) return verifyProof(passkeyDeps(deps), passkey, own, (tx) => elevateIn(tx, token))
      const codes = await findCodes(db, account.iden)
      if (codes && code === undefined) throw new Refusal('code_needed', undefined, { param: 'code' })
      const person = await factors.checkPassword(account, password)
      if (!person && !codes) await checkIdentity(account, type, access_token)
      if (codes && code !== undefined) return factors.withCode(account.iden, { code, address }, (tx) => elevateIn(tx, token))
      return db.write((tx) => elevateIn(tx, token))
    }),

    handle(startCodes, async (_input, { caller }) => {
      const secret = newSecret()
      if (!(await db.write((tx) => startSecret(tx, caller.account.iden, secret))))
        throw new Refusal('forbidden', 'One-time codes are on already. Switch them off first.')
      return { secret, uri: uriOf(secret, caller.account.email) }
    }),
    handle(confirmCodes, async ({ code }, { caller }) => {
      const { account, token } = caller
      const waiting = await findSecret(db, account.iden)
      if (!waiting || waiting.confirmed) throw new Refusal('not_found', 'Start again: no set-up is in progress.')
      const step = stepOf(waiting.secret, readCode(code), microseconds() / 1_000)
      if (step === undefined) throw new Refusal('code_wrong', undefined, { param: 'code' })
      const recovery_codes = await db.write(async (tx) => {
        if (!(await confirmSecret(tx, waiting, step))) throw new Refusal('not_found', 'Start again: no set-up is in progress.')
        // What other sessions have proved without a code is no longer enough.
        await forgetProofs(tx, account.iden, token)
        await tell(tx, account, 'on')
        await recordEvent(tx, account, 'codes-on')
        return newCodes(tx, account.iden)
      })
      notifyAccountChanged(bus, account.iden)
      return { recovery_codes }
    }),
    handle(deleteCodes, async (_input, { caller }) => {
      const { account } = caller
      const deleted = await db.write(async (tx) => {
        if (!(await deleteCodesOf(tx, account.iden))) return false
        await tell(tx, account, 'off')
        await recordEvent(tx, account, 'codes-off')
        return true
      })
      if (!deleted) throw new Refusal('not_found', 'One-time codes are off already.')
      notifyAccountChanged(bus, account.iden)
      return {}
    }),
    handle(createRecoveryCodes, async (_input, { caller }) => {
      const { account } = caller
      const recovery_codes = await db.write(async (tx) => {
        if (!(await findCodes(tx, account.iden))) throw new Refusal('not_found', 'One-time codes are off.')
        await tell(tx, account, 'renewed')
        await recordEvent(tx, account, 'recovery-codes')
        return newCodes(tx, account.iden)
      })
      notifyAccountChanged(bus, account.iden)
      return { recovery_codes }
    }),

    handle(adminRemoveFactors, async ({ email }, { caller }) => {
      const normalized = normalizeEmail(email)
      const { account, ...removed } = await db.write((tx) => removeFactors({ jobs, origin: origin() }, tx, normalized, caller))
      log.warn({ admin: caller.account.iden, account }, 'An administrator removed the second factors of an account.')
      notifyAccountChanged(bus, account)
      return removed
    }),
  ]
}
