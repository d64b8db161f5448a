// Draws the settings that change the password of the account.

import { useStore } from '@nanostores/react'
import { changePassword, Refusal, setPassword } from '@waypost/protocol'
import { useEffect, useRef, useState } from 'react'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { TopicForm } from '../../page/topics/TopicForm.tsx'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { focusSoon } from '../../ui/accessibility/focus-soon.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { count, i18n } from '../../ui/language.ts'
import { focusField, useFormTrouble } from '../form-trouble.ts'
import { PasswordField, tooShort } from '../PasswordField.tsx'
import { Trouble } from '../Trouble.tsx'
import { type FactorsProps, known } from '../use-factors.ts'

const messages = i18n('change-password', {
  title: 'Password',
  lead: 'When you change it, all other browsers and devices are signed out. Connected apps and access tokens stay.',
  open: 'Change password',
  setLead: 'This account has no password. With one, you can sign in by your email address as well.',
  set: 'Set a password',
  isSet: 'Your password is set.',
  current: 'Current password',
  new: 'New password',
  missing: 'Type your current password.',
  save: 'Save password',
  cancel: 'Cancel',
  saved: 'Your password is changed.',
  ended: count({
    one: 'Your password is changed. {count} other session was signed out.',
    other: 'Your password is changed. {count} other sessions were signed out.',
  }),
})

/** Changes the password, or sets one for an account that signs in with a passkey or another provider only. */
export function ChangePassword({ factors, onChanged }: FactorsProps) {
  const t = useStore(messages)
  const { connectedAccount } = useSession()
  const accounts = useStore(connectedAccount.$all)
  const [open, setOpen] = useState(false)
  const [done, setDone] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const hasLocal = accounts.some(({ type }) => type === 'local')
  const hasPassword = known(factors)?.password ?? hasLocal

  function close(text = '') {
    setOpen(false)
    setDone(text)
    if (text) say(text)
    focusSoon(() => opener.current)
  }

  return (
    <Topic title={t.title} lead={hasPassword ? t.lead : t.setLead}>
      {open ? (
        <Form
          first={!hasPassword}
          onDone={(ended) => {
            close(ended > 0 ? t.ended(ended) : hasPassword ? t.saved : t.isSet)
            onChanged()
          }}
          onCancel={() => close()}
        />
      ) : (
        <div className={topic.actions}>
          <Button
            ref={opener}
            onClick={() => {
              setDone('')
              setOpen(true)
            }}
          >
            {hasPassword ? t.open : t.set}
          </Button>
          <span className={topic.done}>{done}</span>
        </div>
      )}
    </Topic>
  )
}

interface FormProps {
  /** The account has no password yet. */
  first: boolean
  /** Called with how many other sessions were signed out. */
  onDone: (ended: number) => void
  onCancel: () => void
}

function Form({ first, onDone, onCancel }: FormProps) {
  const t = useStore(messages)
  const session = useSession()
  const email = useStore(session.$account)?.email
  const form = useRef<HTMLFormElement>(null)
  const trouble = useFormTrouble(form, ['password', 'new_password'])
  const [busy, setBusy] = useState(false)
  useEffect(() => focusField(form.current, first ? 'new_password' : 'password'), [first])
  async function submit(values: FormData) {
    const password = String(values.get('password') ?? '')
    const new_password = String(values.get('new_password') ?? '')
    if (!first && !password) return trouble.fail({ field: 'password', text: t.missing })
    const short = tooShort(new_password)
    if (short) return trouble.fail({ field: 'new_password', text: short })
    trouble.clear()
    setBusy(true)
    try {
      if (first) {
        await session.call(setPassword, { new_password })
        onDone(0)
      } else onDone((await session.call(changePassword, { password, new_password })).ended)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setBusy(false)
      trouble.refuse(error)
    }
  }

  return (
    <TopicForm
      ref={form}
      label={t.save}
      busy={busy}
      buttons={
        <Button kind="quiet" onClick={onCancel}>
          {t.cancel}
        </Button>
      }
      onSubmit={(values) => void submit(values)}
    >
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
