// Draws the form of the built-in sign-in provider: email and password, for a sign-in or a new account.

import { useStore } from '@nanostores/react'
import { type Gives, localSignIn, localSignUp, Refusal } from '@waypost/protocol'
import { type FormEvent, useRef, useState } from 'react'
import { linkTo } from '../../browser/document.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import styles from '../Card.module.css'
import { useFormTrouble } from '../form-trouble.ts'
import { PasswordField, tooShort } from '../PasswordField.tsx'
import { PasskeySignUp } from '../passkeys/PasskeySignUp.tsx'
import { useFilledPasskey } from '../passkeys/use-filled-passkey.ts'
import { visitor } from '../session.ts'
import { Trouble } from '../Trouble.tsx'

const messages = i18n('local-form', {
  name: 'Name',
  nameHelp: 'How other people see you.',
  email: 'Email address',
  password: 'Password',
  signIn: 'Sign in',
  signUp: 'Create account',
  terms: 'I agree to the terms of service.',
  readTerms: 'Read the terms',
  termsMissing: 'Agree to the terms of service to create an account.',
  emailWrong: 'Type a whole email address, like ana@example.org.',
  passwordMissing: 'Type your password.',
})

/** What the built-in provider gives for a sign-in. */
export type Granted = Gives<typeof localSignIn>

/** A sign-up that waits for the emailed code, with the input to start it again. */
export interface Waiting {
  email: string
  /** Absent with a passkey, which is created again from the form. */
  password?: string
  name?: string
  invite?: string
  handle: string
}

interface LocalFormProps {
  /** A new account, instead of a sign-in. */
  joining: boolean
  /** The page that a passkey which is picked in the form leads to; without one, none is offered. */
  next: string | undefined
  /** The secret of an invitation. */
  invite: string | undefined
  email: string
  /** Absent where the address is given, as in an invitation. */
  onEmail: ((email: string) => void) | undefined
  onDone: (granted: Granted) => void
  /** The sign-up waits for the emailed code. */
  onWait: (waiting: Waiting) => void
}

/** Email and password in one form, whose fields password managers know. */
export function LocalForm({ joining, next, invite, email: typed, onEmail, onDone, onWait }: LocalFormProps) {
  const t = useStore(messages)
  const form = useRef<HTMLFormElement>(null)
  const trouble = useFormTrouble(form, ['email', 'password', 'name', 'terms'])
  // Where the operator has set some.
  const terms = linkTo('terms')
  const [busy, setBusy] = useState(false)
  const refreshPasskey = useFilledPasskey(joining ? undefined : next, (text) => trouble.fail({ text }))

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const values = new FormData(event.currentTarget)
    const [name, email, password] = ['name', 'email', 'password'].map((field) => String(values.get(field) ?? ''))
    if (!email?.trim().match(/^\S+@\S+$/)) return trouble.fail({ field: 'email', text: t.emailWrong })
    if (!password) return trouble.fail({ field: 'password', text: t.passwordMissing })
    const short = joining ? tooShort(password) : undefined
    if (short) return trouble.fail({ field: 'password', text: short })
    if (joining && terms && !values.has('terms')) return trouble.fail({ field: 'terms', text: t.termsMissing })
    trouble.clear()
    setBusy(true)
    try {
      if (!joining) return onDone(await visitor().call(localSignIn, { email, password }))
      const person = { email: email.trim(), password, ...(name?.trim() && { name }), ...(invite && { invite }) }
      const { access_token, handle, expires_in } = await visitor().call(localSignUp, person)
      if (access_token) onDone({ access_token, expires_in })
      else if (handle) onWait({ ...person, handle })
    } catch (error) {
      setBusy(false)
      if (!(error instanceof Refusal)) return trouble.fail({ text: error instanceof Error ? error.message : String(error) })
      if (error.code === 'email_taken') trouble.fail({ field: 'email', text: error.message })
      else if (error.code === 'sign_in_failed') trouble.fail({ field: 'password', text: error.message })
      else trouble.refuse(error)
    }
  }

  /** The person in the form, who signs up with a passkey. */
  function newcomer() {
    const values = new FormData(form.current ?? undefined)
    const [name, email] = ['name', 'email'].map((field) => String(values.get(field) ?? '').trim())
    trouble.clear()
    if (!email?.match(/^\S+@\S+$/)) {
      trouble.fail({ field: 'email', text: t.emailWrong })
      return undefined
    }
    return { email, ...(name && { name }), ...(invite && { invite }) }
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {trouble.general && <Trouble text={trouble.general} />}
      {joining && (
        <TextField name="name" label={t.name} help={t.nameHelp} autoComplete="name" error={trouble.errorOf('name')} dir="auto" />
      )}
      <TextField
        name="email"
        type="email"
        label={t.email}
        autoComplete={joining ? 'username' : 'username webauthn'}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onFocus={refreshPasskey}
        onChange={({ target }) => onEmail?.(target.value)}
        readOnly={onEmail === undefined}
        required
        error={trouble.errorOf('email')}
      />
      <PasswordField
        name="password"
        label={t.password}
        autoComplete={joining ? 'new-password' : 'current-password'}
        required
        error={trouble.errorOf('password')}
      />
      {joining && terms && (
        <div>
          <label className={styles.consent}>
            <input type="checkbox" name="terms" aria-describedby={trouble.errorOf('terms') ? 'terms-error' : undefined} />
            {t.terms}
          </label>
          <a href={terms} target="_blank" rel="noreferrer">
            {t.readTerms}
          </a>
          {trouble.errorOf('terms') && (
            <p id="terms-error" className={styles.error}>
              {trouble.errorOf('terms')}
            </p>
          )}
        </div>
      )}
      <Button type="submit" kind="primary" wide busy={busy}>
        {joining ? t.signUp : t.signIn}
      </Button>
      {joining && (
        <PasskeySignUp
          read={newcomer}
          onGranted={(person, { access_token, handle, expires_in }) => {
            if (access_token) onDone({ access_token, expires_in })
            else if (handle) onWait({ ...person, handle })
          }}
        />
      )}
    </form>
  )
}
