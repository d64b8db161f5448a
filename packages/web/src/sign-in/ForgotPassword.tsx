import { useStore } from '@nanostores/react'
import { forgotPassword } from '@waypost/protocol'
import { useState } from 'react'
import { visitor } from '../session/account.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import styles from './Card.module.css'
import { Card, CardForm } from './Card.tsx'
import { forgotPasswordWords } from './en.ts'
import { typedIn, useFormTrouble } from './form-trouble.ts'
import { useProviders } from './use-providers.ts'

const messages = i18n('forgot-password', forgotPasswordWords)

/** Requests a link to a new password, or says to ask the administrator if the server sends no email. */
export function ForgotPassword({ email, onBack }: { email: string; onBack: () => void }) {
  const t = useStore(messages)
  const [providers, ask] = useProviders()
  const [sent, setSent] = useState<string>()
  const local = Array.isArray(providers) ? providers.find(({ type }) => type === 'local') : undefined
  const back = (
    <p className={`${styles.foot} ${styles.alone}`}>
      <Button kind="quiet" onClick={onBack}>
        {t.back}
      </Button>
    </p>
  )
  if (sent !== undefined)
    return (
      <Card key="sent" title={t.sent}>
        <Stack role="status" gap={3}>
          <p>{t.sentTo({ email: sent })}</p>
          <p className={styles.second}>{t.nothing}</p>
        </Stack>
        <Button onClick={() => setSent(undefined)}>{t.again}</Button>
        {back}
      </Card>
    )
  return (
    <Card key="ask" title={t.title}>
      {providers === 'loading' ? (
        <Stack gap={4} className={styles.wait}>
          <Spinner label={t.loading} />
        </Stack>
      ) : providers === 'failed' ? (
        <Stack gap={3}>
          <p role="alert" className={styles.second}>
            {t.failed}
          </p>
          <Button onClick={ask}>{t.retry}</Button>
        </Stack>
      ) : local?.password_reset === 'email' ? (
        <AskForm email={email} onSent={setSent} />
      ) : (
        <Stack gap={3}>
          <p>{t.noMail}</p>
          <p className={styles.second}>{t.administrator}</p>
          <code className={styles.command} dir="ltr">
            {commandFor(email)}
          </code>
        </Stack>
      )}
      {back}
    </Card>
  )
}

const commandFor = (email: string): string =>
  `npm start -- admin reset-link ${/^[\w.+-]+@[\w.-]+$/.test(email) ? email : 'EMAIL'}`

function AskForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const t = useStore(messages)
  const trouble = useFormTrouble(['email'], true)

  function submit(values: FormData) {
    const typed = typedIn(values, 'email').trim()
    if (!/^\S+@\S+$/.test(typed)) return trouble.fail({ field: 'email', text: t.emailWrong })
    return trouble.run(async () => {
      await visitor().call(forgotPassword, { email: typed })
      onSent(typed)
    })
  }

  return (
    <CardForm trouble={trouble} label={t.send} onSubmit={submit}>
      <p className={styles.second}>{t.lead}</p>
      <TextField
        name="email"
        type="email"
        label={t.email}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={email}
        required
        error={trouble.errorOf('email')}
      />
    </CardForm>
  )
}
