// Draws `/auth_error`, the page that says why a sign-in failed and how to get help.

import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { supportContact, supportEmail } from '../browser/document.ts'
import { go } from '../browser/location.ts'
import { useQuery } from '../route.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n, params } from '../ui/language.ts'
import styles from './Card.module.css'
import { Card } from './Card.tsx'
import { tellSessionEnded } from './change.ts'
import { signedIn, signOut } from './session.ts'

const messages = i18n('auth-error', {
  title: 'Signing in did not work',
  anotherExists: 'This account already exists here. Sign in to it and delete it first, then add it again.',
  email: 'An email address is needed, and none came from your provider’s profile.',
  storage: 'Browser storage is not available. Check cookies and extensions.',
  full: 'The storage of this browser is full',
  fullBody:
    'There is no room left here to keep your messages. All that were sent are safe on the server. Free some space on this device, then go back; or sign out here, which clears what this site keeps.',
  back: 'Back to your messages',
  signOut: 'Sign out here',
  blocked: 'Something is blocking this product: a firewall, proxy, VPN or extension.',
  again: 'Back to sign-in',
  support: params('Get help: {email}'),
  supportPage: 'Get help',
})

/** `/auth_error`: one sentence for each reason, and always a way to ask for help. */
export function AuthError() {
  const t = useStore(messages)
  const { reason } = useQuery()
  const ended = reason === 'token'
  useEffect(() => {
    if (!ended) return
    tellSessionEnded()
    go('/', { replace: true })
  }, [ended])
  if (ended) return null
  const words = new Map([
    ['another_exists', t.anotherExists],
    ['email', t.email],
    ['localstorage', t.storage],
  ])
  const email = supportEmail()
  // With an account, this reason means that storage is full.
  const full = reason === 'localstorage' && signedIn() !== undefined
  return (
    <Card title={full ? t.full : t.title}>
      {full && <p className={styles.second}>{t.fullBody}</p>}
      <p className={styles.second}>{words.get(reason ?? '') ?? t.blocked}</p>
      <div className={styles.stack}>
        {full ? (
          <>
            <ButtonLink href="/">{t.back}</ButtonLink>
            <Button onClick={() => signOut()}>{t.signOut}</Button>
          </>
        ) : (
          <ButtonLink href="/signin">{t.again}</ButtonLink>
        )}
        <ButtonLink kind="quiet" href={supportContact().href}>
          {email === undefined ? t.supportPage : t.support({ email })}
        </ButtonLink>
      </div>
    </Card>
  )
}
