// Draws the page of the built-in sign-in provider, which takes an email address and a password.

import { useStore } from '@nanostores/react'
import { localSignIn, localSignUp, Refusal } from '@waypost/protocol'
import { type FormEvent, useRef, useState } from 'react'
import { linkTo } from '../browser/document.ts'
import { go, leaveFor, origin } from '../browser/location.ts'
import { $server } from '../browser/server-facts.ts'
import { useHash, useQuery } from '../route.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import styles from './Card.module.css'
import { Card } from './Card.tsx'
import { CheckEmail } from './CheckEmail.tsx'
import { ConfirmSignUp } from './emailed-links/ConfirmSignUp.tsx'
import { ResetPassword } from './emailed-links/ResetPassword.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { handOver } from './flow.ts'
import { useFormTrouble } from './form-trouble.ts'
import { useInvite } from './Invited.tsx'
import { PasswordField, tooShort } from './PasswordField.tsx'
import { PasskeySignUp } from './passkeys/PasskeySignUp.tsx'
import { useFilledPasskey } from './passkeys/use-filled-passkey.ts'
import { useProviders } from './SignIn.tsx'
import { visitor } from './session.ts'
import { nextOf } from './sign-in.ts'
import { Trouble } from './Trouble.tsx'

const messages = i18n('provider-local', {
  signIn: 'Sign in with your email address',
  signUp: 'Create your account',
  name: 'Name',
  nameHelp: 'How other people see you.',
  email: 'Email address',
  password: 'Password',
  forgot: 'Forgot password?',
  doSignIn: 'Sign in',
  doSignUp: 'Create account',
  noAccount: 'No account yet?',
  haveAccount: 'Already have an account?',
  toSignUp: 'Create one',
  toSignIn: 'Sign in',
  invitation:
    'This server takes new accounts only by invitation. Open the link in your invitation: it carries a secret that lets you in.',
  invitedAddress:
    'This server takes new accounts only by invitation. Open the link in your invitation, or type the invited address here: it is sent a code.',
  oldInvitation: 'An older email has no such link. Ask the person who invited you for a new one.',
  closed: 'This server takes no new accounts.',
  terms: 'I agree to the terms of service.',
  readTerms: 'Read the terms',
  termsMissing: 'Agree to the terms of service to create an account.',
  emailWrong: 'Type a whole email address, like ana@example.org.',
  passwordMissing: 'Type your password.',
  none: 'No passwords here',
  noneWhat: 'On this server, people sign in with its sign-in provider. Passwords, and links to a new one, do not work.',
  back: 'Back to sign-in',
  badRedirect: 'This page was asked to hand your sign-in to another site. It does not do that.',
  again: 'Start again',
})

/** The page of the built-in provider: it signs in by email and password, and returns a token to our root page. */
export function ProviderLocal() {
  const t = useStore(messages)
  const query = useQuery()
  const { localOff } = useStore($server)
  const [providers] = useProviders()
  const mayJoin = Array.isArray(providers) && providers.some((provider) => provider.type === 'local' && provider.sign_up)
  const invite = useInvite()
  const needsInvitation = Array.isArray(providers) && providers.some(({ by_invitation }) => by_invitation)
  const sendsMail = Array.isArray(providers) && providers.some(({ password_reset }) => password_reset === 'email')
  const [joining, setJoining] = useState(invite !== undefined || query.prompt === 'create')
  const [email, setEmail] = useState(query.login_hint ?? '')
  // In the fragment, which browsers send to no server.
  const fragment = new URLSearchParams(useHash().slice(1))
  const reset = fragment.get('reset') ?? ''
  const confirming = fragment.get('confirm')
  const [waiting, setWaiting] = useState<Waiting>()
  // Asking for a link ends when one is opened in this window.
  const [forgotAt, setForgotAt] = useState<string>()
  const returns = handOver(query.redirect_uri, origin(), '', undefined, 0) !== undefined
  if (localOff)
    return (
      <Card title={t.none}>
        <p className={styles.second}>{t.noneWhat}</p>
        <ButtonLink wide kind="primary" href="/signin">
          {t.back}
        </ButtonLink>
      </Card>
    )
  if (forgotAt === reset)
    return <ForgotPassword email={email} onBack={() => (returns ? setForgotAt(undefined) : go('/signin', { replace: true }))} />
  if (confirming) return <ConfirmSignUp key={confirming} token={confirming} />
  if (reset) return <ResetPassword key={reset} token={reset} onAskAgain={() => setForgotAt(reset)} />
  if (!returns)
    return (
      <Card title={t.signIn}>
        <Trouble text={t.badRedirect} />
        <ButtonLink href="/signin">{t.again}</ButtonLink>
      </Card>
    )
  const finish = ({ access_token, expires_in }: { access_token: string; expires_in: number }) => {
    const address = handOver(query.redirect_uri, origin(), access_token, query.state, expires_in)
    if (address) leaveFor(address, { replace: true })
  }
  if (waiting)
    return (
      <CheckEmail
        email={waiting.email}
        handle={waiting.handle}
        byInvitation={needsInvitation && !invite}
        onAgain={async () => {
          const { password } = waiting
          if (password === undefined) return setWaiting(undefined)
          const { handle } = await visitor().call(localSignUp, { ...waiting, password })
          if (handle) setWaiting({ ...waiting, handle })
        }}
        onBack={() => setWaiting(undefined)}
        onDone={finish}
      />
    )
  return (
    <Card key={String(joining)} title={joining ? t.signUp : t.signIn}>
      {joining && needsInvitation && !invite && sendsMail && <p>{t.invitedAddress}</p>}
      {joining && Array.isArray(providers) && !mayJoin ? (
        <p>{t.closed}</p>
      ) : joining && needsInvitation && !invite && !sendsMail ? (
        <>
          <p>{t.invitation}</p>
          <p className={styles.second}>{t.oldInvitation}</p>
        </>
      ) : (
        <PasswordForm
          joining={joining}
          next={nextOf(query.state)}
          invite={invite}
          onDone={finish}
          onWait={setWaiting}
          email={joining && invite ? (query.login_hint ?? email) : email}
          onEmail={setEmail}
        />
      )}
      <div>
        {!joining && (
          <p className={styles.foot}>
            <Button kind="quiet" onClick={() => setForgotAt(reset)}>
              {t.forgot}
            </Button>
          </p>
        )}
        {(mayJoin || joining) && (
          <p className={styles.foot}>
            {joining ? t.haveAccount : t.noAccount}
            <Button kind="quiet" onClick={() => setJoining(!joining)}>
              {joining ? t.toSignIn : t.toSignUp}
            </Button>
          </p>
        )}
      </div>
    </Card>
  )
}

/** A sign-up that waits for the emailed code, with what it takes to begin it again. */
interface Waiting {
  email: string
  /** Absent with a passkey, which is created again from the form. */
  password?: string
  name?: string
  invite?: string
  handle: string
}

interface FormProps {
  joining: boolean
  /** The page that the sign-in leads to, as far as it is known. */
  next: string | undefined
  /** The secret of an invitation, which is for the address in the form. */
  invite: string | undefined
  onDone: (granted: { access_token: string; expires_in: number }) => void
  /** The sign-up waits for the emailed code. */
  onWait: (waiting: Waiting) => void
  /** Stays when another form takes its place. */
  email: string
  onEmail: (email: string) => void
}

function PasswordForm({ joining, next, invite, onDone, onWait, email: typed, onEmail }: FormProps) {
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
        onChange={({ target }) => onEmail(target.value)}
        readOnly={joining && invite !== undefined && typed !== ''}
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
        {joining ? t.doSignUp : t.doSignIn}
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
