import { finishPasskeySignUp, Refusal, startPasskeySignUp } from '@waypost/protocol'
import type { Db, Writer } from '../../db/db.ts'
import { type Handler, handle } from '../../http/http.ts'
import { type RateLimits, throttle } from '../../http/rate-limits.ts'
import { objectIden } from '../../iden.ts'
import type { Settings } from '../../settings/settings.ts'
import { insertPasskey } from './rows.ts'
import { askForNew, newHandle, passkeyDeps, verifyNew } from './verify.ts'

/** A person who signs up. */
export interface Newcomer {
  email: string
  name?: string | undefined
  invite?: string | undefined
}

/** Stores the person's other credentials for an identity. */
export type Keep = (tx: Writer, identity: string) => Promise<void>

/** A sign-in token, or the handle of a sign-up whose address must still be proven. */
export interface Enrolled {
  access_token?: string
  handle?: string
  expires_in: number
}

interface SignUps {
  /** Limits how often one network address starts a sign-up. */
  begun: { take(key: string): void }
  /** @throws Refusal if the person may not sign up */
  check(newcomer: Newcomer): Promise<unknown>
  enrol(newcomer: Newcomer, passwordHash: string, keep: Keep): Promise<Enrolled>
}

interface PasskeySignUpDeps {
  db: Db
  rateLimits: RateLimits
  settings: Settings
  origin(): string
}

export function passkeySignUpCalls(deps: PasskeySignUpDeps, { begun, check, enrol }: SignUps): Handler[] {
  const finished = throttle(deps.rateLimits.exchange)
  const webauthn = passkeyDeps(deps)

  return [
    handle(startPasskeySignUp, async ({ email, name, invite }, { network }) => {
      begun.take(network)
      await check({ email, invite })
      const handle = newHandle()
      const payload: Newcomer & { handle: string } = { email, name, invite, handle }
      return askForNew(webauthn, { email, name, handle, known: [] }, { purpose: 'sign-up', payload })
    }),
    handle(finishPasskeySignUp, async ({ passkey: response }, { network }) => {
      finished.take(network)
      const { passkey, payload } = await verifyNew(webauthn, response, { purpose: 'sign-up' })
      const { handle: user_handle, ...newcomer } = payload as Newcomer & { handle: string }
      return enrol(newcomer, '', async (tx, identity) => {
        const fresh = { ...passkey, iden: objectIden('passkey'), account: null, identity, user_handle, name: 'Passkey 1' }
        if (!(await insertPasskey(tx, fresh))) throw new Refusal('passkey_failed')
      })
    }),
  ]
}
