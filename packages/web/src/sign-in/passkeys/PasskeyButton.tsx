import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { hasPasskeys } from '../../browser/passkeys.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { Trouble } from '../Card.tsx'
import { troubleOf } from './passkeys.ts'

interface PasskeyButtonProps {
  label: string
  /** @throws Refusal, PasskeyTrouble */
  onPress: () => Promise<void>
}

/** A button that uses a passkey, if the browser supports them. */
export function PasskeyButton({ label, onPress }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  if (!hasPasskeys()) return null

  async function press() {
    setTrouble(undefined)
    setBusy(true)
    try {
      await onPress()
    } catch (error) {
      setTrouble(troubleOf(error))
    }
    setBusy(false)
  }

  return (
    <>
      {trouble && <Trouble text={trouble} />}
      <Button wide icon={<Fingerprint size={20} aria-hidden="true" />} busy={busy} onClick={() => void press()}>
        {label}
      </Button>
    </>
  )
}
