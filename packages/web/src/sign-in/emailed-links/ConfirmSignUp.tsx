import { useStore } from '@nanostores/react'
import { checkSignUp, confirmSignUp, Refusal } from '@waypost/protocol'
import { useCallback, useState } from 'react'
import { readSetting, writeSetting } from '../../browser/storage.ts'
import { visitor } from '../../session/account.ts'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import styles from '../Card.module.css'
import { Card, CardForm, EndCard } from '../Card.tsx'
import { typedIn, useFormTrouble } from '../form-trouble.ts'
import { PasswordField, tooShort } from '../PasswordField.tsx'
import { enterWithToken, pendingSignUp } from '../sign-in.ts'
import { CheckedLink, useEmailedLink } from './emailed-link.tsx'
import { confirmSignUpWords } from './en.ts'

const messages = i18n('confirm-sign-up', confirmSignUpWords)

/** Completes a sign-up after a click, so a program that opens links in emails creates nothing. */
export function ConfirmSignUp({ token }: { token: string }) {
  const t = useStore(messages)
  const check = useCallback(() => visitor().call(checkSignUp, { token }), [token])
  const { link, setLink, checkAgain } = useEmailedLink(check)

  if (link === 'expired') return <EndCard title={t.ended} why={t.endedWhy} label={t.signIn} />
  return (
    <Card title={t.title}>
      <CheckedLink link={link} onRetry={checkAgain}>
        {({ email }) => <Confirm token={token} email={email} onEnded={() => setLink('expired')} />}
      </CheckedLink>
    </Card>
  )
}

function Confirm({ token, email, onEnded }: { token: string; email: string; onEnded: () => void }) {
  const t = useStore(messages)
  const trouble = useFormTrouble(['password'])
  const [handle, setHandle] = useState(() => readSetting(pendingSignUp))

  function submit(values: FormData) {
    const password = typedIn(values, 'password')
    const short = handle ? undefined : tooShort(password)
    if (short) return trouble.fail({ field: 'password', text: short })
    return trouble.run(
      async () => {
        const { access_token } = await visitor().call(confirmSignUp, { token, ...(handle ? { handle } : { password }) })
        writeSetting(pendingSignUp, undefined)
        await enterWithToken(access_token, 'sign-up')
      },
      (error) => {
        if (error instanceof Refusal && error.code === 'link_expired') return onEnded()
        // The handle stored in this browser is from another sign-up.
        if (handle && error instanceof Refusal && error.param === 'password') return setHandle(undefined)
        trouble.refuse(error)
      },
    )
  }

  return (
    <CardForm trouble={trouble} label={t.create} onSubmit={submit}>
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
    </CardForm>
  )
}
