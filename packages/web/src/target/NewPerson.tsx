import { useStore } from '@nanostores/react'
import { Refusal } from '@waypost/protocol'
import { type FormEvent, useRef, useState } from 'react'
import { open } from '../route.ts'
import { Button } from '../ui/Button.tsx'
import { i18n } from '../ui/language.ts'
import { TextField } from '../ui/TextField.tsx'
import { useClient } from './client.ts'
import styles from './NewTarget.module.css'
import { PaneHeader } from './ThreadHeader.tsx'
import { Title } from './Title.tsx'

const messages = i18n('new-person', {
  title: 'Find your friends',
  lead: 'Type the e-mail address of somebody you know. What you send waits for them if they are not here yet.',
  email: 'E-mail address',
  start: 'Start talking',
  whole: 'Type a whole email address.',
})

/** `#people/new`: a conversation with an address. */
export function NewPerson() {
  const t = useStore(messages)
  const client = useClient()
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = field.current?.value.trim() ?? ''
    if (!email.includes('@')) return fail(t.whole)
    setBusy(true)
    setError(undefined)
    try {
      const chat = await client.chat.start(email)
      open('people', chat.with?.email_normalized ?? email.toLowerCase())
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      setBusy(false)
      fail(cause.message)
    }
  }

  function fail(words: string) {
    setError(words)
    field.current?.focus()
  }

  return (
    <div className={styles.pane}>
      <PaneHeader section="people">
        <Title>{t.title}</Title>
      </PaneHeader>
      <div className={styles.body}>
        <p className={styles.lead}>{t.lead}</p>
        <form className={styles.form} noValidate onSubmit={submit}>
          <TextField
            ref={field}
            className={styles.grow ?? ''}
            label={t.email}
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={error}
            data-first=""
          />
          <Button type="submit" kind="primary" busy={busy}>
            {t.start}
          </Button>
        </form>
      </div>
    </div>
  )
}
