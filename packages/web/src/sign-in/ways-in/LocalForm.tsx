import { useStore } from '@nanostores/react'
import { type Gives, localSignIn, localSignUp, Refusal } from '@waypost/protocol'
import { linkTo } from '../../browser/document.ts'
import { visitor } from '../../session/account.ts'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { Row } from '../../ui/layout/layout.tsx'
import styles from '../Card.module.css'
import { CardForm } from '../Card.tsx'
import { typedIn, useFormTrouble } from '../form-trouble.ts'
import { PasswordField, tooShort } from '../PasswordField.tsx'
import { PasskeyButton } from '../passkeys/PasskeyButton.tsx'
import { signUpByPasskey } from '../passkeys/passkeys.ts'
import { useFilledPasskey } from '../passkeys/use-filled-passkey.ts'
import { localForm } from './en.ts'

const messages = i18n('local-form', localForm)

/** The built-in provider's grant for a sign-in. */
export type Granted = Gives<typeof localSignIn>

/** A sign-up waiting for the emailed code, with the input to restart it. */
export interface Waiting {
  email: string
  /** Absent with a passkey, which the form creates again. */
  password?: string
  name?: string
  invite?: string
  handle: string
}

interface LocalFormProps {
  /** Whether to create an account instead of signing in. */
  joining: boolean
  /** The page to load after a passkey is picked in the form; undefined to offer none. */
  next: string | undefined
  invite: string | undefined
  email: string
  /** Absent if the address is fixed, as in an invitation. */
  onEmail: ((email: string) => void) | undefined
  onDone: (granted: Granted) => void
  /** Called when the sign-up is waiting for the emailed code. */
  onWait: (waiting: Waiting) => void
}

/** Email and password in one form, with fields that password managers recognize. */
export function LocalForm({ joining, next, invite, email: typed, onEmail, onDone, onWait }: LocalFormProps) {
  const t = useStore(messages)
  const trouble = useFormTrouble(['email', 'password', 'name', 'terms'])
  // If the operator has configured some.
  const terms = linkTo('terms')
  const refreshPasskey = useFilledPasskey(joining ? undefined : next, (text) => trouble.fail({ text }))

  /** Continues a sign-up: it is done, or waiting for the emailed code. */
  function goOn(person: Omit<Waiting, 'handle'>, { access_token, handle, expires_in }: Gives<typeof localSignUp>) {
    if (access_token) onDone({ access_token, expires_in })
    else if (handle) onWait({ ...person, handle })
  }

  function submit(values: FormData) {
    const name = typedIn(values, 'name').trim()
    const email = typedIn(values, 'email')
    const password = typedIn(values, 'password')
    if (!email.trim().match(/^\S+@\S+$/)) return trouble.fail({ field: 'email', text: t.emailWrong })
    if (!password) return trouble.fail({ field: 'password', text: t.passwordMissing })
    const short = joining ? tooShort(password) : undefined
    if (short) return trouble.fail({ field: 'password', text: short })
    if (joining && terms && !values.has('terms')) return trouble.fail({ field: 'terms', text: t.termsMissing })
    return trouble.run(
      async () => {
        if (!joining) return onDone(await visitor().call(localSignIn, { email, password }))
        const person = { email: email.trim(), password, ...(name && { name }), ...(invite && { invite }) }
        goOn(person, await visitor().call(localSignUp, person))
      },
      (error) => {
        const code = error instanceof Refusal ? error.code : undefined
        const field = code === 'email_taken' ? 'email' : code === 'sign_in_failed' ? 'password' : undefined
        if (field && error instanceof Refusal) trouble.fail({ field, text: error.message })
        else trouble.refuse(error)
      },
    )
  }

  /** Signs the person up with a passkey, using the form's fields. */
  async function signUp() {
    const values = new FormData(trouble.form.current ?? undefined)
    const [name, email = ''] = ['name', 'email'].map((field) => typedIn(values, field).trim())
    trouble.clear()
    if (!email.match(/^\S+@\S+$/)) return trouble.fail({ field: 'email', text: t.emailWrong })
    const person = { email, ...(name && { name }), ...(invite && { invite }) }
    goOn(person, await signUpByPasskey(person))
  }

  return (
    <CardForm
      trouble={trouble}
      label={joining ? t.signUp : t.signIn}
      onSubmit={submit}
      below={joining && <PasskeyButton label={t.passkey} onPress={signUp} />}
    >
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
          <Row as="label" gap={2} className={styles.consent}>
            <input type="checkbox" name="terms" aria-describedby={trouble.errorOf('terms') ? 'terms-error' : undefined} />
            {t.terms}
          </Row>
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
    </CardForm>
  )
}
