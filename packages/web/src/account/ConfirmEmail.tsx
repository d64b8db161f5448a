// Draws `/confirm-email`, the page of the emailed link that changes or proves the address of an account.

import { useStore } from '@nanostores/react'
import { checkEmailLink, confirmEmail, type Gives, Refusal } from '@waypost/protocol'
import { useCallback, useEffect, useState } from 'react'
import { useHash } from '../route.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n, params } from '../ui/language.ts'
import styles from './Card.module.css'
import { Card } from './Card.tsx'
import { visitor } from './session.ts'
import { Trouble } from './Trouble.tsx'

const messages = i18n('confirm-email', {
  title: 'Change your email address?',
  loading: 'Checking the link',
  question: params(
    'Your account {email} gets the address {newEmail}. If you sign in with a password, use the new address from then on.',
  ),
  confirm: 'Use this address',
  proofTitle: 'Confirm your email address',
  proofQuestion: params('Is {email} your address? Then your account gets what others send to it.'),
  proofConfirm: 'It is mine',
  proven: 'Your email address is confirmed',
  provenMore: params('Your account gets what others send to {email}.'),
  expired: 'This link no longer works',
  expiredWhy: 'It was used before, it is too old, or you asked for a newer one. Ask for another one in the settings.',
  settings: 'Go to the settings',
  taken: 'This address has an account',
  takenWhy: 'Someone signed up with it in the meantime. Use another address, or delete that account first.',
  done: 'Your email address is changed',
  doneMore: params('Your account now has the address {email}.'),
  go: 'Go to Waypost',
  retry: 'Try again',
})

type Addresses = Gives<typeof checkEmailLink>
type Link = 'checking' | 'expired' | 'taken' | { changed: string } | { trouble: string } | Addresses

/** Changes the email address of an account after a press, so that a program that opens links in emails changes nothing. */
export function ConfirmEmail() {
  const token = new URLSearchParams(useHash().slice(1)).get('token') ?? ''
  return <LinkPage key={token} token={token} />
}

function LinkPage({ token }: { token: string }) {
  const t = useStore(messages)
  const [link, setLink] = useState<Link>(token === '' ? 'expired' : 'checking')
  const [busy, setBusy] = useState(false)
  /** The link proves the address that the account has. */
  const [proves, setProves] = useState(false)
  const check = useCallback(() => {
    if (token === '') return
    setLink('checking')
    visitor()
      .call(checkEmailLink, { token })
      .then(
        (addresses) => {
          setProves(addresses.email === addresses.new_email)
          setLink(addresses)
        },
        (error: unknown) => setLink(linkAfter(error)),
      )
  }, [token])
  useEffect(check, [check])

  function confirm() {
    setBusy(true)
    visitor()
      .call(confirmEmail, { token })
      .then(
        ({ email }) => setLink({ changed: email }),
        (error: unknown) => setLink(linkAfter(error)),
      )
      .finally(() => setBusy(false))
  }

  if (link === 'expired' || link === 'taken')
    return (
      <Card key={link} title={t[link]}>
        <p className={styles.second}>{link === 'taken' ? t.takenWhy : t.expiredWhy}</p>
        <ButtonLink wide kind="primary" href="/#settings/account">
          {t.settings}
        </ButtonLink>
      </Card>
    )
  if (typeof link === 'object' && 'changed' in link)
    return (
      <Card key="done" title={proves ? t.proven : t.done}>
        <p>{(proves ? t.provenMore : t.doneMore)({ email: link.changed })}</p>
        <ButtonLink wide kind="primary" href="/">
          {t.go}
        </ButtonLink>
      </Card>
    )
  return (
    <Card key="ask" title={proves ? t.proofTitle : t.title}>
      {link === 'checking' ? (
        <div className={styles.wait}>
          <Spinner label={t.loading} />
        </div>
      ) : 'trouble' in link ? (
        <div className={styles.stack}>
          <Trouble text={link.trouble} />
          <Button onClick={check}>{t.retry}</Button>
        </div>
      ) : (
        <>
          <p>{proves ? t.proofQuestion({ email: link.email }) : t.question({ email: link.email, newEmail: link.new_email })}</p>
          <Button kind="primary" wide busy={busy} onClick={confirm}>
            {proves ? t.proofConfirm : t.confirm}
          </Button>
        </>
      )}
    </Card>
  )
}

/** The state of a link after a call with it was refused. */
function linkAfter(error: unknown): 'expired' | 'taken' | { trouble: string } {
  if (error instanceof Refusal && error.code === 'link_expired') return 'expired'
  if (error instanceof Refusal && error.code === 'email_taken') return 'taken'
  return { trouble: error instanceof Error ? error.message : String(error) }
}
