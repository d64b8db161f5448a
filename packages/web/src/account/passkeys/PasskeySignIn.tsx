// Draws the button that signs in with a passkey.

import { useStore } from '@nanostores/react'
import type { finishPasskeySignIn, Gives } from '@waypost/protocol'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { hasPasskeys } from '../../browser/passkeys.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Trouble } from '../Trouble.tsx'
import { signInByPasskey, troubleOf } from './passkeys.ts'

const messages = i18n('passkey-sign-in', { signIn: 'Sign in with a passkey' })

interface PasskeySignInProps {
  /** Goes on with the token. @throws Refusal */
  onGranted: (granted: Gives<typeof finishPasskeySignIn>) => Promise<void>
}

/** The button, where the browser has passkeys. */
export function PasskeySignIn({ onGranted }: PasskeySignInProps) {
  const t = useStore(messages)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  if (!hasPasskeys()) return null

  async function signIn() {
    setTrouble(undefined)
    setBusy(true)
    try {
      await onGranted(await signInByPasskey())
    } catch (error) {
      setBusy(false)
      setTrouble(troubleOf(error))
    }
  }

  return (
    <>
      {trouble && <Trouble text={trouble} />}
      <Button wide icon={<Fingerprint size={20} aria-hidden="true" />} busy={busy} onClick={() => void signIn()}>
        {t.signIn}
      </Button>
    </>
  )
}
