import {
  finishPasskeySignIn,
  finishPasskeySignUp,
  type Gives,
  type NewPasskey,
  type PasskeyProof,
  Refusal,
  startPasskeySignIn,
  startPasskeySignUp,
  type Takes,
} from '@waypost/protocol'
import { createPasskey, PasskeyTrouble, signWithPasskey } from '../../browser/passkeys.ts'
import { visitor } from '../../session/account.ts'
import { i18n } from '../../ui/language.ts'
import { passkeys } from './en.ts'

const messages = i18n('passkeys', passkeys)

/** Asks the browser for a passkey of this server, and signs in with it. @throws Refusal, PasskeyTrouble */
export async function signInByPasskey(): Promise<Gives<typeof finishPasskeySignIn>> {
  const { options } = await visitor().call(startPasskeySignIn, {})
  return visitor().call(finishPasskeySignIn, { passkey: await signWithPasskey<PasskeyProof>(options) })
}

/** Creates a passkey for a new account. @throws Refusal, PasskeyTrouble */
export async function signUpByPasskey(person: Takes<typeof startPasskeySignUp>): Promise<Gives<typeof finishPasskeySignUp>> {
  const { options } = await visitor().call(startPasskeySignUp, person)
  return visitor().call(finishPasskeySignUp, { passkey: await createPasskey<NewPasskey>(options) })
}

/** The message for the user; undefined if they cancelled. */
export function troubleOf(error: unknown): string | undefined {
  if (error instanceof Refusal) return error.message
  if (!(error instanceof PasskeyTrouble)) throw error
  if (error.reason === 'cancelled') return undefined
  return error.reason === 'known' ? messages.get().known : messages.get().other
}
