import { useStore } from '@nanostores/react'
import { normalizeEmail, Refusal } from '@waypost/protocol'
import { type FormEvent, useRef, useState } from 'react'
import styles from '../page/shell/NewTargetPane.module.css'
import { PaneHeader, PaneTitle } from '../page/shell/PaneHeader.tsx'
import { open } from '../route.ts'
import { useSession } from '../session/context.ts'
import { showToast } from '../ui/feedback/feedback.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { newPerson } from './en.ts'
import { PersonPicker, usePersonField } from './PersonPicker.tsx'
import { Suggestions } from './Suggestions.tsx'

const messages = i18n('new-person', newPerson)

/** `#people/new`: starts a conversation with a known person or an email address. */
export function NewPerson() {
  const t = useStore(messages)
  const session = useSession()
  const start = useRef<HTMLButtonElement>(null)
  const { form, picked, text, picker, refuse } = usePersonField(start)
  const [busy, setBusy] = useState(false)

  async function talk(email: string) {
    if (busy) return
    if (normalizeEmail(email) === session.$account.get()?.email_normalized) return open('people', 'me')
    setBusy(true)
    try {
      const chat = await session.chat.start(email)
      if (chat.with?.type === 'email') showToast(t.nobody({ email: chat.with.email ?? email }))
      open('people', chat.with?.email_normalized ?? normalizeEmail(email))
    } catch (cause) {
      // The session shows a banner.
      if (!(cause instanceof Refusal)) throw cause
      setBusy(false)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = picked?.email ?? text
    if (looksLikeEmail(email)) return void talk(email)
    refuse(t.whole)
  }

  return (
    <div className={styles.pane}>
      <PaneHeader section="people">
        <PaneTitle page>{t.title}</PaneTitle>
      </PaneHeader>
      <div className={styles.body}>
        <p className={styles.lead}>{t.lead}</p>
        <form ref={form} className={styles.form} noValidate onSubmit={submit}>
          <div className={styles.grow}>
            <PersonPicker {...picker} label={t.who} />
          </div>
          <Button ref={start} type="submit" kind="primary" busy={busy}>
            {t.start}
          </Button>
        </form>
        <Suggestions onPick={({ email }) => email !== undefined && void talk(email)} />
      </div>
    </div>
  )
}

const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text.trim())
