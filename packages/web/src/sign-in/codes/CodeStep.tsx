import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import styles from '../Card.module.css'
import { Card } from '../Card.tsx'
import { CodeField } from './CodeField.tsx'
import { codeStep } from './en.ts'

const messages = i18n('code-step', codeStep)

/** The second step of a sign-in. `onCode` completes it, or returns an error for the code. */
export function CodeStep({ onCode }: { onCode: (code: string) => Promise<string | undefined> }) {
  const t = useStore(messages)
  const field = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => field.current?.focus(), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const code = (field.current?.value ?? '').trim()
    setWrong(code === '' ? t.missing : undefined)
    if (code === '') return field.current?.focus()
    setBusy(true)
    const trouble = await onCode(code)
    setBusy(false)
    setWrong(trouble)
    field.current?.select()
  }

  return (
    <Card title={t.title}>
      <p className={styles.second}>{t.lead}</p>
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        <CodeField ref={field} error={wrong} />
        <Button type="submit" kind="primary" wide busy={busy}>
          {t.signIn}
        </Button>
      </Stack>
      <p className={styles.foot}>
        <ButtonLink kind="quiet" href="/signin">
          {t.again}
        </ButtonLink>
      </p>
    </Card>
  )
}
