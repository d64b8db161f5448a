// Draws the page of the emailed link that completes a sign-up.

import { useStore } from '@nanostores/react'
import { checkSignUp, confirmSignUp, Refusal } from '@waypost/protocol'
import { type FormEvent, useCallback, useRef, useState } from 'react'
import { readSetting, writeSetting } from '../../browser/storage.ts'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import styles from '../Card.module.css'
import { Card } from '../Card.tsx'
import { useFormTrouble } from '../form-trouble.ts'
import { PasswordField, tooShort } from '../PasswordField.tsx'
import { visitor } from '../session.ts'
import { enterWithToken, pendingSignUp } from '../sign-in.ts'
import { Trouble } from '../Trouble.tsx'
import { CheckedLink, useEmailedLink } from './emailed-link.tsx'

const messages = i18n('confirm-sign-up', {
  title: 'Create your account',
  email: 'Email address',
  password: 'Password',
  elsewhere: 'You opened the link in another browser than the one in which you signed up, so choose the password here.',
  create: 'Create account',
  ended: 'This link no longer works',
  endedWhy: 'It was used before, or it is older than 30 minutes. If you have an account, sign in; otherwise sign up again.',
  signIn: 'Go to sign-in',
})

/** Completes a sign-up after a press, so that a program that opens links in emails creates nothing. */
export function ConfirmSignUp({ token }: { token: string }) {
  const t = useStore(messages)
  const check = useCallback(() => visitor().call(checkSignUp, { token }), [token])
  const { link, setLink, checkAgain } = useEmailedLink(check)

  if (link === 'expired')
    return (
      <Card key="ended" title={t.ended}>
        <p className={styles.second}>{t.endedWhy}</p>
        <ButtonLink wide kind="primary" href="/signin">
          {t.signIn}
        </ButtonLink>
      </Card>
    )
  return (
    <Card key="confirm" title={t.title}>
      <CheckedLink link={link} onRetry={checkAgain}>
        {({ email }) => <Confirm token={token} email={email} onEnded={() => setLink('expired')} />}
      </CheckedLink>
    </Card>
  )
}

function Confirm({ token, email, onEnded }: { token: string; email: string; onEnded: () => void }) {
  const t = useStore(messages)
  const form = useRef<HTMLFormElement>(null)
  const trouble = useFormTrouble(form, ['password'])
  const [handle, setHandle] = useState(() => readSetting(pendingSignUp))
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    const short = handle ? undefined : tooShort(password)
    if (short) return trouble.fail({ field: 'password', text: short })
    trouble.clear()
    setBusy(true)
    try {
      const { access_token } = await visitor().call(confirmSignUp, { token, ...(handle ? { handle } : { password }) })
      writeSetting(pendingSignUp, undefined)
      await enterWithToken(access_token, 'sign-up')
    } catch (error) {
      setBusy(false)
      if (error instanceof Refusal && error.code === 'link_expired') return onEnded()
      // What this browser keeps is from another sign-up.
      if (handle && error instanceof Refusal && error.param === 'password') return setHandle(undefined)
      if (error instanceof Refusal) trouble.refuse(error)
      else trouble.fail({ text: String(error) })
    }
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {trouble.general && <Trouble text={trouble.general} />}
      <TextField name="email" type="email" label={t.email} autoComplete="username" value={email} readOnly />
      {!handle && (
        <>
          <p className={styles.second}>{t.elsewhere}</p>
          <PasswordField
            name="password"
            label={t.password}
            autoComplete="new-password"
            required
            error={trouble.errorOf('password')}
          />
        </>
      )}
      <Button type="submit" kind="primary" wide busy={busy}>
        {t.create}
      </Button>
    </form>
  )
}
