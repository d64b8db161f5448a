// Draws the button that elevates the session with a passkey.

import { useStore } from '@nanostores/react'
import { elevate, type PasskeyProof, startElevation } from '@waypost/protocol'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { hasPasskeys, signWithPasskey } from '../../browser/passkeys.ts'
import { useSession } from '../../session/context.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { troubleOf } from '../passkeys/passkeys.ts'
import { Trouble } from '../Trouble.tsx'

const messages = i18n('passkey-proof', { use: 'Use a passkey' })

/** The button, where the browser has passkeys. A passkey proves everything that the account can be asked for. */
export function PasskeyProofButton() {
  const t = useStore(messages)
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  if (!hasPasskeys()) return null

  async function prove() {
    setTrouble(undefined)
    setBusy(true)
    try {
      const { options } = await session.call(startElevation, {})
      await session.call(elevate, { passkey: await signWithPasskey<PasskeyProof>(options) })
      session.elevation.answer(true)
    } catch (error) {
      setBusy(false)
      setTrouble(troubleOf(error))
    }
  }

  return (
    <>
      {trouble && <Trouble text={trouble} />}
      <Button wide icon={<Fingerprint size={20} aria-hidden="true" />} busy={busy} onClick={() => void prove()}>
        {t.use}
      </Button>
    </>
  )
}
