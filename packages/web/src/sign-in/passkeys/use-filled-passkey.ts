import { finishPasskeySignIn, type PasskeyProof, startPasskeySignIn } from '@waypost/protocol'
import { useEffect, useRef, useState } from 'react'
import { fillsPasskeys, signWithFilledPasskey, stopFillingPasskeys } from '../../browser/passkeys.ts'
import { visitor } from '../../session/account.ts'
import { enterBy } from '../sign-in.ts'
import { troubleOf } from './passkeys.ts'

/** In milliseconds. The server forgets a passkey challenge after five minutes. */
const freshFor = 4 * 60_000

/**
 * Offers passkeys in the field with `autocomplete="username webauthn"`.
 * @param next the page to load after the sign-in; undefined to offer none
 * @param onTrouble gets why a sign-in with a picked passkey failed
 * @returns a function to call when the field gets the focus: it renews an offer that has ended, or is too old for a sign-in
 */
export function useFilledPasskey(next: string | undefined, onTrouble: (text: string) => void): () => void {
  const [since, setSince] = useState(Date.now)
  const over = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: offered again from another time on
  useEffect(() => {
    if (next === undefined) return
    let ended = false
    over.current = false
    offer(next, () => ended)
      .catch((error: unknown) => {
        const text = troubleOf(error)
        if (text && !ended) onTrouble(text)
      })
      .finally(() => {
        if (!ended) over.current = true
      })
    return () => {
      ended = true
      void stopFillingPasskeys()
    }
  }, [next, since])
  return () => {
    if (over.current || Date.now() - since > freshFor) setSince(Date.now())
  }
}

/**
 * Waits until the user picks a passkey, and signs in with it. Until then failures are silent, because nobody asked for anything.
 * @throws Refusal if the server rejected the picked passkey
 */
async function offer(next: string, isEnded: () => boolean): Promise<void> {
  const passkey = await pick(isEnded).catch(() => undefined)
  if (passkey) await enterBy(await visitor().call(finishPasskeySignIn, { passkey }), next)
}

async function pick(isEnded: () => boolean): Promise<PasskeyProof | undefined> {
  if (!(await fillsPasskeys())) return undefined
  const { options } = await visitor().call(startPasskeySignIn, {})
  return isEnded() ? undefined : signWithFilledPasskey<PasskeyProof>(options)
}
