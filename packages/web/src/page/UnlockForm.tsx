import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { $touch } from '../browser/media.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import styles from './UnlockForm.module.css'

interface UnlockFormProps {
  /** Its heading. */
  children: ReactNode
  words: {
    /** The label of the field. */
    password: string
    unlock: string
    /** The password is not the right one. */
    wrong: string
    /** This browser can't decrypt here. */
    impossible: string
  }
  /** Tries a password. */
  onUnlock: (password: string) => Promise<'opened' | 'wrong' | 'impossible'>
}

/** Asks for the encryption password of what a phone sends. */
export function UnlockForm({ children, words, onUnlock }: UnlockFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || password === '') return
    setBusy(true)
    const answer = await onUnlock(password)
    setBusy(false)
    if (answer === 'opened') return
    setError(words[answer])
    field.current?.focus()
    field.current?.select()
  }

  return (
    <form className={styles.card} onSubmit={submit}>
      {children}
      <TextField
        ref={field}
        label={words.password}
        type="password"
        value={password}
        error={error}
        autoComplete="current-password"
        // On touch screens, focusing the field would open the keyboard.
        autoFocus={!$touch.get()}
        data-first=""
        onChange={({ target }) => {
          setPassword(target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" kind="primary" busy={busy} wide>
        {words.unlock}
      </Button>
    </form>
  )
}
