// Handles the calls that sign in with a passkey.

import { finishPasskeySignIn, Refusal, startPasskeySignIn } from '@waypost/protocol'
import type { Deps } from '../../deps.ts'
import { type Handler, handle } from '../../http/http.ts'
import { throttle } from '../../http/throttle.ts'
import { accessToken } from '../../tokens.ts'
import { handOutLocal } from '../local.ts'
import { findLocalIdentity } from '../rows.ts'
import { insertPasskeyToken } from './rows.ts'
import { askForProof, passkeyDeps, verifyProof } from './verify.ts'

/** How long a sign-in token can be redeemed, in seconds. */
const expiresIn = 120

export function passkeySignInCalls(deps: Deps): Handler[] {
  // The sign-in form asks for one whenever it is opened, so that these must not use up the tries of those who sign in.
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
          // The sign-up was never finished: this finishes it, once its address is proven.
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
