import { useStore } from '@nanostores/react'
import type { Calls } from '@waypost/client/ground/call'
import { type Account, bodyLength, emailLength, Refusal, sendErrorReport } from '@waypost/protocol'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, type Ref, useRef, useState } from 'react'
import { Button } from '../ui/inputs/Button.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { supportForm } from './en.ts'
import styles from './MessageForm.module.css'
import { leastMessage, signedBy, stillShort, type Wrong, wrongIn } from './message-rules.ts'

const messages = i18n('support-form', supportForm)

interface MessageFormProps {
  account: Account | undefined
  calls: Pick<Calls, 'call'>
  text: string
  onText: (text: string) => void
  onSent: () => void
}

/** The form of a message to support. The text stays until the server has accepted it. */
export function MessageForm({ account, calls, text, onText, onSent }: MessageFormProps) {
  const t = useStore(messages)
  const [name, setName] = useState(account?.name ?? '')
  const [email, setEmail] = useState(account?.email ?? '')
  const [wrong, setWrong] = useState<readonly Wrong[]>([])
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const address = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const message = { name, email, text }
    const found = wrongIn(message)
    setWrong(found)
    setRefused(undefined)
    if (found[0]) {
      ;(found[0] === 'email' ? address : area).current?.focus()
      return
    }
    setBusy(true)
    try {
      await calls.call(sendErrorReport, {
        reply_to: email.trim(),
        subject: t.subject({ name: signedBy(message) }),
        body: text.trim(),
        data: { page: '/support' },
      })
      onSent()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setRefused(error.message)
      setBusy(false)
    }
  }

  function write(next: string) {
    onText(next)
    if (!stillShort(next)) setWrong(wrong.filter((each) => each !== 'text'))
  }

  return (
    <Stack as="form" gap={4} noValidate onSubmit={(event) => void send(event)}>
      <TextField
        label={t.name}
        autoComplete="name"
        dir="auto"
        maxLength={200}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        ref={address}
        label={t.email}
        type="email"
        autoComplete="email"
        maxLength={emailLength}
        value={email}
        error={wrong.includes('email') ? t.noEmail : undefined}
        onChange={({ target }) => {
          setEmail(target.value)
          setWrong(wrong.filter((each) => each !== 'email'))
        }}
      />
      <MessageField ref={area} text={text} short={wrong.includes('text')} onText={write} />
      {refused && (
        <p role="alert" className={styles.error}>
          <CircleAlert size={16} aria-hidden="true" />
          {t.failed({ reason: refused })}
        </p>
      )}
      <div>
        <Button type="submit" kind="primary" busy={busy}>
          {t.send}
        </Button>
      </div>
    </Stack>
  )
}

interface MessageFieldProps {
  ref: Ref<HTMLTextAreaElement>
  text: string
  /** It was too short when the user wanted to send it. */
  short: boolean
  onText: (text: string) => void
}

function MessageField({ ref, text, short, onText }: MessageFieldProps) {
  const t = useStore(messages)
  return (
    <>
      <Stack as="label" gap={1} className={styles.message}>
        <span className={styles.label}>{t.message}</span>
        <textarea
          ref={ref}
          dir="auto"
          maxLength={bodyLength}
          value={text}
          aria-invalid={short || undefined}
          aria-describedby={short ? 'support-short support-counter' : undefined}
          onChange={({ target }) => onText(target.value)}
        />
      </Stack>
      {short && (
        <p className={styles.error}>
          <CircleAlert size={16} aria-hidden="true" />
          <span id="support-short" className={styles.words}>
            {t.short}
          </span>
          <span id="support-counter" className={styles.counter}>
            {t.counter({ length: text.trim().length, least: leastMessage })}
          </span>
        </p>
      )}
    </>
  )
}
