import { useStore } from '@nanostores/react'
import { confirmSignUp, type Gives, Refusal } from '@waypost/protocol'
import { useEffect, useState } from 'react'
import { writeSetting } from '../browser/storage.ts'
import { visitor } from '../session/account.ts'
import { say } from '../ui/accessibility/announce.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import styles from './Card.module.css'
import { Card, CardForm } from './Card.tsx'
import { checkEmail } from './en.ts'
import { typedIn, useFormTrouble } from './form-trouble.ts'
import { pendingSignUp } from './sign-in.ts'

const messages = i18n('check-email', checkEmail)

interface CheckEmailProps {
  email: string
  /** The secret with which this browser confirms the address. */
  handle: string
  /** Only invited people may sign up. */
  byInvitation: boolean
  /** Sends another email. @throws Refusal */
  onAgain: () => Promise<void>
  onBack: () => void
  onDone: (granted: Gives<typeof confirmSignUp>) => void
}

/** Asks for the emailed code that proves the address of a new account. */
export function CheckEmail({ email, handle, byInvitation, onAgain, onBack, onDone }: CheckEmailProps) {
  const t = useStore(messages)
  const trouble = useFormTrouble(['code'])
  const [sending, setSending] = useState(false)
  // The link in the email opens in a different window of this browser.
  useEffect(() => {
    writeSetting(pendingSignUp, handle)
  }, [handle])

  function refused(error: unknown) {
    if (error instanceof Refusal && error.code === 'link_expired') trouble.fail({ field: 'code', text: error.message })
    else trouble.refuse(error)
  }

  function confirm(values: FormData) {
    if (sending) return
    const code = typedIn(values, 'code').replace(/\D/g, '')
    if (code.length !== 6) return trouble.fail({ field: 'code', text: t.missing })
    return trouble.run(async () => {
      const granted = await visitor().call(confirmSignUp, { handle, code })
      writeSetting(pendingSignUp, undefined)
      onDone(granted)
    }, refused)
  }

  async function again() {
    setSending(true)
    trouble.clear()
    await onAgain().then(() => say(t.sentAgain), refused)
    setSending(false)
  }

  return (
    <Card title={t.title}>
      <p role="status">{byInvitation ? t.invited({ email }) : t.sent({ email })}</p>
      <CardForm trouble={trouble} label={t.confirm} onSubmit={confirm}>
        <TextField
          name="code"
          label={t.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
          error={trouble.errorOf('code')}
        />
      </CardForm>
      <p className={styles.second}>{byInvitation ? t.nothingInvited : t.nothing}</p>
      <p className={styles.foot}>
        <Button kind="quiet" busy={sending} onClick={() => void again()}>
          {t.again}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          {t.back}
        </Button>
      </p>
    </Card>
  )
}
