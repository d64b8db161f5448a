import {
  createPasskey,
  deletePasskey,
  finishPasskeySignIn,
  Refusal,
  startElevation,
  startPasskey,
  startPasskeySignIn,
  updatePasskey,
} from '@waypost/protocol'
import { recordEvent } from '../../audit/rows.ts'
import type { Deps } from '../../deps.ts'
import { type Handler, handle } from '../../http/http.ts'
import { throttle } from '../../http/rate-limits.ts'
import { objectIden } from '../../iden.ts'
import { notifyAccountChanged } from '../../notify.ts'
import { filled } from '../../objects.ts'
import { accessToken } from '../../tokens.ts'
import { tellOwner } from '../factors/remove.ts'
import { keepWayIn, lockWaysIn } from '../last-way-in.ts'
import { handOutLocal } from '../local/local.ts'
import { findLocalIdentity } from '../local/rows.ts'
import { requireLocal } from '../local-off.ts'
import { deletePasskeyRow, insertPasskey, insertPasskeyToken, passkeyObject, passkeysOf, renamePasskey } from './rows.ts'
import { askForNew, askForProof, newHandle, passkeyDeps, verifyNew, verifyProof } from './verify.ts'

const passkeysPerAccount = 50

export function passkeyCalls(deps: Deps): Handler[] {
  const { db, bus, config, jobs, origin, rateLimits } = deps
  const asked = throttle(rateLimits.exchange)
  const webauthn = passkeyDeps(deps)

  return [
    handle(startElevation, async (_input, { caller: { account } }) => {
      asked.take(account.iden)
      const known = await passkeysOf(db, account.iden)
      if (known.length === 0) throw new Refusal('not_found', 'This account has no passkey.')
      return askForProof(webauthn, { purpose: 'elevate', account: account.iden }, known)
    }),
    handle(startPasskey, async (_input, { caller }) => {
      requireLocal(config)
      const { account } = caller
      asked.take(account.iden)
      const known = await passkeysOf(db, account.iden)
      if (known.length >= passkeysPerAccount)
        throw new Refusal('forbidden', `An account has at most ${passkeysPerAccount} passkeys. Remove one first.`)
      const handle = known[0]?.user_handle ?? newHandle()
      const person = { email: account.email, name: account.name ?? undefined, handle, known }
      return askForNew(webauthn, person, { purpose: 'add', account: account.iden, payload: { handle } })
    }),
    handle(createPasskey, async ({ name, passkey }, { caller }) => {
      requireLocal(config)
      const { account } = caller
      const { passkey: verified, payload } = await verifyNew(webauthn, passkey, { purpose: 'add', account: account.iden })
      const { handle } = payload as { handle: string }
      const iden = objectIden(account.iden)
      const created = await db.write(async (tx) => {
        await lockWaysIn(tx, account.iden)
        const known = await passkeysOf(tx, account.iden)
        if (known.length >= passkeysPerAccount)
          throw new Refusal('forbidden', `An account has at most ${passkeysPerAccount} passkeys.`)
        const fresh = { ...verified, iden, account: account.iden, identity: null, user_handle: handle }
        if (!(await insertPasskey(tx, { ...fresh, name: name ?? `Passkey ${known.length + 1}` })))
          throw new Refusal('passkey_failed')
        await tellOwner({ jobs, origin: origin() }, tx, account, 'passkey-added')
        await recordEvent(tx, account, 'passkey-added', { name: name ?? `Passkey ${known.length + 1}` })
        return (await passkeysOf(tx, account.iden)).find((one) => one.iden === iden)
      })
      if (!created) throw new Refusal('passkey_failed')
      notifyAccountChanged(bus, account.iden)
      return passkeyObject(created)
    }),
    handle(updatePasskey, async ({ iden, name }, { caller: { account } }) => {
      const renamed = await db.write((tx) => renamePasskey(tx, account.iden, iden, name))
      if (!renamed) throw new Refusal('not_found')
      notifyAccountChanged(bus, account.iden)
      return passkeyObject(renamed)
    }),
    handle(deletePasskey, async ({ iden }, { caller }) => {
      const { account } = caller
      await db.write(async (tx) => {
        await lockWaysIn(tx, account.iden)
        const removed = (await passkeysOf(tx, account.iden)).find((one) => one.iden === iden)
        if (!(await deletePasskeyRow(tx, account.iden, iden))) throw new Refusal('not_found')
        await keepWayIn(tx, config, account.iden)
        await tellOwner({ jobs, origin: origin() }, tx, account, 'passkey-removed')
        await recordEvent(tx, account, 'passkey-removed', filled({ name: removed?.name }))
      })
      notifyAccountChanged(bus, account.iden)
      return {}
    }),
  ]
}

/** How long a sign-in token can be redeemed, in seconds. */
const expiresIn = 120

export function passkeySignInCalls(deps: Deps): Handler[] {
  // The sign-in form requests one whenever it opens, so these must not use up the attempts of people signing in.
  const challenges = throttle(deps.rateLimits.exchange)
  const signIns = throttle(deps.rateLimits.exchange)
  const webauthn = passkeyDeps(deps)

  return [
    handle(startPasskeySignIn, async (_input, { network }) => {
      challenges.take(network)
      return askForProof(webauthn, { purpose: 'sign-in' })
    }),
    handle(finishPasskeySignIn, async ({ passkey: response }, { network }) => {
      signIns.take(network)
      return verifyProof(webauthn, response, { purpose: 'sign-in' }, async (tx, { iden, account, identity }) => {
        if (account === null) {
          // The sign-up was never completed: this completes it, once its address is proven.
          if (identity === null || !(await findLocalIdentity(tx, identity))) throw new Refusal('passkey_unknown')
          return { ...(await handOutLocal(tx, identity)), type: 'local' as const }
        }
        const token = accessToken()
        await insertPasskeyToken(tx, token, account, iden, expiresIn)
        return { access_token: token, expires_in: expiresIn, type: 'passkey' as const }
      })
    }),
  ]
}
