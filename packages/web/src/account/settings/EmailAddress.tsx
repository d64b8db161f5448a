// Draws the settings that change the email address of the account.

import { useStore } from '@nanostores/react'
import { changeEmail, Refusal } from '@waypost/protocol'
import { useEffect, useRef, useState } from 'react'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { TopicForm } from '../../page/topics/TopicForm.tsx'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { focusSoon } from '../../ui/accessibility/focus-soon.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n, params } from '../../ui/language.ts'
import { focusField, useFormTrouble } from '../form-trouble.ts'
import { PasswordField } from '../PasswordField.tsx'
import { Trouble } from '../Trouble.tsx'
import { type FactorsProps, known } from '../use-factors.ts'
import styles from './Settings.module.css'

const messages = i18n('email-address', {
  title: 'Email address',
  lead: params('{email}. Other people find you by it.'),
  open: 'Change email address',
  email: 'New email address',
  help: 'A link is sent there. The address changes when you open it.',
  password: 'Current password',
  emailWrong: 'Type a whole email address, like ana@example.org.',
  passwordMissing: 'Type your current password.',
  send: 'Send the link',
  cancel: 'Cancel',
  sent: params('A link is on its way to {email}. Your address changes when you open it, within 24 hours.'),
  folder: params(
    'This server sends no email. Ask its administrator for the link to {email}: it is in the mail folder of the server.',
  ),
})

/** The email address, and the form that asks for a link to another one. */
export function EmailAddress({ factors }: FactorsProps) {
  const t = useStore(messages)
  const session = useSession()
  const account = useStore(session.$account)
  const hasLocal = useStore(session.connectedAccount.$all).some(({ type }) => type === 'local')
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const opener = useRef<HTMLButtonElement>(null)
  const words = ({ email, sent }: Asked) => (sent ? t.sent({ email }) : t.folder({ email }))

  function close(done?: Asked) {
    setOpen(false)
    setAsked(done)
    if (done) say(words(done))
    focusSoon(() => opener.current)
  }

  if (!account) return null
  return (
    <Topic title={t.title} lead={t.lead({ email: account.email })}>
      {/* Once the link was opened, the address is above. */}
      {asked && asked.email !== account.email && <p className={styles.sent}>{words(asked)}</p>}
      {open ? (
        <Form hasPassword={known(factors)?.password ?? hasLocal} onAsked={close} onCancel={() => close()} />
      ) : (
        <div className={topic.actions}>
          <Button ref={opener} onClick={() => setOpen(true)}>
            {t.open}
          </Button>
        </div>
      )}
    </Topic>
  )
}

/** The new address, and whether the link to it was sent. */
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
  const form = useRef<HTMLFormElement>(null)
  const trouble = useFormTrouble(form, ['email', 'password'])
  const [busy, setBusy] = useState(false)
  useEffect(() => focusField(form.current, 'email'), [])
  async function submit(values: FormData) {
    const email = String(values.get('email') ?? '').trim()
    const password = String(values.get('password') ?? '')
    if (!/^\S+@\S+$/.test(email)) return trouble.fail({ field: 'email', text: t.emailWrong })
    if (hasPassword && !password) return trouble.fail({ field: 'password', text: t.passwordMissing })
    trouble.clear()
    setBusy(true)
    try {
      const { sent } = await session.call(changeEmail, { email, ...(hasPassword && { password }) })
      onAsked({ email, sent })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setBusy(false)
      trouble.refuse(error)
    }
  }

  return (
    <TopicForm
      ref={form}
      label={t.send}
      busy={busy}
      buttons={
        <Button kind="quiet" onClick={onCancel}>
          {t.cancel}
        </Button>
      }
      onSubmit={(values) => void submit(values)}
    >
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
