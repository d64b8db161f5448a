import { useStore } from '@nanostores/react'
import { checkResetLink, Refusal, resetPassword } from '@waypost/protocol'
import { useCallback, useState } from 'react'
import { markEntering, visitor } from '../../session/account.ts'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import styles from '../Card.module.css'
import { Card, CardForm, EndCard } from '../Card.tsx'
import { CodeStep } from '../codes/CodeStep.tsx'
import { typedIn, useFormTrouble } from '../form-trouble.ts'
import { PasswordField, tooShort } from '../PasswordField.tsx'
import { asksForCode, enterWithToken } from '../sign-in.ts'
import { CheckedLink, linkAfter, useEmailedLink } from './emailed-link.tsx'
import { resetPasswordWords } from './en.ts'

const messages = i18n('reset-password', resetPasswordWords)

/** The outcome: the link has expired; the password is set, but the sign-in failed; or it is set, and the sign-in asks for a code. */
type Outcome = 'expired' | 'saved' | { signInToken: string }

/** Sets a new password by an emailed link. If the link no longer works, it says so and offers to request another. */
export function ResetPassword({ token, onAskAgain }: { token: string; onAskAgain: () => void }) {
  const t = useStore(messages)
  const check = useCallback(() => visitor().call(checkResetLink, { token }), [token])
  const { link, checkAgain } = useEmailedLink(check)
  const [outcome, setOutcome] = useState<Outcome>()

  if (link === 'expired' || outcome === 'expired')
    return (
      <Card key="expired" title={t.expired}>
        <p className={styles.second}>{t.expiredWhy}</p>
        <Stack gap={3}>
          <Button kind="primary" wide onClick={onAskAgain}>
            {t.again}
          </Button>
          <ButtonLink wide kind="quiet" href="/signin">
            {t.signIn}
          </ButtonLink>
        </Stack>
      </Card>
    )
  if (outcome === 'saved') return <EndCard title={t.saved} why={t.savedBut} label={t.signIn} />
  if (outcome) return <CodeStep onCode={(code) => enterWithCode(outcome.signInToken, code, () => setOutcome('saved'))} />
  return (
    <Card key="set" title={t.title}>
      <CheckedLink link={link} onRetry={checkAgain}>
        {({ email }) => <NewPassword token={token} email={email} onEnd={setOutcome} />}
      </CheckedLink>
    </Card>
  )
}

function NewPassword({ token, email, onEnd }: { token: string; email: string; onEnd: (outcome: Outcome) => void }) {
  const t = useStore(messages)
  const trouble = useFormTrouble(['password'], true)

  function submit(values: FormData) {
    const password = typedIn(values, 'password')
    const short = tooShort(password)
    if (short) return trouble.fail({ field: 'password', text: short })
    markEntering(true)
    return trouble.run(
      async () => {
        const { access_token } = await visitor().call(resetPassword, { token, password })
        await enterWithToken(access_token, 'reset').catch((error: unknown) => {
          markEntering(false)
          onEnd(asksForCode(error, undefined) ? { signInToken: access_token } : 'saved')
        })
      },
      (error) => {
        markEntering(false)
        if (linkAfter(error) === 'expired') onEnd('expired')
        else trouble.refuse(error)
      },
    )
  }

  return (
    <CardForm trouble={trouble} label={t.save} onSubmit={submit}>
      <TextField name="email" type="email" label={t.email} autoComplete="username" value={email} readOnly />
      <PasswordField
        name="password"
        label={t.password}
        autoComplete="new-password"
        required
        error={trouble.errorOf('password')}
      />
      <p className={styles.second}>{t.ends}</p>
    </CardForm>
  )
}

/** @returns the error of the code */
async function enterWithCode(token: string, code: string, onFailed: () => void): Promise<string | undefined> {
  markEntering(true)
  try {
    await enterWithToken(token, 'reset', code)
  } catch (error) {
    markEntering(false)
    if (error instanceof Refusal && asksForCode(error, code)) return error.message
    onFailed()
  }
  return undefined
}
