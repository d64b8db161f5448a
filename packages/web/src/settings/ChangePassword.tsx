import { useStore } from '@nanostores/react'
import { changePassword, setPassword } from '@waypost/protocol'
import { useState } from 'react'
import { InPlace } from '../page/topics/InPlace.tsx'
import { Topic } from '../page/topics/Topic.tsx'
import { TopicForm } from '../page/topics/TopicForm.tsx'
import { useSession } from '../session/context.ts'
import { Trouble } from '../sign-in/Card.tsx'
import { typedIn, useFormTrouble } from '../sign-in/form-trouble.ts'
import { PasswordField, tooShort } from '../sign-in/PasswordField.tsx'
import { type FactorsProps, known } from '../sign-in/use-factors.ts'
import { say } from '../ui/accessibility/announce.ts'
import { i18n } from '../ui/language.ts'
import { changePasswordWords } from './en.ts'

const messages = i18n('change-password', changePasswordWords)

/** Changes the password, or sets one for an account that only signs in with a passkey or another provider. */
export function ChangePassword({ factors, onChanged }: FactorsProps) {
  const t = useStore(messages)
  const { connectedAccount } = useSession()
  const accounts = useStore(connectedAccount.$all)
  const [done, setDone] = useState('')
  const hasLocal = accounts.some(({ type }) => type === 'local')
  const hasPassword = known(factors)?.password ?? hasLocal

  return (
    <Topic title={t.title} lead={hasPassword ? t.lead : t.setLead}>
      <InPlace label={hasPassword ? t.open : t.set} done={done} onOpen={() => setDone('')}>
        {(close) => (
          <Form
            first={!hasPassword}
            onDone={(ended) => {
              const words = ended > 0 ? t.ended(ended) : hasPassword ? t.saved : t.isSet
              setDone(words)
              say(words)
              close()
              onChanged()
            }}
            onCancel={close}
          />
        )}
      </InPlace>
    </Topic>
  )
}

interface FormProps {
  /** The account has no password yet. */
  first: boolean
  /** Called with the number of other sessions that were signed out. */
  onDone: (ended: number) => void
  onCancel: () => void
}

function Form({ first, onDone, onCancel }: FormProps) {
  const t = useStore(messages)
  const session = useSession()
  const email = useStore(session.$account)?.email
  const trouble = useFormTrouble([first ? 'new_password' : 'password', 'new_password'], true)
  function submit(values: FormData) {
    const password = typedIn(values, 'password')
    const new_password = typedIn(values, 'new_password')
    if (!first && !password) return trouble.fail({ field: 'password', text: t.missing })
    const short = tooShort(new_password)
    if (short) return trouble.fail({ field: 'new_password', text: short })
    void trouble.run(async () => {
      if (first) {
        await session.call(setPassword, { new_password })
        onDone(0)
      } else onDone((await session.call(changePassword, { password, new_password })).ended)
    })
  }

  return (
    <TopicForm ref={trouble.form} label={t.save} busy={trouble.busy} onCancel={onCancel} onSubmit={submit}>
      {trouble.general && <Trouble text={trouble.general} />}
      <input type="email" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
      {!first && (
        <PasswordField
          several
          name="password"
          label={t.current}
          autoComplete="current-password"
          required
          error={trouble.errorOf('password')}
        />
      )}
      <PasswordField
        several
        name="new_password"
        label={t.new}
        autoComplete="new-password"
        required
        error={trouble.errorOf('new_password')}
      />
    </TopicForm>
  )
}
