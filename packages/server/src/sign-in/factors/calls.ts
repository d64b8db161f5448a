// Handles the calls on second factors: elevation, one-time codes and recovery codes.

import {
  adminRemoveFactors,
  confirmCodes,
  createRecoveryCodes,
  deleteCodes,
  elevate,
  type Gives,
  getFactors,
  normalizeEmail,
  Refusal,
  type Seconds,
  startCodes,
  type Taken,
} from '@waypost/protocol'
import { forgetProofs, prove } from '../../access-token/rows.ts'
import { type Account, findLogin, loginsOf } from '../../account/rows.ts'
import { recordEvent } from '../../audit/rows.ts'
import type { Caller } from '../../caller.ts'
import { microseconds, toSeconds } from '../../change.ts'
import type { Writer } from '../../db/db.ts'
import type { Deps } from '../../deps.ts'
import { type Handler, handle, type RequestContext } from '../../http/http.ts'
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
  return [
    handle(getFactors, (_input, { caller }) => factorsOf(deps, caller)),
    handle(elevate, (input, context) => elevateSession(deps, input, context)),
    handle(startCodes, (_input, { caller }) => startSetUp(deps, caller.account)),
    handle(confirmCodes, async ({ code }, { caller }) => ({ recovery_codes: await confirmSetUp(deps, caller, code) })),
    handle(deleteCodes, async (_input, { caller }) => {
      await switchOff(deps, caller.account)
      return {}
    }),
    handle(createRecoveryCodes, async (_input, { caller }) => ({ recovery_codes: await renewCodes(deps, caller.account) })),
    handle(adminRemoveFactors, ({ email }, { caller }) => removeForOwner(deps, email, caller)),
  ]
}

async function factorsOf({ db, config }: Deps, caller: Caller): Promise<Gives<typeof getFactors>> {
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
}

/** Elevates a session by one proof, and a one-time code if on. @throws Refusal `code_needed`, `sign_in_failed`, `forbidden` */
async function elevateSession(
  deps: Deps,
  { password, code, passkey, access_token, type }: Taken<typeof elevate>,
  { caller: { account, token }, address }: RequestContext,
): Promise<Gives<typeof elevate>> {
  const { db, factors } = deps
  const own = { purpose: 'elevate', account: account.iden } as const
  if (passkey) return verifyProof(passkeyDeps(deps), passkey, own, (tx) => elevateIn(tx, token))
  const codes = await findCodes(db, account.iden)
  if (codes && code === undefined) throw new Refusal('code_needed', undefined, { param: 'code' })
  const person = await factors.checkPassword(account, password)
  if (!person && !codes) await checkIdentity(deps, account, type, access_token)
  if (codes && code !== undefined) return factors.withCode(account.iden, { code, address }, (tx) => elevateIn(tx, token))
  return db.write((tx) => elevateIn(tx, token))
}

/** Marks a session as elevated within a write. @throws Refusal `forbidden` for a token that is not the owner's session */
async function elevateIn(tx: Writer, token: string): Promise<{ elevated_until: Seconds }> {
  const now = microseconds()
  if (!(await prove(tx, token, now)))
    throw new Refusal('forbidden', 'Only a session that the user has signed in to themselves can be elevated.')
  return { elevated_until: toSeconds(now + elevationMilliseconds * 1_000) }
}

/** @throws Refusal `sign_in_failed` unless the provider's token belongs to an identity of the account */
async function checkIdentity(
  { db, providers }: Deps,
  account: Account,
  type: string | undefined,
  token: string | undefined,
): Promise<void> {
  if (type === undefined || token === undefined) throw new Refusal('sign_in_failed', 'Sign in again to confirm that it is you.')
  const { subject, fresh } = await identify(providers, type, token)
  // The provider may have remembered the person, so that anyone at this browser could return from there.
  if (fresh === false) throw new Refusal('sign_in_failed', 'The sign-in provider did not ask who you are. Try again.')
  if ((await findLogin(db, type, subject))?.owner !== account.iden)
    throw new Refusal('sign_in_failed', 'This sign-in belongs to another account.')
}

/** Makes the secret of an authenticator app, which waits to be confirmed. @throws Refusal `forbidden` where codes are on */
async function startSetUp({ db }: Deps, { iden, email }: Account): Promise<Gives<typeof startCodes>> {
  const secret = newSecret()
  if (!(await db.write((tx) => startSecret(tx, iden, secret))))
    throw new Refusal('forbidden', 'One-time codes are on already. Switch them off first.')
  return { secret, uri: uriOf(secret, email) }
}

/** Switches one-time codes on. @returns the recovery codes. @throws Refusal `not_found`, `code_wrong` */
async function confirmSetUp(deps: Deps, { account, token }: Caller, code: string): Promise<string[]> {
  const { db, bus } = deps
  const waiting = await findSecret(db, account.iden)
  if (!waiting || waiting.confirmed) throw new Refusal('not_found', 'Start again: no set-up is in progress.')
  const step = stepOf(waiting.secret, readCode(code), microseconds() / 1_000)
  if (step === undefined) throw new Refusal('code_wrong', undefined, { param: 'code' })
  const recoveryCodes = await db.write(async (tx) => {
    if (!(await confirmSecret(tx, waiting, step))) throw new Refusal('not_found', 'Start again: no set-up is in progress.')
    // Other sessions' proofs without a code are no longer enough.
    await forgetProofs(tx, account.iden, token)
    await tell(deps, tx, account, 'on')
    await recordEvent(tx, account, 'codes-on')
    return newCodes(tx, account.iden)
  })
  notifyAccountChanged(bus, account.iden)
  return recoveryCodes
}

/** Switches one-time codes off. @throws Refusal `not_found` where they are off */
async function switchOff(deps: Deps, account: Account): Promise<void> {
  const { db, bus } = deps
  const deleted = await db.write(async (tx) => {
    if (!(await deleteCodesOf(tx, account.iden))) return false
    await tell(deps, tx, account, 'off')
    await recordEvent(tx, account, 'codes-off')
    return true
  })
  if (!deleted) throw new Refusal('not_found', 'One-time codes are off already.')
  notifyAccountChanged(bus, account.iden)
}

/** @returns recovery codes in place of those before. @throws Refusal `not_found` where one-time codes are off */
async function renewCodes(deps: Deps, account: Account): Promise<string[]> {
  const { db, bus } = deps
  const recoveryCodes = await db.write(async (tx) => {
    if (!(await findCodes(tx, account.iden))) throw new Refusal('not_found', 'One-time codes are off.')
    await tell(deps, tx, account, 'renewed')
    await recordEvent(tx, account, 'recovery-codes')
    return newCodes(tx, account.iden)
  })
  notifyAccountChanged(bus, account.iden)
  return recoveryCodes
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

async function removeForOwner(
  { db, bus, jobs, log, origin }: Deps,
  email: string,
  caller: Caller,
): Promise<Gives<typeof adminRemoveFactors>> {
  const normalized = normalizeEmail(email)
  const { account, ...removed } = await db.write((tx) => removeFactors({ jobs, origin: origin() }, tx, normalized, caller))
  log.warn({ admin: caller.account.iden, account }, 'An administrator removed the second factors of an account.')
  notifyAccountChanged(bus, account)
  return removed
}

const tell = ({ jobs, origin }: Deps, tx: Writer, account: Account, change: FactorChange) =>
  tellOwner({ jobs, origin: origin() }, tx, account, change)
