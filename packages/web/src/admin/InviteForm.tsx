// Draws the form with which administrators invite a person by address.

import { useStore } from '@nanostores/react'
import { adminInvite, type Gives, limits, Refusal } from '@waypost/protocol'
import { type FormEvent, useRef, useState } from 'react'
import topic from '../page/topics/Topic.module.css'
import { useSession } from '../session/context.ts'
import { say } from '../ui/accessibility/announce.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n, params } from '../ui/language.ts'
import { LinkToCopy } from './LinkToCopy.tsx'
import operation from './operation/Operation.module.css'

const messages = i18n('admin-invite', {
  email: 'Email address',
  invite: 'Invite',
  linkOnly: 'Make a link only',
  missing: 'Type the email address of the person.',
  invited: params('Invited {email}. The email is on its way. This link works too, if you want to hand it over yourself:'),
  notSent: params('Not sent to {email}: this server has no mail server. Here is the link, which you can hand over yourself:'),
  linked: params('The link for {email}. It was not emailed.'),
  link: params('The link for {email}'),
})

/** What came of an invitation. */
type Made = Gives<typeof adminInvite> & { email: string; wanted: boolean }

/** @param onInvited called after an invitation: lists are no longer right */
export function InviteForm({ onInvited }: { onInvited: () => void }) {
  const t = useStore(messages)
  const session = useSession()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState<'mail' | 'link'>()
  const [trouble, setTrouble] = useState<string>()
  const [made, setMade] = useState<Made>()

  const wordsOf = ({ email, sent, wanted }: Made) =>
    sent ? t.invited({ email }) : wanted ? t.notSent({ email }) : t.linked({ email })

  async function invite(send: boolean) {
    const email = typed.trim()
    setMade(undefined)
    setTrouble(email === '' ? t.missing : undefined)
    if (email === '') return field.current?.focus()
    setBusy(send ? 'mail' : 'link')
    try {
      const outcome = { ...(await session.call(adminInvite, { email, send })), email, wanted: send }
      setMade(outcome)
      setTyped('')
      say(wordsOf(outcome))
      onInvited()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setTrouble(error.message)
      field.current?.focus()
    } finally {
      setBusy(undefined)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy) void invite(true)
  }

  return (
    <>
      <form className={topic.form} noValidate onSubmit={submit}>
        <TextField
          ref={field}
          label={t.email}
          type="email"
          value={typed}
          maxLength={limits.emailLength}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          error={trouble}
          onChange={({ target }) => {
            setTyped(target.value)
            setTrouble(undefined)
          }}
        />
        <div className={topic.actions}>
          <Button type="submit" kind="primary" busy={busy === 'mail'}>
            {t.invite}
          </Button>
          <Button busy={busy === 'link'} onClick={() => busy === undefined && void invite(false)}>
            {t.linkOnly}
          </Button>
        </div>
      </form>
      {made && (
        <div className={operation.well}>
          <p dir="auto">{wordsOf(made)}</p>
          <LinkToCopy url={made.url} name={t.link({ email: made.email })} />
        </div>
      )}
    </>
  )
}
