// Draws the button that creates an account with a passkey instead of a password.

import { useStore } from '@nanostores/react'
import type { finishPasskeySignUp, Gives } from '@waypost/protocol'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { hasPasskeys } from '../../browser/passkeys.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Trouble } from '../Trouble.tsx'
import { signUpByPasskey, troubleOf } from './passkeys.ts'

const messages = i18n('passkey-sign-up', { create: 'Use a passkey instead of a password' })

interface Newcomer {
  email: string
  name?: string
  invite?: string
}

interface PasskeySignUpProps {
  /** The person who signs up; undefined if the form shows a missing field. */
  read: () => Newcomer | undefined
  onGranted: (person: Newcomer, granted: Gives<typeof finishPasskeySignUp>) => void
}

/** The button, where the browser has passkeys. */
export function PasskeySignUp({ read, onGranted }: PasskeySignUpProps) {
  const t = useStore(messages)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  if (!hasPasskeys()) return null

  async function create() {
    const person = read()
    if (!person) return
    setTrouble(undefined)
    setBusy(true)
    try {
      onGranted(person, await signUpByPasskey(person))
    } catch (error) {
      setTrouble(troubleOf(error))
    }
    setBusy(false)
  }

  return (
    <>
      {trouble && <Trouble text={trouble} />}
      <Button wide icon={<Fingerprint size={20} aria-hidden="true" />} busy={busy} onClick={() => void create()}>
        {t.create}
      </Button>
    </>
  )
}
