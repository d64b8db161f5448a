import { useStore } from '@nanostores/react'
import { changeEmail } from '@waypost/protocol'
import { useState } from 'react'
import { InPlace } from '../page/topics/InPlace.tsx'
import { Topic } from '../page/topics/Topic.tsx'
import { TopicForm } from '../page/topics/TopicForm.tsx'
import { useSession } from '../session/context.ts'
import { Trouble } from '../sign-in/Card.tsx'
import { typedIn, useFormTrouble } from '../sign-in/form-trouble.ts'
import { PasswordField } from '../sign-in/PasswordField.tsx'
import { type FactorsProps, known } from '../sign-in/use-factors.ts'
import { say } from '../ui/accessibility/announce.ts'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { emailAddress } from './en.ts'
import styles from './Settings.module.css'

const messages = i18n('email-address', emailAddress)

/** The email address, and the form that requests a confirmation link for a new one. */
export function EmailAddress({ factors }: FactorsProps) {
  const t = useStore(messages)
  const session = useSession()
  const account = useStore(session.$account)
  const hasLocal = useStore(session.connectedAccount.$all).some(({ type }) => type === 'local')
  const [asked, setAsked] = useState<Asked>()
  const words = ({ email, sent }: Asked) => (sent ? t.sent({ email }) : t.folder({ email }))

  if (!account) return null
  return (
    <Topic title={t.title} lead={t.lead({ email: account.email })}>
      {/* Once the link was opened, the address is above. */}
      {asked && asked.email !== account.email && <p className={styles.sent}>{words(asked)}</p>}
      <InPlace label={t.open} onOpen={() => setAsked(undefined)}>
        {(close) => (
          <Form
            hasPassword={known(factors)?.password ?? hasLocal}
            onAsked={(done) => {
              setAsked(done)
              say(words(done))
              close()
            }}
            onCancel={close}
          />
        )}
      </InPlace>
    </Topic>
  )
}

interface Asked {
  email: string
  sent: boolean
}

interface FormProps {
  hasPassword: boolean
  onAsked: (asked: Asked) => void
  onCancel: () => void
}

function Form({ hasPassword, onAsked, onCancel }: FormProps) {
  const t = useStore(messages)
  const session = useSession()
  const trouble = useFormTrouble(['email', 'password'], true)
  function submit(values: FormData) {
    const email = typedIn(values, 'email').trim()
    const password = typedIn(values, 'password')
    if (!/^\S+@\S+$/.test(email)) return trouble.fail({ field: 'email', text: t.emailWrong })
    if (hasPassword && !password) return trouble.fail({ field: 'password', text: t.passwordMissing })
    void trouble.run(async () => {
      const { sent } = await session.call(changeEmail, { email, ...(hasPassword && { password }) })
      onAsked({ email, sent })
    })
  }

  return (
    <TopicForm ref={trouble.form} label={t.send} busy={trouble.busy} onCancel={onCancel} onSubmit={submit}>
      {trouble.general && <Trouble text={trouble.general} />}
      <TextField
        name="email"
        type="email"
        label={t.email}
        help={t.help}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={trouble.errorOf('email')}
      />
      {hasPassword && (
        <PasswordField
          name="password"
          label={t.password}
          autoComplete="current-password"
          required
          error={trouble.errorOf('password')}
        />
      )}
    </TopicForm>
  )
}
